extension Statistics {
  /// The probability that a chi-square variable lies above x.
  ///
  /// The degrees of freedom need not be whole. The relative error is below 1e-10 down to 1e-300.
  ///
  /// Source: the series and Lentz's continued fraction of the incomplete gamma function (NIST
  /// Digital Library of Mathematical Functions, 8.7.1 and 8.9.2).
  static func chiSquare(beyond x: Double, degreesOfFreedom freedom: Double) -> Double {
    precondition(freedom > 0, "a chi-square variable has degrees of freedom")
    let (a, x) = (freedom / 2, x / 2)
    guard x > 0 else { return 1 }
    let weight = DeterministicMath.exp(a * DeterministicMath.log(x) - x - logGamma(a))
    if x < a + 1 {
      var term = 1 / a
      var sum = term
      var step = a
      for _ in 0..<100_000 {
        step += 1
        term *= x / step
        sum += term
        if term < sum * 0x1p-54 { break }
      }
      return Swift.min(1, Swift.max(0, 1 - weight * sum))
    }
    var b = x + 1 - a
    var c = 1e300
    var d = 1 / b
    var fraction = d
    for step in 1..<100_000 {
      let numerator = -Double(step) * (Double(step) - a)
      b += 2
      d = numerator * d + b
      if d.magnitude < 1e-300 { d = 1e-300 }
      c = b + numerator / c
      if c.magnitude < 1e-300 { c = 1e-300 }
      d = 1 / d
      fraction *= d * c
      if (d * c - 1).magnitude < 0x1p-52 { break }
    }
    return Swift.min(1, weight * fraction)
  }
}
