/// How a level is named on the command line and in suites.
public enum LevelArgument: Hashable, Sendable {
  /// A file, or a folder with all levels below it.
  case path(String)
  /// `builtin:GAME/NAME`: a file below the levels folder, without its `.json`. `builtin:GAME`: all
  /// levels of the game.
  case builtin(game: String, name: String?)
  /// `import:FORMAT[=PATH][#N]`: levels of another program, all or the N-th from 1.
  case importing(LevelImport, path: String?, number: Int?)

  /// Reads an argument.
  public init(_ text: String, games: GameRegistry) throws(LevelProblem) {
    if let rest = Self.rest(of: text, after: "builtin:") {
      self = try Self.builtin(rest, text, games)
    } else if let rest = Self.rest(of: text, after: "import:") {
      self = try Self.importing(rest, text)
    } else if text.isEmpty || text.utf8.contains(0) {
      throw .badArgument(
        text, reason: "a level is a file, a folder, builtin:GAME/NAME or import:FORMAT")
    } else {
      self = .path(text)
    }
  }

  private static func builtin(
    _ rest: Substring, _ text: String, _ games: GameRegistry
  ) throws(LevelProblem) -> Self {
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count == 1 || parts.count == 2 else {
      throw .badArgument(text, reason: "expected builtin:GAME or builtin:GAME/NAME")
    }
    guard let game = games.levelGame(named: parts[0])?.name else {
      let reason = games.complaint(about: parts[0])
      throw .badArgument(text, reason: reason)
    }
    guard parts.count == 2, !parts[1].isEmpty else { return .builtin(game: game, name: nil) }
    guard isFileStem(parts[1]) else {
      throw .badArgument(
        text, reason: "a built-in level's name is letters, digits, '-', '_', '.' and spaces")
    }
    return .builtin(game: game, name: parts[1])
  }

  private static func importing(_ rest: Substring, _ text: String) throws(LevelProblem) -> Self {
    var rest = rest
    var number: Int?
    if let mark = rest.lastIndex(of: "#") {
      guard let value = Int(rest[rest.index(after: mark)...]), value >= 1 else {
        throw .badArgument(text, reason: "expected the number of a level, from 1, after '#'")
      }
      number = value
      rest = rest[..<mark]
    }
    let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map { String($0) } ?? ""
    guard let format = LevelImport(rawValue: name) else {
      let known = LevelImport.allCases.map(\.rawValue)
      let reason = NearestName.complaint(about: name, called: "format", known: known)
      throw .badArgument(text, reason: reason)
    }
    let path = parts.count > 1 ? String(parts[1]) : nil
    if path?.isEmpty == true {
      throw .badArgument(text, reason: "expected a file after '='")
    }
    if path == nil && format.installedPath == nil {
      throw .badArgument(
        text, reason: "these levels have no default file; name one: import:\(name)=PATH")
    }
    return .importing(format, path: path, number: number)
  }

  /// Whether a name is one step of a path that stays where it is.
  static func isFileStem(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "."), name.utf8.count <= 200 else {
      return false
    }
    return name.utf8.allSatisfy { byte in
      ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-_. ".utf8.contains(byte)
    }
  }

  private static func rest(of text: String, after prefix: String) -> Substring? {
    text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
  }
}

/// Level formats of other programs that can be read.
public enum LevelImport: String, CaseIterable, Hashable, Sendable {
  case frozenBubble = "frozen-bubble"
  /// The MySpriteKit game's JSON.
  case msk

  /// Where Debian's package frozen-bubble-data puts its levels.
  package static let frozenBubblePath = "/usr/share/games/frozen-bubble/data/levels"

  /// Where the levels are when no path is named, or nil if there is no default place.
  public var installedPath: String? {
    switch self {
    case .frozenBubble: Self.frozenBubblePath
    case .msk: nil
    }
  }
}
