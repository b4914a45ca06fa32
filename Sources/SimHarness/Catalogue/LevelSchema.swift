/// The JSON Schema of level files, made from the same numbers that the reader checks.
///
/// `schemas/level.schema.json` is its text; a test shows that they agree.
public enum LevelSchema {
  /// The schema as it is committed and printed by `level schema`.
  public static var text: String { JSONWriter.pretty(tree) }

  /// The schema: JSON Schema, draft 2020-12.
  public static var tree: JSONTree {
    let games = LevelGame.allCases
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "playtest level",
      "description": "A level file of playtest.",
      "type": "object",
      "required": ["format", "version", "game", "name"],
      "properties": [
        "game": [
          "description": "The game that the level belongs to.",
          "enum": .array(games.map { .string($0.rawValue) }),
        ]
      ],
      "allOf": .array(
        games.map { game in
          [
            "if": ["properties": ["game": ["const": .string(game.rawValue)]]],
            "then": ["$ref": .string("#/$defs/\(game.rawValue)")],
          ]
        }),
      "$defs": .object(games.map { ($0.rawValue, definition(of: $0)) }),
    ]
  }

  private static func definition(of game: LevelGame) -> JSONTree {
    switch game {
    case .bubbleBlast: BubbleLevelFile.schema(common: common(game))
    case .peggle: PeggleLevelFile.schema(common: common(game))
    case .bubblePop: PopLevelFile.schema(common: common(game))
    case .set, .playingCards, .cards: CardsLevelFile.schema(of: game, common: common(game))
    }
  }

  /// The fields of every level file.
  private static func common(_ game: LevelGame) -> [(key: String, value: JSONTree)] {
    let name: JSONTree = [
      "description": "The level's name; unique within a run.", "type": "string", "minLength": 1,
      "maxLength": .int(LevelHeader.longestName),
    ]
    let id: JSONTree = [
      "description":
        "Selects the level's random numbers; default: the name. Keep it when you edit the level.",
      "type": "string", "minLength": 1, "maxLength": .int(LevelHeader.longestName),
    ]
    return [
      ("format", ["const": .string(LevelHeader.format)]),
      ("version", ["const": .int(LevelHeader.version)]),
      ("game", ["const": .string(game.rawValue)]), ("name", name), ("id", id),
    ]
  }
}
