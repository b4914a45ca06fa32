extension CardsRules {
  /// Every number a level may set, with no defaults: those are the script's.
  static let parameters: [RuleParameter] = [
    RuleParameter(
      "deal", unit: "cards", 1...128, defaultValue: nil, field: "deal",
      summary: "cards on the table at the start"),
    RuleParameter(
      "match", unit: "cards", 2...3, defaultValue: nil, field: "match",
      summary: "cards that make a match"),
    RuleParameter(
      "ranks", unit: "ranks", 2...13, defaultValue: nil, field: "ranks",
      summary: "ranks of the deck, from the ace up"),
    RuleParameter(
      "suits", unit: "suits", 1...4, defaultValue: nil, field: "suits",
      summary: "suits of the deck: clubs, diamonds, hearts, spades"),
    RuleParameter(
      "draw", unit: "cards", 0...128, defaultValue: nil,
      summary: "cards dealt on request; 0: no requests"),
    score("matched", "factor for the points of a match"),
    score("mismatched", "added to the score for a hand that does not match"),
    score("dealt", "added to the score for a deal on request while a match was on the table"),
    score("chosen", "added to the score for each card that is turned up"),
  ]

  private static func score(_ name: String, _ summary: String) -> RuleParameter {
    RuleParameter(
      name, unit: "points", -10_000...10_000, defaultValue: nil, field: "scoring.\(name)",
      summary: summary)
  }

  /// The numbers a level of one of the games may set, with the defaults of its bundled script.
  static func parameters(of game: CardsKind) -> [RuleParameter] {
    let usual: [String: Double]
    switch game {
    case .set:
      usual = [
        "deal": 12, "draw": 3, "matched": 3, "mismatched": -1, "dealt": -1, "chosen": 0,
      ]
    case .playingCards:
      usual = [
        "deal": 22, "match": 2, "ranks": 13, "suits": 4, "draw": 0, "matched": 4, "mismatched": -2,
        "dealt": 0,
        "chosen": -1,
      ]
    default: usual = [:]
    }
    let fields = CardsLevelFile.fields(of: game)
    return parameters.filter { $0.field == nil || fields.contains($0.topField) }.map { parameter in
      RuleParameter(
        parameter.name, unit: parameter.unit, parameter.range,
        defaultValue: usual[parameter.name], field: parameter.field, summary: parameter.summary)
    }
  }

  /// The parameter of this name; one that is not declared is a programmer's mistake.
  static func parameter(_ name: String) -> RuleParameter {
    guard let found = parameters.first(where: { $0.name == name }) else {
      preconditionFailure("no rule is called \(name)")
    }
    return found
  }

  /// The numbers that a level file sets under `rules`, and those under `scoring`.
  static let fieldless = parameters.filter { $0.field == nil }
  static let scores = parameters.filter { $0.field?.hasPrefix("scoring.") == true }

  /// The value of a number.
  func value(of name: String) -> Int? {
    switch name {
    case "deal": deal
    case "match": match
    case "ranks": ranks
    case "suits": suits
    case "draw": draw
    case "matched": matched
    case "mismatched": mismatched
    case "dealt": dealt
    case "chosen": chosen
    default: nil
    }
  }

  /// Sets a number; one that is not declared is a programmer's mistake.
  mutating func set(_ name: String, to value: Int) {
    switch name {
    case "deal": deal = value
    case "match": match = value
    case "ranks": ranks = value
    case "suits": suits = value
    case "draw": draw = value
    case "matched": matched = value
    case "mismatched": mismatched = value
    case "dealt": dealt = value
    case "chosen": chosen = value
    default: preconditionFailure("no rule is called \(name)")
    }
  }
}

extension RuleParameter {
  /// The first step of the field in the level file; empty where there is none.
  fileprivate var topField: String { field.map { String($0.prefix { $0 != "." }) } ?? "" }
}
