extension Statistics {
  /// The number below which a standard normal variable falls with probability p.
  public static func normalQuantile(_ p: Double) -> Double { DeterministicMath.normalQuantile(p) }

  /// The probability of exactly `successes`.
  public static func binomialPMF(
    _ successes: Int, trials: Int, probability: Double
  ) -> Double {
    precondition(trials >= 0 && probability >= 0 && probability <= 1, "not a binomial distribution")
    guard (0...trials).contains(successes) else { return 0 }
    if probability == 0 { return successes == 0 ? 1 : 0 }
    if probability == 1 { return successes == trials ? 1 : 0 }
    return binomialDensity(
      Double(successes), Double(trials - successes), p: probability, q: 1 - probability)
  }

  /// The probability of at most `successes`.
  public static func binomialCDF(
    _ successes: Int, trials: Int, probability: Double
  ) -> Double {
    precondition(trials >= 0 && probability >= 0 && probability <= 1, "not a binomial distribution")
    if successes < 0 { return 0 }
    if successes >= trials || probability == 0 { return 1 }
    return incompleteBeta(
      1 - probability, complement: probability, a: Double(trials - successes),
      b: Double(successes) + 1)
  }

  /// The same where each trial counts for one divided by a design effect; the numbers of trials and
  /// successes need not be whole then.
  static func binomialCDF(
    _ successes: Int, trials: Int, probability: Double, effect: Double
  ) -> Double {
    guard effect != 1 else {
      return binomialCDF(successes, trials: trials, probability: probability)
    }
    precondition(trials >= 0 && probability >= 0 && probability <= 1, "not a binomial distribution")
    if successes < 0 { return 0 }
    if successes >= trials || probability == 0 { return 1 }
    return incompleteBeta(
      1 - probability, complement: probability, a: Double(trials - successes) / effect,
      b: Double(successes) / effect + 1)
  }

  /// The number below which a variable with Student's t distribution falls with probability p.
  ///
  /// Takes at least 1 degree of freedom, whole or not; infinite at p = 0 and 1. The relative error
  /// is below 1e-13.
  public static func studentT(quantile p: Double, degreesOfFreedom: Double) -> Double {
    precondition(degreesOfFreedom >= 1, "Student's t takes at least 1 degree of freedom")
    precondition(p >= 0 && p <= 1, "a probability lies in 0...1")
    if p == 0.5 { return 0 }
    let tail = Swift.min(p, 1 - p)
    if tail == 0 { return p == 0 ? -.infinity : .infinity }
    let t = upperStudentT(tail: tail, center: 2 * (p - 0.5).magnitude, degreesOfFreedom)
    return p < 0.5 ? -t : t
  }

  /// The number above which a t variable lies with probability `tail`, below 1/2, and within which
  /// it lies in magnitude with probability `center`.
  private static func upperStudentT(
    tail: Double, center: Double, _ freedom: Double
  ) -> Double {
    if freedom == 1 {
      let angle = DeterministicMath.sincos(.pi * (tail < 0.25 ? tail : center / 2))
      return tail < 0.25 ? angle.cos / angle.sin : angle.sin / angle.cos
    }
    if freedom == 2 { return center / (2 * tail * (1 - tail)).squareRoot() }
    let z = center < 0.5 ? normalQuantile(0.5 + center / 2) : -normalQuantile(tail)
    if freedom >= 1000 + 200 * z * z { return expandedStudentT(z, freedom) }
    return solvedStudentT(tail: tail, center: center, freedom, start: z)
  }

  /// The quantile by the expansion of Cornish and Fisher in 1 / freedom, around the normal one.
  ///
  /// Source: M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 26.7.5. From
  /// 1000 + 200 z^2 degrees on, what is left out is a share below 1e-15.
  private static func expandedStudentT(_ z: Double, _ freedom: Double) -> Double {
    let square = z * z
    let first = (square + 1) / 4
    let second = ((5 * square + 16) * square + 3) / 96
    let third = (((3 * square + 19) * square + 17) * square - 15) / 384
    let fourth =
      ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92_160
    let tail = second + (third + fourth / freedom) / freedom
    return z + z * (first + tail / freedom) / freedom
  }

  /// The quantile by Newton's method from a smaller number.
  ///
  /// In the middle the probability between -t and t is a concave function of t, which Newton's
  /// method follows from below; towards the tails the logarithm of the probability beyond is nearly
  /// straight in log t.
  private static func solvedStudentT(
    tail: Double, center: Double, _ freedom: Double, start: Double
  ) -> Double {
    var t = start
    for _ in 1...60 {
      let square = t * t
      let inside = square / (freedom + square)
      let outside = freedom / (freedom + square)
      // t times the density of t.
      let slope =
        binomialDensity(0.5, freedom / 2, p: inside, q: outside) * (freedom / 2) / (freedom + 1)
      let growth: Double
      if center < 0.5 {
        let reached = incompleteBeta(inside, complement: outside, a: 0.5, b: freedom / 2)
        growth = (center - reached) / (2 * slope)
        t += t * growth
      } else {
        let reached = incompleteBeta(outside, complement: inside, a: freedom / 2, b: 0.5)
        growth = DeterministicMath.log(reached / (2 * tail)) * reached / (2 * slope)
        t *= DeterministicMath.exp(growth)
      }
      if growth.magnitude < 1e-9 { break }
    }
    return t
  }
}
