import TestSupport
import Testing

@testable import Charts
@testable import SimHarness

@Suite struct HazardChartTests {
  @Test func isTheShareOfGamesStillGoing() {
    let bins = HistogramBins(from: 1, to: 3)
    let bars = HazardChart.bars([(1, 2, 1, 1), (2, 0, 3, 0), (3, 2, 1, 0)], bins: bins)
    #expect(bars.map(\.going) == [10, 6, 3])
    #expect(bars.map(\.lost) == [1, 3, 1])
    // Three games say too little.
    #expect(bars.map(\.share) == [0.1, 0.5, nil])
    #expect(HazardChart.peak(bars) == 0.5)
    let chart = HazardChart(title: "T", bins: bins, bars: bars, top: 0.5, kind: "s0").render()
    #expect(chart.contains("<desc>At most 50% of the games still in play.</desc>"))
    #expect(MarkupScanner(chart).findings == [])
  }

  @Test func everyGameIsCountedOnce() {
    let run = ReportFixture.realistic(levels: 5)
    for cell in run.cells {
      let bins = HistogramBins(from: 0, to: cell.moves?.maximum ?? 0)
      let bars = HazardChart.bars(cell.endsByMove, bins: bins)
      #expect(bars.first?.going == cell.counted)
      #expect(bars.reduce(0) { $0 + $1.lost } == cell.counted - cell.wins)
      #expect(bars.allSatisfy { $0.lost <= $0.going })
    }
  }
}
