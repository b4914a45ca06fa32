/// A figure of a level and player that follows from the rows of its games.
///
/// It needs no place in the store: runs of earlier versions have it as soon as they are reported
/// again.
protocol DerivedMetric: Sendable {
  static var definition: MetricDefinition { get }

  /// The figure and the number of games it rests on; nil where it is undefined.
  static func estimate(of games: CellGames) -> DerivedEstimate?
}

/// A figure with its interval, the number of games behind it, and what these say about bounds.
struct DerivedEstimate: Sendable {
  var interval: Interval
  var count: Int
  /// nil where the figure cannot be tested against a bound.
  var evidence: FigureEvidence?
  /// Why there is no interval, where there is none.
  var reason: String?

  init(_ interval: Interval, count: Int) {
    self.interval = interval
    self.count = count
  }

  /// nil where the games do not define the figure.
  init?(_ evidence: FigureEvidence) {
    guard let interval = evidence.interval else { return nil }
    self.init(interval, count: evidence.games)
    self.evidence = evidence
    reason = evidence.reason
  }

  /// A rate with Wilson's interval; nil without games.
  init?(rate successes: Int, of trials: Int) {
    self.init(.rate(successes: successes, trials: trials))
  }

  /// The mean of whole numbers, `scale` being the unit they are counted in; nil without games.
  init?(mean sample: FigureSample, scale: Double = 1) {
    self.init(.mean(MeanEvidence(sample, scale: scale)))
  }

  /// The mean of whole numbers by how often each came up.
  init?(meanOf histogram: [(value: Int, count: Int)]) {
    self.init(.mean(MeanEvidence(histogram)))
  }

  /// The median with its order-statistic interval: the shortest that covers it with at least 95%;
  /// nil without games.
  init?(medianOf histogram: [(value: Int, count: Int)]) {
    self.init(.quantile(0.5, histogram: histogram))
  }
}

/// The derived metrics: a metric is a line here.
enum DerivedMetrics {
  static let all: [any DerivedMetric.Type] = [
    AttemptsPerPass.self, CappedRate.self, FaultRate.self, OverflowRate.self,
    OutOfShotsRate.self, MovesOnWins.self, MovesOnWinsMedian.self, MovesOnLosses.self,
    MovesOnLossesMedian.self, ScoreOnWins.self, ScoreOnWinsMedian.self, ScoreOnLosses.self,
    ScoreOnLossesMedian.self, BestMoves5.self, BestMoves15.self, ScorePerMove.self,
    OneStar.self, TwoStars.self, ThreeStars.self,
  ]

  static let definitions: [MetricDefinition] = all.map { $0.definition }

  /// The figures of a level and player, in the order of `all`.
  static func summaries(of games: CellGames) -> [MetricSummary] {
    all.map { metric in
      let estimate = metric.estimate(of: games)
      var summary = MetricSummary(metric.definition, value: estimate?.interval)
      summary.count = estimate?.count ?? 0
      summary.evidence = estimate?.evidence
      summary.reason = estimate?.reason
      return summary
    }
  }
}

extension MetricDefinition {
  /// A figure derived from rows.
  static func derived(
    _ name: String, unit: String, kind: Kind = .real, interval: String? = nil, _ summary: String
  ) -> MetricDefinition {
    MetricDefinition(
      name, unit: unit, kind: kind, summary: summary, source: .rows, interval: interval)
  }
}
