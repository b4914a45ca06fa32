/// The evidence of the games of a level and player about a figure: its interval, and p-values
/// against a bound.
///
/// An effect is the design effect of games in pairs (`PairSums`); 1 where every game has a deal of
/// its own.
package enum FigureEvidence: Sendable {
  case rate(successes: Int, trials: Int, effect: Double = 1)
  /// Games per success: the reciprocal of a rate.
  case attempts(successes: Int, trials: Int, effect: Double = 1)
  case mean(MeanEvidence)
  /// A quantile, with the games by value.
  case quantile(Double, histogram: [(value: Int, count: Int)], effect: Double = 1)

  /// The games that define the figure.
  package var games: Int {
    switch self {
    case .rate(_, let trials, _), .attempts(_, let trials, _): trials
    case .mean(let mean): mean.games
    case .quantile(_, let histogram, _): histogram.reduce(0) { $0 + $1.count }
    }
  }

  /// The figure with its 95% interval; nil if it is undefined.
  package var interval: Interval? {
    switch self {
    case .rate(let successes, let trials, let effect):
      return Statistics.rate(successes: successes, trials: trials, effect: effect)
    case .attempts(let successes, let trials, let effect):
      guard successes > 0,
        let rate = Statistics.rate(successes: successes, trials: trials, effect: effect)
      else { return nil }
      return Interval(value: 1 / rate.value, low: 1 / rate.high, high: 1 / rate.low)
    case .mean(let mean): return mean.interval
    case .quantile(let p, let histogram, let effect):
      return Statistics.quantileInterval(p, of: histogram, effect: effect)
    }
  }

  /// Why the interval of this evidence is unknown; nil if it is known, or there is no figure.
  ///
  /// The interval is handed in because it takes most of the time of a report.
  func reason(for interval: Interval?) -> String? {
    guard let interval, !interval.isKnown else { return nil }
    switch self {
    case .rate, .attempts: return nil
    case .mean(let mean): return mean.reason
    case .quantile(let p, _, let effect):
      return "\(games == 1 ? "1 game is" : "\(games) games are") too few for an interval of this"
        + " quantile; it needs \(Statistics.minGames(forQuantile: p, effect: effect))"
    }
  }

  // MARK: Tests

  /// The p-value of the figure lying below a bound.
  func pValue(below low: Double) -> Double {
    switch self {
    case .rate(let successes, let trials, let effect):
      if low <= 0 { return 1 }
      if low > 1 { return 0 }
      return Statistics.binomialCDF(successes, trials: trials, probability: low, effect: effect)
    case .attempts(let successes, let trials, let effect):
      // Fewer games per success: a higher rate.
      return low <= 1
        ? 1 : Self.rate(successes: successes, trials: trials, effect: effect).pValue(above: 1 / low)
    case .mean(let mean): return mean.pValue(below: low)
    case .quantile(let p, let histogram, let effect):
      let below = histogram.reduce(0) { Double($1.value) < low ? $0 + $1.count : $0 }
      return Statistics.binomialCDF(
        games - below, trials: games, probability: 1 - p, effect: effect)
    }
  }

  /// The p-value of the figure lying above a bound.
  func pValue(above high: Double) -> Double {
    switch self {
    case .rate(let successes, let trials, let effect):
      if high >= 1 { return 1 }
      if high < 0 { return 0 }
      return Statistics.binomialCDF(
        trials - successes, trials: trials, probability: 1 - high, effect: effect)
    case .attempts(let successes, let trials, let effect):
      return high < 1
        ? 0
        : Self.rate(successes: successes, trials: trials, effect: effect).pValue(below: 1 / high)
    case .mean(let mean): return mean.pValue(above: high)
    case .quantile(let p, let histogram, let effect):
      let within = histogram.reduce(0) { Double($1.value) <= high ? $0 + $1.count : $0 }
      return Statistics.binomialCDF(within, trials: games, probability: p, effect: effect)
    }
  }
}
