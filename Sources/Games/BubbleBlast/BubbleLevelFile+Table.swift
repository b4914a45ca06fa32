import SimHarness

extension BubbleLevelFile: RuledLevel {
  private typealias Field = LevelField<BubbleLevelFile>

  private static let table: [LevelField<BubbleLevelFile>] = [
    rulesetField, number("columns"), number("rows"), number("shots", orNull: true),
    number("preview"),
    .flag(
      "swap", \.rules.swap, default: false,
      "Whether a move may swap the current and the next colour."), number("maxBounces"),
    number("contact"), descentField, queueField,
    .object(
      "spawn", "How the cannon draws colours after the queue.",
      [
        weightsField,
        .flag(
          "onlyPresent", \.spawn.onlyPresent, default: true,
          "Whether only colours that are on the board are dealt."),
      ]), spawnerField,
    .points(
      BubbleRules.parameters(in: "scoring"), "Points per bubble, by how it was removed.",
      \.rules.scoring, tables: [("saga", .saga), ("puzzle-bobble", .puzzleBobble)]),
    goalField, starsField, .rules(BubbleRules.parameters, among: BubbleRules.parameters),
    .parameters(
      \.parameters, of: "kinds",
      summary: "Values of the kinds' parameters, by kind and parameter."
    ) { name, field, reading in
      reading.declared[name] ?? reading.notes.parameters(of: name, at: field)
    },
    legendField, gridField,
  ]

  public static func table(of game: String) -> [LevelField<BubbleLevelFile>] { table }

  public static func blank(of game: String) -> BubbleLevelFile { BubbleLevelFile(name: "") }

  public static func title(of game: String) -> String { "Bubble Blast" }

  public static func notes(_ catalog: any BubbleKindCatalog) -> BubbleKindResolver {
    BubbleKindResolver(catalog: catalog)
  }

  /// The defaults of the level's ruleset.
  public var usual: BubbleLevelFile {
    BubbleLevelFile(name: "", rules: .defaults(of: rules.ruleset))
  }

  private static func number(_ name: String, orNull: Bool = false) -> Field {
    .number(BubbleRules.parameter(name), orNull: orNull)
  }

  // MARK: Rules

  private static let rulesets = BubbleRules.Ruleset.allCases.map(\.rawValue)

  private static let rulesetField = Field(
    "ruleset",
    [
      "description": "How shots fly and land.", "enum": .array(rulesets.map { .string($0) }),
      "default": "saga",
    ],
    written: { level, _ in
      guard level.rules.ruleset != .saga else { return Optional.none }
      return .string(level.rules.ruleset.rawValue)
    },
    read: { cursor, reading in
      let name = cursor.name(among: rulesets, called: "ruleset")
      if let ruleset = name.flatMap({ BubbleRules.Ruleset(rawValue: $0) }) {
        reading.level.rules = .defaults(of: ruleset)
      } else {
        reading.unread.insert("ruleset")
      }
    })

  private static let descentField: Field = {
    let every = Field.number(BubbleRules.parameter("descent"), as: "every")
    let object = SchemaPart.object(
      "When the ceiling comes down; null: never.", [("every", every.schema)],
      required: ["every"])
    return Field(
      "descent", ["anyOf": [object, ["type": "null"]]],
      value: { $0.rules.descentEvery.map { ["every": .int($0)] } ?? JSONTree.null },
      read: { cursor, reading in
        reading.level.rules.descentEvery = nil
        guard !cursor.isNull else { return }
        if let number = cursor.object(fields: ["every"])?.required("every") {
          every.read(number, &reading)
        }
      })
  }()

  private static let goalField = Field(
    "goal", ["anyOf": [["const": "clear"], SchemaPart.goal], "default": "clear"],
    value: { level in
      switch level.rules.goal {
      case .clear: "clear"
      case .score(let score): ["score": .int(score)]
      }
    },
    read: { cursor, reading in
      switch cursor.value.kind {
      case .string: _ = cursor.name(among: ["clear"])
      case .object:
        if let score = cursor.goalScore() { reading.level.rules.goal = .score(score) }
      default: cursor.report(expected: "\"clear\" or {\"score\": N}")
      }
    })

  private static let starsField = Field(
    "stars",
    [
      "description": "Scores for one, two and three stars, ascending.", "type": "array",
      "minItems": 3, "maxItems": 3,
      "items": ["type": "integer", "minimum": 0, "maximum": .int(SchemaPart.highestGoal)],
    ],
    value: { $0.stars.map { .array($0.map { .int($0) }) } },
    read: { cursor, reading in
      let scores = cursor.array(of: "scores", count: 3...3) {
        $0.int(in: 0...SchemaPart.highestGoal)
      }
      guard let scores else { return }
      reading.level.stars = scores
      if !zip(scores, scores.dropFirst()).allSatisfy(<) {
        cursor.report(
          "each star needs a higher score than the one before; write them in ascending order")
      }
    })

  // MARK: The cannon

  private static let colourNames = BubbleColour.allCases.map(\.name)

  private static let queueField = Field(
    "queue",
    [
      "description": "The first colours of the cannon.", "type": "array",
      "maxItems": .int(longestQueue),
      "items": ["enum": .array(colourNames.map { .string($0) })],
    ],
    value: { .array($0.queue.map { .string($0.name) }) },
    read: { cursor, reading in
      reading.level.queue =
        cursor.array(of: "colours", count: 0...longestQueue) { item in
          item.name(among: colourNames, called: "colour").flatMap { BubbleColour(name: $0) }
        } ?? []
    })

  private static let weightsField = Field(
    "weights",
    SchemaPart.object(
      "A weight per colour; default: 0. At least one must be above 0.",
      colourNames.map { ($0, ["type": "number", "minimum": 0, "maximum": .double(heaviest)]) }),
    value: { level in
      level.spawn.weights.map { weights in
        let named = zip(colourNames, weights).filter { $1 > 0 }
        return .object(named.map { ($0, .double($1)) })
      }
    },
    read: { cursor, reading in
      var weights = [Double](repeating: 0, count: colourNames.count)
      let given = cursor.dictionary(of: "weights", count: 0...1_000) { name, weight -> Double? in
        guard let colour = BubbleColour(name: name) else {
          weight.report(NearestName.complaint(about: name, called: "colour", known: colourNames))
          return nil
        }
        guard let value = weight.double(in: 0...heaviest) else { return nil }
        weights[colour.index] = value
        return value
      }
      if given != nil && weights.allSatisfy({ $0 == 0 }) {
        cursor.report("all weights are 0, so the cannon has no colour; set at least one above 0")
      }
      reading.level.spawn.weights = weights
    })

  private static let spawnerField = Field.script(
    "spawner",
    "The script that draws the cannon's colours, by name or file; null: by the weights.",
    \.spawner
  ) { name, field, reading in
    reading.find(at: field) { reading throws(ScriptFault) in
      guard let spawner = try reading.catalog.colourSpawner(named: name) else { return false }
      if let refusal = spawner.refusal(by: BubbleBlast.name) { field.report(refusal) }
      reading.declared[spawner.name] = spawner.parameters
      return true
    } orReport: {
      complaint(aboutSpawner: name, $0)
    }
  }

  // MARK: The grid

  private static let legendField = Field(
    "legend",
    [
      "description": .string(
        "Letters of the grid, in addition to the default ones or instead of them: "
          + BubbleLegend.defaults.sorted { $0.value < $1.value }
          .map { "\($0.key) \($0.value.name)" }.joined(separator: ", ") + "."),
      "type": "object",
      "propertyNames": ["minLength": 1, "maxLength": 1, "pattern": "^[^. ]$"],
      "additionalProperties": ["type": "string", "minLength": 1],
    ],
    value: { level in
      guard !level.legend.own.isEmpty else { return nil }
      let legend = level.legend.own.sorted { $0.key < $1.key }
      return .object(legend.map { (String($0.key), .string($0.value.name)) })
    },
    // The grid's reader takes both.
    read: { _, _ in })

  private static let gridField = Field(
    "grid",
    [
      "description": .string(
        "The rows from the top, one letter per cell: long rows have `columns` cells, every second "
          + "row has one cell less. A dot or space is an empty cell."),
      "type": "array", "maxItems": .int(BubbleRules.parameter("rows").wholeRange.upperBound),
      "items": [
        "type": "string", "minLength": 1,
        "maxLength": .int(BubbleRules.parameter("columns").wholeRange.upperBound),
      ],
    ],
    value: { .array($0.gridRows.map { .string($0) }) }, read: { _, _ in }
  ).required.list

  /// Checks the ruleset's size and the swap, and reads the grid, whose size is known now.
  public static func finish(_ reading: inout LevelReading<BubbleLevelFile>) {
    let fields = reading.fields
    let rules = reading.level.rules
    for name in ["columns", "rows", "maxBounces", "contact"]
    where rules.ruleset == .frozenBubble {
      let usual = BubbleRules.frozenBubble.value(of: name) ?? 0
      guard let value = rules.value(of: name), value != usual else { continue }
      let reason =
        switch name {
        case "maxBounces": "does not limit bounces"
        case "contact": "has a contact of its own, 0.82"
        default: "has \(Int(usual)) \(name), not \(Int(value))"
        }
      fields.optional(name)?.report(
        "the ruleset frozen-bubble \(reason); remove this field")
    }
    if rules.swap && rules.preview == 0 {
      fields.optional("swap")?.report(
        "\"swap\" needs a next colour to swap with; set preview to at least 1")
    }
    var grid = BubbleGridDecoder(
      rules: rules, kinds: reading.notes,
      measures: reading.unread.isDisjoint(with: ["ruleset", "columns", "rows"]))
    grid.decode(legend: fields.optional("legend"), grid: fields.optional("grid"))
    reading.level.legend = grid.legend
    reading.level.bubbles = grid.bubbles
  }
}
