/// The fields that begin every level file of any game.
public struct LevelHeader: Hashable, Sendable {
  /// What the field `format` holds.
  public static let format = "playtest-level"
  /// The newest version of the format that is read, and the one that is written.
  public static let version = 1
  /// The maximum length of a name or id in Unicode scalars.
  public static let maxNameLength = 200
  /// The fields that every level file may have.
  public static let fields = ["format", "version", "game", "name", "id"]

  public let game: String
  public let name: String
  /// What seeds the level's games; nil: the name.
  public let id: String?

  public init(game: String, name: String, id: String? = nil) {
    self.game = game
    self.name = name
    self.id = id
  }

  /// The fields as they are written.
  public var members: [(key: String, value: JSONTree)] {
    var members: [(key: String, value: JSONTree)] = [
      ("format", .string(Self.format)), ("version", .int(Self.version)),
      ("game", .string(game)), ("name", .string(name)),
    ]
    if let id { members.append(("id", .string(id))) }
    return members
  }

  // MARK: Reading

  /// The game of a level file, after its format and version have been checked.
  ///
  /// Nil and an issue when nothing else of the file can be read: it is not a level, it was made by
  /// a newer playtest, or its game is unknown.
  public static func game(of root: JSONCursor, among games: GameRegistry) -> (any LevelGame)? {
    guard case .object(let members) = root.value.kind else {
      root.report(
        "expected an object, found \(root.value.typeName); a level file is one JSON object")
      return nil
    }
    func field(_ name: String) -> JSONCursor? {
      if let member = members.first(where: { $0.key == name }) { return root.cursor(at: member) }
      root.report("the field '\(name)' is missing; add it")
      return nil
    }
    if let found = field("format"), found.value.kind != .string(format) {
      found.report("expected \"\(format)\", found \(found.value.summary); this is not a level file")
      return nil
    }
    if let found = field("version"), let number = found.int(in: 1...Int.max), number > version {
      found.report(
        "version \(number) was written by a newer playtest, and this one reads \(version); "
          + "update playtest")
      return nil
    }
    guard let place = field("game"), let name = place.game(among: games) else { return nil }
    do throws(ScriptFault) {
      return try games.find(name) as? any LevelGame
    } catch {
      place.report(error.message)
      return nil
    }
  }

  /// The name and id of a level file whose game is known.
  static func decode(_ fields: JSONFields, game: String) -> LevelHeader? {
    let name = fields.required("name").flatMap { Self.name($0) }
    let id = fields.optional("id").flatMap { Self.name($0) }
    return name.map { LevelHeader(game: game, name: $0, id: id) }
  }

  /// A name or id.
  static func name(_ cursor: JSONCursor) -> String? {
    guard let text = cursor.string() else { return nil }
    guard let problem = problem(with: text) else { return text }
    cursor.report(problem)
    return nil
  }

  /// What is wrong with a text as a level's name or id, or nil.
  public static func problem(with name: String) -> String? {
    let count = name.unicodeScalars.count
    if count > maxNameLength {
      return "expected at most \(maxNameLength) characters, found \(count); shorten it"
    }
    if name.unicodeScalars.allSatisfy({ $0.properties.isWhitespace }) {
      return name.isEmpty
        ? "this is empty; write a name" : "this is only white space; write a name"
    }
    let control = name.unicodeScalars.first { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      // They turn the text around them, so that a name reads as another one.
      default: scalar.properties.isBidiControl
      }
    }
    return control.map { "the character \(SafeText.escape($0)) cannot be shown; remove it" }
  }
}

extension JSONCursor {
  /// The name of a game; nil after an unknown one has been reported.
  package func game(among games: GameRegistry) -> String? {
    guard case .string(let text) = value.kind, !games.names.contains(text) else {
      return name(among: games.names, called: "game")
    }
    report(games.complaint(about: text))
    return nil
  }
}
