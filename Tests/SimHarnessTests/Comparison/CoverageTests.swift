import Testing

@testable import SimHarness

/// How often intervals hold the true value: computed, not assumed.
@Suite struct CoverageTests {
  /// The figures are those of an independent sum with `scipy.stats.binom.pmf`, 1.17.1.
  @Test(arguments: [
    (20, 0.9537566083609168, 0.9245163262115035),
    (50, 0.9501000082054881, 0.9105646869039692),
    (100, 0.949226629851228, 0.9206267977478191),
    (500, 0.9503896500446779, 0.9427355038939291),
    (2000, 0.949964250798115, 0.9431700651115269),
  ])
  func wilson(trials: Int, mean: Double, least: Double) throws {
    let intervals = try (0...trials).map {
      try #require(Statistics.wilson(successes: $0, trials: trials))
    }
    let coverages = (1...99).map { hundredths in
      let rate = Double(hundredths) / 100
      var coverage = 0.0
      for (successes, interval) in intervals.enumerated()
      where interval.low <= rate && rate <= interval.high {
        coverage += Statistics.binomialPMF(successes, trials: trials, probability: rate)
      }
      return coverage
    }
    let average = coverages.reduce(0, +) / 99
    let lowest = try #require(coverages.min())
    let highest = try #require(coverages.max())
    #expect(isClose(average, mean, 1e-12))
    #expect(isClose(lowest, least, 1e-12))
    #expect((0.945...0.955).contains(average))
    #expect(lowest >= 0.91)
    if trials >= 500 { #expect(lowest >= 0.94 && highest <= 0.965) }
  }

  /// The lowest coverage over all rates: it lies beside a bound of some count's interval.
  ///
  /// The figures are sums of `scipy.stats.binom.pmf` over intervals from `scipy.stats.beta.ppf`.
  @Test(arguments: [
    (1, 0.975),
    (10, 0.961020510068),
    (40, 0.936981748506),
    (100, 0.934941054925),
    (142, 0.931857138935),
    (200, 0.934049450469),
    (1000, 0.937501505466),
  ])
  func rateAtItsWorst(trials: Int, least: Double) throws {
    let intervals = try (0...trials).map {
      try #require(Statistics.rate(successes: $0, trials: trials))
    }
    let bounds = intervals.flatMap { [$0.low, $0.high] }.filter { 0 < $0 && $0 < 1 }
    let coverages = bounds.flatMap { [$0 * (1 - 1e-12), $0 * (1 + 1e-12)] }.map { rate in
      var coverage = 0.0
      for (successes, interval) in intervals.enumerated()
      where interval.low <= rate && rate <= interval.high {
        coverage += Statistics.binomialPMF(successes, trials: trials, probability: rate)
      }
      return coverage
    }
    let lowest = try #require(coverages.min())
    #expect(isClose(lowest, least, 1e-9))
    #expect(lowest >= 0.93)
  }

  /// Samples of normal data, rounded to whole numbers, in units of a millionth of their deviation.
  @Test(arguments: [2, 5, 30])
  func meanOfNormalData(count: Int) throws {
    let samples = 4000
    var held = 0
    var state: UInt64 = 0x1234_5678_9abc_def0
    for _ in 0..<samples {
      var sum: Int128 = 0
      var squares: Int128 = 0
      for _ in 0..<count {
        let uniform = (Double(splitMix(&state) >> 12) + 0.5) * 0x1p-52
        let value = Int128((Statistics.normalQuantile(uniform) * 1e6).rounded())
        sum += value
        squares += value * value
      }
      let interval = try #require(
        Statistics.meanInterval(count: count, sum: sum, sumOfSquares: squares))
      if interval.low <= 0 && interval.high >= 0 { held += 1 }
    }
    #expect((0.94...0.96).contains(Double(held) / Double(samples)))
  }
}

/// The next number of a SplitMix64 generator.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014.
private func splitMix(_ state: inout UInt64) -> UInt64 {
  state &+= 0x9e37_79b9_7f4a_7c15
  var z = state
  z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
  z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
  return z ^ (z >> 31)
}
