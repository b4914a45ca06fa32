/// A level without a board whose fields are rows of a table.
///
/// Beside what follows from every table, the levers of `explain` do.
public protocol TabledLevel: TabledContent, PlainLevel, LeveredLevel
where Scripts == any LevelCatalog, Notes == Void {
  /// The name of the game whose levels these are.
  static var game: String { get }
  /// The fields beside those of every level, in the order in which they are written.
  static var table: [LevelField<Self>] { get }

  /// A level with every field at its default.
  init()
}

extension LevelField where Level: TabledLevel {
  /// A whole number.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - unit: What is counted, in the plural, such as `turns`.
  ///   - range: The numbers that it may be.
  ///   - place: Where the level keeps it.
  ///   - defaultValue: Its value if the file does not have it.
  ///   - summary: What it means, in a few words.
  /// - Returns: The field.
  public static func whole(
    _ name: String, _ unit: String, _ range: ClosedRange<Int>,
    _ place: any WritableKeyPath<Level, Int> & Sendable, default defaultValue: Int,
    _ summary: String
  ) -> LevelField {
    let parameter = RuleParameter(
      name, unit: unit, Double(range.lowerBound)...Double(range.upperBound),
      defaultValue: Double(defaultValue), field: name, summary: summary)
    return .plain(
      name, SchemaPart.number(parameter), number: parameter, place, tree: { .int($0) },
      read: { $0.int(in: range) })
  }

  /// A real number.
  public static func real(
    _ name: String, _ unit: String, _ range: ClosedRange<Double>,
    _ place: any WritableKeyPath<Level, Double> & Sendable, default defaultValue: Double,
    _ summary: String
  ) -> LevelField {
    let parameter = RuleParameter(
      name, unit: unit, range, defaultValue: defaultValue, isWhole: false, field: name,
      summary: summary)
    return .plain(
      name, SchemaPart.number(parameter), number: parameter, place, tree: { .double($0) },
      read: { $0.double(in: range) })
  }

  /// Yes or no.
  public static func flag(
    _ name: String, _ place: any WritableKeyPath<Level, Bool> & Sendable, _ summary: String
  ) -> LevelField {
    .plain(
      name, ["description": .string(summary), "type": "boolean"], place, tree: { .bool($0) },
      read: { $0.bool() })
  }

  /// A list of whole numbers.
  public static func wholes(
    _ name: String, count: ClosedRange<Int>, each range: ClosedRange<Int>,
    _ place: any WritableKeyPath<Level, [Int]> & Sendable, _ summary: String
  ) -> LevelField {
    .plain(
      name,
      [
        "description": .string(summary), "type": "array", "minItems": .int(count.lowerBound),
        "maxItems": .int(count.upperBound),
        "items": [
          "type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound),
        ],
      ], place, tree: { .array($0.map { .int($0) }) },
      read: { $0.array(of: "numbers", count: count, decode: { $0.int(in: range) }) })
  }

  /// One of several words.
  public static func choice(
    _ name: String, among words: [String],
    _ place: any WritableKeyPath<Level, String> & Sendable, _ summary: String
  ) -> LevelField {
    .plain(
      name,
      [
        "description": .string(summary), "type": "string",
        "enum": .array(words.map { .string($0) }),
      ], place, tree: { .string($0) }, read: { $0.name(among: words, called: name) })
  }

  /// A value of the level that counts for its hash.
  private static func plain<Value>(
    _ name: String, _ schema: JSONTree, number: RuleParameter? = nil,
    _ place: any WritableKeyPath<Level, Value> & Sendable,
    tree: @escaping @Sendable (Value) -> JSONTree,
    read: @escaping @Sendable (JSONCursor) -> Value?
  ) -> LevelField {
    LevelField(
      name, schema, value: { tree($0[keyPath: place]) },
      read: { cursor, reading in
        if let value = read(cursor) { reading.level[keyPath: place] = value }
      }
    ).with {
      $0.isHashed = true
      $0.parameter = number
    }
  }
}

extension TabledLevel {
  public static func table(of game: String) -> [LevelField<Self>] { table }

  public static func blank(of game: String) -> Self { Self() }

  public static func rules(of game: String) -> [RuleParameter] { table.compactMap(\.parameter) }

  public var header: LevelHeader { LevelHeader(game: Self.game, name: name, id: id) }

  public static var assignmentExample: String {
    guard let first = table.first, let value = first.written(Self(), nil) else {
      return "name=Hello"
    }
    return "\(first.name)=\(JSONWriter.compact(value))"
  }

  public var status: String { "" }

  /// Every number of the table, in whole steps or in steps of a tenth.
  public func levers(_ variants: LevelVariants) throws(LevelFieldProblem) -> [LevelLever] {
    Self.table.compactMap { field in
      guard let parameter = field.parameter, let now = field.written(self, nil)?.number else {
        return nil
      }
      guard parameter.isWhole else {
        return .scaled(
          field.name, field.name, now: now, in: parameter.minimum...parameter.maximum)
      }
      let step = LevelLever.wholeStep(of: now)
      let maxDecrease = Int(saturating: max(-1000, (parameter.minimum - now) / step))
      let maxIncrease = Int(saturating: min(1000, (parameter.maximum - now) / step))
      return LevelLever(
        field.name, steps: min(0, maxDecrease)...max(0, maxIncrease), number: (now, step),
        field: (now, parameter.minimum...parameter.maximum),
        words: { steps in
          "\(field.name) \(JSONWriter.number(now + Double(steps) * step))"
            + " instead of \(JSONWriter.number(now))"
        },
        change: { steps in
          .edits([LevelEdit(field.name, to: .int(Int(saturating: now + Double(steps) * step)))])
        })
    }
  }
}
