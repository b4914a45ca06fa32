/// A figure of a level and player that follows from the rows of its games.
///
/// It needs no place in the store: runs of earlier versions have it as soon as they are reported
/// again.
protocol DerivedMetric: Sendable {
  static var definition: MetricDefinition { get }

  /// The figure and the number of games it rests on; nil where it is undefined.
  static func estimate(of games: CellGames) -> DerivedEstimate?
}

/// A figure with its interval and the number of games behind it.
struct DerivedEstimate: Sendable {
  var interval: Interval
  var count: Int

  init(_ interval: Interval, count: Int) {
    self.interval = interval
    self.count = count
  }

  /// A rate with Wilson's interval; nil without games.
  init?(rate successes: Int, of trials: Int) {
    guard let interval = Statistics.wilson(successes: successes, trials: trials) else { return nil }
    self.init(interval, count: trials)
  }

  /// The mean of whole numbers, `scale` being the unit they are counted in; with one game the
  /// interval is the value alone.
  init?(mean sum: FigureSum, scale: Double = 1) {
    guard sum.count > 0 else { return nil }
    let value = Double(sum.sum) / Double(sum.count)
    let interval =
      Statistics.meanInterval(count: sum.count, sum: sum.sum, sumOfSquares: sum.sumOfSquares)
      ?? Interval(value: value, low: value, high: value)
    self.init(
      Interval(
        value: interval.value * scale, low: interval.low * scale, high: interval.high * scale),
      count: sum.count)
  }

  /// The median with its order-statistic interval: the shortest that covers it with at least 95%;
  /// nil without games, or with too few for one.
  init?(medianOf histogram: [(value: Int, count: Int)]) {
    let count = histogram.reduce(0) { $0 + $1.count }
    guard let median = Statistics.quantile(0.5, of: histogram),
      let ranks = Statistics.orderStatisticInterval(n: count, p: 0.5)
    else { return nil }
    func value(atRank rank: Int) -> Double {
      var below = 0
      for entry in histogram {
        below += entry.count
        if below >= rank { return Double(entry.value) }
      }
      return Double(histogram.last?.value ?? 0)
    }
    self.init(
      Interval(
        value: Double(median), low: value(atRank: ranks.lower), high: value(atRank: ranks.upper)),
      count: count)
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
