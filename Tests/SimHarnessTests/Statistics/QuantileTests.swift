import Testing

@testable import SimHarness

@Suite struct QuantileTests {
  /// For every count up to 150 and p in hundredths, the rank is the one of whole numbers.
  @Test func quantileTakesTheExactRank() {
    for count in 1...150 {
      let values = [(value: 1, count: count)]
      #expect(Statistics.quantile(0.5, of: values) == 1)
      let ladder = (1...count).map { (value: $0, count: 1) }
      for hundredths in stride(from: count % 7, through: 100, by: 7) {
        let rank = max(1, (hundredths * count + 99) / 100)
        #expect(Statistics.quantile(Double(hundredths) / 100, of: ladder) == rank)
      }
    }
  }

  @Test func quantileOfCounts() {
    let values = [(value: -3, count: 2), (value: 0, count: 0), (value: 5, count: 7)]
    #expect(Statistics.quantile(0, of: values) == -3)
    #expect(Statistics.quantile(2.0 / 9, of: values) == -3)
    #expect(Statistics.quantile(0.23, of: values) == 5)
    #expect(Statistics.quantile(1, of: values) == 5)
    #expect(Statistics.quantile(1, of: [(value: 4, count: .max)]) == 4)
  }

  @Test func quantileOfNothing() {
    #expect(Statistics.quantile(0.5, of: []) == nil)
    #expect(Statistics.quantile(0.5, of: [(value: 1, count: 0)]) == nil)
    #expect(Statistics.quantile(-0.1, of: [(value: 1, count: 1)]) == nil)
    #expect(Statistics.quantile(1.1, of: [(value: 1, count: 1)]) == nil)
    #expect(Statistics.quantile(.nan, of: [(value: 1, count: 1)]) == nil)
  }

  /// A search of all pairs of ranks over `scipy.stats.binom.pmf`, 1.17.1.
  @Test(
    arguments: [
      (5, 0.5, 0.95, nil),
      (6, 0.5, 0.95, (1, 6)),
      (10, 0.5, 0.95, (2, 9)),
      (20, 0.25, 0.95, (2, 10)),
      (100, 0.5, 0.95, (40, 60)),
      (100, 0.05, 0.95, (1, 10)),
      (100, 0.95, 0.95, (91, 100)),
      (99, 0.95, 0.95, (90, 99)),
      (72, 0.05, 0.95, (1, 9)),
      (500, 0.75, 0.9, (359, 391)),
      (2000, 0.5, 0.99, (942, 1058)),
      (10000, 0.05, 0.95, (458, 544)),
      (100000, 0.5, 0.95, (49690, 50310)),
      (2, 0.5, 0.5, (1, 2)),
      (4, 0.5, 0.75, (1, 4)),
      (21, 0.9, 0.5, (19, 21)),
    ] as [(Int, Double, Double, (Int, Int)?)])
  func orderStatistics(n: Int, p: Double, level: Double, ranks: (Int, Int)?) {
    let found = Statistics.orderStatisticInterval(n: n, p: p, level: level)
    #expect(found?.lower == ranks?.0)
    #expect(found?.upper == ranks?.1)
  }

  /// The ranks by their definition, in exact whole numbers: every pair of ranks, every n up to 30.
  ///
  /// With p = `part`/`whole` the chance of k in n is C(n, k) partᵏ (whole - part)ⁿ⁻ᵏ over wholeⁿ.
  @Test(arguments: [(1, 10), (1, 4), (1, 2), (3, 4), (9, 10)], [10, 15, 18, 19])
  func orderStatisticsInWholeNumbers(_ p: (part: Int, whole: Int), twentieths: Int) {
    for n in 1...30 {
      var chances: [UInt128] = []
      var combinations: UInt128 = 1
      for k in 0...n {
        chances.append(combinations * Self.power(p.part, k) * Self.power(p.whole - p.part, n - k))
        combinations = combinations * UInt128(n - k) / UInt128(k + 1)
      }
      var best: (lower: Int, upper: Int, asymmetry: UInt128)?
      for lower in stride(from: 1, to: n, by: 1) {
        for upper in (lower + 1)...n {
          let coverage = chances[lower..<upper].reduce(0, +)
          guard coverage * 20 >= Self.power(p.whole, n) * UInt128(twentieths) else { continue }
          let below = chances[..<lower].reduce(0, +)
          let above = chances[upper...].reduce(0, +)
          let asymmetry = max(below, above) - min(below, above)
          let width = best.map { $0.upper - $0.lower } ?? .max
          if (upper - lower, asymmetry) < (width, best?.asymmetry ?? .max) {
            best = (lower, upper, asymmetry)
          }
        }
      }
      let found = Statistics.orderStatisticInterval(
        n: n, p: Double(p.part) / Double(p.whole), level: Double(twentieths) / 20)
      #expect(found?.lower == best?.lower, "n = \(n)")
      #expect(found?.upper == best?.upper, "n = \(n)")
    }
  }

  private static func power(_ base: Int, _ exponent: Int) -> UInt128 {
    repeatElement(UInt128(base), count: exponent).reduce(1, *)
  }

  /// Every n up to 60: the coverage suffices, and no closer pair has it.
  @Test(arguments: [0.05, 0.25, 0.5, 0.9])
  func orderStatisticsAreTheShortest(p: Double) {
    for n in 0...60 {
      let masses = (0...n).map { Statistics.binomialPMF($0, trials: n, probability: p) }
      var best: (lower: Int, upper: Int, asymmetry: Double)?
      for width in stride(from: 1, to: n, by: 1) where best == nil {
        for lower in 1...(n - width) {
          let coverage = masses[lower..<(lower + width)].reduce(0, +)
          guard coverage >= 0.95 - 1e-12 else { continue }
          let below = masses[..<lower].reduce(0, +)
          let above = masses[(lower + width)...].reduce(0, +)
          let asymmetry = (below - above).magnitude
          if asymmetry < (best?.asymmetry ?? .infinity) - 1e-12 {
            best = (lower, lower + width, asymmetry)
          }
        }
      }
      let found = Statistics.orderStatisticInterval(n: n, p: p)
      #expect(found?.lower == best?.lower)
      #expect(found?.upper == best?.upper)
    }
  }

  @Test(arguments: [(1_000_000, 0.5), (1_000_000, 0.95), (1_000_000, 1e-5), (1_000_003, 0.25)])
  func orderStatisticsOfAMillion(n: Int, p: Double) throws {
    let ranks = try #require(Statistics.orderStatisticInterval(n: n, p: p))
    let coverage =
      Statistics.binomialCDF(ranks.upper - 1, trials: n, probability: p)
      - Statistics.binomialCDF(ranks.lower - 1, trials: n, probability: p)
    let edge = Statistics.binomialPMF(ranks.lower, trials: n, probability: p)
    #expect(coverage >= 0.95 - 1e-11 && coverage < 0.95 + edge)
  }

  @Test func orderStatisticsOfNothing() {
    #expect(Statistics.orderStatisticInterval(n: 0, p: 0.5) == nil)
    #expect(Statistics.orderStatisticInterval(n: 1, p: 0.5) == nil)
    #expect(Statistics.orderStatisticInterval(n: 100, p: 0) == nil)
    #expect(Statistics.orderStatisticInterval(n: 100, p: 1) == nil)
    #expect(Statistics.orderStatisticInterval(n: 100, p: .nan) == nil)
    #expect(Statistics.orderStatisticInterval(n: 1_000_000, p: 1e-300) == nil)
    #expect(Statistics.orderStatisticInterval(n: 20, p: 0.05) == nil)
  }
}
