extension Statistics {
  /// The probability that a standard normal variable lies above z.
  ///
  /// The relative error is below 1e-12 up to z = 37; beyond, it is 0 or nearly so.
  public static func normalUpperTail(_ z: Double) -> Double {
    if z < 0 { return 1 - normalUpperTail(-z) }
    let density = DeterministicMath.exp(-z * z / 2) / rootOfTwoPi
    if z < 2.5 {
      // Phi(z) - 1/2 is the density times z + z^3 / 3 + z^5 / (3 * 5) + ...
      var term = z
      var series = z
      for odd in stride(from: 3.0, through: 201, by: 2) {
        term *= z * z / odd
        series += term
        if term < 0x1p-60 * series { break }
      }
      return 0.5 - density * series
    }
    // Laplace's continued fraction, from its far end.
    var fraction = z
    for step in stride(from: 160.0, through: 1, by: -1) { fraction = z + step / fraction }
    return density / fraction
  }

  /// The probability that a variable with Student's t distribution lies further from 0 than t.
  public static func studentT(beyond t: Double, degreesOfFreedom freedom: Double) -> Double {
    precondition(freedom >= 1, "Student's t takes at least 1 degree of freedom")
    guard t.isFinite else { return 0 }
    let square = t * t
    return incompleteBeta(
      freedom / (freedom + square), complement: square / (freedom + square), a: freedom / 2, b: 0.5)
  }

  /// The p-values of a family, corrected so that at most one in 20 families has any below 0.05
  /// where nothing is to be found.
  ///
  /// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
  /// Journal of Statistics 6, 1979.
  public static func holm(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var corrected = values
    var previous = 0.0
    for (rank, index) in order.enumerated() {
      previous = Swift.max(previous, Swift.min(1, values[index] * Double(values.count - rank)))
      corrected[index] = previous
    }
    return corrected
  }

  /// The exact two-sided p-value of a change in pass or fail on the same games.
  ///
  /// Only games that went differently count: `gained` were passed after and not before, `lost`
  /// before and not after. 1 where there are none.
  ///
  /// Source: Q. McNemar, "Note on the sampling error of the difference between correlated
  /// proportions or percentages", Psychometrika 12, 1947; exact as a binomial test.
  public static func mcNemar(gained: Int, lost: Int) -> Double {
    precondition(gained >= 0 && lost >= 0, "counts are not negative")
    let trials = gained + lost
    guard trials > 0 else { return 1 }
    return Swift.min(
      1, 2 * binomialCDF(Swift.min(gained, lost), trials: trials, probability: 0.5))
  }

  /// The exact two-sided p-value of a change in pass or fail on the same games, of which two each
  /// share a deal.
  ///
  /// A deal changed by 0, 1 or 2 games. As in McNemar's test, a change of either sign is equally
  /// likely where nothing moved, but now the deals are independent and not the games: the chance
  /// that the changes, each with a sign of its own, add up to at least as much. `singles` and
  /// `doubles` are the deals that changed by one and two games, `net` their sum.
  static func dealSigns(singles: Int, doubles: Int, net: Int) -> Double {
    let needed = net.magnitude
    guard needed > 0 else { return 1 }
    /// The chance that among tosses heads are ahead of tails by at least so many.
    func ahead(_ tosses: Int, by lead: Int) -> Double {
      // heads - tails = 2 heads - tosses
      let tails = (tosses - lead) >> 1
      return binomialCDF(tails, trials: tosses, probability: 0.5)
    }
    // Chances below this are left out.
    let least = -120.0
    var sum = 0.0
    let scale = logGamma(Double(doubles) + 1) - Double(doubles) * DeterministicMath.log(2)
    for heads in 0...doubles {
      let log =
        scale - logGamma(Double(heads) + 1) - logGamma(Double(doubles - heads) + 1)
      if log < least { continue }
      let lead = Int(needed) - 2 * (2 * heads - doubles)
      sum += DeterministicMath.exp(log) * ahead(singles, by: lead)
    }
    return Swift.min(1, 2 * sum)
  }

  /// The exact p-value of a difference between two rates of different games, two-sided: the tables
  /// with the same sums that are at most as likely.
  ///
  /// Source: R. A. Fisher, "Statistical Methods for Research Workers", 1934, 21.02.
  /// - Complexity: O(trials).
  public static func fisher(
    successes: Int, trials: Int, otherSuccesses: Int, otherTrials: Int
  ) -> Double {
    precondition((0...trials).contains(successes), "not a count of successes")
    precondition((0...otherTrials).contains(otherSuccesses), "not a count of successes")
    let sum = successes + otherSuccesses
    let lowest = Swift.max(0, sum - otherTrials)
    let highest = Swift.min(sum, trials)
    // Weights relative to the most likely table, outwards from it, so that nothing overflows.
    let share = Double(sum + 1) / Double(trials + otherTrials + 2)
    let peak = Swift.min(Swift.max(Int(saturating: Double(trials + 1) * share), lowest), highest)
    var weights = [Double](repeating: 0, count: highest - lowest + 1)
    func growth(_ x: Int) -> Double {
      Double(trials - x) / Double(x + 1) * (Double(sum - x) / Double(otherTrials - sum + x + 1))
    }
    weights[peak - lowest] = 1
    for x in stride(from: peak, to: highest, by: 1) {
      weights[x + 1 - lowest] = weights[x - lowest] * growth(x)
    }
    for x in stride(from: peak, to: lowest, by: -1) {
      weights[x - 1 - lowest] = weights[x - lowest] / growth(x - 1)
    }
    let limit = weights[successes - lowest] * (1 + 1e-7)
    let total = weights.reduce(0, +)
    return Swift.min(1, weights.reduce(0) { $1 <= limit ? $0 + $1 : $0 } / total)
  }

  private static let rootOfTwoPi = 0x1.40d931ff62706p+1
}
