extension BubbleLevelFile {
  /// The JSON Schema of a Bubble Blast level.
  ///
  /// What a schema cannot say is left to the reader: the lengths of rows, unknown letters and kinds,
  /// what one field asks of another.
  public static func schema(
    of game: String, common: [(key: String, value: JSONTree)]
  ) -> JSONTree {
    .object([
      ("description", "A level of Bubble Blast."), ("type", "object"),
      ("required", ["format", "version", "game", "name", "grid"]),
      ("properties", .object(common + numberFields + dealingFields + scoreFields + gridFields)),
      ("additionalProperties", false),
    ])
  }

  private typealias Field = (key: String, value: JSONTree)

  private static var numberFields: [Field] {
    [
      (
        "ruleset",
        [
          "description": "How shots fly and land.",
          "enum": .array(BubbleRules.Ruleset.allCases.map { .string($0.rawValue) }),
          "default": "saga",
        ]
      ),
      ("columns", parameter("columns")), ("rows", parameter("rows")),
      ("shots", parameter("shots", allowingNull: true)), ("preview", parameter("preview")),
      (
        "swap",
        [
          "description": "Whether a move may swap the current and the next colour.",
          "type": "boolean", "default": false,
        ]
      ),
      ("maxBounces", parameter("maxBounces")), ("contact", parameter("contact")),
      (
        "descent",
        orNull(
          SchemaPart.object(
            "When the ceiling comes down; null: never.", [("every", parameter("descent"))],
            required: ["every"]))
      ),
    ]
  }

  private static var dealingFields: [Field] {
    let colour: JSONTree = ["enum": .array(BubbleColour.allCases.map { .string($0.name) })]
    let weight: JSONTree = ["type": "number", "minimum": 0, "maximum": .double(heaviest)]
    let weights = SchemaPart.object(
      "A weight per colour; default: 0. At least one must be above 0.",
      BubbleColour.allCases.map { ($0.name, weight) })
    return [
      (
        "queue",
        [
          "description": "The first colours of the cannon.", "type": "array",
          "maxItems": .int(longestQueue), "items": colour,
        ]
      ),
      (
        "spawn",
        SchemaPart.object(
          "How the cannon draws colours after the queue.",
          [
            ("weights", weights),
            (
              "onlyPresent",
              [
                "description": "Whether only colours that are on the board are dealt.",
                "type": "boolean", "default": true,
              ]
            ),
          ])
      ),
      (
        "spawner",
        [
          "description":
            "The script that draws the cannon's colours, by name or file; null: by the weights.",
          "type": ["string", "null"], "minLength": 1,
        ]
      ),
    ]
  }

  private static var scoreFields: [Field] {
    let table = SchemaPart.object(
      "Points per bubble, by how it was removed.",
      ["matched", "removed", "activated", "fallen", "shotLeft"].map { ($0, parameter($0)) })
    let score: JSONTree = ["type": "integer", "minimum": 1, "maximum": .int(highestScore)]
    let star: JSONTree = ["type": "integer", "minimum": 0, "maximum": .int(highestScore)]
    return [
      ("scoring", ["anyOf": [["enum": ["saga", "puzzle-bobble"]], table], "default": "saga"]),
      (
        "goal",
        [
          "anyOf": [
            ["const": "clear"],
            SchemaPart.object("A score to reach.", [("score", score)], required: ["score"]),
          ], "default": "clear",
        ]
      ),
      (
        "stars",
        [
          "description": "Scores for one, two and three stars, ascending.", "type": "array",
          "minItems": 3, "maxItems": 3, "items": star,
        ]
      ),
      (
        "rules",
        SchemaPart.object(
          "Numbers of the rules that have no field here.",
          BubbleRules.fieldless.map { ($0.name, SchemaPart.number($0)) })
      ),
      (
        "params",
        [
          "description": "Values of the kinds' parameters, by kind and parameter.",
          "type": "object",
          "additionalProperties": ["type": "object", "additionalProperties": ["type": "number"]],
        ]
      ),
    ]
  }

  private static var gridFields: [Field] {
    let letters = BubbleLegend.defaults.sorted { $0.value < $1.value }
      .map { "\($0.key) \($0.value.name)" }.joined(separator: ", ")
    let mostRows = Int(BubbleRules.parameter("rows").maximum)
    let mostColumns = Int(BubbleRules.parameter("columns").maximum)
    return [
      (
        "legend",
        [
          "description": .string(
            "Letters of the grid, in addition to the default ones or instead of them: \(letters)."),
          "type": "object",
          "propertyNames": ["minLength": 1, "maxLength": 1, "pattern": "^[^. ]$"],
          "additionalProperties": ["type": "string", "minLength": 1],
        ]
      ),
      (
        "grid",
        [
          "description": .string(
            "The rows from the top, one letter per cell: long rows have `columns` cells, every second "
              + "row has one cell less. A dot or space is an empty cell."),
          "type": "array", "maxItems": .int(mostRows),
          "items": ["type": "string", "minLength": 1, "maxLength": .int(mostColumns)],
        ]
      ),
    ]
  }

  private static func parameter(_ name: String, allowingNull: Bool = false) -> JSONTree {
    SchemaPart.number(BubbleRules.parameter(name), allowingNull: allowingNull)
  }

  private static func orNull(_ schema: JSONTree) -> JSONTree {
    ["anyOf": [schema, ["type": "null"]]]
  }
}
