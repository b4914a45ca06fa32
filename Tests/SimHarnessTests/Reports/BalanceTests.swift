import TestSupport
import Testing

@testable import Reporting
@testable import SimHarness

@Suite struct BalanceTests {
  @Test func metricsAreGroupedOverTheLevels() {
    let run = ReportFixture.realistic(levels: 6, players: 2)
    let groups = HTMLReport.MetricGroup.all(of: run, CellTable(run.cells))
    // luck_share has no value anywhere, so it has no row.
    #expect(groups.map(\.name) == ["Difficulty", "Balance of the game"])
    #expect(groups[0].rows.map(\.name) == ["near_miss"])
    #expect(groups[1].rows.map(\.name) == ["popped"])
    #expect(groups[1].rows[0].means == ["43.2", "43.2"])
    #expect(groups[1].rows[0].span == "43.2")
    #expect(MarkupScanner(groups[0].rows[0].strip).findings == [])
  }

  @Test func oneLevelHasNone() {
    let run = ReportFixture.realistic(levels: 1, players: 2)
    #expect(HTMLReport.MetricGroup.all(of: run, CellTable(run.cells)).isEmpty)
  }
}
