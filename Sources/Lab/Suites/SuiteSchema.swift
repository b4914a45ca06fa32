import SimHarness

/// The JSON Schema of suite files, for editors; the reader says more.
///
/// `schemas/suite.schema.json` is its text; a test shows that they agree.
public enum SuiteSchema {
  /// The schema as it is committed and printed by `level schema suite`.
  public static func text(games: GameRegistry) -> String { JSONWriter.pretty(tree(games: games)) }

  /// The schema: JSON Schema, draft 2020-12.
  public static func tree(games: GameRegistry) -> JSONTree {
    var members: [(key: String, value: JSONTree)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", "playtest suite"),
    ]
    let suite = SchemaPart.object(
      "A suite file of playtest: which levels to play, with which players, and how often.",
      [
        "name": text("The suite's name.", maximum: 200),
        "seed": ["description": "The seed of all games.", "type": "integer", "minimum": 0],
        "games": count("Games per level and player."), "precision": precision,
        "maxGames": count("Maximum games per level and player, with precision."),
        "levels": list(
          "Level arguments: paths, globs, builtin: and import:.", text("A level argument."),
          10_000),
        "agents": list(
          "The players, each once.", text("A player.", maximum: 1000), 1000, areDifferent: true),
        "scripts": text("The scripts folder."), "with": overrides(of: games),
        "gates": [
          "description": "Conditions on figures that levels must meet.", "type": "array",
          "items": gate, "maxItems": 1000,
        ],
        "report": report,
      ], required: ["name", "levels"])
    if case .object(let rest) = suite { members += rest }
    members.append(("not", ["required": ["games", "precision"]]))
    members.append(("dependentRequired", ["maxGames": ["precision"]]))
    return .object(members)
  }

  private static var precision: JSONTree {
    [
      "description":
        "Instead of games: play until the 95% half-width of each pass rate is at most this.",
      "type": "number", "minimum": .double(PrecisionGoal.halfWidths.lowerBound),
      "maximum": .double(PrecisionGoal.halfWidths.upperBound),
    ]
  }

  private static func overrides(of games: GameRegistry) -> JSONTree {
    let settable = games.settableFields
    let header = LevelHeader.fields.joined(separator: "|")
    let numbers: JSONTree = ["type": "object", "additionalProperties": ["type": "number"]]
    var members: [(key: String, value: JSONTree)] = settable.map { ($0, [:]) }
    members.removeAll { ["rules", "params"].contains($0.key) }
    members.append(("rules", numbers))
    members.append(
      (
        "params",
        [
          "description": "Parameters of scripts, by script.", "type": "object",
          "additionalProperties": numbers,
        ]
      ))
    return [
      "description": "Fields that are set in every level, by name or path (spawn.weights.red).",
      "type": "object", "properties": .object(members),
      // Games in Lua and of engines have fields of their own.
      "propertyNames": [
        "not": ["pattern": .string("^(\(header))([.\\[]|$)")]
      ],
    ]
  }

  private static var gate: JSONTree {
    SchemaPart.object(
      "A condition for all levels whose names match.",
      [
        "levels": text("Level names: * stands for any characters, ? for one.", maximum: 1000),
        "require": text("A condition such as pass_rate(casual) in 0.45...0.60."),
      ], required: ["require"])
  }

  private static var report: JSONTree {
    SchemaPart.object(
      "Settings of the report.",
      [
        "title": text("The report's title.", maximum: 200),
        "formats": [
          "description": "The report's formats.", "type": "array", "maxItems": 20,
          "items": ["enum": .array(ReportFormat.allCases.map { .string($0.rawValue) })],
        ],
        "flags": flags,
      ])
  }

  /// The thresholds of the levels' flags.
  private static var flags: JSONTree {
    SchemaPart.object(
      "The thresholds at which levels are flagged.",
      FlagThresholds.names.map { name in
        (
          name.name,
          [
            "type": name.isWhole ? "integer" : "number",
            "minimum": .double(name.range.lowerBound), "maximum": .double(name.range.upperBound),
          ]
        )
      })
  }

  // MARK: Parts

  private static func text(_ description: String, maximum: Int = 4000) -> JSONTree {
    [
      "description": .string(description), "type": "string", "minLength": 1,
      "maxLength": .int(maximum),
    ]
  }

  private static func count(_ description: String) -> JSONTree {
    [
      "description": .string(description), "type": "integer", "minimum": 1,
      "maximum": .int(RunPlan.maxGames),
    ]
  }

  private static func list(
    _ description: String, _ items: JSONTree, _ maximum: Int, areDifferent: Bool = false
  ) -> JSONTree {
    .members([
      "description": .string(description), "type": "array", "items": items, "minItems": 1,
      "maxItems": .int(maximum), "uniqueItems": .present(true, if: areDifferent),
    ])
  }
}
