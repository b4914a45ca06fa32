import Testing

@testable import Charts
@testable import SimHarness

@Suite struct AxisTicksTests {
  @Test(arguments: [
    (0.363, 0.828, 4, 0.0, [0.2, 0.4, 0.6, 0.8, 1.0], ["0.2", "0.4", "0.6", "0.8", "1.0"]),
    (13, 27, 4, 1, [10, 15, 20, 25, 30], ["10", "15", "20", "25", "30"]),
    (3, 5, 8, 1, [3, 4, 5], ["3", "4", "5"]),
    (
      0, 18_400, 4, 0, [0, 5000, 10_000, 15_000, 20_000],
      ["0", "5,000", "10,000", "15,000", "20,000"]
    ),
    (-3, 2, 4, 0, [-4, -2, 0, 2], ["-4", "-2", "0", "2"]),
    (7, 7, 4, 0, [7, 7.5, 8], ["7.0", "7.5", "8.0"]),
    (0, 0.028, 4, 0, [0, 0.01, 0.02, 0.03], ["0.00", "0.01", "0.02", "0.03"]),
  ])
  func areRound(
    low: Double, high: Double, count: Int, least: Double, values: [Double], words: [String]
  ) {
    let ticks = AxisTicks(from: low, to: high, count: count, minStep: least)
    #expect(ticks.values.map { ($0 * 1e6).rounded() / 1e6 } == values)
    #expect(ticks.values.map(ticks.text) == words)
    #expect(ticks.low <= low && ticks.high >= high)
  }

  @Test func sharesAreInPercent() {
    let ticks = AxisTicks(from: 0.41, to: 0.58)
    #expect(ticks.values.map(ticks.percent) == ["40%", "45%", "50%", "55%", "60%"])
    let fine = AxisTicks(from: 0.451, to: 0.459)
    #expect(fine.values.map(fine.percent).first == "45.0%")
  }

  @Test func whatIsNotFiniteHasAnAxisToo() {
    #expect(AxisTicks(from: .nan, to: .infinity).values.count > 1)
    #expect(AxisTicks(from: 1e300, to: -1e300).values.count > 1)
    #expect(AxisTicks(from: -1.7e308, to: 1.7e308).values.count > 1)
  }

  /// A distance that vanishes in the last digits of its ends has steps all the same.
  @Test(arguments: [(1e300, 1e300), (1e17, 1e17), (1e15, 1e15 + 4)])
  func largeNumbersHaveAnAxisToo(low: Double, high: Double) {
    let ticks = AxisTicks(from: low, to: high)
    #expect(ticks.values.count > 1)
    #expect(ticks.low <= low && ticks.high >= high && ticks.low < ticks.high)
  }
}
