/// What `playtest script check` does with one file: loads it in the sandbox, checks its fields and
/// plays its smoke game.
public struct ScriptCheck {
  /// The result.
  public struct Report: Sendable {
    /// How the file was called.
    public let file: String
    public package(set) var kind: ScriptKind?
    /// What it is where it is of no kind, such as `module`.
    package var noun = ""
    /// The script's own name.
    public package(set) var name = ""
    /// What was done, in words, such as `60 shots, 41 hook calls`.
    public package(set) var work = ""
    /// Everything wrong, each as `file:line: what`.
    public package(set) var problems: [String] = []
    /// Those of them that are faults of a script that several games play, each with its game.
    package var faultsByGame: [(game: String, problem: String)] = []
    /// The first lines that the script printed.
    public package(set) var printed: [String] = []

    package init(file: String) { self.file = file }

    public var isFine: Bool { problems.isEmpty }

    /// One line for a script without problems.
    public var line: String {
      "ok: \(kind?.rawValue ?? noun) \(name): \(work)"
    }

    package mutating func add(_ problem: String) {
      if !problems.contains(problem) { problems.append(problem) }
    }

    package mutating func add(_ fault: ScriptFault) { add(fault.message) }

    package mutating func add(_ message: String, at source: ScriptSource, line: Int) {
      add("\(source.name):\(line): \(message)")
    }
  }

  /// Where the kinds and modules that a script needs are found.
  public let library: ScriptLibrary
  /// The games to try agents and levels in.
  public var games: [GameEntry] { library.games.games }

  public init(library: ScriptLibrary) { self.library = library }

  /// The maximum number of problems of one file; then the check stops.
  package static let maxProblems = 20
  /// Printed lines that are kept of a file.
  package static let maxPrinted = 20

  // MARK: Parameters

  /// The default values, then each parameter at its minimum and at its maximum.
  package static func sampleValues(of parameters: [ScriptParameter]) -> [[Double]] {
    let defaults = parameters.map(\.defaultValue)
    var samples = [defaults]
    for (index, parameter) in parameters.enumerated() {
      for value in [parameter.minimum, parameter.maximum] where value != parameter.defaultValue {
        var values = defaults
        values[index] = value
        samples.append(values)
      }
    }
    return samples
  }

  /// Every combination of minima and maxima; only all minima and all maxima where there are more
  /// than eight parameters.
  package static func corners(of parameters: [ScriptParameter]) -> [[Double]] {
    guard !parameters.isEmpty else { return [] }
    guard parameters.count <= 8 else {
      return [parameters.map(\.minimum), parameters.map(\.maximum)]
    }
    return (0..<(1 << parameters.count)).map { corner in
      parameters.enumerated().map { index, parameter in
        corner >> index & 1 == 0 ? parameter.minimum : parameter.maximum
      }
    }
  }

  /// The values that are not at their defaults: `rows 9, shots 0`.
  package static func words(for values: [Double], of parameters: [ScriptParameter]) -> String {
    zip(parameters, values).filter { $0.defaultValue != $1 }
      .map { "\($0.name) \(JSONWriter.number($1))" }.joined(separator: ", ")
  }
}
