extension PopLevelFile {
  /// The JSON Schema of a bubble pop level.
  ///
  /// What a schema cannot say is left to the reader: which scripts are there, the sum of the
  /// probabilities, an area with room for a bubble.
  public static func schema(
    of game: String, common: [(key: String, value: JSONTree)]
  ) -> JSONTree {
    .object([
      ("description", "A level of bubble pop."), ("type", "object"),
      ("required", ["format", "version", "game", "name"]),
      ("properties", .object(common + ruleFields + scriptFields)), ("additionalProperties", false),
    ])
  }

  private typealias Field = (key: String, value: JSONTree)

  private static func number(_ name: String) -> JSONTree {
    SchemaPart.number(PopRules.parameter(name))
  }

  private static var ruleFields: [Field] {
    [
      ("duration", number("duration")), ("maxBubbles", number("maxBubbles")),
      (
        "area",
        SchemaPart.object(
          "The screen.", [("width", number("width")), ("height", number("height"))])
      ),
      ("radius", number("radius")), ("refresh", number("refresh")), ("combo", number("combo")),
      ("bubbles", bubbles),
      (
        "movement",
        SchemaPart.object(
          "How bubbles move.",
          [
            ("on", ["description": "Whether bubbles move.", "type": "boolean", "default": false]),
            ("speed", number("speed")), ("acceleration", number("acceleration")),
          ])
      ),
      (
        "goal",
        [
          "description": "What wins; without it, only the score counts.",
          "type": ["object", "null"], "required": ["score"],
          "properties": [
            "score": ["type": "integer", "minimum": 1, "maximum": .int(highestGoal)]
          ], "additionalProperties": false,
        ]
      ),
    ]
  }

  private static var bubbles: JSONTree {
    [
      "description": "The kinds of bubbles; the probabilities sum to 1.", "type": "array",
      "minItems": 1, "maxItems": .int(mostColours),
      "items": SchemaPart.object(
        "A kind of bubble.",
        [
          (
            "colour",
            [
              "description": "The colour; pops of one colour in a row are a combo.",
              "type": "string",
              "pattern": "^[A-Za-z0-9_-]{1,40}$",
            ]
          ),
          ("points", ["type": "integer", "minimum": 0, "maximum": .int(mostPoints)]),
          ("probability", ["type": "number", "minimum": 0, "maximum": 1]),
          (
            "script",
            [
              "description": "The script of this kind of bubble; null: none.",
              "type": ["string", "null"], "minLength": 1,
            ]
          ),
        ], required: ["colour", "points", "probability"]),
    ]
  }

  private static var scriptFields: [Field] {
    [
      (
        "spawner",
        [
          "description": "The script that draws the colours; null: by the probabilities.",
          "type": ["string", "null"], "minLength": 1,
        ]
      ),
      (
        "params",
        [
          "description": "Values of the scripts' parameters, by script and parameter.",
          "type": "object",
          "additionalProperties": ["type": "object", "additionalProperties": ["type": "number"]],
        ]
      ),
    ]
  }
}
