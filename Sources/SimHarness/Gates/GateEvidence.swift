/// What a cell's games say about the figure of a condition.
enum GateEvidence: Sendable {
  case rate(successes: Int, trials: Int)
  case mean(value: Double, error: Double, games: Int)
  /// A quantile, with the games by value.
  case quantile(Double, histogram: [(value: Int, count: Int)])

  /// nil where the figure is undefined, or no figure of the cell.
  init?(_ condition: Condition, in cell: CellSummary) {
    let metric = condition.metric
    if metric == "pass_rate" || metric == "capped_rate" {
      let decided = cell.wins + cell.losses + cell.capped
      let isPass = metric == "pass_rate"
      let trials = isPass ? decided : cell.counted
      guard trials > 0 else { return nil }
      self = .rate(successes: isPass ? cell.wins : cell.capped, trials: trials)
      return
    }
    for (name, distribution) in [("score_", cell.score), ("moves_", cell.moves)]
    where metric.hasPrefix(name) {
      let figure = String(metric.dropFirst(name.count))
      guard Condition.distributionFigures.contains(figure) else { continue }
      guard let distribution else { return nil }
      self.init(figure, of: distribution)
      return
    }
    guard let summary = cell.metrics.first(where: { $0.name == metric }), let value = summary.value
    else { return nil }
    if summary.kind == .rate {
      let successes = Int(saturating: (value.value * Double(summary.count)).rounded())
      self = .rate(successes: successes, trials: summary.count)
    } else {
      guard summary.count >= 2 else { return nil }
      let t = Statistics.studentT(quantile: 0.975, degreesOfFreedom: Double(summary.count - 1))
      let error = (value.high - value.low) / (2 * t)
      self = .mean(value: value.value, error: error, games: summary.count)
    }
  }

  private init?(_ figure: String, of distribution: Distribution) {
    switch figure {
    case "mean":
      guard let sd = distribution.sd else { return nil }
      let games = distribution.count
      self = .mean(
        value: distribution.mean, error: sd / Double(games).squareRoot(), games: games)
    case "p5": self = .quantile(0.05, histogram: distribution.histogram)
    case "p25": self = .quantile(0.25, histogram: distribution.histogram)
    case "p50": self = .quantile(0.5, histogram: distribution.histogram)
    case "p75": self = .quantile(0.75, histogram: distribution.histogram)
    case "p95": self = .quantile(0.95, histogram: distribution.histogram)
    default: return nil
    }
  }

  var games: Int {
    switch self {
    case .rate(_, let trials): trials
    case .mean(_, _, let games): games
    case .quantile(_, let histogram): histogram.reduce(0) { $0 + $1.count }
    }
  }

  /// The figure with its 95% interval.
  var interval: Interval? {
    switch self {
    case .rate(let successes, let trials):
      return Statistics.wilson(successes: successes, trials: trials)
    case .mean(let value, let error, let games):
      let t = Statistics.studentT(quantile: 0.975, degreesOfFreedom: Double(games - 1))
      return Interval(value: value, low: value - t * error, high: value + t * error)
    case .quantile(let p, let histogram):
      guard let value = Statistics.quantile(p, of: histogram),
        let ranks = Statistics.orderStatisticInterval(n: games, p: p)
      else { return nil }
      return Interval(
        value: Double(value), low: Double(Self.value(atRank: ranks.lower, of: histogram)),
        high: Double(Self.value(atRank: ranks.upper, of: histogram)))
    }
  }

  private static func value(
    atRank rank: Int, of histogram: [(value: Int, count: Int)]
  ) -> Int {
    var below = 0
    for entry in histogram {
      below += entry.count
      if below >= rank { return entry.value }
    }
    return histogram.last?.value ?? 0
  }

  // MARK: Tests

  /// The p-value of the figure lying outside the bound: how likely games speak so clearly against
  /// it where the figure just holds.
  ///
  /// Exact for rates (binomial) and quantiles (sign test), a t test for means. Both ends of a range
  /// are tested, so the smaller of the two counts twice.
  func pValue(_ bound: Condition.Bound) -> Double {
    let below = bound.low.map(pValue(below:))
    let above = bound.high.map(pValue(above:))
    if let below, let above { return Swift.min(1, 2 * Swift.min(below, above)) }
    return below ?? above ?? 1
  }

  private func pValue(below low: Double) -> Double {
    switch self {
    case .rate(let successes, let trials):
      if low <= 0 { return 1 }
      if low > 1 { return 0 }
      return Statistics.binomialCDF(successes, trials: trials, probability: low)
    case .mean(let value, let error, let games):
      return Self.tail(low - value, error: error, games: games)
    case .quantile(let p, let histogram):
      let below = histogram.reduce(0) { Double($1.value) < low ? $0 + $1.count : $0 }
      return Statistics.binomialCDF(games - below, trials: games, probability: 1 - p)
    }
  }

  private func pValue(above high: Double) -> Double {
    switch self {
    case .rate(let successes, let trials):
      if high >= 1 { return 1 }
      if high < 0 { return 0 }
      return Statistics.binomialCDF(trials - successes, trials: trials, probability: 1 - high)
    case .mean(let value, let error, let games):
      return Self.tail(value - high, error: error, games: games)
    case .quantile(let p, let histogram):
      let within = histogram.reduce(0) { Double($1.value) <= high ? $0 + $1.count : $0 }
      return Statistics.binomialCDF(within, trials: games, probability: p)
    }
  }

  /// The one-sided p-value of a mean lying `excess` beyond its bound.
  private static func tail(_ excess: Double, error: Double, games: Int) -> Double {
    // All games gave the same figure: it is what it is.
    guard error > 0 else { return excess > 0 ? 0 : 1 }
    let half = Statistics.studentT(beyond: excess / error, degreesOfFreedom: Double(games - 1)) / 2
    return excess > 0 ? half : 1 - half
  }
}
