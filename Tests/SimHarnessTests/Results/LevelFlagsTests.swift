import Testing

@testable import SimHarness

@Suite struct LevelFlagsTests {
  private func kinds(_ run: RunSummary, _ thresholds: FlagThresholds = .standard)
    -> [[LevelFlag.Kind]]
  {
    LevelFlags.flags(of: run, thresholds: thresholds).map { $0.map(\.kind) }
  }

  /// A run of one player whose intervals are given, not computed.
  private func run(_ intervals: [Interval], agent: String = "casual") -> RunSummary {
    ReportFixture.run(
      intervals.enumerated().map { index, rate in
        // So many games that the tests of evidence are never in doubt.
        let wins = Int((rate.value * 2000).rounded())
        var cell = ReportFixture.cell("L\(index)", agent, wins: wins, of: 2000)
        cell.passRate = rate
        return cell
      })
  }

  private func interval(_ low: Double, _ value: Double, _ high: Double) -> Interval {
    Interval(value: value, low: low, high: high)
  }

  /// Two players against each other say nothing of how hard a level is.
  @Test func matchesOfTwoPlayersAreNotJudged() {
    let lost = ReportFixture.cell("A", "greedy:casual", wins: 0, of: 200)
    let won = ReportFixture.cell("A", "casual:greedy", wins: 200, of: 200)
    var run = ReportFixture.run([lost, won])
    #expect(kinds(run)[0].isEmpty)
    #expect(LevelFlags.reference(of: run) == nil)
    run.addRatings()
    #expect(run.levels[0].difficulty == nil)
    // A player alone is judged beside them, and an imported player may be called like two.
    let alone = ReportFixture.cell("A", "casual", wins: 1, of: 200)
    #expect(kinds(ReportFixture.run([lost, alone]))[0] == [.tooHard])
    var people = ReportFixture.run([lost])
    people.agents[0].isPerson = true
    #expect(kinds(people)[0].contains(.unwon))
  }

  /// A player who plays both sides of a two-player game says who is ahead, not how hard a level is.
  @Test(arguments: ["casual", "random"], [0, 200])
  func aPlayerAloneIsNotJudgedInAGameForTwo(_ agent: String, _ wins: Int) {
    var cell = ReportFixture.cell("A", agent, wins: wins, of: 200)
    #expect(kinds(ReportFixture.run([cell]))[0].isEmpty == false)
    cell.isForTwo = true
    #expect(kinds(ReportFixture.run([cell])) == [[]])
  }

  @Test func unwonNeedsGamesAndNoWinOfAnyone() {
    let lost = ReportFixture.cell("L", "casual", wins: 0, of: 10)
    let won = ReportFixture.cell("L", "skilled", wins: 1, of: 10)
    #expect(kinds(ReportFixture.run([lost]))[0].contains(.unwon))
    #expect(!kinds(ReportFixture.run([lost, won]))[0].contains(.unwon))
    #expect(kinds(ReportFixture.run([ReportFixture.cell("L", "casual", wins: 0, of: 0)])) == [[]])
  }

  @Test func trivialIsAboutRandomAboveItsThreshold() {
    func flags(_ wins: Int, _ agent: String = "random") -> [LevelFlag.Kind] {
      kinds(
        ReportFixture.run([
          ReportFixture.cell("L", agent, wins: wins, of: 100),
          ReportFixture.cell("L", "casual", wins: 50, of: 100),
        ]))[0]
    }
    // 99 of 100 are no evidence yet of more than 95%.
    #expect(flags(99).isEmpty)
    #expect(flags(100) == [.trivial])
    #expect(flags(100, "randomly").isEmpty)
  }

  @Test func tooHardAndTooEasyNeedTheWholeInterval() {
    let flags = kinds(
      run([
        interval(0.1, 0.15, 0.2), interval(0.1, 0.15, 0.199),
        interval(0.95, 0.97, 1), interval(0.951, 0.97, 1),
      ]))
    #expect(flags == [[], [.tooHard], [], [.tooEasy]])
    var thresholds = FlagThresholds()
    thresholds.tooHard = 0.25
    #expect(kinds(run([interval(0.1, 0.15, 0.2)]), thresholds) == [[.tooHard]])
  }

  @Test func dipIsMeasuredAgainstTheFifthLevelBefore() {
    let rate = interval(0.4, 0.5, 0.6)
    var rates = [Interval](repeating: rate, count: 5)
    rates.append(interval(0.6, 0.65, 0.7))
    rates.append(interval(0.61, 0.65, 0.7))
    #expect(kinds(run(rates)) == [[], [], [], [], [], [], [.dip]])
    var thresholds = FlagThresholds()
    thresholds.dipDistance = 6
    #expect(kinds(run(rates), thresholds).last == [.dip])
    #expect(kinds(run(rates), thresholds)[5] == [])
  }

  @Test func spikeIsMeasuredAgainstTheLevelBefore() {
    let rates = [
      interval(0.7, 0.75, 0.8), interval(0.4, 0.45, 0.5), interval(0.7, 0.75, 0.8),
      interval(0.4, 0.45, 0.499),
    ]
    #expect(kinds(run(rates)) == [[], [], [], [.spike]])
  }

  @Test func stuckIsAShareOfOnePlayersGames() {
    func flags(_ capped: Int) -> [LevelFlag.Kind] {
      kinds(
        ReportFixture.run([
          ReportFixture.cell("L", "casual", wins: 50, of: 100, capped: capped),
          ReportFixture.cell("L", "skilled", wins: 80, of: 100),
        ]))[0]
    }
    // 3 of 100 games are no evidence yet of more than 1%.
    #expect(flags(3).isEmpty)
    #expect(flags(4) == [.stuck])
  }

  @Test func faultsCountInconclusiveGamesToo() {
    func flags(_ faults: Int, inconclusive: Int = 0, limit: Int = 0) -> [LevelFlag.Kind] {
      var cell = ReportFixture.cell("L", "casual", wins: 50, of: 100, faults: faults)
      cell.inconclusive = inconclusive
      var thresholds = FlagThresholds()
      thresholds.faults = limit
      return kinds(ReportFixture.run([cell]), thresholds)[0]
    }
    #expect(flags(0).isEmpty)
    #expect(flags(1) == [.faults])
    #expect(flags(0, inconclusive: 1) == [.faults])
    #expect(flags(2, limit: 2).isEmpty)
    #expect(flags(3, limit: 2) == [.faults])
  }

  @Test func withoutCasualTheMiddlePlayerIsTheReference() throws {
    let run = ReportFixture.run([
      ReportFixture.cell("L", "strong", wins: 90, of: 100),
      ReportFixture.cell("L", "weak", wins: 2, of: 100),
      ReportFixture.cell("L", "middle", wins: 5, of: 100),
    ])
    let reference = try #require(LevelFlags(run).reference)
    #expect(reference.agent.name == "middle")
    #expect(!reference.isDefault)
    let flag = try #require(LevelFlags.flags(of: run)[0].first)
    #expect(
      flag.reason
        == "middle (the median player, because casual was not played) passed 5% [2, 11] of 100 games, "
        + "completely below 20%.")
  }

  @Test func ofTwoPlayersTheWeakerIsTheReference() {
    let run = ReportFixture.run([
      ReportFixture.cell("L", "strong", wins: 90, of: 100),
      ReportFixture.cell("L", "weak", wins: 2, of: 100),
    ])
    #expect(LevelFlags(run).reference?.agent.name == "weak")
  }

  @Test func aFlagNamesAGameAndItsFigures() throws {
    var cell = ReportFixture.cell("L", "casual", wins: 0, of: 50)
    cell.score = ReportFixture.distribution([100, 1_300])
    cell.examples = [
      ExampleGame(label: "best", index: 7, end: .lost, score: 1_300, moves: 20)
    ]
    let flag = try #require(LevelFlags.flags(of: ReportFixture.run([cell]))[0].first)
    #expect(flag.kind == .unwon)
    #expect(flag.example == GameReference(level: "L", agent: "casual", index: 7))
    #expect(
      flag.reason
        == "None of 50 games by casual was won; the best attempt, by casual, scored 1,300.")
  }

  @Test func addFlagsFillsTheLevels() {
    var run = ReportFixture.run([ReportFixture.cell("L", "casual", wins: 0, of: 100)])
    run.addFlags()
    #expect(run.levels[0].flags.map(\.kind) == [.unwon, .tooHard])
  }

  @Test func aLevelWithoutAGoalIsNotFlagged() {
    var cell = CellSummary(level: "L", levelHash: "1f", agent: "casual")
    cell.games = 10
    cell.ended = 10
    #expect(kinds(ReportFixture.run([cell])) == [[]])
  }
}
