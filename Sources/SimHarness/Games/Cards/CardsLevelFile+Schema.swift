extension CardsLevelFile {
  /// The JSON Schema of a level of one of the card games.
  ///
  /// What a schema cannot say is left to the reader: which scripts are there, how many cards a deck
  /// has, and the hands of a script.
  public static func schema(
    of name: String, common: [(key: String, value: JSONTree)]
  ) -> JSONTree {
    let game = CardsKind(rawValue: name) ?? .cards
    var required: [JSONTree] = ["format", "version", "game", "name"]
    if game == .cards { required.append("script") }
    let known = fields(of: game)
    return .object([
      ("description", .string("A level of \(game.rawValue).")), ("type", "object"),
      ("required", .array(required)),
      ("properties", .object(common + own(game).filter { known.contains($0.key) })),
      ("additionalProperties", false),
    ])
  }

  private static func own(_ game: CardsKind) -> [(key: String, value: JSONTree)] {
    let numbers = CardsRules.parameters(of: game)
    func number(_ name: String) -> JSONTree {
      SchemaPart.number(numbers.first { $0.name == name } ?? CardsRules.parameter(name))
    }
    func members(_ list: [RuleParameter]) -> [(key: String, value: JSONTree)] {
      list.map { ($0.name, number($0.name)) }
    }
    return [
      (
        "script",
        ["description": "The game's script.", "type": "string", "minLength": 1]
      ),
      ("deal", number("deal")), ("match", number("match")),
      ("ranks", number("ranks")), ("suits", number("suits")),
      (
        "refill",
        [
          "description": "Whether the table is refilled to `deal` cards after a match.",
          "type": "boolean",
        ]
      ),
      ("scoring", SchemaPart.object("Points.", members(CardsRules.scores))),
      (
        "goal",
        [
          "description": "What wins; null: only the score counts.",
          "anyOf": [
            ["type": "null"], ["const": "clear"],
            SchemaPart.object(
              "A score to reach.",
              [("score", ["type": "integer", "minimum": 1, "maximum": 1_000_000_000])],
              required: ["score"]),
          ],
        ]
      ),
      (
        "rules",
        SchemaPart.object(
          "Numbers of the rules that have no field here.", members(CardsRules.fieldless))
      ),
    ]
  }
}
