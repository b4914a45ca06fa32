extension Statistics {
  /// The ceil(p * n)-th smallest of n values, given as counts by ascending value.
  ///
  /// The smallest at p = 0; nil without values or with p outside 0...1. Where p * n should be whole
  /// except for the rounding of p, such as 0.07 * 100, it counts as whole.
  public static func quantile(_ p: Double, of sorted: [(value: Int, count: Int)]) -> Int? {
    guard p >= 0, p <= 1 else { return nil }
    let total = sorted.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    let place = (p * Double(total) * (1 - 0x1p-51)).rounded(.up)
    let rank = place >= Double(total) ? total : Swift.max(Int(place), 1)
    var below = 0
    for entry in sorted {
      below += entry.count
      if below >= rank { return entry.value }
    }
    return nil
  }

  /// The ranks, from 1, of the two values among n sorted ones that enclose the quantile p.
  ///
  /// Of the pairs whose coverage is at least `level` for every continuous distribution (and so, or
  /// more, for any other) the closest; of several the one with the most similar probabilities of
  /// lying completely above and completely below the quantile; then the lower. Nil if no pair
  /// reaches the level. A coverage within 1e-12 of the level counts as reaching it.
  ///
  /// The coverage of (lower, upper) is the probability of lower...(upper - 1) successes in n trials
  /// (H. A. David, H. N. Nagaraja, "Order Statistics", 7.1).
  ///
  /// - Complexity: O(sqrt(n)), some thousand steps at n = 10^6.
  public static func orderStatisticInterval(
    n: Int, p: Double, level: Double = 0.95
  ) -> (lower: Int, upper: Int)? {
    precondition(level > 0 && level < 1, "a confidence level lies between 0 and 1")
    guard n >= 2, p > 0, p < 1 else { return nil }
    let ends =
      binomialPMF(0, trials: n, probability: p) + binomialPMF(n, trials: n, probability: p)
    guard 1 - ends >= level - coverageTolerance else { return nil }
    guard let widest = likeliestWindow(n: n, p: p, level: level) else { return nil }
    return symmetricWindow(widest, n: n, p: p, level: level)
  }

  /// The quantile p with its 95% order-statistic interval, which holds the true one with at least
  /// that probability whatever the values' distribution; nil without values.
  ///
  /// With a design effect it is that of `effect` times fewer values, each of which stands for several
  /// neighbouring ones.
  static func quantileInterval(
    _ p: Double, of sorted: [(value: Int, count: Int)], effect: Double = 1
  ) -> Interval? {
    guard let value = quantile(p, of: sorted) else { return nil }
    let total = sorted.reduce(0) { $0 + $1.count }
    let fewer = effect == 1 ? total : Int(saturating: Double(total) / effect)
    guard var ranks = orderStatisticInterval(n: fewer, p: p) else {
      return .unknown(Double(value))
    }
    if effect != 1 {
      let share = Double(total) / Double(fewer)
      ranks.lower = Int(saturating: Double(ranks.lower - 1) * share) + 1
      ranks.upper = Swift.min(
        total, Int(saturating: (Double(ranks.upper) * share).rounded(.up)))
    }
    func ranked(_ rank: Int) -> Double {
      var below = 0
      for entry in sorted {
        below += entry.count
        if below >= rank { return Double(entry.value) }
      }
      return Double(value)
    }
    return Interval(
      value: Double(value), low: ranked(ranks.lower), high: ranked(ranks.upper))
  }

  /// The fewest values of which some pair encloses the quantile p in 95% of the cases; with a design
  /// effect, that of so many times more.
  static func minGames(forQuantile p: Double, effect: Double = 1) -> Int {
    let games = (2...1000).first { orderStatisticInterval(n: $0, p: p) != nil } ?? 1000
    return Int(saturating: (Double(games) * effect).rounded(.up))
  }

  private static let coverageTolerance = 1e-12

  /// Consecutive numbers of successes with the probabilities of the first, the last and all.
  private struct Window {
    var first: Int
    var last: Int
    var firstWeight: Double
    var lastWeight: Double
    var coverage: Double

    /// Probabilities of k and k + 1 successes differ by this factor.
    static func growth(after k: Int, n: Int, odds: Double) -> Double {
      Double(n - k) / Double(k + 1) * odds
    }
  }

  /// The shortest window within 1...(n - 1) that reaches the level, at its likeliest place.
  ///
  /// The probabilities have one peak, so taking in the likelier neighbour gives the best window of
  /// each length.
  private static func likeliestWindow(n: Int, p: Double, level: Double) -> Window? {
    let odds = p / (1 - p)
    let peak = Swift.min(Swift.max(Int(saturating: Double(n + 1) * p), 1), n - 1)
    let weight = binomialPMF(peak, trials: n, probability: p)
    var window = Window(
      first: peak, last: peak, firstWeight: weight, lastWeight: weight, coverage: weight)
    while window.coverage < level - coverageTolerance {
      let before =
        window.first > 1
        ? window.firstWeight / Window.growth(after: window.first - 1, n: n, odds: odds) : -1
      let after =
        window.last < n - 1
        ? window.lastWeight * Window.growth(after: window.last, n: n, odds: odds) : -1
      if before < 0 && after < 0 { return nil }
      if before >= after {
        window.first -= 1
        window.firstWeight = before
        window.coverage += before
      } else {
        window.last += 1
        window.lastWeight = after
        window.coverage += after
      }
    }
    return window
  }

  /// The best place, as ranks, for a window of the shortest length.
  private static func symmetricWindow(
    _ start: Window, n: Int, p: Double, level: Double
  ) -> (lower: Int, upper: Int) {
    let odds = p / (1 - p)
    var window = start
    var below = binomialCDF(window.first - 1, trials: n, probability: p)

    // Down to the lowest window that still reaches the level, then up through all of them.
    while window.first > 1 {
      let added = window.firstWeight / Window.growth(after: window.first - 1, n: n, odds: odds)
      let coverage = window.coverage + (added - window.lastWeight)
      if coverage < level - coverageTolerance { break }
      window.lastWeight /= Window.growth(after: window.last - 1, n: n, odds: odds)
      window.first -= 1
      window.last -= 1
      window.firstWeight = added
      window.coverage = coverage
      below -= added
    }
    var best = window.first
    var minAsymmetry = Double.infinity
    while window.coverage >= level - coverageTolerance {
      let asymmetry = (2 * below + window.coverage - 1).magnitude
      if asymmetry < minAsymmetry - coverageTolerance {
        best = window.first
        minAsymmetry = asymmetry
      }
      guard window.last < n - 1 else { break }
      let added = window.lastWeight * Window.growth(after: window.last, n: n, odds: odds)
      below += window.firstWeight
      window.coverage += added - window.firstWeight
      window.firstWeight *= Window.growth(after: window.first, n: n, odds: odds)
      window.lastWeight = added
      window.first += 1
      window.last += 1
    }
    return (best, best + (start.last - start.first) + 1)
  }
}
