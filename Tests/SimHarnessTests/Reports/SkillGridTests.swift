import TestSupport
import Testing

@testable import Reporting
@testable import SimHarness

@Suite struct SkillGridTests {
  private static func agents(_ names: [String]) -> [AgentSummary] {
    names.map { AgentSummary(name: $0, summary: "") }
  }

  @Test func readsStrategyAndExecution() {
    #expect(SkillGrid.parts(of: "greedy@shaky")?.strategy == "greedy")
    #expect(SkillGrid.parts(of: "planner:width=24@steady") == nil)
    #expect(SkillGrid.parts(of: "greedy@shaky:aim=2")?.execution == "shaky")
    for name in ["casual", "@shaky", "greedy@", "a@b@c", ""] {
      #expect(SkillGrid.parts(of: name) == nil)
    }
  }

  @Test func isThereForACrossOfPlayers() {
    let names = ["casual", "random@perfect", "random@shaky", "greedy@perfect"]
    let grid = SkillGrid(Self.agents(names))
    #expect(grid?.strategies == ["random", "greedy"])
    #expect(grid?.executions == ["shaky", "perfect"])
    #expect(grid?[0, 0]?.name == "random@shaky")
    #expect(grid?[1, 0] == nil)
    #expect(SkillGrid(Self.agents(["casual", "random@perfect", "greedy@perfect"])) == nil)
  }

  @Test func aMapShowsPassRates() throws {
    let run = ReportFixture.run([
      ReportFixture.cell("L", "random@perfect", wins: 0, of: 20),
      ReportFixture.cell("L", "random@shaky", wins: 10, of: 20),
      ReportFixture.cell("L", "greedy@perfect", wins: 20, of: 20),
    ])
    let grid = SkillGrid(run.agents)
    let map = try #require(
      HTMLReport.HeatMap(grid, level: run.levels[0], CellTable(run.cells)))
    #expect(map.rows.map { $0.cells.map(\.tint) } == [["h4", "h0"], ["none", "h8"]])
    #expect(map.rows[0].cells[0].value == "50%" && map.rows[0].cells[0].interval == "[30, 70]")
    let page = ReportFormat.html.render(run, runPath: "r")
    #expect(page.contains("<table class=\"heat\">"))
    #expect(MarkupScanner(page).findings == [])
  }
}
