/// Level files whose fields beside the header are rows of a table.
///
/// From the table follow reading and writing, defaults, the schema and the paths of
/// `level edit set` and of tuning.
public protocol TabledContent: DesignedLevel {
  /// What the reader keeps beside the level, such as scripts that it has looked up.
  associatedtype Notes = Void

  /// The fields beside those of every level, in the order in which they are written and read.
  static func table(of game: String) -> [LevelField<Self>]

  /// A level with every field at its default and no name.
  static func blank(of game: String) -> Self

  /// The game's name in the schema.
  static func title(of game: String) -> String

  static func notes(_ catalog: Scripts) -> Notes

  /// Checks what one field asks of another, after all fields have been read.
  static func finish(_ reading: inout LevelReading<Self>)

  /// What seeds the level's games; nil: the name.
  var id: String? { get set }

  /// The level whose values are left out in the file.
  var usual: Self { get }

  /// The number of the rules of this name; nil if the level has none.
  func value(ofRule name: String) -> Double?

  mutating func setRule(_ name: String, to value: Double?)

  /// The fields among which one is to be set; `keys` are the steps of its path.
  /// - Throws: What keeps it from being set.
  func base(
    setting keys: [String], to value: JSONTree, path: String
  ) throws(LevelFieldProblem) -> JSONTree
}

extension TabledContent where Notes == Void {
  public static func notes(_ catalog: Scripts) {}
}

extension TabledContent {
  public static func fields(of game: String) -> [String] {
    LevelHeader.fields + table(of: game).map(\.name)
  }

  public static func empty(of game: String, named name: String, catalog: Scripts) -> Self {
    var level = blank(of: game)
    level.name = name
    return level
  }

  public static func title(of game: String) -> String { game }

  public static func finish(_ reading: inout LevelReading<Self>) {}

  public var usual: Self { Self.blank(of: header.game) }

  public func value(ofRule name: String) -> Double? { nil }

  public mutating func setRule(_ name: String, to value: Double?) {}

  public func base(
    setting keys: [String], to value: JSONTree, path: String
  ) throws(LevelFieldProblem) -> JSONTree { completeTree }

  // MARK: Files

  public static func decode(_ root: JSONCursor, game: String, catalog: Scripts) -> Self? {
    let before = root.reader.issues.count
    guard let fields = root.object(fields: fields(of: game)) else { return nil }
    let header = LevelHeader.decode(fields, game: game)
    var reading = LevelReading<Self>(fields: fields, catalog: catalog, game: game)
    for field in table(of: game) {
      let cursor =
        field.isRequired ? fields.required(field.name) : fields.optional(field.name)
      if let cursor { field.read(cursor, &reading) }
    }
    finish(&reading)
    guard root.reader.issues.count == before, let header else { return nil }
    var level = reading.level
    level.name = header.name
    level.id = header.id
    return level
  }

  public static func schema(
    of game: String, common: [(key: String, value: JSONTree)]
  ) -> JSONTree {
    schema(of: game, common: common, table(of: game))
  }

  /// The schema of these fields; what a schema cannot say is left to the reader.
  package static func schema(
    of game: String, common: [(key: String, value: JSONTree)], _ fields: [LevelField<Self>]
  ) -> JSONTree {
    let required = ["format", "version", "game", "name"]
    return .object([
      ("description", .string("A level of \(title(of: game)).")), ("type", "object"),
      (
        "required",
        .array((required + fields.filter(\.isRequired).map(\.name)).map { .string($0) })
      ),
      ("properties", .object(common + fields.map { ($0.name, $0.schema) })),
      ("additionalProperties", false),
    ])
  }

  /// The fields beside the header that are not at their defaults; if `isComplete`, also those that
  /// count for the hash.
  func settings(isComplete: Bool = false) -> [(key: String, value: JSONTree)] {
    let usual = usual
    return Self.table(of: header.game).compactMap { field in
      let isWritten = field.isRequired || (isComplete && field.isHashed)
      return field.written(self, isWritten ? nil : usual).map { (field.name, $0) }
    }
  }

  public var tree: JSONTree { .object(header.members + settings()) }

  public var completeTree: JSONTree { .object(header.members + settings(isComplete: true)) }

  public var contentHash: String {
    let anonymous = LevelHeader(game: header.game, name: "").members
    return StableDigest.hex(of: JSONWriter.compact(.object(anonymous + settings(isComplete: true))))
  }

  public var text: String {
    let lists = Self.table(of: header.game).filter(\.isList).map(\.name)
    return JSONWriter.pretty(header.members + settings(), linesOf: lists)
  }

  // MARK: Editing

  public mutating func set(
    _ path: String, to value: JSONTree, catalog: Scripts
  ) throws(LevelFieldProblem) { try setField(path, to: value, catalog: catalog) }

  /// What `set` does in games that refuse no path of their own.
  package mutating func setField(
    _ path: String, to value: JSONTree, catalog: Scripts
  ) throws(LevelFieldProblem) {
    let game = header.game
    let field = try LevelFieldPath(
      setting: path, to: value, fields: Self.fields(of: game), rules: Self.rules(of: game))
    let tree = try base(setting: field.keys, to: value, path: path)
      .replacing(at: field.steps[...], with: value.normalised, path: path)
    self = try tree.reread(setting: field.keys, as: path) {
      Self.decode($0, game: game, catalog: catalog)
    }
  }
}

extension PlainLevel where Self: TabledContent {
  public var atDefaults: Self {
    var plain = Self.blank(of: header.game)
    plain.name = name
    plain.id = id
    return plain
  }
}

/// A level whose numbers are those of its game's rules.
public protocol RuledLevel: TabledContent {
  associatedtype Rules: NumberedRules

  var rules: Rules { get set }
}

extension RuledLevel {
  public static func rules(of game: String) -> [RuleParameter] { Rules.parameters }

  public func value(ofRule name: String) -> Double? { rules.value(of: name) }

  public mutating func setRule(_ name: String, to value: Double?) { rules.set(name, to: value) }
}

/// A level file that is being read.
public struct LevelReading<Level: TabledContent> {
  package let fields: JSONFields
  package let catalog: Level.Scripts
  package let notes: Level.Notes
  package var level: Level
  /// What the level's scripts declare, by script.
  package var declared: [String: [ScriptParameter]] = [:]
  /// Fields and numbers that are there and cannot be read.
  package var unread: Set<String> = []

  init(fields: JSONFields, catalog: Level.Scripts, game: String) {
    self.fields = fields
    self.catalog = catalog
    notes = Level.notes(catalog)
    level = Level.blank(of: game)
  }
}

extension LevelReading {
  /// Looks a script up that the level names.
  ///
  /// - Parameters:
  ///   - field: Where the level names it.
  ///   - find: Keeps what the script declares; false if there is no such script.
  ///   - complaint: The sentence about a script that is not there.
  /// - Returns: Whether it has been found; what is wrong has been recorded.
  @discardableResult
  package mutating func find(
    at field: JSONCursor, _ find: (inout Self) throws(ScriptFault) -> Bool,
    orReport complaint: (Level.Scripts) -> String
  ) -> Bool {
    do throws(ScriptFault) {
      if try find(&self) { return true }
      field.report(complaint(catalog))
    } catch {
      field.report(error.message)
    }
    return false
  }
}
