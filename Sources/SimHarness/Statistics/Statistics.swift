/// Estimates and intervals, computed once from integer counts and sums.
///
/// An undefined figure is nil; no result is NaN. Only operations that IEEE 754 fixes to the last
/// bit are used, so the same integers give the same bytes on every machine.
public enum Statistics {
  /// Wilson's score interval of a rate; nil without trials, or if the counts contradict each other.
  ///
  /// It lies in 0...1 and never has width 0. Averaged over rates 0.01...0.99, its exact coverage at
  /// 95% is 0.949 to 0.954 from 20 trials on, but near 0 and 1 it falls to 0.84 (`CoverageTests`).
  /// `rate(successes:trials:level:)` is wide enough there.
  ///
  /// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
  /// JASA 22, 1927.
  public static func wilson(
    successes: Int, trials: Int, level: Double = 0.95
  ) -> Interval? {
    wilson(successes: successes, trials: trials, z: twoSidedNormal(level))
  }

  /// The same for an error given as the normal quantile of its sides, such as 1.96.
  static func wilson(successes: Int, trials: Int, z: Double) -> Interval? {
    guard trials > 0, (0...trials).contains(successes) else { return nil }
    let n = Double(trials)
    let hits = Double(successes)
    let misses = Double(trials - successes)
    let square = z * z
    let reach = hits + square / 2 + z * (hits * (misses / n) + square / 4).squareRoot()
    // The bounds are the roots of a quadratic; the lower one follows from their product, so that
    // nothing cancels.
    var low = hits * (hits / n) / reach
    let high = successes == trials ? 1 : Swift.min(reach / (n + square), 1)
    let value = hits / n
    if low >= high { low = high.nextDown }
    return Interval(value: value, low: Swift.min(low, value), high: Swift.max(high, value))
  }

  /// Student's t interval of the mean; nil below 2 values, where no spread is known.
  ///
  /// Its width is 0 only if all values are equal. `sumOfSquares` is the sum of the squared values.
  public static func meanInterval(
    count: Int, sum: Int128, sumOfSquares: Int128, level: Double = 0.95
  ) -> Interval? {
    meanInterval(
      FigureSum(count: count, sum: sum, sumOfSquares: sumOfSquares), level: level)
  }

  /// The same, with a design effect (`PairSums`).
  package static func meanInterval(
    _ total: FigureSum, level: Double = 0.95, effect: Double = 1
  ) -> Interval? {
    guard let deviation = standardDeviation(total) else { return nil }
    let count = Double(total.count)
    let mean = Double(total.sum) / count
    guard deviation > 0 else { return Interval(value: mean, low: mean, high: mean) }
    let t = -studentT(quantile: tail(beyond: level), degreesOfFreedom: count - 1)
    let half = t * (deviation / count.squareRoot()) * effect.squareRoot()
    return Interval(value: mean, low: mean - half, high: mean + half)
  }

  /// The standard deviation of a sample, dividing by n - 1; nil below 2 values.
  public static func standardDeviation(
    count: Int, sum: Int128, sumOfSquares: Int128
  ) -> Double? {
    standardDeviation(FigureSum(count: count, sum: sum, sumOfSquares: sumOfSquares))
  }

  package static func standardDeviation(_ total: FigureSum) -> Double? {
    guard total.count >= 2 else { return nil }
    let count = Double(total.count)
    return (scaledSpread(total) / count / (count - 1)).squareRoot()
  }

  /// n times the sum of squares minus the squared sum, exact in 256 bits and rounded at the end.
  ///
  /// This is n times the sum of squared deviations. Sums that no values have give 0.
  private static func scaledSpread(_ total: FigureSum) -> Double {
    var squares = SquareSum()
    squares.add(total.sumOfSquares.low, times: total.count)
    let square = total.sum.magnitude.multipliedFullWidth(by: total.sum.magnitude)
    let (low, borrow) = squares.low.subtractingReportingOverflow(square.low)
    let (partial, isBelow) =
      (squares.high + total.sumOfSquares.high * UInt128(total.count))
      .subtractingReportingOverflow(square.high)
    let (high, isNegative) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
    if isBelow || isNegative { return 0 }
    return Double(high) * 0x1p128 + Double(low)
  }

  /// The normal quantile whose symmetric interval holds a probability, such as 1.96 for 0.95.
  package static func twoSidedNormal(_ level: Double) -> Double {
    -normalQuantile(tail(beyond: level))
  }

  /// The probability on either side of a symmetric interval that holds `level`.
  private static func tail(beyond level: Double) -> Double {
    precondition(level > 0 && level < 1, "a confidence level lies between 0 and 1")
    return (1 - level) / 2
  }
}
