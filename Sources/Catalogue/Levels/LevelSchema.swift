import SimHarness

/// The JSON Schema of level files, made from the same numbers that the reader checks.
///
/// `schemas/level.schema.json` is its text; a test shows that they agree.
public enum LevelSchema {
  /// The schema as it is committed and printed by `level schema`.
  public static func text(games: GameRegistry) -> String { JSONWriter.pretty(tree(games: games)) }

  /// The schema: JSON Schema, draft 2020-12.
  ///
  /// Levels of a game that is a script or an engine pass it, unchecked: `text(of:)` is their schema.
  public static func tree(games registry: GameRegistry) -> JSONTree {
    let games = registry.games
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "playtest level",
      "description": "A level file of playtest.",
      "type": "object",
      "required": ["format", "version", "game", "name"],
      "properties": [
        "game": [
          "description":
            "The game that the level belongs to. Levels of other games, such as a script of scripts/games/, are checked by the schema that `playtest level schema --game NAME` prints.",
          "anyOf": [
            ["enum": .array(games.map { .string($0.name) })],
            ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"],
          ],
        ]
      ],
      "allOf": .array(
        games.map { game in
          [
            "if": ["properties": ["game": ["const": .string(game.name)]]],
            "then": ["$ref": .string("#/$defs/\(game.name)")],
          ]
        }),
      "$defs": .object(games.map { ($0.name, definition(of: $0)) }),
    ]
  }

  private static func definition(of game: GameEntry) -> JSONTree {
    game.levelSchema(common(game))
  }

  /// The fields of every level file.
  private static func common(_ game: GameEntry) -> [(key: String, value: JSONTree)] {
    let name: JSONTree = [
      "description": "The level's name; unique within a run.", "type": "string", "minLength": 1,
      "maxLength": .int(LevelHeader.maxNameLength),
    ]
    let id: JSONTree = [
      "description":
        "Selects the level's random numbers; default: the name. Keep it when you edit the level.",
      "type": "string", "minLength": 1, "maxLength": .int(LevelHeader.maxNameLength),
    ]
    return [
      ("format", ["const": .string(LevelHeader.format)]),
      ("version", ["const": .int(LevelHeader.version)]),
      ("game", ["const": .string(game.name)]), ("name", name), ("id", id),
    ]
  }
}

extension LevelSchema {
  /// The schema of one game's levels.
  public static func text(of game: GameEntry) -> String {
    let head: [(key: String, value: JSONTree)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", .string("playtest level of \(game.name)")),
    ]
    guard case .object(let members) = definition(of: game) else { return "" }
    return JSONWriter.pretty(.object(head + members))
  }
}
