/// How the same games were passed before and after a change.
///
/// A game may say on one side alone whether it was passed: where a draw becomes a win. It then counts
/// in the rate of that side, as it does where that side is looked at by itself. A rate over the games
/// that say so on both sides would be another figure, for being decided is a result too.
public struct PairedOutcomes: Sendable, Equatable {
  /// Games that say only on one side whether they were passed.
  public struct OneSided: Sendable, Equatable {
    public var passed: Int
    public var failed: Int

    public init(passed: Int = 0, failed: Int = 0) {
      self.passed = passed
      self.failed = failed
    }

    var games: Int { passed + failed }

    mutating func add(_ isPassed: Bool) {
      if isPassed { passed += 1 } else { failed += 1 }
    }
  }

  public var both: Int
  /// Passed before, not after.
  public var lost: Int
  /// Passed after, not before.
  public var gained: Int
  public var neither: Int
  /// The games that say so before and not after, and the other way round.
  public var onlyBefore: OneSided
  public var onlyAfter: OneSided

  public init(
    both: Int = 0, lost: Int = 0, gained: Int = 0, neither: Int = 0,
    onlyBefore: OneSided = OneSided(), onlyAfter: OneSided = OneSided()
  ) {
    self.both = both
    self.lost = lost
    self.gained = gained
    self.neither = neither
    self.onlyBefore = onlyBefore
    self.onlyAfter = onlyAfter
  }

  /// The games that say on both sides whether they were passed.
  public var games: Int { both + lost + gained + neither }
  /// Those that say so on one side only.
  public var oneSided: Int { onlyBefore.games + onlyAfter.games }
  /// The games that were passed on each side, and those that count in its rate.
  public var before: Int { both + lost + onlyBefore.passed }
  public var after: Int { both + gained + onlyAfter.passed }
  public var beforeGames: Int { games + onlyBefore.games }
  public var afterGames: Int { games + onlyAfter.games }

  public mutating func add(before: Bool, after: Bool) {
    switch (before, after) {
    case (true, true): both += 1
    case (true, false): lost += 1
    case (false, true): gained += 1
    case (false, false): neither += 1
    }
  }

  /// Adds a game, nil where a side does not say whether it was passed.
  public mutating func add(before: Bool?, after: Bool?) {
    switch (before, after) {
    case (let before?, let after?): add(before: before, after: after)
    case (let before?, nil): onlyBefore.add(before)
    case (nil, let after?): onlyAfter.add(after)
    case (nil, nil): break
    }
  }

  /// The correlation of the two rates, shrunk towards 0 by half a game.
  var correlation: Double {
    guard oneSided == 0 else { return ratioCorrelation }
    let sums = Double(before) * Double(games - before) * Double(after) * Double(games - after)
    guard sums > 0 else { return 0 }
    let product = Double(both) * Double(neither) - Double(lost) * Double(gained)
    let drawn = product > 0 ? Swift.max(product - Double(games) / 2, 0) : product
    return drawn / sums.squareRoot()
  }

  /// The same where the rates are over different games.
  ///
  /// Each rate is then a ratio of two sums, linearised: a game adds (passed - rate) / games to it, and
  /// nothing where it does not count. Only games that count on both sides bring the two together.
  ///
  /// Source: W. G. Cochran, "Sampling Techniques", 3rd edition, 1977, 6.
  private var ratioCorrelation: Double {
    guard beforeGames > 0, afterGames > 0 else { return 0 }
    let (first, second) = (
      Double(before) / Double(beforeGames), Double(after) / Double(afterGames)
    )
    let variance =
      Double(before) * (1 - first) * (Double(after) * (1 - second))
    guard variance > 0 else { return 0 }
    let shared =
      Double(both) * (1 - first) * (1 - second) + Double(neither) * first * second
      - Double(lost) * (1 - first) * second - Double(gained) * first * (1 - second)
    return (shared > 0 ? Swift.max(shared - 0.5, 0) : shared) / variance.squareRoot()
  }
}

extension Statistics {
  /// The rate after minus the rate before on the same games; nil if one side has none.
  ///
  /// Wilson's intervals of the two rates, joined with their correlation; its width is never 0. Games
  /// that count on one side only are in the rate of that side.
  ///
  /// Source: R. G. Newcombe, "Improved confidence intervals for the difference between binomial
  /// proportions based on paired data", Statistics in Medicine 17, 1998, method 10.
  public static func pairedRateDifference(
    _ outcomes: PairedOutcomes, level: Double = 0.95
  ) -> Interval? {
    pairedRateDifference(outcomes, z: twoSidedNormal(level))
  }

  /// The same with the design effect of the changes (`PairSums`).
  package static func pairedRateDifference(
    _ outcomes: PairedOutcomes, effect: Double
  ) -> Interval? {
    pairedRateDifference(outcomes, z: twoSidedNormal(0.95) * effect.squareRoot())
  }

  static func pairedRateDifference(_ outcomes: PairedOutcomes, z: Double) -> Interval? {
    guard let before = wilson(successes: outcomes.before, trials: outcomes.beforeGames, z: z),
      let after = wilson(successes: outcomes.after, trials: outcomes.afterGames, z: z)
    else { return nil }
    return joined(before, after, correlation: outcomes.correlation)
  }

  /// The rate of some games minus the rate of others; nil if one side has none.
  ///
  /// Source: R. G. Newcombe, "Interval estimation for the difference between independent
  /// proportions", Statistics in Medicine 17, 1998, method 10.
  public static func rateDifference(
    successes: Int, trials: Int, lessSuccesses: Int, lessTrials: Int, level: Double = 0.95
  ) -> Interval? {
    rateDifference(
      PassCount(wins: successes, trials: trials),
      less: PassCount(wins: lessSuccesses, trials: lessTrials), z: twoSidedNormal(level))
  }

  /// The same with the design effects of the counts.
  package static func rateDifference(_ after: PassCount, less before: PassCount) -> Interval? {
    rateDifference(after, less: before, z: twoSidedNormal(0.95))
  }

  private static func rateDifference(
    _ after: PassCount, less before: PassCount, z: Double
  ) -> Interval? {
    // In Wilson's interval, games that count for 1 / effect are a z that is larger by its root.
    func wilson(_ count: PassCount) -> Interval? {
      Self.wilson(successes: count.wins, trials: count.trials, z: z * count.effect.squareRoot())
    }
    guard let after = wilson(after), let before = wilson(before) else { return nil }
    return joined(before, after, correlation: 0)
  }

  /// The difference of two rates, with the squares of their half-widths added.
  static func joined(
    _ before: Interval, _ after: Interval, correlation: Double
  ) -> Interval {
    func root(_ first: Double, _ second: Double) -> Double {
      Swift.max(0, first * first - 2 * correlation * first * second + second * second).squareRoot()
    }
    let value = after.value - before.value
    let down = root(after.value - after.low, before.high - before.value)
    let up = root(after.high - after.value, before.value - before.low)
    return Interval(
      value: value, low: Swift.max(-1, value - down), high: Swift.min(1, value + up))
  }

  /// The mean of some values minus the mean of others, whose spreads may differ; nil below two
  /// values on a side.
  ///
  /// Source: B. L. Welch, "The generalization of 'Student's' problem when several different
  /// population variances are involved", Biometrika 34, 1947.
  package static func meanDifference(
    _ after: GameSum, less before: GameSum, level: Double = 0.95
  ) -> Interval? {
    guard let error = welch(after, before) else { return nil }
    let value =
      Double(after.total.sum) / Double(after.total.count)
      - Double(before.total.sum) / Double(before.total.count)
    guard error.value > 0 else { return .unknown(value) }
    let half = error.value * studentT(quantile: (1 + level) / 2, degreesOfFreedom: error.freedom)
    return Interval(value: value, low: value - half, high: value + half)
  }

  /// The standard error of a difference of means, and its degrees of freedom; nil below two deals
  /// on a side.
  package static func welch(
    _ first: GameSum, _ second: GameSum
  ) -> (value: Double, freedom: Double)? {
    guard first.deals > 1, second.deals > 1, let one = standardDeviation(first.total),
      let two = standardDeviation(second.total)
    else { return nil }
    let left = one * one * first.effect / Double(first.total.count)
    let right = two * two * second.effect / Double(second.total.count)
    guard left + right > 0 else { return (0, 1) }
    let freedom =
      (left + right) * (left + right)
      / (left * left / Double(first.total.count - 1)
        + right * right / Double(second.total.count - 1))
    return ((left + right).squareRoot(), Swift.max(1, freedom))
  }

  /// The mean of some values minus that of others, where either may be few or skewed.
  ///
  /// The squares of the distances of the bounds that a test puts on either mean are added. `z` is the
  /// normal quantile of the error on a side.
  ///
  /// Source of the sum: G. Y. Zou and A. Donner, "Construction of confidence limits about effect
  /// measures: a general approach", Statistics in Medicine 27, 2008.
  package static func meanDifference(
    _ after: MeanEvidence, less before: MeanEvidence, z: Double = twoSidedNormal(0.95)
  ) -> Interval? {
    guard let mean = after.interval?.value, let other = before.interval?.value else { return nil }
    let error = normalUpperTail(z)
    let (one, two) = (after.testBounds(error: error), before.testBounds(error: error))
    func root(_ first: Double, _ second: Double) -> Double {
      (first * first + second * second).squareRoot()
    }
    let value = mean - other
    return Interval(
      value: value, low: value - root(mean - one.low, two.high - other),
      high: value + root(one.high - mean, other - two.low))
  }

  /// The p-value of such a difference lying further from 0 than `tolerance`: the smallest error at
  /// which the interval lies completely beyond.
  package static func pValue(
    _ after: MeanEvidence, less before: MeanEvidence, beyond tolerance: Double
  ) -> Double {
    invertedPValue(beyond: tolerance) { meanDifference(after, less: before, z: $0) }
  }

  /// In how many ways some of a number of things can be chosen; infinite beyond 10^308.
  package static func choices(of some: Int, from all: Int) -> Double {
    func logFactorial(_ number: Int) -> Double { logGamma(Double(number) + 1) }
    return DeterministicMath.exp(
      logFactorial(all) - logFactorial(some) - logFactorial(all - some))
  }

  // MARK: p-values against a tolerance

  /// The p-value of a paired difference of rates lying further from 0 than `tolerance`.
  ///
  /// Exact at 0 (`mcNemar`) where every game counts on both sides; else the smallest error at which
  /// the interval lies completely beyond.
  package static func pValue(_ outcomes: PairedOutcomes, beyond tolerance: Double) -> Double {
    if tolerance <= 0, outcomes.oneSided == 0 {
      return mcNemar(gained: outcomes.gained, lost: outcomes.lost)
    }
    return pValue(outcomes, effect: 1, beyond: tolerance)
  }

  /// The same with the design effect of the changes, never exact.
  package static func pValue(
    _ outcomes: PairedOutcomes, effect: Double, beyond tolerance: Double
  ) -> Double {
    invertedPValue(beyond: tolerance) {
      pairedRateDifference(outcomes, z: $0 * effect.squareRoot())
    }
  }

  /// The same, exact at 0, for games of which two each share a deal: how many more games of each deal
  /// were passed after than before.
  package static func pValue(ofDeals changes: some Collection<Int>) -> Double {
    dealSigns(
      singles: changes.count { $0.magnitude == 1 }, doubles: changes.count { $0.magnitude == 2 },
      net: changes.reduce(0, +))
  }

  /// The same for two rates of different games; exact at 0 (`fisher`) where every game has a deal of
  /// its own, else by as many games as these are worth.
  package static func pValue(
    _ after: PassCount, less before: PassCount, beyond tolerance: Double
  ) -> Double {
    if tolerance <= 0 {
      let (after, before) = (after.independent, before.independent)
      return fisher(
        successes: after.wins, trials: after.trials, otherSuccesses: before.wins,
        otherTrials: before.trials)
    }
    return invertedPValue(beyond: tolerance) { rateDifference(after, less: before, z: $0) }
  }

  /// The p-value of a mean difference lying further from 0 than `tolerance`: a t test at the edge.
  ///
  /// `constant` is the exact one where the values have no spread, for which no t test is.
  package static func pValue(
    difference: Double, error: Double, freedom: Double, beyond tolerance: Double, constant: Double
  ) -> Double {
    let excess = difference.magnitude - tolerance
    guard excess > 0 else { return 1 }
    guard error > 0 else { return Swift.min(1, constant) }
    return studentT(beyond: excess / error, degreesOfFreedom: freedom)
  }

  /// The error of the widest interval that still lies completely beyond the tolerance.
  private static func invertedPValue(
    beyond tolerance: Double, interval: (Double) -> Interval?
  ) -> Double {
    func isBeyond(_ z: Double) -> Bool {
      guard let interval = interval(z) else { return false }
      return interval.low > tolerance || interval.high < -tolerance
    }
    var inside = 0x1p-20
    var outside = 38.0
    guard isBeyond(inside) else { return 1 }
    guard !isBeyond(outside) else { return 0 }
    for _ in 0..<60 {
      let middle = (inside + outside) / 2
      if isBeyond(middle) { inside = middle } else { outside = middle }
    }
    return Swift.min(1, 2 * normalUpperTail(inside))
  }
}
