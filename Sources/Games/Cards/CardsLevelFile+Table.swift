import SimHarness

extension CardsLevelFile: TabledContent {
  private typealias Field = LevelField<CardsLevelFile>

  private static let tables = Dictionary(
    uniqueKeysWithValues: CardsKind.allCases.map { ($0.rawValue, table(of: $0)) })

  public static func table(of game: String) -> [LevelField<CardsLevelFile>] { tables[game] ?? [] }

  private static func table(of game: CardsKind) -> [Field] {
    let numbers = CardsRules.parameters(of: game)
    let own = numbers.filter { $0.field == $0.name }
    let scores = numbers.filter { $0.field == "scoring.\($0.name)" }
    return (game == .cards ? [scriptField] : []) + own.map { .number($0) } + [
      refillField, .object("scoring", "Points.", scores.map { .number($0) }), goalField,
      .rules(numbers, among: CardsRules.parameters, reportsDuplicates: false),
    ]
  }

  public static func blank(of game: String) -> CardsLevelFile {
    CardsLevelFile(game: CardsKind(rawValue: game) ?? .cards, name: "")
  }

  public func value(ofRule name: String) -> Double? { numbers[name].map { Double($0) } }

  public mutating func setRule(_ name: String, to value: Double?) {
    numbers[name] = value.map { Int(saturating: $0) }
  }

  // MARK: Rows

  private static let scriptField = Field(
    "script", ["description": "The game's script.", "type": "string", "minLength": 1],
    value: { .string($0.script) },
    read: { cursor, reading in
      if let name = cursor.string() {
        reading.level.script = name
      } else {
        reading.unread.insert("script")
      }
    }
  ).required

  private static let refillField = Field(
    "refill",
    [
      "description": "Whether the table is refilled to `deal` cards after a match.",
      "type": "boolean",
    ],
    value: { $0.refill.map { .bool($0) } },
    read: { cursor, reading in
      if let value = cursor.bool() { reading.level.refill = value }
    })

  private static let goalField = Field(
    "goal",
    [
      "description": "What wins; null: only the score counts.",
      "anyOf": [["type": "null"], ["const": "clear"], SchemaPart.goal],
    ],
    value: { level in
      level.goal.map { goal in
        switch goal {
        case .none: .null
        case .clear: "clear"
        case .score(let score): ["score": .int(score)]
        }
      }
    },
    read: { cursor, reading in
      switch cursor.value.kind {
      case .null: reading.level.goal = CardsRules.Goal.none
      case .string("clear"): reading.level.goal = .clear
      case .object: reading.level.goal = cursor.goalScore().map { .score($0) }
      case .number:
        cursor.report(
          expected: "null, \"clear\" or {\"score\": N} (the field goal.score)")
      default: cursor.report(expected: "null, \"clear\" or {\"score\": N}")
      }
    })

  // MARK: The script

  /// Looks the script up, checks the level against its deck, and leaves out what it says itself.
  public static func finish(_ reading: inout LevelReading<CardsLevelFile>) {
    var place = reading.fields.cursor
    if reading.level.game == .cards {
      guard let field = reading.fields.optional("script"), !reading.unread.contains("script") else {
        return
      }
      place = field
    }
    let script = reading.level.script
    do throws(ScriptFault) {
      guard let cards = try reading.catalog.cardGame(named: script) else {
        place.report(complaint(about: script, reading.catalog))
        return
      }
      check(reading.level.numbers, of: reading.level.limited(cards), reading.fields)
      reading.level.leaveOut(cards.rules)
    } catch {
      place.report(error.message)
    }
  }

  private static func check(_ numbers: [String: Int], of cards: CardGame, _ fields: JSONFields) {
    if let deal = numbers["deal"], deal > cards.cards.count {
      fields.optional("deal")?.report(
        "the deck has \(cards.cards.count) cards, not \(deal); deal fewer")
    }
    if let match = numbers["match"], !cards.hands.contains(match) {
      let hands = cards.hands.map { "\($0)" }.joined(separator: " or ")
      fields.optional("match")?.report("\(cards.name) has hands of \(hands) cards, not \(match)")
    }
  }

  private mutating func leaveOut(_ rules: CardsRules) {
    numbers = numbers.filter { rules.value(of: $0.key) != Double($0.value) }
    if refill == rules.refill { refill = nil }
    if goal == rules.goal { goal = nil }
  }

  // MARK: Editing

  public mutating func set(
    _ path: String, to value: JSONTree, catalog: any CardsCatalog
  ) throws(LevelFieldProblem) {
    if path.hasPrefix("params.") {
      throw LevelFieldProblem(
        field: path.split(separator: ".").prefix(2).joined(separator: "."),
        message: "scripts of card games have no parameters")
    }
    try setField(path, to: value, catalog: catalog)
  }
}
