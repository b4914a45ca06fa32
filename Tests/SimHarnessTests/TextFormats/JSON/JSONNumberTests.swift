import Testing

@testable import SimHarness
@testable import TextFormats

@Suite struct JSONNumberTests {
  private static let numbers: [(JSONNumber, Int?, UInt64?, Double)] = [
    (.integer(-3), -3, nil, -3),
    (.integer(.max), .max, 9_223_372_036_854_775_807, 9.223372036854775807e18),
    (.unsigned(.max), nil, .max, 1.8446744073709551615e19),
    (.real(30), 30, 30, 30),
    (.real(1e9), 1_000_000_000, 1_000_000_000, 1e9),
    (.real(-0.0), 0, 0, 0),
    (.real(0.5), nil, nil, 0.5),
    (.real(9_007_199_254_740_992), 9_007_199_254_740_992, 9_007_199_254_740_992, 0x1p53),
    (.real(1e16), nil, nil, 1e16),
    (.real(-1e300), nil, nil, -1e300),
  ]

  @Test(arguments: numbers)
  func convertsOnlyWithoutLoss(number: JSONNumber, int: Int?, uint64: UInt64?, double: Double) {
    #expect(number.int == int)
    #expect(number.uint64 == uint64)
    #expect(number.double == double)
  }

  @Test func describesItselfAsJSON() {
    let texts = [JSONNumber.integer(-3), .unsigned(.max), .real(0.25)].map(\.description)
    #expect(texts == ["-3", "18446744073709551615", "0.25"])
  }
}
