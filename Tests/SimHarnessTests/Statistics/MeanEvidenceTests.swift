import Testing

@testable import SimHarness

/// Intervals and tests of means where values are skewed or nearly constant.
@Suite struct MeanEvidenceTests {
  /// Samples of `games` games from values, each with how often it comes.
  struct Case: Sendable {
    let values: [Int]
    let games: Int

    init(_ counts: [Int: Int], games: Int) {
      values = counts.sorted { $0.key < $1.key }.flatMap {
        Array(repeating: $0.key, count: $0.value)
      }
      self.games = games
    }
  }

  static let nearlyConstant = [37: 960, 36: 20, 20: 20]

  private static func evidence(_ values: [Int]) -> MeanEvidence {
    var histogram = FigureHistogram()
    for value in values { histogram.add(value) }
    return MeanEvidence(histogram.sorted)
  }

  @Test func noIntervalWhereNothingIsKnownOfTheSpread() throws {
    for values in [[22], [1, 2, 3], Array(repeating: 5, count: 200)] {
      let evidence = Self.evidence(values)
      let interval = try #require(evidence.interval)
      #expect(
        !interval.isKnown && interval.value == Double(values.reduce(0, +)) / Double(values.count))
    }
    #expect(Self.evidence([22]).reason == "1 game defines it; an interval needs 10")
    #expect(
      Self.evidence(Array(repeating: 5, count: 200)).reason
        == "all 200 games gave the same value, so its spread is unknown")
    #expect(Self.evidence([]).interval == nil)
  }

  /// Well-behaved values widen Student's interval by a tenth or so, and never narrow it.
  @Test func ordinaryValuesKeepNearlyStudentsInterval() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 2))
    for games in [40, 200, 1000] {
      let values = (0..<games).map { _ in Int((100 + 20 * random.gaussian()).rounded()) }
      let interval = try #require(Self.evidence(values).interval)
      var sum = FigureSum()
      for value in values { sum.add(Int64(value)) }
      let student = try #require(Statistics.meanInterval(sum))
      #expect(interval.low <= student.low && interval.high >= student.high)
      #expect((interval.high - interval.low) < 1.3 * (student.high - student.low))
    }
  }

  /// Times of day in seconds, as an import counts them: in units of 2^-32, whose squares need more
  /// than 128 bits together.
  @Test func largeRealMetricsKeepTheirSpread() throws {
    for (base, games) in [(1_764_000_000.0, 1500), (0x1p31 - 2000, 3000), (-0x1p31 + 1, 20)] {
      var sample = FigureSample()
      let values = (0..<games).map { base + Double($0 * 7919 % games) * 0.5 }
      for value in values { sample.add(Int64(value * 0x1p32)) }
      let evidence = MeanEvidence(sample, scale: 0x1p-32)
      let interval = try #require(evidence.interval)
      let mean = base + Double(games - 1) / 4
      // Numbers 0, 1/2, ... have a variance of n (n + 1) / 12 / 4.
      let error = (Double(games + 1) / 48).squareRoot()
      #expect(isClose(interval.value, mean, 1e-12))
      #expect(isClose(evidence.error, error, 1e-9))
      #expect((3.9...5).contains((interval.high - interval.low) / error), "\(interval)")
      // Of few values the test assumes that others may lie anywhere.
      let p = evidence.pValue(below: mean + error)
      #expect(games < FigureSample.maxDistinct ? p == 1 : (0.1...0.2).contains(p))
    }
  }

  /// How often 95% intervals hold the mean, 2,000 samples each (standard error 0.006), of values
  /// that defeat Student's interval: nearly constant ones with far exceptions, rare large ones.
  @Test(arguments: [
    Case(nearlyConstant, games: 200), Case([0: 998, 7: 2], games: 100),
    Case([1: 1, 2: 1, 4: 1, 8: 1, 16: 1, 32: 1], games: 40),
  ])
  func awkwardValuesAreCovered(_ test: Case) {
    let (all, games) = (test.values, test.games)
    let mean = Double(all.reduce(0, +)) / Double(all.count)
    var random = SeededRandom(key: StreamKey(rawValue: 77))
    var given = 0
    var holding = 0
    for _ in 0..<2000 {
      let interval = Self.evidence((0..<games).map { _ in all[random.below(all.count)] }).interval
      guard let interval, interval.isKnown else { continue }
      given += 1
      if interval.low <= mean && mean <= interval.high { holding += 1 }
    }
    #expect(given > 0 && Double(holding) >= 0.93 * Double(given), "\(holding) of \(given)")
  }

  /// Gates on the very mean fail in at most 5% of 2,000 runs (standard error 0.005), either way.
  @Test(arguments: [
    Case([37: 996, 27: 4], games: 200), Case(nearlyConstant, games: 30),
    Case([0: 998, 7: 2], games: 100),
  ])
  func gatesAtTheirBoundKeepTheirError(_ test: Case) {
    let (all, games) = (test.values, test.games)
    let mean = Double(all.reduce(0, +)) / Double(all.count)
    var random = SeededRandom(key: StreamKey(rawValue: 78))
    var failed = (low: 0, high: 0)
    for _ in 0..<2000 {
      let evidence = Self.evidence((0..<games).map { _ in all[random.below(all.count)] })
      if evidence.pValue(below: mean) < 0.05 { failed.low += 1 }
      if evidence.pValue(above: mean) < 0.05 { failed.high += 1 }
    }
    #expect(failed.low <= 110 && failed.high <= 110, "\(failed)")
  }

  /// The same for log-normal times (sigma 1.5), whose largest values few samples have; and at the far
  /// end of the error, which suites with many gates need.
  @Test(arguments: [30, 60, 200]) func gatesOnVerySkewedFiguresKeepTheirError(_ games: Int) {
    var random = SeededRandom(key: StreamKey(rawValue: 79))
    let mean = 1000 * DeterministicMath.exp(1.125)
    var failed = (low: 0, far: 0)
    for _ in 0..<2000 {
      let evidence = Self.evidence(
        (0..<games).map { _ in
          Int(saturating: (1000 * DeterministicMath.exp(1.5 * random.gaussian())).rounded())
        })
      let p = evidence.pValue(below: mean)
      if p < 0.05 { failed.low += 1 }
      if p < 0.001 { failed.far += 1 }
      #expect(evidence.pValue(above: mean) > 1e-9)
    }
    #expect(failed.low <= 110 && failed.far <= 30, "\(failed)")
  }

  /// A light tail assumes no more than a quarter of the range: normal values lose no power.
  @Test func ordinaryValuesAreTestedAsBefore() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 80))
    for _ in 0..<200 {
      let values = (0..<200).map { _ in Int((1000 + 100 * random.gaussian()).rounded()) }
      let evidence = Self.evidence(values)
      let found = try #require(
        evidence.detected(beyond: 1000, above: false, error: 0.05, power: 0.5))
      #expect((1.8...2.4).contains((1000 - found) / evidence.error), "\(found)")
    }
  }

  /// A tail is hardly heavier in whole points than in thousandths: that many games share a value says
  /// nothing of values that are larger.
  @Test func tiedValuesHaveNoHeavierTail() {
    var random = SeededRandom(key: StreamKey(rawValue: 81))
    var (unlike, missed) = (0, 0)
    for _ in 0..<300 {
      let fine = (0..<100).map { _ in 100 + 2 * random.gaussian() }
      let whole = Self.evidence(fine.map { Int($0.rounded()) })
      let thousandths = Self.evidence(fine.map { Int((1000 * $0).rounded()) })
      let (low, high) = whole.testBounds(error: 0.001)
      let (finerLow, finerHigh) = thousandths.testBounds(error: 0.001)
      if max((low - finerLow / 1000).magnitude, (high - finerHigh / 1000).magnitude) > 0.3 {
        unlike += 1
      }
      // Ten standard errors.
      if whole.pValue(above: 98) > 0.001 || whole.pValue(below: 102) > 0.001 { missed += 1 }
    }
    #expect(unlike <= 12 && missed <= 3, "\(unlike), \(missed)")
  }

  /// Counting stops after a number of different values, whatever their order; the sums stay.
  @Test func manyValuesAreOnlySummed() {
    var sample = FigureSample()
    for value in 0..<Int64(FigureSample.maxDistinct) { sample.add(value * 3 - 500) }
    #expect(sample.values?.count == FigureSample.maxDistinct)
    #expect(sample.values?.first?.value == -500)
    sample.add(-500)
    #expect(sample.values?.first?.count == 2)
    sample.add(Int64.max)
    sample.add(0)
    #expect(sample.values == nil && sample.total.count == FigureSample.maxDistinct + 3)
  }
}
