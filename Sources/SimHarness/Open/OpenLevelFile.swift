/// A level of an open game as written in its file: a value that can be edited and written.
public struct OpenLevelFile: Sendable {
  /// The game that it is a level of.
  public let game: OpenGame
  /// See `LevelHeader.problem(with:)` for what a name may be.
  public var name: String
  /// What seeds the level's games; nil: the name.
  public var id: String?
  /// The values of the game's fields, in their order.
  public internal(set) var values: [OpenValue]

  /// A level with every field at its default.
  public init(of game: OpenGame, name: String) {
    self.game = game
    self.name = name
    values = game.spec.fields.map(\.usual)
  }

  /// The value of a field; nil if the game has none of the name.
  public subscript(field: String) -> OpenValue? {
    game.spec.fields.firstIndex { $0.name == field }.map { values[$0] }
  }

  /// The level made ready to play.
  /// - Throws: What the game's own `check` says of it, or that function's fault.
  public func level() throws(LevelError) -> OpenLevel {
    let level = OpenLevel(game: game, name: name, id: id, values: values)
    guard game.spec.functions.contains(.check) else { return level }
    let problem: OpenLevel.Problem?
    do throws(ScriptFault) {
      problem = try level.problem()
    } catch {
      throw .script(error)
    }
    if let problem { throw .invalid(problem.words) }
    return level
  }
}

extension OpenLevelFile: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.id == b.id && a.values == b.values
      && a.game.source.hash == b.game.source.hash && a.game.spec.name == b.game.spec.name
  }
}

extension OpenLevelFile: LevelContent {
  public typealias Scripts = any LevelCatalog

  /// The open game of this name; nil if the catalog has none.
  static func game(named name: String, in catalog: any LevelCatalog) -> OpenGame? {
    catalog.games.game(named: name)?.definition as? OpenGame
  }

  // MARK: Files

  /// Those of every level: the others are the game's own, which its entry knows.
  public static func fields(of game: String) -> [String] { LevelHeader.fields }

  public static func decode(
    _ root: JSONCursor, game: String, catalog: any LevelCatalog
  ) -> OpenLevelFile? {
    guard let game = self.game(named: game, in: catalog) else {
      root.report(catalog.games.complaint(about: game))
      return nil
    }
    return decode(root, game)
  }

  /// Reads a level of a game; nil after everything wrong with it has been recorded.
  ///
  /// Without `isChecking` the game's own `check` is not asked.
  static func decode(
    _ root: JSONCursor, _ game: OpenGame, isChecking: Bool = true
  ) -> OpenLevelFile? {
    var root = root
    root.tellsColumns = true
    let before = root.reader.issues.count
    guard let fields = root.object(fields: game.levelFields) else { return nil }
    let header = LevelHeader.decode(fields, game: game.spec.name)
    var level = OpenLevelFile(of: game, name: header?.name ?? "")
    level.id = header?.id
    for (place, field) in game.spec.fields.enumerated() {
      guard let cursor = fields.optional(field.name) else { continue }
      if let value = field.value(at: cursor) { level.values[place] = value }
    }
    guard root.reader.issues.count == before, header != nil else { return nil }
    return !isChecking || level.isChecked(at: fields) ? level : nil
  }

  /// Asks the game's own `check`; false after what it says has been recorded at its field.
  private func isChecked(at fields: JSONFields) -> Bool {
    guard game.spec.functions.contains(.check) else { return true }
    let level = OpenLevel(game: game, name: name, id: id, values: values)
    do throws(ScriptFault) {
      guard let problem = try level.problem() else { return true }
      if let field = problem.field, game.levelFields.contains(field),
        let place = fields.optional(field)
      {
        place.report(problem.message)
      } else {
        // The file leaves the field out.
        fields.cursor.report(problem.words)
      }
    } catch {
      fields.cursor.report(error.message)
    }
    return false
  }

  public static func schema(
    of game: String, common: [(key: String, value: JSONTree)]
  ) -> JSONTree { SchemaPart.object("A level of \(game).", common) }

  public static func empty(
    of game: String, named name: String, catalog: any LevelCatalog
  ) -> OpenLevelFile {
    let found = self.game(named: game, in: catalog)
    return OpenLevelFile(of: found ?? OpenGame.missing(named: game), name: name)
  }

  public var header: LevelHeader { LevelHeader(game: game.spec.name, name: name, id: id) }

  /// The fields that are not at their defaults, or all.
  private func members(isComplete: Bool) -> [(key: String, value: JSONTree)] {
    zip(game.spec.fields, values).filter { isComplete || $0.usual != $1 }
      .map { (key: $0.name, value: $1.tree) }
  }

  public var tree: JSONTree { .object(header.members + members(isComplete: false)) }

  public var completeTree: JSONTree { .object(header.members + members(isComplete: true)) }

  /// The rules are part of what affects play.
  public var contentHash: String {
    let anonymous = LevelHeader(game: game.spec.name, name: "").members
    return StableDigest.hex(
      of: JSONWriter.compact(.object(anonymous + members(isComplete: true))) + game.source.hash)
  }

  public var text: String {
    let lists = game.spec.fields.filter { if case .grid = $0.kind { true } else { false } }
    return JSONWriter.pretty(
      header.members + members(isComplete: false), linesOf: lists.map(\.name))
  }

  // MARK: Editing

  public func ownSchema(common: [(key: String, value: JSONTree)]) -> JSONTree {
    game.schema(common: common)
  }

  public var ruleParameters: [RuleParameter] { game.rules }

  public var ownTextFields: [String] {
    ["name", "id"] + game.spec.fields.filter(\.isText).map(\.name)
  }

  public mutating func set(
    _ path: String, to value: JSONTree, catalog: any LevelCatalog
  ) throws(LevelFieldProblem) {
    if try setSize(path, to: value) { return }
    let field = try LevelFieldPath(
      setting: path, to: value, fields: game.levelFields, rules: game.rules)
    let tree = try completeTree.replacing(
      at: field.steps[...], with: value.normalised, path: path)
    let game = game
    // A level that is being drawn, and wrong so far, can be wrong in what is set, too.
    let isChecking = game.spec.design == nil || unfinished == nil
    self = try tree.reread(setting: field.keys, as: path) {
      Self.decode($0, game, isChecking: isChecking)
    }
  }

  /// The level with every field at its default.
  var atDefaults: OpenLevelFile {
    var level = OpenLevelFile(of: game, name: name)
    level.id = id
    return level
  }

  // MARK: Looking

  public func checkPlayable(catalog: any LevelCatalog) throws(LevelError) {
    let level = try level()
    if let fault = level.startFault() { throw .script(fault) }
  }

  public var finishedStartAdvice: (field: String, advice: String) {
    ("goal", "change the level's fields or the game's rules")
  }

  public func picture(catalog: any LevelCatalog, withRulers: Bool) -> String {
    let level = try? level()
    guard withRulers, let (cells, design) = cells else {
      return level?.startPicture(otherwise: text) ?? text
    }
    let drawn = cells.withRulers + "\n" + design.legend
    // A game that begins with the level's own board shows it once, with the facts beside it.
    if let board = level?.startBoard, cells.isShown(by: board) {
      return drawn + (board.facts.isEmpty ? "" : "\n" + board.factsText)
    }
    return (level?.startPicture(otherwise: text) ?? text) + "\n\n" + drawn
  }
}

extension OpenGame {
  /// Every field of a level file of the game, in the order in which they are written.
  var levelFields: [String] { LevelHeader.fields + spec.fields.map(\.name) }

  /// The numbers that a level may set.
  var rules: [RuleParameter] { spec.fields.compactMap(\.parameter) }

  /// The JSON Schema of the game's levels; `common` are the fields of every level.
  func schema(common: [(key: String, value: JSONTree)]) -> JSONTree {
    .object([
      ("description", .string("A level of \(spec.name).")), ("type", "object"),
      ("required", ["format", "version", "game", "name"]),
      ("properties", .object(common + spec.fields.map { ($0.name, $0.schema) })),
      ("additionalProperties", false),
    ])
  }

  /// In place of a game that is not there.
  static func missing(named name: String) -> OpenGame {
    var spec = GameSpec()
    spec.name = name
    return OpenGame(spec: spec, source: ScriptSource(name: name, text: "return {}"))
  }
}
