import SimHarness

/// What a file is, as far as its name and its first lines show: for advice where a command was given
/// a file of another kind.
enum FileKind: Equatable {
  case level
  case suite
  case tune
  case record
  case engine
  case pack
  case player
  case script
  case store
  /// A file in another language, by what it is called.
  case program(String)

  /// Nil where nothing shows the kind.
  init?(of path: String, holding bytes: [UInt8]) {
    if bytes.starts(with: "SQLite format 3\0".utf8) {
      self = .store
      return
    }
    let name = path.lowercased()
    if let program = Self.programs.first(where: { name.hasSuffix($0.ending) }) {
      self = program.kind
      return
    }
    let text = String(decoding: bytes.prefix(Self.shown), as: UTF8.self)
    if let named = Self.format(in: bytes, startingWith: text),
      let format = Self.formats.first(where: { $0.format == named })
    {
      self = format.kind
      return
    }
    // Fields that only one of the two has tell a suite from a tune file.
    let fields = text.split(whereSeparator: \.isNewline).map { $0.prefix { $0 != ":" } }
    func has(_ names: [String]) -> Bool { fields.contains { names.contains(String($0)) } }
    if has(["targets", "parameters"]) {
      self = .tune
    } else if has(["gates", "agents", "levels"]) {
      self = .suite
    } else {
      return nil
    }
  }

  /// The kind of a file that somebody has written or that cannot be made again, by its name and its
  /// first bytes; nil for a file that is not there or may be a result.
  init?(ofSource path: String) {
    let path = AtomicFile.resolved(path)
    guard let bytes = PlainFile.start(of: path, atMost: Self.shown),
      let kind = FileKind(of: path, holding: bytes)
    else { return nil }
    // Lines that begin as those of a suite may stand in a report.
    let isYAML = path.hasSuffix(".yml") || path.hasSuffix(".yaml")
    if kind == .suite || kind == .tune, !isYAML { return nil }
    self = kind
  }

  /// What the field `format` of a JSON file holds; of one that cannot be read, its first `format`.
  private static func format(in bytes: [UInt8], startingWith text: String) -> String? {
    guard let root = JSONParser.parse(bytes).value else {
      return text.firstMatch(of: /"format"\s*:\s*"([^"]*)"/).map { String($0.1) }
    }
    guard case .object(let members) = root.kind,
      case .string(let format)? = members.first(where: { $0.key == "format" })?.value.kind
    else { return nil }
    return format
  }

  /// What the kind is called.
  var noun: String {
    switch self {
    case .level: "a level"
    case .suite: "a suite"
    case .tune: "a tune file"
    case .record: "a game record"
    case .engine: "an engine's file"
    case .pack: "a pack of levels"
    case .player: "a player file"
    case .script: "a Lua script"
    case .store: "a run's store"
    case .program(let name): name
    }
  }

  /// The failure about a file of this kind where another one was expected.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: What it holds.
  ///   - expected: What the command reads.
  /// - Returns: Nil for a file that is what it should be or shows no kind, whose own errors say more.
  static func failure(
    _ path: String, holding bytes: [UInt8], insteadOf expected: FileKind
  ) -> CommandFailure? {
    reason(path, holding: bytes, insteadOf: expected).map {
      CommandFailure(.badInput, "\(SafeText.escaped(path, limit: 1000)): \($0)")
    }
  }

  /// The same in words that follow the path.
  static func reason(
    _ path: String, holding bytes: [UInt8], insteadOf expected: FileKind
  ) -> String? {
    guard let kind = FileKind(of: path, holding: bytes), kind != expected else { return nil }
    return "this is \(kind.noun), not \(expected.noun); \(kind.advice(path, for: expected))"
  }

  /// What to do with a file of this kind.
  private func advice(_ path: String, for expected: FileKind) -> String {
    let file = ShellText.path(path)
    return switch self {
    case .level where expected == .suite: "a suite lists it under `levels:`"
    case .level: "play it with `playtest run \(file)`"
    case .suite where !path.hasSuffix(".yml") && !path.hasSuffix(".yaml"):
      "rename it, so that it ends in .yml"
    case .suite: "play it with `playtest run \(file)`"
    case .tune: "use `playtest tune \(file)`"
    case .record: "show it with `playtest replay \(file)`"
    case .engine: "use `playtest engine check \(file)`"
    case .pack: "name its folder"
    case .player: "name it as a player, with --agents \(file)"
    case .script: "check it with `playtest script check \(file)`"
    case .store: "name the run's folder, \(ShellText.path(Workspace.parent(of: path)))"
    case .program where expected == .engine: "name the file in engines/ that starts it"
    case .program: "name \(expected.noun)"
    }
  }

  /// The bytes that are looked at.
  private static let shown = 1 << 14
  private static let formats: [(format: String, kind: FileKind)] = [
    (LevelHeader.format, .level), ("playtest-record", .record), ("playtest-engine", .engine),
    ("playtest-pack", .pack), ("playtest-player", .player),
  ]
  private static let programs: [(ending: String, kind: FileKind)] = [
    (".lua", .script), (".py", .program("a Python program")),
    (".js", .program("a JavaScript program")), (".mjs", .program("a JavaScript program")),
    (".c", .program("a C program")), (".cpp", .program("a C++ program")),
    (".cs", .program("a C# program")), (".rs", .program("a Rust program")),
    (".go", .program("a Go program")), (".swift", .program("a Swift program")),
  ]
}
