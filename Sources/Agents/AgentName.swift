import SimHarness

/// An agent as it is written on the command line: `NAME`, `NAME:key=value,...`,
/// `STRATEGY@EXECUTION` or a path to a Lua file or a player file.
public struct AgentName: Sendable, Hashable {
  /// The text as it was given.
  public let text: String
  /// The part before the parameters.
  public let base: String
  /// Parameters in the order given.
  public let parameters: [Parameter]

  /// One `key=value`.
  public struct Parameter: Sendable, Hashable {
    public let name: String
    public let value: Double
  }

  /// - Throws: `AgentNameError` when the text is not of the form.
  public init(parsing text: String) throws(AgentNameError) {
    self.text = text
    let colon = Self.parameterColon(in: text)
    base = colon.map { String(text[..<$0]) } ?? text
    guard !base.isEmpty else { throw AgentNameError("an agent's name is empty") }
    var parameters: [Parameter] = []
    if let colon {
      let count = text[colon...].count { $0 == "," } + 1
      guard count <= Self.maxParameters else {
        throw AgentNameError(
          "agent \(SafeText.quoted(base, limit: 60)): \(count) parameters, more than any agent has")
      }
      for part in text[text.index(after: colon)...].split(
        separator: ",", omittingEmptySubsequences: false)
      {
        let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty, let value = DecimalText.number(halves[1])
        else {
          throw AgentNameError(
            "agent '\(text)': '\(part)' is not a parameter; write NAME:key=number,key=number")
        }
        if parameters.contains(where: { $0.name == halves[0] }) {
          throw AgentNameError("agent '\(text)': '\(halves[0])' is given twice; remove one of them")
        }
        parameters.append(Parameter(name: String(halves[0]), value: value))
      }
    }
    self.parameters = parameters
  }

  /// More parameters than any agent has.
  private static let maxParameters = 100

  /// Whether it names a Lua file.
  public var isScriptPath: Bool { base.hasSuffix(".lua") }

  /// Whether it names a player file.
  public var isPlayerPath: Bool { ScriptName.isPath(base) && !isScriptPath }

  /// Names the agent's random stream: the text without the folder and the ending of a file.
  ///
  /// Its draws therefore depend neither on the file's folder nor on whether it is given by name or
  /// by path.
  public var streamName: String {
    if isScriptPath { return ScriptName.stem(of: base) + text.dropFirst(base.count) }
    return isPlayerPath ? Self.playerName(of: base) : text
  }

  /// The name of a player whose file this is: the path without the folder and the ending.
  public static func playerName(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex))
  }

  /// The colon that begins the parameters; a path may hold colons of its own.
  private static func parameterColon(in text: String) -> String.Index? {
    for ending in [".lua:", ".yml:", ".yaml:"] {
      if let range = text.range(of: ending) { return text.index(before: range.upperBound) }
    }
    return ScriptName.isPath(text) ? nil : text.firstIndex(of: ":")
  }
}

extension String {
  fileprivate func range(of word: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(word) {
        return start..<index(start, offsetBy: word.count)
      }
      start = index(after: start)
    }
    return nil
  }
}

/// What is wrong with an agent's name or parameters.
public struct AgentNameError: Error, Sendable, Hashable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
