import Testing

@testable import Reporting
@testable import SimHarness

/// Levels on which stronger players do worse.
@Suite struct OrderFlagsTests {
  private func violations(_ cells: [CellSummary], limit: Double = 0.05) -> [[OrderViolation]] {
    LevelFlags.violations(of: ReportFixture.run(cells), limit: limit)
  }

  @Test func strengthIsReadOffNames() {
    let ladder = ["beginner", "novice", "casual", "skilled", "expert", "oracle"]
    for (one, weak) in ladder.enumerated() {
      for (two, strong) in ladder.enumerated() {
        #expect(PlayerOrder.isStronger(strong, than: weak) == (two > one))
      }
    }
    #expect(PlayerOrder.isStronger("greedy@steady", than: "greedy@shaky"))
    #expect(PlayerOrder.isStronger("skilled", than: "random@steady"))
    #expect(PlayerOrder.isStronger("random", than: "beginner"))
    // A perfect hand without a plan, and a plan in a shaky hand.
    #expect(!PlayerOrder.isStronger("casual", than: "random"))
    #expect(!PlayerOrder.isStronger("random", than: "casual"))
    for name in ["mine", "casual:aim=1", "greedy@", "@steady", "greedy@a@b", ""] {
      #expect(!PlayerOrder.isStronger("oracle", than: name))
      #expect(!PlayerOrder.isStronger(name, than: "beginner"))
    }
  }

  @Test func aStrongerPlayerThatPassesLessIsNamed() throws {
    var run = ReportFixture.run([
      ReportFixture.cell("Fair", "skilled", wins: 110, of: 200),
      ReportFixture.cell("Fair", "expert", wins: 150, of: 200),
      ReportFixture.cell("Odd", "skilled", wins: 110, of: 200),
      ReportFixture.cell("Odd", "expert", wins: 70, of: 200),
    ])
    run.addFlags()
    #expect(run.levels[0].flags.allSatisfy { $0.kind != .order })
    let flag = try #require(run.levels[1].flags.first { $0.kind == .order })
    #expect(
      flag.reason.hasPrefix("Stronger players do worse here: expert 35% < skilled 55%; p is 0.001"))
    #expect(SummaryJSON.render(run).contains("\"flags\":[\"order\"]"))
    #expect(MarkdownReport.render(run, runPath: "r").contains("expert 35% &lt; skilled 55%"))
    #expect(
      HTMLReport.render(run, runPath: "r").contains("expert 35% &lt; skilled 55%"))
    var lax = FlagThresholds()
    lax.order = 0
    run.addFlags(lax)
    #expect(run.levels[1].flags.isEmpty)
  }

  @Test func scoresCountWhereThereIsNoGoal() {
    func cell(_ agent: String, _ scores: [Int]) -> CellSummary {
      var cell = CellSummary(level: "L", levelHash: "1f", agent: agent)
      cell.games = scores.count
      cell.ended = scores.count
      cell.score = ReportFixture.distribution(scores)
      return cell
    }
    let low = (0..<50).map { 100 + $0 % 7 }
    let high = (0..<50).map { 110 + $0 % 7 }
    #expect(
      violations([cell("casual", high), cell("skilled", low)])[0].map(\.weaker) == ["casual"])
    #expect(violations([cell("casual", low), cell("skilled", high)])[0].isEmpty)
  }

  /// More pairs demand more evidence: Holm's correction is over the whole run.
  @Test func theMoreIsComparedTheMoreEvidenceIsNeeded() {
    let odd = [
      ReportFixture.cell("Odd", "skilled", wins: 60, of: 100),
      ReportFixture.cell("Odd", "expert", wins: 44, of: 100),
    ]
    let pValue = Statistics.fisher(
      successes: 44, trials: 100, otherSuccesses: 60, otherTrials: 100)
    #expect(pValue < 0.05)
    #expect(violations(odd)[0].map(\.pValue) == [pValue])
    let more =
      odd
      + ["A", "B"].flatMap { level in
        [
          ReportFixture.cell(level, "skilled", wins: 50, of: 100),
          ReportFixture.cell(level, "expert", wins: 50, of: 100),
        ]
      }
    #expect(violations(more)[0].isEmpty)
  }

  @Test func trivialIsAboutTheBeginnerWhereThereIsOne() throws {
    func reason(_ wins: [(String, Int)]) -> String? {
      LevelFlags.flags(
        of: ReportFixture.run(wins.map { ReportFixture.cell("L", $0.0, wins: $0.1, of: 100) }))[0]
        .first { $0.kind == .trivial }?.reason
    }
    #expect(try #require(reason([("random", 99), ("beginner", 100)])).hasPrefix("beginner, which"))
    #expect(reason([("random", 99), ("beginner", 60)]) == nil)
    #expect(try #require(reason([("random", 100)])).hasPrefix("random, which"))
  }
}
