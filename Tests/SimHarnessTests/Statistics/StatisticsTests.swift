import Testing

@testable import SimHarness

@Suite struct StatisticsTests {
  /// `scipy.stats.binomtest(successes, trials).proportion_ci(level, "wilson")`, 1.17.1.
  @Test(arguments: [
    (0, 1, 0.95, 0.0, 0.7934506856227626),
    (1, 1, 0.95, 0.20654931437723745, 1.0),
    (0, 20, 0.95, 0.0, 0.16112515805281935),
    (20, 20, 0.95, 0.8388748419471808, 1.0),
    (7, 20, 0.95, 0.1811918241010821, 0.5671457233147637),
    (1, 100, 0.95, 0.001767432064140647, 0.054486196178705315),
    (50, 100, 0.9, 0.41884779611252954, 0.5811522038874705),
    (97, 100, 0.99, 0.889124722848905, 0.9923878306982215),
    (1234, 5000, 0.95, 0.23504675832138558, 0.25894200594359135),
    (999999, 1_000_000, 0.999, 0.9999872510094524, 0.9999999215632666),
  ])
  func wilson(successes: Int, trials: Int, level: Double, low: Double, high: Double) throws {
    let interval = try #require(
      Statistics.wilson(successes: successes, trials: trials, level: level))
    #expect(interval.value == Double(successes) / Double(trials))
    #expect(isClose(interval.low, low, 1e-13))
    #expect(isClose(interval.high, high, 1e-13))
  }

  /// Wilson's interval of `binomtest` and, for 15 successes or failures or fewer, the bounds of
  /// `scipy.special.betaincinv` (those of `binomtest` have 10 digits), the farther ones of both.
  @Test(arguments: [
    (0, 1, 0.95, 0.0, 0.975),
    (1, 1, 0.95, 0.025000000000000022, 1.0),
    (0, 20, 0.95, 0.0, 0.16843347098308525),
    (1, 40, 0.95, 0.0006327449320494195, 0.13158585848276572),
    (39, 40, 0.95, 0.8684141415172343, 0.9993672550679505),
    (12, 40, 0.95, 0.16562720439323564, 0.4653162852541233),
    (3, 100, 0.99, 0.003407070103179758, 0.110875277151095),
    (12, 1000, 0.9, 0.00693838804786669, 0.01937019928505923),
    (50, 100, 0.9, 0.41884779611252954, 0.5811522038874705),
    (999999, 1_000_000, 0.999, 0.9999872510094524, 0.999999999499875),
  ])
  func rate(successes: Int, trials: Int, level: Double, low: Double, high: Double) throws {
    let interval = try #require(
      Statistics.rate(successes: successes, trials: trials, level: level))
    #expect(interval.value == Double(successes) / Double(trials))
    #expect(isClose(interval.low, low, 1e-12))
    #expect(isClose(interval.high, high, 1e-12))
  }

  @Test(arguments: [1, 2, 3, 20, 1000, 1 << 40, 1 << 53, 1 << 60, Int.max])
  func ratesStayInBoundsAndHaveWidth(trials: Int) throws {
    for successes in [0, 1, trials / 3, trials / 2, trials - 1, trials] {
      for level in [1e-9, 0.5, 0.95, 1 - 0x1p-53] {
        let wilson = try #require(
          Statistics.wilson(successes: successes, trials: trials, level: level))
        let rate = try #require(
          Statistics.rate(successes: successes, trials: trials, level: level))
        #expect(rate.low <= wilson.low && wilson.high <= rate.high)
        for interval in [wilson, rate] {
          #expect(interval.low >= 0 && interval.high <= 1 && interval.low < interval.high)
          #expect(interval.low <= interval.value && interval.value <= interval.high)
          if successes == 0 { #expect(interval.low == 0) }
          if successes == trials { #expect(interval.high == 1) }
        }
      }
    }
  }

  /// A success counts as a failure does.
  @Test func ratesAreSymmetric() throws {
    for trials in [1, 7, 15, 16, 31, 40, 200] {
      for successes in 0...trials {
        let rate = try #require(Statistics.rate(successes: successes, trials: trials))
        let mirrored = try #require(
          Statistics.rate(successes: trials - successes, trials: trials))
        #expect((rate.low - (1 - mirrored.high)).magnitude < 1e-15)
      }
    }
  }

  @Test func wilsonOfNothing() {
    #expect(Statistics.wilson(successes: 0, trials: 0) == nil)
    #expect(Statistics.wilson(successes: 3, trials: 2) == nil)
    #expect(Statistics.wilson(successes: -1, trials: 2) == nil)
    #expect(Statistics.rate(successes: 0, trials: 0) == nil)
    #expect(Statistics.rate(successes: 3, trials: 2) == nil)
    #expect(Statistics.rate(successes: -1, trials: 2) == nil)
  }

  /// `scipy.stats.t.interval` with `numpy.std(ddof=1)`, 1.17.1.
  @Test(
    arguments: [
      ([1, 2], 0.95, 0.7071067811865476, -4.853102368087347, 7.853102368087347),
      ([3, 1, 4, 1, 5, 9, 2, 6], 0.95, 2.748376143938713, 1.5773000431592457, 6.172699956840754),
      ([-5, 0, 0, 7], 0.9, 4.932882862316247, -5.3044330781678095, 6.304433078167807),
      (Array(0..<100), 0.99, 29.011491975882016, 41.88040591506846, 57.11959408493154),
      (
        [1_000_000_000, 1_000_000_001, 1_000_000_005], 0.95, 2.6457513110645907, 999999995.4275894,
        1000000008.5724106
      ),
    ] as [([Int], Double, Double, Double, Double)])
  func mean(values: [Int], level: Double, deviation: Double, low: Double, high: Double) throws {
    let sums = Sums(values)
    let interval = try #require(sums.interval(level: level))
    #expect(interval.value == Double(sums.sum) / Double(values.count))
    let sd = try #require(sums.deviation)
    #expect(isClose(sd, deviation, 1e-15))
    #expect(isClose(interval.low, low, 1e-13))
    #expect(isClose(interval.high, high, 1e-13))
  }

  @Test func meanWithoutSpread() {
    #expect(Sums([]).interval(level: 0.95) == nil)
    #expect(Sums([7]).interval(level: 0.95) == nil)
    #expect(Sums([7]).deviation == nil)
    #expect(Sums([7, 7, 7]).deviation == 0)
    #expect(
      Sums([-7, -7]).interval(level: 0.95) == Interval(value: -7, low: -7, high: -7))
  }

  /// Where n times the sum of squares has more than 128 bits, no digit is lost.
  @Test func hugeSums() throws {
    let offset: Int128 = 1 << 55
    let count = 1 << 16
    let half = Int128(count / 2)
    // Half the values are the offset, half 2 more: the variance is n / (n - 1).
    let sum = half * offset + half * (offset + 2)
    let squares = half * offset * offset + half * (offset + 2) * (offset + 2) - (1 << 90)
    #expect(Statistics.standardDeviation(count: count, sum: sum, sumOfSquares: squares) == 0)
    let sd = try #require(
      Statistics.standardDeviation(count: count, sum: sum, sumOfSquares: squares + (1 << 90)))
    #expect(isClose(sd, (Double(count) / Double(count - 1)).squareRoot(), 1e-15))
    let widest = try #require(
      Statistics.meanInterval(count: 2, sum: .min, sumOfSquares: .max))
    #expect(widest.low.isFinite && widest.high.isFinite)
    let largest = try #require(
      Statistics.meanInterval(count: .max, sum: 0, sumOfSquares: .max))
    #expect(largest.low.isFinite && largest.high > 0)
  }

  /// `scipy.stats.spearmanr`, 1.17.1.
  @Test(
    arguments: [
      ([1, 2, 3, 4, 5], [5, 6, 7, 8, 7], 0.8207826816681233),
      ([1, 2, 2, 3], [1, 3, 2, 4], 0.9486832980505139),
      ([3, 1, 2], [1, 3, 2], -1.0),
      ([1, 1, 2, 2, 3, 3], [2, 1, 2, 1, 3, 0], 0.0),
      ([0.1, 10, -3, 7, 7, 7, 2], [4, 4, 4, 1, 0, 2, 2], -0.34953103682127784),
    ] as [([Double], [Double], Double)])
  func spearman(first: [Double], second: [Double], value: Double) throws {
    let correlation = try #require(Statistics.spearman(first, second))
    #expect((correlation - value).magnitude < 1e-15)
    #expect(Statistics.spearman(second, first) == correlation)
    #expect(Statistics.spearman(first, first) == 1)
    #expect(Statistics.spearman(first, first.map { -$0 }) == -1)
  }

  @Test func spearmanOfNothing() {
    #expect(Statistics.spearman([], []) == nil)
    #expect(Statistics.spearman([1], [2]) == nil)
    #expect(Statistics.spearman([1, 2], [2]) == nil)
    #expect(Statistics.spearman([1, 2], [3, 3]) == nil)
    #expect(Statistics.spearman([1, .nan], [3, 4]) == nil)
    #expect(Statistics.spearman([-.infinity, 0, .infinity], [1, 2, 3]) == 1)
    #expect(Statistics.spearman([0.0, -0.0], [1, 2]) == nil)
  }
}

/// The sums that the statistics of a mean take.
private struct Sums {
  var count = 0
  var sum: Int128 = 0
  var sumOfSquares: Int128 = 0

  init(_ values: [Int]) {
    count = values.count
    for value in values {
      sum += Int128(value)
      sumOfSquares += Int128(value) * Int128(value)
    }
  }

  var deviation: Double? {
    Statistics.standardDeviation(count: count, sum: sum, sumOfSquares: sumOfSquares)
  }

  func interval(level: Double) -> Interval? {
    Statistics.meanInterval(count: count, sum: sum, sumOfSquares: sumOfSquares, level: level)
  }
}
