import SimHarness

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
      "A tune file of playtest: the numbers that may change, and the targets.",
      [
        "name": text("The title.", maximum: 200), "level": text("A level to tune."),
        "levels": list("Levels to tune.", text("A level argument."), maximum: 10_000),
        "suite": text("A suite file that names the levels."),
        "scripts": text("The scripts folder."), "seed": seed("The seed of all games; default: 1."),
        "budget": SchemaPart.object(
          "What the search may use.",
          ["games": whole("Games; default: 50,000.")], required: ["games"]),
        "parameters": list("The numbers that may change.", parameter, maximum: 100),
        "targets": list("The targets.", target, maximum: 100),
        "verify": SchemaPart.object(
          "The games that verify the result.",
          [
            "games": whole("Games per level and player; default: 5,000."),
            "seed": seed("The seed of these games."),
          ]),
        "out": text("The tune's folder, inside the current one.").with([
          "not": ["pattern": "^/|(^|/)\\.\\.(/|$)"]
        ]),
      ], required: ["parameters", "targets"])
    if case .object(let rest) = tune { members += rest }
    members.append(("oneOf", oneOf("level", "levels", "suite")))
    return .object(members)
  }

  private static var parameter: JSONTree {
    SchemaPart.object(
      "A number that may change, or the shares of a table.",
      [
        "path": text(
          "The field: shots, spawn.weights, rules.contact, bubbles[*].probability.", maximum: 200),
        "script": text("A script of the level, with param.", maximum: 200),
        "param": text("Its parameter.", maximum: 200),
        "simplex": ["description": "Shares whose sum stays the same.", "const": true],
        "int": pair("Minimum and maximum, whole numbers.", "integer"),
        "real": pair("Minimum and maximum.", "number"),
        "step": [
          "description": "The step of a real number.", "type": "number", "exclusiveMinimum": 0,
        ],
        "least": [
          "description": "The minimum share of a simplex; default: 0.02.", "type": "number",
          "minimum": 0.001, "maximum": 0.5,
        ],
        "level": text("The level that it belongs to; default: all levels."),
        "each": ["description": "Whether each level has its own value.", "type": "boolean"],
      ]
    ).with([
      "allOf": [
        ["oneOf": oneOf("simplex", "int", "real")], ["oneOf": oneOf("path", "script")],
        ["if": ["required": ["script"]], "then": ["required": ["param"]]],
        ["not": ["required": ["each", "level"], "properties": ["each": ["const": true]]]],
      ]
    ])
  }

  private static var target: JSONTree {
    SchemaPart.object(
      "A target: a figure and the value it should have.",
      [
        "metric": text(
          "pass_rate, score, score_p50, moves, points_share(COLOUR) or a metric's name.",
          maximum: 200),
        "balance": [
          "description": "Every colour should have the same share of the points.",
          "const": "points",
        ],
        "agent": text("The player.", maximum: 1000),
        "level": text("The level; default: every level."),
        "aim": ["description": "The value that the figure should have.", "type": "number"],
        "curve": [
          "description": "Values over the levels: the first and the last one, or one per level.",
          "type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 10_000,
        ],
        "tolerance": [
          "description": "The largest allowed distance from the value.", "type": "number",
          "exclusiveMinimum": 0,
        ],
        "weight": [
          "description": "The weight of this target; default: 1.", "type": "number",
          "exclusiveMinimum": 0, "maximum": .double(TuneFile.maxWeight),
        ],
      ], required: ["agent", "tolerance"]
    ).with([
      "allOf": [
        ["oneOf": oneOf("balance", "aim", "curve")], ["oneOf": oneOf("balance", "metric")],
      ]
    ])
  }

  // MARK: Parts

  private static func text(_ description: String, maximum: Int = 4000) -> JSONTree {
    [
      "description": .string(description), "type": "string", "minLength": 1,
      "maxLength": .int(maximum),
    ]
  }

  private static func whole(_ description: String) -> JSONTree {
    [
      "description": .string(description), "type": "integer", "minimum": 1,
      "maximum": .int(TuneFile.maxGames),
    ]
  }

  private static func seed(_ description: String) -> JSONTree {
    ["description": .string(description), "type": "integer", "minimum": 0]
  }

  private static func list(_ description: String, _ items: JSONTree, maximum: Int) -> JSONTree {
    [
      "description": .string(description), "type": "array", "items": items, "minItems": 1,
      "maxItems": .int(maximum),
    ]
  }

  /// Schemas of objects that have one of these members each.
  private static func oneOf(_ names: String...) -> JSONTree {
    .array(names.map { ["required": [.string($0)]] })
  }

  private static func pair(_ description: String, _ type: String) -> JSONTree {
    [
      "description": .string(description), "type": "array",
      "items": [
        "type": .string(type), "minimum": .int(-TuneFile.greatestNumber),
        "maximum": .int(TuneFile.greatestNumber),
      ], "minItems": 2, "maxItems": 2,
    ]
  }
}

extension JSONTree {
  /// An object with more members.
  fileprivate func with(_ more: JSONTree) -> JSONTree {
    guard case .object(let members) = self, case .object(let others) = more else { return self }
    return .object(members + others)
  }
}
