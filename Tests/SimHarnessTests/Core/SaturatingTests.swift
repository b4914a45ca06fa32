import Testing

@testable import SimHarness

@Suite struct SaturatingTests {
  private static let limit = 1_000_000_000_000_000
  private static let integers = [
    Int.min, Int.min + 1, -limit - 1, -limit, -limit + 1, -1, 0, 1, 7, limit - 1, limit, limit + 1,
    Int.max - 1, Int.max,
  ]

  /// Against sums and products in 128 bits.
  @Test func sumsAndProductsAreTheNearestBound() {
    func bounded(_ value: Int128) -> Int {
      Int(min(max(value, Int128(-Self.limit)), Int128(Self.limit)))
    }
    for a in Self.integers {
      for b in Self.integers {
        #expect(Saturating.sum(a, b) == bounded(Int128(a) + Int128(b)), "\(a) + \(b)")
        #expect(Saturating.product(a, b) == bounded(Int128(a) * Int128(b)), "\(a) * \(b)")
      }
    }
  }

  @Test func numbersBecomeTheNearestWholeNumber() {
    for value in [0.0, -0.0, 1.9, -1.9, 1e15, -1e15, 0x1p62] {
      #expect(Int(saturating: value) == Int(value))
    }
    for value in [0x1p63, 1e308, .infinity] as [Double] {
      #expect(Int(saturating: value) == .max)
      #expect(Int(saturating: -value) == -.max)
      #expect(Int32(saturating: value) == .max)
      #expect(Int8(saturating: value) == 127)
      #expect(Int8(saturating: -value) == -127)
    }
    #expect(Int(saturating: .nan) == 0)
    #expect(Int8(saturating: -0.5) == 0)
    #expect(Int8(saturating: 126.9) == 126)
  }

  /// A metric beyond its bounds is kept as the bound.
  @Test func realMetricsAreBounded() {
    #expect(MetricDefinition.fixed(1.5) == 3 << 31)
    #expect(MetricDefinition.fixed(1e15) == .max)
    #expect(MetricDefinition.fixed(-1e300) == -.max)
    #expect(MetricDefinition.fixed(.nan) == 0)
  }

  /// What is kept comes back as the decimal that was written, and is kept as the same again.
  @Test func realMetricsComeBackAsTheyWereWritten() {
    for value in [48.55, 0.1, -0.3, 1e-9, 12_345.678_9, 2_000_000_000.25, 0, -7] {
      #expect(MetricDefinition.real(MetricDefinition.fixed(value)) == value)
    }
    // Only what a double holds is kept.
    for shift in 11..<62 {
      for number: UInt64 in 1...200 {
        let kept = Int64(bitPattern: number &* 0x9e37_79b9_7f4a_7c15) >> shift
        #expect(MetricDefinition.fixed(MetricDefinition.real(kept)) == kept)
      }
    }
  }

  /// Sums of the greatest scores are exact; sums of what is no score trap on nothing.
  @Test func figuresOfExtremesAddUp() throws {
    var histogram = FigureHistogram()
    for _ in 0..<500 {
      histogram.add(Self.limit)
      histogram.add(-Self.limit)
    }
    let distribution = try #require(histogram.distribution)
    #expect(distribution.mean == 0)
    #expect(distribution.sd == 1e15 * (1000.0 / 999).squareRoot())
    var sum = FigureSum()
    for _ in 0..<100 { sum.add(.min) }
    #expect(sum.sum == 100 * Int128(Int64.min))
    #expect(Statistics.standardDeviation(sum) == 0)
    sum.add(.max)
    // One of 101 lies 2^64 - 1 above the others.
    #expect(
      isClose(try #require(Statistics.standardDeviation(sum)), 0x1p64 / 101.0.squareRoot(), 1e-15))
  }
}
