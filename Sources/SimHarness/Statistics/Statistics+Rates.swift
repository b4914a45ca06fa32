extension Statistics {
  /// Successes or failures up to which a rate's interval is at least the exact one.
  static let fewOutcomes = 15

  /// The interval of a rate; nil without trials, or if the counts contradict each other.
  ///
  /// Wilson's, and where at most `fewOutcomes` trials succeeded or failed at least Clopper and
  /// Pearson's. At every rate its exact coverage at 95% is 0.93 or more (`CoverageTests`), where
  /// Wilson's alone falls to 0.84 near 0 and 1.
  ///
  /// Source: C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated
  /// in the case of the binomial", Biometrika 26, 1934.
  public static func rate(
    successes: Int, trials: Int, level: Double = 0.95
  ) -> Interval? {
    guard let wilson = wilson(successes: successes, trials: trials, level: level) else {
      return nil
    }
    let failures = trials - successes
    let few = Swift.min(successes, failures)
    guard few <= fewOutcomes else { return wilson }
    let error = (1 - level) / 2
    // The lower bound: as many or more have a probability of `error`.
    let low =
      few == 0 ? 0 : rate(below: few - 1, trials: trials, probability: 1 - error)
    let high = rate(below: few, trials: trials, probability: error)
    let exact = successes <= failures ? (low, high) : (1 - high, 1 - low)
    return Interval(
      value: wilson.value, low: Swift.min(wilson.low, exact.0),
      high: Swift.max(wilson.high, exact.1))
  }

  /// The same with a design effect (`PairSums`): its ends lie further from the rate, by the effect's
  /// root, and for few successes or failures at least as far as those of as many independent trials
  /// as these are worth.
  static func rate(
    successes: Int, trials: Int, level: Double = 0.95, effect: Double
  ) -> Interval? {
    guard var interval = rate(successes: successes, trials: trials, level: level) else {
      return nil
    }
    guard effect != 1 else { return interval }
    let root = effect.squareRoot()
    interval.low = Swift.max(0, interval.value - (interval.value - interval.low) * root)
    interval.high = Swift.min(1, interval.value + (interval.high - interval.value) * root)
    let failures = trials - successes
    guard Double(Swift.min(successes, failures)) <= Double(fewOutcomes) * effect else {
      return interval
    }
    let error = (1 - level) / 2
    let wilson = wilson(
      successes: successes, trials: trials, z: twoSidedNormal(level) * effect.squareRoot())
    interval.low = Swift.min(
      interval.low, wilson?.low ?? 1,
      1 - exactBound(failures, trials: trials, error: error, effect: effect))
    interval.high = Swift.max(
      interval.high, wilson?.high ?? 0,
      exactBound(successes, trials: trials, error: error, effect: effect))
    return interval
  }

  /// The rate at which so few successes, of trials that each count for one divided by `effect`, have
  /// a probability of `error`.
  private static func exactBound(
    _ successes: Int, trials: Int, error: Double, effect: Double
  ) -> Double {
    guard successes < trials else { return 1 }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let tail = binomialCDF(successes, trials: trials, probability: middle, effect: effect)
      if tail > error { low = middle } else { high = middle }
    }
    return high
  }

  /// The rate at which `count` or fewer of the trials succeed with this probability; `count` is
  /// small.
  private static func rate(below count: Int, trials: Int, probability: Double) -> Double {
    guard count < trials else { return 1 }
    let n = Double(trials)
    // Beyond this many expected successes the probability is below any that `Double` tells from 0.
    var (low, high) = (0.0, Swift.min(1, Double(count + 1000) / n))
    while true {
      let middle = low + (high - low) / 2
      guard low < middle, middle < high else { return middle }
      let odds = middle / (1 - middle)
      var term = DeterministicMath.exp(n * DeterministicMath.log1p(-middle))
      var sum = term
      for successes in 0..<count {
        term *= (n - Double(successes)) / Double(successes + 1) * odds
        sum += term
      }
      if sum > probability { low = middle } else { high = middle }
    }
  }
}
