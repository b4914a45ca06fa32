/// Why requested levels cannot be used.
public indirect enum LevelProblem: Error, Hashable, Sendable {
  /// A level argument that cannot be understood.
  case badArgument(String, reason: String)
  /// A file or folder that is not there, with what may help.
  case missing(path: String, hint: String?)
  /// A number that no level of a file with several has.
  case noSuchNumber(String, levels: Int)
  /// Something that exists but is not a level file.
  case unreadable(path: String, reason: String)
  /// A file whose content is wrong.
  case invalid(FileIssues)
  /// A name that several levels of a run have.
  case duplicateName(String, paths: [String])
  /// A problem of what a file names, such as `suite.yml:4: $.levels[0]`.
  case named(in: String, LevelProblem)

  /// The exit code of a program that ends with this problem.
  public var exitCode: Int32 {
    switch self {
    case .badArgument: 64
    case .unreadable, .invalid, .duplicateName: 65
    case .missing, .noSuchNumber: 66
    // The argument is not wrong: the file is.
    case .named(in: _, let problem): problem.exitCode == 64 ? 65 : problem.exitCode
    }
  }

  /// One line for each thing that is wrong, safe to print: `PATH: what is wrong; what to do`.
  public var lines: [String] {
    switch self {
    case .badArgument(let argument, let reason): ["\(Self.shown(argument)): \(reason)"]
    case .missing(let path, let hint):
      ["\(Self.shown(path)): no such file" + (hint.map { "; \($0)" } ?? "")]
    case .noSuchNumber(let argument, let levels):
      ["\(Self.shown(argument)): no such level; the file has levels 1 to \(levels)"]
    case .unreadable(let path, let reason): ["\(Self.shown(path)): \(reason)"]
    case .invalid(let issues): issues.issues.map { "\(Self.shown(issues.file)):\($0)" }
    case .duplicateName(_, let paths) where Set(paths).count == 1:
      ["\(Self.shown(paths.first ?? "")): this level is named twice; name it once"]
    case .duplicateName(let name, let paths):
      [
        "\(Self.shown(paths.last ?? "")): the name \(SafeText.named(name)) is also used by "
          + "\(Self.shown(paths.first ?? "")); names must be unique within a run, so rename one"
      ]
    case .named(in: let place, let problem): problem.lines.map { "\(place): \($0)" }
    }
  }

  private static func shown(_ path: String) -> String { SafeText.escaped(path, limit: 1_000) }
}

/// All problems of the levels that were asked for, so that one run shows them all.
public struct LevelProblems: Error, Hashable, Sendable, CustomStringConvertible {
  public let problems: [LevelProblem]

  public init(_ problems: [LevelProblem]) { self.problems = problems }

  /// 64 if an argument is wrong, else 66 if something is missing, else 65.
  public var exitCode: Int32 {
    let codes = problems.map(\.exitCode)
    if codes.contains(64) { return 64 }
    return codes.contains(66) ? 66 : 65
  }

  /// The lines of all problems, 20 at most before `and N more`.
  public var lines: [String] { FileIssues.shown(problems.flatMap(\.lines)) }

  public var description: String { lines.joined(separator: "\n") }
}
