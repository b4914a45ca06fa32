import SimHarness

/// The smallest deviation that a gate would detect.
///
/// The figures that as many games, tested at the same error, find with a given probability.
public struct GatePower: Sendable, Equatable {
  /// A figure this low or lower would be detected; nil if none would.
  public var low: Double?
  /// A figure this high or higher would be detected; nil if none would.
  public var high: Double?
  /// Whether the figures are shares of the games beyond the bound: for quantiles.
  public var isShareBeyond = false

  /// Whether no figure would be detected.
  var isNone: Bool { low == nil && high == nil }

  /// - Parameters:
  ///   - evidence: What the games said.
  ///   - bound: The gate's bound.
  ///   - error: The false alarms allowed to this test.
  ///   - power: The probability of a find.
  init(_ evidence: FigureEvidence, _ bound: Condition.Bound, error: Double, power: Double = 0.8) {
    let sides = bound.low != nil && bound.high != nil ? 2.0 : 1
    let error = error / sides
    switch evidence {
    case .rate(_, let trials, let effect):
      let trials = Self.worth(trials, effect)
      low = bound.low.flatMap {
        Self.rate(below: $0, trials: trials, error: error, power: power)
      }
      high = bound.high.flatMap {
        Self.rate(below: 1 - $0, trials: trials, error: error, power: power).map { 1 - $0 }
      }
    case .attempts(_, let trials, let effect):
      let trials = Self.worth(trials, effect)
      low = bound.low.flatMap {
        Self.rate(below: 1 - 1 / max($0, 1), trials: trials, error: error, power: power)
          .map { 1 / (1 - $0) }
      }
      high = bound.high.flatMap {
        Self.rate(below: 1 / max($0, 1), trials: trials, error: error, power: power).map { 1 / $0 }
      }
    case .mean(let mean):
      low = bound.low.flatMap {
        mean.detected(beyond: $0, above: false, error: error, power: power)
      }
      high = bound.high.flatMap {
        mean.detected(beyond: $0, above: true, error: error, power: power)
      }
    case .quantile(let p, _, let effect):
      isShareBeyond = true
      let games = Self.worth(evidence.games, effect)
      low = bound.low.flatMap { _ in
        Self.rate(below: 1 - p, trials: games, error: error, power: power).map { 1 - $0 }
      }
      high = bound.high.flatMap { _ in
        Self.rate(below: p, trials: games, error: error, power: power).map { 1 - $0 }
      }
    }
  }

  /// How many independent games are worth as much as these.
  private static func worth(_ games: Int, _ effect: Double) -> Int {
    effect == 1 ? games : Int(saturating: Double(games) / effect)
  }

  /// The highest rate that a one-sided binomial test finds to lie below a limit.
  static func rate(
    below limit: Double, trials: Int, error: Double, power: Double
  ) -> Double? {
    guard trials > 0, limit > 0, limit <= 1 else { return nil }
    func isFound(_ successes: Int) -> Bool {
      Statistics.binomialCDF(successes, trials: trials, probability: limit) < error
    }
    guard isFound(0) else { return nil }
    var (passed, beyond) = (0, trials + 1)
    while beyond - passed > 1 {
      let middle = (passed + beyond) / 2
      if isFound(middle) { passed = middle } else { beyond = middle }
    }
    var (found, missed) = (0.0, limit)
    for _ in 0..<60 {
      let middle = (found + missed) / 2
      if Statistics.binomialCDF(passed, trials: trials, probability: middle) >= power {
        found = middle
      } else {
        missed = middle
      }
    }
    return found
  }
}
