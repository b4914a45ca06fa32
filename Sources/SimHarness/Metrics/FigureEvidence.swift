/// What the games of a level and player say about a figure: its interval, and how strongly they
/// speak against a bound.
enum FigureEvidence: Sendable {
  case rate(successes: Int, trials: Int)
  /// Games per success: a rate turned over.
  case attempts(successes: Int, trials: Int)
  case mean(MeanEvidence)
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
    guard let evidence = cell.metrics.first(where: { $0.name == metric })?.evidence else {
      return nil
    }
    self = evidence
  }

  private init?(_ figure: String, of distribution: Distribution) {
    switch figure {
    case "mean": self = .mean(MeanEvidence(distribution.histogram))
    case "p5": self = .quantile(0.05, histogram: distribution.histogram)
    case "p25": self = .quantile(0.25, histogram: distribution.histogram)
    case "p50": self = .quantile(0.5, histogram: distribution.histogram)
    case "p75": self = .quantile(0.75, histogram: distribution.histogram)
    case "p95": self = .quantile(0.95, histogram: distribution.histogram)
    default: return nil
    }
  }

  /// The games that define the figure.
  var games: Int {
    switch self {
    case .rate(_, let trials), .attempts(_, let trials): trials
    case .mean(let mean): mean.games
    case .quantile(_, let histogram): histogram.reduce(0) { $0 + $1.count }
    }
  }

  /// The figure with its 95% interval; nil where it is undefined.
  var interval: Interval? {
    switch self {
    case .rate(let successes, let trials):
      return Statistics.wilson(successes: successes, trials: trials)
    case .attempts(let successes, let trials):
      guard successes > 0, let rate = Statistics.wilson(successes: successes, trials: trials)
      else { return nil }
      return Interval(value: 1 / rate.value, low: 1 / rate.high, high: 1 / rate.low)
    case .mean(let mean): return mean.interval
    case .quantile(let p, let histogram):
      return Statistics.quantileInterval(p, of: histogram)
    }
  }

  /// Why there is no interval; nil where there is one, or no figure.
  var reason: String? {
    guard let interval, !interval.isKnown else { return nil }
    switch self {
    case .rate, .attempts: return nil
    case .mean(let mean): return mean.reason
    case .quantile(let p, _):
      return "\(games) games are too few for an interval of this quantile; "
        + "it needs \(Statistics.minGames(forQuantile: p))"
    }
  }

  // MARK: Tests

  /// The p-value of the figure lying outside the bound: how likely games speak so clearly against
  /// it where the figure just holds.
  ///
  /// Exact for rates (binomial) and quantiles (sign test); means by `MeanEvidence`. Both ends of a
  /// range are tested, so the smaller of the two counts twice.
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
    case .attempts(let successes, let trials):
      // Fewer games per success: a higher rate.
      return low <= 1
        ? 1 : Self.rate(successes, trials).pValue(above: 1 / low)
    case .mean(let mean): return mean.pValue(below: low)
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
    case .attempts(let successes, let trials):
      return high < 1
        ? 0 : Self.rate(successes, trials).pValue(below: 1 / high)
    case .mean(let mean): return mean.pValue(above: high)
    case .quantile(let p, let histogram):
      let within = histogram.reduce(0) { Double($1.value) <= high ? $0 + $1.count : $0 }
      return Statistics.binomialCDF(within, trials: games, probability: p)
    }
  }

  private static func rate(_ successes: Int, _ trials: Int) -> FigureEvidence {
    .rate(successes: successes, trials: trials)
  }
}
