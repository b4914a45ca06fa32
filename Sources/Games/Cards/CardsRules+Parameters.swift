import SimHarness

extension CardsRules: NumberedRules {
  public static let numbers = RuleNumbers<CardsRules>([
    .whole("deal", "cards", 1...128, \.deal, field: "deal", "cards on the table at the start"),
    .whole("match", "cards", 2...3, \.match, field: "match", "cards that make a match"),
    .whole(
      "ranks", "ranks", 2...13, \.ranks, field: "ranks", "ranks of the deck, from the ace up"),
    .whole(
      "suits", "suits", 1...4, \.suits, field: "suits",
      "suits of the deck: clubs, diamonds, hearts, spades"),
    .whole("draw", "cards", 0...128, \.draw, "cards dealt on request; 0: no requests"),
    score("matched", \.matched, "factor for the points of a match"),
    score("mismatched", \.mismatched, "added to the score for a hand that does not match"),
    score(
      "dealt", \.dealt,
      "added to the score for a deal on request while a match was on the table"),
    score(
      "chosen", \.chosen,
      "added to the score for each card that is turned up, where cards lie face down"),
  ])

  private static func score(
    _ name: String, _ place: any WritableKeyPath<CardsRules, Int> & Sendable, _ summary: String
  ) -> RuleNumber<CardsRules> {
    .whole(name, "points", -10_000...10_000, place, field: "scoring.\(name)", summary)
  }

  /// The numbers a level of one of the games may set, with the defaults of its bundled script.
  static func parameters(of game: CardsKind) -> [RuleParameter] {
    let defaults: [String: Double]
    let missing: [String]
    switch game {
    case .set:
      defaults = [
        "deal": 12, "draw": 3, "matched": 3, "mismatched": -1, "dealt": -1, "chosen": 0,
      ]
      missing = ["match", "ranks", "suits"]
    case .playingCards:
      defaults = [
        "deal": 22, "match": 2, "ranks": 13, "suits": 4, "draw": 0, "matched": 4, "mismatched": -2,
        "dealt": 0,
        "chosen": -1,
      ]
      missing = []
    case .cards:
      defaults = [:]
      missing = ["ranks", "suits"]
    }
    return parameters.filter { !missing.contains($0.name) }.map { parameter in
      RuleParameter(
        parameter.name, unit: parameter.unit, parameter.range,
        defaultValue: defaults[parameter.name], field: parameter.field, summary: parameter.summary)
    }
  }
}
