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

  /// A game that has no line has no share of games that were lost there; a game that has one, or lost
  /// a game there all the same, has.
  @Test(
    arguments: [
      ([], ["balls"], ["out_of_shots_rate"]), (["line", "shots"], ["balls"], nil),
      ([], ["balls", "line"], nil), (["cards left"], ["cards left"], []),
    ] as [([String], [String], [String]?)])
  func reasonsThatAGameDoesNotHaveAreNotListed(
    declared: [String], occurred: [String], listed: [String]?
  ) {
    let all = ["overflow_rate", "out_of_shots_rate"]
    var run = ReportFixture.realistic(levels: 6, players: 2)
    run.lossReasons = declared
    for index in run.cells.indices {
      run.cells[index].lossReasons = occurred.map { ($0, 3) }
      run.cells[index].metrics += all.map { name in
        MetricSummary(
          name: name, unit: "share", summary: "a share",
          value: Interval(value: 0, low: 0, high: 0.1))
      }
    }
    let groups = HTMLReport.MetricGroup.all(of: run, CellTable(run.cells))
    let rows = groups.flatMap(\.rows).map(\.name)
    #expect(rows.filter(all.contains) == listed ?? all)
    let page = ReportFormat.html.render(run, runPath: "r")
    for name in all {
      #expect(page.contains(name) == (listed ?? all).contains(name), "\(name)")
    }
    // Programs find every figure where it always is.
    #expect(ReportFormat.json.render(run, runPath: "r").contains("overflow_rate"))
  }

  @Test func oneLevelHasNone() {
    let run = ReportFixture.realistic(levels: 1, players: 2)
    #expect(HTMLReport.MetricGroup.all(of: run, CellTable(run.cells)).isEmpty)
  }
}
