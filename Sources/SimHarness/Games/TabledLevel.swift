/// A level without a board whose fields are rows of a table.
///
/// From the table follow reading and writing, defaults, the schema, the paths of `level edit set`
/// and of tuning, and the levers of `explain`.
public protocol TabledLevel: PlainLevel, LeveredLevel where Scripts == any LevelCatalog {
  /// The name of the game whose levels these are.
  static var game: String { get }
  /// The fields beside those of every level, in the order in which they are written.
  static var table: [LevelField<Self>] { get }

  /// A level with every field at its default.
  init()

  /// What seeds the level's games; nil: the name.
  var id: String? { get set }
}

/// A field of a level: a row of its table.
public struct LevelField<Level: Sendable>: Sendable {
  let name: String
  /// The number, where the field is one.
  let parameter: RuleParameter?
  let schema: JSONTree
  let value: @Sendable (Level) -> JSONTree
  /// Takes the field's value into the level; everything wrong with it is recorded.
  let decode: @Sendable (JSONCursor, inout Level) -> Void

  /// A whole number.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - unit: What is counted, in the plural, such as `turns`.
  ///   - range: The numbers that it may be.
  ///   - place: Where the level keeps it.
  ///   - usual: What it is where the file does not say.
  ///   - summary: What it says, in a few words.
  /// - Returns: The field.
  public static func whole(
    _ name: String, _ unit: String, _ range: ClosedRange<Int>,
    _ place: any WritableKeyPath<Level, Int> & Sendable, default usual: Int, _ summary: String
  ) -> LevelField {
    let parameter = RuleParameter(
      name, unit: unit, Double(range.lowerBound)...Double(range.upperBound),
      defaultValue: Double(usual), field: name, summary: summary)
    return LevelField(
      name: name, parameter: parameter, schema: SchemaPart.number(parameter),
      value: { .int($0[keyPath: place]) },
      decode: { cursor, level in
        if let value = cursor.int(in: range) { level[keyPath: place] = value }
      })
  }

  /// A real number.
  public static func real(
    _ name: String, _ unit: String, _ range: ClosedRange<Double>,
    _ place: any WritableKeyPath<Level, Double> & Sendable, default usual: Double,
    _ summary: String
  ) -> LevelField {
    let parameter = RuleParameter(
      name, unit: unit, range, defaultValue: usual, isWhole: false, field: name, summary: summary)
    return LevelField(
      name: name, parameter: parameter, schema: SchemaPart.number(parameter),
      value: { .double($0[keyPath: place]) },
      decode: { cursor, level in
        if let value = cursor.double(in: range) { level[keyPath: place] = value }
      })
  }

  /// Yes or no.
  public static func flag(
    _ name: String, _ place: any WritableKeyPath<Level, Bool> & Sendable, _ summary: String
  ) -> LevelField {
    LevelField(
      name: name, parameter: nil,
      schema: ["description": .string(summary), "type": "boolean"],
      value: { .bool($0[keyPath: place]) },
      decode: { cursor, level in
        if let value = cursor.bool() { level[keyPath: place] = value }
      })
  }

  /// A list of whole numbers.
  public static func wholes(
    _ name: String, count: ClosedRange<Int>, each range: ClosedRange<Int>,
    _ place: any WritableKeyPath<Level, [Int]> & Sendable, _ summary: String
  ) -> LevelField {
    LevelField(
      name: name, parameter: nil,
      schema: [
        "description": .string(summary), "type": "array", "minItems": .int(count.lowerBound),
        "maxItems": .int(count.upperBound),
        "items": [
          "type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound),
        ],
      ],
      value: { .array($0[keyPath: place].map { .int($0) }) },
      decode: { cursor, level in
        if let values = cursor.array(of: "numbers", count: count, decode: { $0.int(in: range) }) {
          level[keyPath: place] = values
        }
      })
  }

  /// One of several words.
  public static func choice(
    _ name: String, among words: [String],
    _ place: any WritableKeyPath<Level, String> & Sendable, _ summary: String
  ) -> LevelField {
    LevelField(
      name: name, parameter: nil,
      schema: [
        "description": .string(summary), "type": "string",
        "enum": .array(words.map { .string($0) }),
      ],
      value: { .string($0[keyPath: place]) },
      decode: { cursor, level in
        if let word = cursor.name(among: words, called: name) { level[keyPath: place] = word }
      })
  }
}

extension TabledLevel {
  public static func scripts(in catalog: any LevelCatalog) -> any LevelCatalog { catalog }

  public static func fields(of game: String) -> [String] {
    LevelHeader.fields + table.map(\.name)
  }

  public static func rules(of game: String) -> [RuleParameter] { table.compactMap(\.parameter) }

  public static func empty(
    of game: String, named name: String, catalog: any LevelCatalog
  ) -> Self {
    var level = Self()
    level.name = name
    return level
  }

  // MARK: Files

  public static func decode(
    _ root: JSONCursor, game: String, catalog: any LevelCatalog
  ) -> Self? {
    let before = root.reader.issues.count
    guard let fields = root.object(fields: fields(of: game)) else { return nil }
    let header = LevelHeader.decode(fields, game: game)
    var level = Self()
    for field in table {
      if let cursor = fields.optional(field.name) { field.decode(cursor, &level) }
    }
    guard root.reader.issues.count == before, let header else { return nil }
    level.name = header.name
    level.id = header.id
    return level
  }

  public static func schema(
    of game: String, common: [(key: String, value: JSONTree)]
  ) -> JSONTree {
    [
      "description": .string("A level of \(game)."), "type": "object",
      "required": ["format", "version", "game", "name"],
      "properties": .object(common + table.map { ($0.name, $0.schema) }),
      "additionalProperties": false,
    ]
  }

  public var header: LevelHeader { LevelHeader(game: Self.game, name: name, id: id) }

  public var tree: JSONTree {
    let usual = Self()
    return .object(
      header.members
        + Self.table.filter { $0.value(self) != $0.value(usual) }.map { ($0.name, $0.value(self)) })
  }

  public var completeTree: JSONTree { .object(header.members + settings) }

  public var contentHash: String {
    let anonymous = LevelHeader(game: Self.game, name: "").members
    return StableDigest.hex(of: JSONWriter.compact(.object(anonymous + settings)))
  }

  /// All fields beside the header.
  private var settings: [(key: String, value: JSONTree)] {
    Self.table.map { ($0.name, $0.value(self)) }
  }

  public var text: String { JSONWriter.pretty(tree) }

  // MARK: Editing

  public mutating func set(
    _ path: String, to value: JSONTree, catalog: any LevelCatalog
  ) throws(LevelFieldProblem) {
    let field = try LevelFieldPath(
      setting: path, to: value, fields: Self.fields(of: Self.game),
      rules: Self.rules(of: Self.game))
    let tree = try completeTree.replacing(
      at: field.steps[...], with: value.normalised, path: path)
    self = try tree.reread(setting: field.keys, as: path) {
      Self.decode($0, game: Self.game, catalog: catalog)
    }
  }

  public var atDefaults: Self {
    var plain = Self()
    plain.name = name
    plain.id = id
    return plain
  }

  public static var assignmentExample: String {
    guard let first = table.first else { return "name=Hello" }
    return "\(first.name)=\(JSONWriter.compact(first.value(Self())))"
  }

  public var status: String { "" }

  /// Every number of the table, in whole steps or in steps of a tenth.
  public func levers(_ variants: LevelVariants) throws(LevelFieldProblem) -> [LevelLever] {
    Self.table.compactMap { field in
      guard let parameter = field.parameter, let now = field.value(self).number else { return nil }
      guard parameter.isWhole else {
        return .scaled(
          field.name, field.name, now: now, in: parameter.minimum...parameter.maximum)
      }
      let least = Int(saturating: max(-1000, parameter.minimum - now))
      let most = Int(saturating: min(1000, parameter.maximum - now))
      return LevelLever(
        field.name, steps: min(0, least)...max(0, most), number: (now, 1),
        words: { steps in
          "\(field.name) \(JSONWriter.number(now + Double(steps)))"
            + " instead of \(JSONWriter.number(now))"
        },
        change: { .edits([LevelEdit(field.name, to: .int(Int(saturating: now) + $0))]) })
    }
  }
}
