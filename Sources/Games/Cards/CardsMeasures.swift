import SimHarness

/// The figures of the card games.
extension CardsMeasure {
  private static func count(
    _ name: String, _ unit: String, _ summary: String,
    about group: MetricDefinition.Group = .balance,
    _ value: @escaping @Sendable (borrowing CardsCounts) -> Int
  ) -> CardsMeasure {
    CardsMeasure(
      definition: MetricDefinition.count(name, unit, summary).about(group)
    ) { Int64(value($0)) }
  }

  /// The mean of a sum, where anything was counted.
  private static func mean(
    _ name: String, _ unit: String, _ summary: String,
    _ value: @escaping @Sendable (borrowing CardsCounts) -> (sum: Int, count: Int)
  ) -> CardsMeasure {
    CardsMeasure(
      definition: MetricDefinition.real(name, unit, summary)
    ) { counts in
      let (sum, count) = value(counts)
      return count == 0 ? nil : MetricDefinition.fixed(Double(sum) / Double(count))
    }
  }

  private static func rate(
    _ name: String, _ summary: String, about group: MetricDefinition.Group = .balance,
    _ value: @escaping @Sendable (borrowing CardsCounts) -> Bool?
  ) -> CardsMeasure {
    CardsMeasure(
      definition: MetricDefinition.rate(name, summary).about(group)
    ) { counts in value(counts).map { $0 ? 1 : 0 } }
  }

  static func initial(_ name: String, _ what: String) -> CardsMeasure {
    count(name, what, "\(what) among the first cards", about: .difficulty) { $0.initialMatches }
  }

  static func found(_ name: String, _ what: String) -> CardsMeasure {
    count(name, what, "\(what) found, per game") { $0.matches }
  }

  static let noneAtFirst = rate(
    "initial_no_set", "share of the games without a set among the first cards", about: .difficulty
  ) { $0.initialMatches == 0 }

  static let mismatches = count(
    "mismatches", "hands", "hands that did not match, per game"
  ) { $0.mismatches }

  static let deals = count(
    "deals", "requests", "requests for which cards were dealt, per game", about: .difficulty
  ) { $0.deals }

  static let refused = count(
    "deals_refused", "requests", "requests when the deck was empty, per game"
  ) { $0.refused }

  static func missed(_ what: String) -> CardsMeasure {
    count("deals_early", "requests", "requests while a \(what) was on the table, per game") {
      $0.missed
    }
  }

  static let choices = count("choices", "cards", "cards turned up, per game") { $0.turnedUp }

  static func agreeing(_ name: String, feature: Int) -> CardsMeasure {
    count(
      "matches_\(name)", "matches", "matches whose cards are equal in \(name), per game"
    ) { counts in
      let agreeing = counts.agreeing
      return agreeing[feature]
    }
  }

  static func onTable(_ what: String) -> [CardsMeasure] {
    let turns = ["1 to 8", "9 to 16", "17 and later"]
    let names = ["early", "middle", "late"]
    return [
      mean(
        "\(what)_on_table", what,
        "\(what) on the table before moves when it has as many cards as at the start"
      ) { $0.onFullTable }
    ]
      + (0..<3).map { part in
        mean("\(what)_\(names[part])", what, "\(what) on the table before turns \(turns[part])") {
          counts in
          let byTurn = counts.byTurn
          return byTurn[part]
        }
      }
  }

  static let maxCards = count(
    "most_cards", "cards", "maximum number of cards on the table, per game"
  ) {
    $0.maxCards
  }

  static let cardsLeft = count("cards_left", "cards", "cards on the table at the end") {
    $0.cardsLeft
  }

  static let cleared = rate("cleared", "share of the games that end with an empty table") {
    $0.cardsLeft == 0
  }

  static let thinking = mean("thinking", "s", "simulated thinking time of the player, per game") {
    ($0.thought, 1000)
  }

  /// The results of two players at one table; undefined for a single player.
  static let forTwo = [
    rate("win_rate", "for A:B: share of the decided games in which A scored more than B") {
      $0.scores.flatMap { $0.first == $0.second ? nil : $0.first > $0.second }
    },
    rate("draw_rate", "for A:B: share of the games in which both scored the same") {
      $0.scores.map { $0.first == $0.second }
    },
    score("first_score", "for A:B: points of A, per game") { $0.first },
    score("second_score", "for A:B: points of B, per game") { $0.second },
  ]

  private static func score(
    _ name: String, _ summary: String,
    _ value: @escaping @Sendable ((first: Int, second: Int)) -> Int
  ) -> CardsMeasure {
    CardsMeasure(
      definition: MetricDefinition.count(name, "points", summary)
    ) { $0.scores.map { Int64(value($0)) } }
  }
}

/// The figures of Set.
public enum SetMeasures: CardsMeasuring {
  public static let measures =
    [
      CardsMeasure.initial("initial_sets", "sets"), .noneAtFirst, .found("sets_found", "sets"),
      .deals, .missed("set"), .refused, .mismatches,
    ] + CardsMeasure.onTable("sets") + [.maxCards, .cardsLeft, .cleared, .thinking]
    + CardsMeasure.forTwo
}

/// The figures of playing cards.
public enum PlayingCardsMeasures: CardsMeasuring {
  public static let measures: [CardsMeasure] = [
    .initial("initial_pairs", "matching hands"), .found("matches", "matches"), .mismatches,
    .choices, .agreeing("rank", feature: 0), .agreeing("suit", feature: 1), .cardsLeft, .cleared,
  ]
}

/// The figures of any other card game.
public enum CardsMeasures: CardsMeasuring {
  public static let measures =
    [
      CardsMeasure.initial("initial_matches", "matches"), .found("matches", "matches"), .deals,
      .missed("match"), .refused, .mismatches, .choices,
    ] + CardsMeasure.onTable("matches") + [.maxCards, .cardsLeft, .cleared, .thinking]
}
