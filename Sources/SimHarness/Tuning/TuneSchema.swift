/// The JSON Schema of tune files, for editors; the reader says more.
///
/// `schemas/tune.schema.json` is its text; a test shows that they agree.
public enum TuneSchema {
  /// The schema as it is committed and printed by `level schema tune`.
  public static var text: String { JSONWriter.pretty(tree) }

  /// The schema: JSON Schema, draft 2020-12.
  public static var tree: JSONTree {
    var members: [(key: String, value: JSONTree)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", "playtest tune"),
    ]
    let tune = SchemaPart.object(
      "A tune file of playtest: numbers to change, and where figures should lie.",
      [
        ("name", text("The title.", most: 200)), ("level", text("A level to tune.")),
        ("levels", list("Levels to tune.", text("A level argument."), most: 10_000)),
        ("suite", text("A suite file that names the levels.")),
        ("scripts", text("The scripts folder.")), ("seed", seed("Seeds all games; 1 by default.")),
        (
          "budget",
          SchemaPart.object(
            "What the search may spend.",
            [("games", whole("Games; 50,000 by default."))], required: ["games"])
        ),
        ("parameters", list("What may change.", parameter, most: 100)),
        ("targets", list("What is aimed at.", target, most: 100)),
        (
          "verify",
          SchemaPart.object(
            "The games that verify the result.",
            [
              ("games", whole("Games of each level and player; 5,000 by default.")),
              ("seed", seed("Their seed.")),
            ])
        ),
        ("out", text("The tune's folder.")),
      ], required: ["parameters", "targets"])
    if case .object(let rest) = tune { members += rest }
    return .object(members)
  }

  private static var parameter: JSONTree {
    SchemaPart.object(
      "A number to change, or the shares of a table.",
      [
        ("path", text("The field: shots, spawn.weights, rules.contact, bubbles[*].probability.")),
        ("script", text("A script of the level, with param.")), ("param", text("Its parameter.")),
        ("simplex", ["description": "Shares that keep their sum.", "const": true]),
        ("int", pair("The least and the most, in whole numbers.", "integer")),
        ("real", pair("The least and the most.", "number")),
        ("step", ["description": "The step of a real number.", "exclusiveMinimum": 0]),
        (
          "least",
          [
            "description": "The least share of a simplex; 0.02 by default.", "minimum": 0.001,
            "maximum": 0.5,
          ]
        ),
        ("level", text("The level it belongs to; without it, all.")),
        ("each", ["description": "Each level has its own.", "type": "boolean"]),
      ])
  }

  private static var target: JSONTree {
    SchemaPart.object(
      "A figure that should lie somewhere.",
      [
        (
          "metric",
          text("pass_rate, score, score_p50, moves, points_share(COLOUR) or a metric's name.")
        ),
        (
          "balance",
          ["description": "Every colour's share of the points alike.", "const": "points"]
        ),
        ("agent", text("The player.")), ("level", text("The level; without it, every level.")),
        ("aim", ["description": "Where it should lie.", "type": "number"]),
        (
          "curve",
          [
            "description": "Along the levels: the first and the last aim, or an aim a level.",
            "type": "array", "items": ["type": "number"], "minItems": 2,
          ]
        ),
        ("tolerance", ["description": "How far off it may be.", "exclusiveMinimum": 0]),
        ("weight", ["description": "What it counts; 1 by default.", "exclusiveMinimum": 0]),
      ], required: ["agent", "tolerance"])
  }

  // MARK: Parts

  private static func text(_ description: String, most: Int = 4000) -> JSONTree {
    [
      "description": .string(description), "type": "string", "minLength": 1,
      "maxLength": .int(most),
    ]
  }

  private static func whole(_ description: String) -> JSONTree {
    [
      "description": .string(description), "type": "integer", "minimum": 1,
      "maximum": .int(TuneFile.mostGames),
    ]
  }

  private static func seed(_ description: String) -> JSONTree {
    ["description": .string(description), "type": "integer", "minimum": 0]
  }

  private static func list(_ description: String, _ items: JSONTree, most: Int) -> JSONTree {
    [
      "description": .string(description), "type": "array", "items": items, "minItems": 1,
      "maxItems": .int(most),
    ]
  }

  private static func pair(_ description: String, _ type: String) -> JSONTree {
    [
      "description": .string(description), "type": "array",
      "items": ["type": .string(type)], "minItems": 2, "maxItems": 2,
    ]
  }
}
