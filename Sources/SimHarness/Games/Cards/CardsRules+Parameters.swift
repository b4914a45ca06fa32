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
      "draw", unit: "cards", 0...128, defaultValue: nil,
      summary: "cards dealt on request; 0: there are no requests"),
    score("matched", "what the points of a match are multiplied by"),
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
  static func parameters(of game: LevelGame) -> [RuleParameter] {
    let usual: [String: Double]
    switch game {
    case .set:
      usual = [
        "deal": 12, "draw": 3, "matched": 3, "mismatched": -1, "dealt": -1, "chosen": 0,
      ]
    case .playingCards:
      usual = [
        "deal": 22, "match": 2, "draw": 0, "matched": 4, "mismatched": -2, "dealt": 0,
        "chosen": -1,
      ]
    default: usual = [:]
    }
    return parameters.filter { game != .set || $0.name != "match" }.map { parameter in
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
    case "draw": draw = value
    case "matched": matched = value
    case "mismatched": mismatched = value
    case "dealt": dealt = value
    case "chosen": chosen = value
    default: preconditionFailure("no rule is called \(name)")
    }
  }
}
