/// A figure of a level and player that follows from the rows of its games.
///
/// It needs no place in the store: runs of earlier versions have it as soon as they are reported
/// again.
struct DerivedMetric: Sendable {
  let definition: MetricDefinition
  /// The figure and the number of games it rests on; nil if it is undefined.
  let estimate: @Sendable (CellGames) -> DerivedEstimate?

  init(
    _ name: String, unit: String, kind: MetricDefinition.Kind = .real, interval: String? = nil,
    about group: MetricDefinition.Group = .difficulty, _ summary: String,
    estimate: @escaping @Sendable (CellGames) -> DerivedEstimate?
  ) {
    definition = MetricDefinition(
      name, unit: unit, kind: kind, summary: summary, source: .rows, interval: interval
    ).about(group)
    self.estimate = estimate
  }

  /// A share of games, in each of which it is or is not so.
  static func share(
    _ name: String, _ summary: String,
    estimate: @escaping @Sendable (CellGames) -> DerivedEstimate?
  ) -> DerivedMetric {
    DerivedMetric(name, unit: "share", kind: .rate, summary, estimate: estimate)
  }

  /// The mean and the median of whole numbers of some of the games.
  static func meanAndMedian(
    _ name: String, unit: String, _ summary: String,
    of histogram: @escaping @Sendable (CellGames) -> FigureHistogram
  ) -> [DerivedMetric] {
    [
      DerivedMetric(name, unit: unit, "mean \(summary)") {
        DerivedEstimate(meanOf: histogram($0))
      },
      DerivedMetric("\(name)_median", unit: unit, interval: "order statistics", "median \(summary)")
      {
        DerivedEstimate(medianOf: histogram($0))
      },
    ]
  }
}

/// A figure with its interval, the number of games behind it, and what these say about bounds.
struct DerivedEstimate: Sendable {
  var interval: Interval
  var count: Int
  /// nil if the figure cannot be tested against a bound.
  var evidence: FigureEvidence?
  /// Why there is no interval, where there is none.
  var reason: String?

  init(_ interval: Interval, count: Int) {
    self.interval = interval
    self.count = count
  }

  /// nil if the games do not define the figure.
  init?(_ evidence: FigureEvidence) {
    guard let interval = evidence.interval else { return nil }
    self.init(interval, count: evidence.games)
    self.evidence = evidence
    reason = evidence.reason(for: interval)
  }

  /// A rate with its interval; nil without games.
  init?(rate successes: Int, of trials: Int, effect: Double) {
    self.init(.rate(successes: successes, trials: trials, effect: effect))
  }

  /// The mean of whole numbers, `scale` being the unit they are counted in; nil without games.
  init?(mean sample: FigureSample, scale: Double = 1) {
    self.init(.mean(MeanEvidence(sample, scale: scale)))
  }

  /// The mean of whole numbers by how often each came up.
  init?(meanOf histogram: FigureHistogram) {
    self.init(.mean(MeanEvidence(histogram.sorted, effect: histogram.meanEffect)))
  }

  /// The median with its order-statistic interval: the shortest that covers it with at least 95%;
  /// nil without games.
  init?(medianOf histogram: FigureHistogram) {
    self.init(.quantile(0.5, histogram: histogram.sorted, effect: histogram.maxEffect))
  }
}

/// The derived metrics: a metric is a row here.
enum DerivedMetrics {
  static let all: [DerivedMetric] = [
    rates,
    DerivedMetric.meanAndMedian(
      "moves_on_wins", unit: "moves", "moves of the games that were won"
    ) { $0.won.moves },
    DerivedMetric.meanAndMedian(
      "moves_on_losses", unit: "moves", "moves of the games that were not won, without draws"
    ) { $0.lost.moves },
    DerivedMetric.meanAndMedian(
      "score_on_wins", unit: "points", "score of the games that were won"
    ) { $0.won.scores },
    DerivedMetric.meanAndMedian(
      "score_on_losses", unit: "points", "score of the games that were not won, without draws"
    ) { $0.lost.scores },
    [best(percent: 5), best(percent: 15), scorePerMove],
    [stars("one_star", "one star", 1), stars("two_stars", "two stars", 2)],
    [stars("three_stars", "three stars", 3)],
  ].flatMap(\.self)

  private static let rates = [
    // The ends are the reciprocals of those of the pass rate's interval.
    DerivedMetric(
      "attempts_per_pass", unit: "attempts", interval: "Wilson",
      "1 / pass rate: games per game won, without draws; undefined without a win"
    ) {
      $0.wins > 0
        ? DerivedEstimate(
          .attempts(successes: $0.wins, trials: $0.decided, effect: $0.passEffect)) : nil
    },
    .share("capped_rate", "share of the games that hit the move limit") {
      DerivedEstimate(rate: $0.capped, of: $0.counted, effect: $0.capEffect)
    },
    .share(
      "fault_rate", "share of all games that ended because of a script fault or a time limit"
    ) {
      DerivedEstimate(rate: $0.faulted, of: $0.games, effect: $0.faultEffect)
    },
    lost(
      "overflow_rate", "share of the games that were lost because a bubble crossed the line"),
    lost(
      "out_of_shots_rate",
      "share of the games that were lost because shots, balls or time ran out"),
  ]

  /// The reasons that metrics are about.
  static let lossReasons = [
    "overflow_rate": ["line"], "out_of_shots_rate": ["shots", "balls", "time"],
  ]

  private static let scorePerMove = DerivedMetric(
    "score_per_move", unit: "points", about: .shape, "score divided by moves, mean over the games"
  ) {
    let ratios = $0.scorePerMove.sample
    return DerivedEstimate(mean: ratios.values, scale: ratios.scale)
  }

  /// Games lost for one of some reasons; undefined where games were lost and none says why, as in
  /// games whose rules know no reasons.
  private static func lost(_ name: String, _ summary: String) -> DerivedMetric {
    let reasons = lossReasons[name] ?? []
    return .share(name, summary) { games in
      guard games.failed == games.capped || !games.lossReasons.isEmpty else { return nil }
      let count = reasons.reduce(0) { $0 + (games.lossReasons[$1] ?? 0) }
      return DerivedEstimate(rate: count, of: games.decided, effect: games.maxEffect)
    }
  }

  private static func best(percent: Int) -> DerivedMetric {
    DerivedMetric(
      "best_moves_\(percent)", unit: "moves", interval: "t, widened",
      "mean moves of the best \(percent)% of the games: the wins with the fewest moves"
    ) {
      BestRuns.estimate(of: $0, percent: percent)
    }
  }

  /// Games that reach the level's score for some stars; undefined where it has no such score.
  private static func stars(_ name: String, _ words: String, _ stars: Int) -> DerivedMetric {
    .share(
      name,
      "share of the games that reach the level's score for \(words); where it has `stars`, as in"
        + " bubble-blast"
    ) { games in
      guard games.stars.count >= stars, games.counted > 0 else { return nil }
      let reached = games.scores.sorted.reduce(0) {
        $1.value >= games.stars[stars - 1] ? $0 + $1.count : $0
      }
      return DerivedEstimate(rate: reached, of: games.counted, effect: games.maxEffect)
    }
  }

  static let definitions: [MetricDefinition] = all.map(\.definition)

  /// The figures of a level and player, in the order of `all`.
  static func summaries(of games: CellGames) -> [MetricSummary] {
    all.map { metric in
      let estimate = metric.estimate(games)
      var summary = MetricSummary(metric.definition, value: estimate?.interval)
      summary.count = estimate?.count ?? 0
      summary.evidence = estimate?.evidence
      summary.reason = estimate?.reason
      return summary
    }
  }
}
