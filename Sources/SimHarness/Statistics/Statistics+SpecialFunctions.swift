extension Statistics {
  /// The natural logarithm of the gamma function of a positive number.
  ///
  /// The error is below 1e-14 times the value or 1, whichever is larger.
  static func logGamma(_ x: Double) -> Double {
    precondition(x > 0, "logGamma takes positive numbers")
    if x < 0x1p-60 { return -DeterministicMath.log(x) }
    if x == 1 || x == 2 { return 0 }
    if x > 0x1p1000 { return x * (DeterministicMath.log(x) - 1) }
    return ((x - 0.5) * DeterministicMath.log(x) - x) + (halfLogTwoPi + stirlingError(x))
  }

  /// The regularised incomplete beta function I_x(a, b), for positive a and b.
  static func incompleteBeta(_ x: Double, a: Double, b: Double) -> Double {
    incompleteBeta(x, complement: 1 - x, a: a, b: b)
  }

  /// I_x(a, b) for an x given with 1 - x, of which the smaller one is exact.
  ///
  /// Takes some sqrt(max(a, b)) steps. The relative error is about 1e-13 up to a + b = 10^6.
  static func incompleteBeta(
    _ x: Double, complement y: Double, a: Double, b: Double
  ) -> Double {
    precondition(a > 0 && b > 0, "incompleteBeta takes positive parameters")
    precondition(x >= 0 && y >= 0, "incompleteBeta takes 0...1")
    if x == 0 { return 0 }
    if y == 0 { return 1 }
    let sum = a + b
    let power = binomialDensity(a, b, p: x, q: y) * a * (b / sum)
    if x <= (a + 1) / (sum + 2) {
      return Swift.min(power / betaFraction(x, complement: y, a: a, b: b), 1)
    }
    return Swift.max(1 - power / betaFraction(y, complement: x, a: b, b: a), 0)
  }

  /// x^a (1 - x)^b / B(a, b) over I_x(a, b), as a continued fraction, for x below
  /// (a + 1) / (a + b + 2).
  ///
  /// It takes 1 - x as well, for where x is close to 1 its rounding would show.
  ///
  /// Source: A. R. DiDonato, A. H. Morris, "Algorithm 708: significant digit computation of the
  /// incomplete beta function ratios", ACM TOMS 18, 1992, equation 9, evaluated by Lentz's method.
  private static func betaFraction(
    _ x: Double, complement y: Double, a: Double, b: Double
  ) -> Double {
    let offset = a * y - b * x + 1
    var fraction = nonzero(a * offset / (a + 1))
    var numerator = fraction
    var denominator = 0.0
    for step in 1...200_000 {
      let m = Double(step)
      let place = a + 2 * m
      let ratio = m * (b - m) * x / (place - 1)
      let partial = (a + m - 1) * ((a + b + m - 1) / (place - 1)) * x * ratio
      let whole = m + ratio + (a + m) * ((offset + m * (1 + y)) / (place + 1))
      denominator = 1 / nonzero(whole + partial * denominator)
      numerator = nonzero(whole + partial / numerator)
      let factor = numerator * denominator
      fraction *= factor
      if (factor - 1).magnitude < 0x1p-52 { break }
    }
    return fraction
  }

  private static func nonzero(_ x: Double) -> Double { x.magnitude < 1e-300 ? 1e-300 : x }

  /// The binomial probability p^a q^b (a + b)! / (a! b!), for real a and b not below 0.
  ///
  /// Written with deviances and Stirling errors, of which none is much larger than the logarithm of
  /// the result, so that 10^6 trials cost no accuracy. p and q are positive and add up to 1.
  ///
  /// Source: C. Loader, "Fast and accurate computation of binomial probabilities", 2000.
  static func binomialDensity(_ a: Double, _ b: Double, p: Double, q: Double) -> Double {
    if a == 0 { return DeterministicMath.exp(b * logarithm(q, complement: p)) }
    if b == 0 { return DeterministicMath.exp(a * logarithm(p, complement: q)) }
    let sum = a + b
    let errors = stirlingError(sum) - stirlingError(a) - stirlingError(b)
    let deviances = deviance(a, sum * p) + deviance(b, sum * q)
    return DeterministicMath.exp(errors - deviances) * (sum / a / (twoPi * b)).squareRoot()
  }

  /// The logarithm of a probability, from whichever of it and its complement is smaller.
  private static func logarithm(_ p: Double, complement q: Double) -> Double {
    p < 0.5 ? DeterministicMath.log(p) : DeterministicMath.log1p(-q)
  }

  /// x log(x / mean) + mean - x, without cancellation near the mean.
  private static func deviance(_ x: Double, _ mean: Double) -> Double {
    let difference = x - mean
    guard difference.magnitude < 0.1 * (x + mean) else {
      return x * DeterministicMath.log(x / mean) - difference
    }
    let ratio = difference / (x + mean)
    let square = ratio * ratio
    var term = 2 * x * ratio
    var series = 0.0
    for odd in stride(from: 3.0, through: 31, by: 2) {
      term *= square
      series += term / odd
      if term.magnitude < 0x1p-60 * difference.magnitude * ratio.magnitude { break }
    }
    return difference * ratio + series
  }

  /// log(x!) minus Stirling's formula, for positive x.
  static func stirlingError(_ x: Double) -> Double {
    var z = x
    var shift = 0.0
    while z < 16 {
      shift += (z + 0.5) * DeterministicMath.log1p(1 / z) - 1
      z += 1
    }
    let inverse = 1 / (z * z)
    var series = 691.0 / 360_360
    series = 1.0 / 1188 - inverse * series
    series = 1.0 / 1680 - inverse * series
    series = 1.0 / 1260 - inverse * series
    series = 1.0 / 360 - inverse * series
    series = 1.0 / 12 - inverse * series
    return shift + series / z
  }

  private static let twoPi = 0x1.921fb54442d18p+2
  private static let halfLogTwoPi = 0x1.d67f1c864beb5p-1
}
