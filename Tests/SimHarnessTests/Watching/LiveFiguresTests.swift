import Foundation
import TestSupport
import Testing

@testable import Agents
@testable import Catalogue
@testable import Lab
@testable import SimHarness

@Suite struct LiveFiguresTests {
  private static func figures(
    _ plan: RunPlan, _ games: LiveGames, saved: LiveGames? = nil, stroke: LiveGames? = nil
  ) -> LiveFigures {
    LiveFigures(
      LiveEstimate.Snapshot(games: games, total: plan.games, isFinal: true), of: plan,
      saved: saved, stroke: stroke)
  }

  /// The figures are those of a run, digit for digit.
  @Test(arguments: [
    "levels/bubble-blast/07-crate-yard.json", "levels/bubble-pop/classic.json",
    "levels/bubble-pop/demolition.json", "levels/set/01-official.json",
    "levels/cards/01-tens.json",
  ])
  func figuresAreThoseOfARun(_ path: String) async throws {
    let variants = try Tuning.variants(at: path)
    let plan = try LiveEstimateTests.plan(variants, ["random", "greedy"], games: 24)
    let games = try await LiveEstimate(plan, jobs: 2) { _ in }.run()
    let figures = Self.figures(plan, games)
    #expect(figures.total == plan.games && figures.isFinal)
    for (player, figure) in figures.players.enumerated() {
      var builder = CellSummaryBuilder(
        level: plan.levels[0].name, levelHash: plan.levels[0].hash, agent: figure.name,
        hasPairs: false, metrics: plan.game.metrics)
      for row in games.rows[player] { builder.add(row) }
      let cell = builder.build()
      #expect(figure.name == plan.players[player].name && figure.games == cell.games)
      #expect(figure.won == cell.wins && figure.lost == cell.losses + cell.capped)
      #expect(figure.isScore == !plan.levels[0].hasGoal)
      #expect(
        figure.value
          == (figure.isScore
            ? cell.score.map { $0.meanInterval ?? .unknown($0.mean) } : cell.passRate))
      #expect(figure.value != nil)
      #expect(figure.reasons.map(\.name) == cell.lossReasons.map(\.reason))
      #expect(figure.reasons.map(\.count) == cell.lossReasons.map(\.count))
      #expect(figure.fault == nil && figure.ends.count == min(8, plan.games))
    }
  }

  /// The figures in the editor are those that `playtest run` writes on the saved file.
  @Test func figuresAreThoseOfTheProgram() async throws {
    let plan = try LiveEstimateTests.plan(
      try Tuning.variants(at: "levels/bubble-blast/02-candy-stripes.json"), games: 40)
    let games = try await LiveEstimate(plan, jobs: 2) { _ in }.run()
    let figures = Self.figures(plan, games)
    try Program.inFolder { folder in
      let level = ProjectFolder.path("levels/bubble-blast/02-candy-stripes.json")
      let result = try Program.run(
        [
          "run", level, "--agents", "novice,casual,skilled", "--games", "40", "--seed", "1",
          "--out", "out",
        ], in: folder)
      #expect(result.code == 0, "\(result.errors)")
      let text = try Program.text(of: "out/summary.json", in: folder)
      for figure in figures.players {
        let cell = try #require(
          text.split(separator: "\n").first {
            $0.contains("\"agent\":\"\(figure.name)\",\"games\":40,\"wins\":\(figure.won),")
          })
        let value = try #require(figure.value)
        #expect(cell.contains("\"passRate\":\(JSONWriter.compact(value.tree)),"))
      }
    }
  }

  // MARK: Changes

  /// A change and its interval are those of `compare` on the same games.
  @Test func changesArePaired() async throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    let plan = try LiveEstimateTests.plan(variants, ["novice", "casual"], games: 80)
    var harder = plan
    harder.levels = [try variants.variant([LevelEdit("shots", to: .int(5))]).level]
    let before = try await LiveEstimate(plan, jobs: 2) { _ in }.run()
    let after = try await LiveEstimate(harder, jobs: 2) { _ in }.run()
    let figures = Self.figures(harder, after, saved: before, stroke: after)
    for (player, figure) in figures.players.enumerated() {
      let change = try #require(figure.sinceSaved)
      let won = [before, after].map { games in games.rows[player].map { $0.result.end == .won } }
      let differing = (0..<80).filter { won[0][$0] != won[1][$0] }
      try #require(!differing.isEmpty)
      #expect(change.differing == differing && change.games == 80)
      #expect(change.gained == differing.count { won[1][$0] })
      var outcomes = PairedOutcomes()
      for (old, new) in zip(won[0], won[1]) { outcomes.add(before: old, after: new) }
      #expect(change.difference == Statistics.pairedRateDifference(outcomes))
      // Against the same games nothing differs, and nothing is claimed.
      #expect(
        figure.sinceStroke
          == LiveFigures.Change(games: 80, difference: nil, differing: [], gained: 0, lost: 0))
    }
  }

  private static func row(_ index: Int, _ end: GameEnd, score: Int = 10) -> GameRow {
    GameRow(
      result: GameResult(
        index: index, end: end, score: score, moves: 3, hash: UInt64(score),
        fault: end == .faulted ? "star.lua:1: no" : nil),
      lossReason: end == .lost ? "line" : nil)
  }

  private static func rows(_ ends: [GameEnd]) -> [GameRow] {
    ends.enumerated().map { row($0, $1) }
  }

  @Test func onlyTheSameGamesAreCompared() {
    let saved = Self.rows([.won, .lost, .lost, .won, .won, .won])
    let now = Self.rows([.lost, .lost, .won])
    let change = LiveFigures.Change(from: saved, to: now, isForTwo: false)
    #expect(change.games == 3 && change.differing == [0, 2] && change.gained == 1)
    #expect(change.difference?.value == 0)
    #expect(LiveFigures.Change(from: [], to: now, isForTwo: false).difference == nil)
  }

  /// Points are not compared with a pass rate, where a level gets a goal.
  @Test func aLevelThatGetsAGoalIsNotCompared() {
    let scores = (0..<20).map { Self.row($0, .ended, score: 100 + $0) }
    let wins = (0..<20).map { Self.row($0, $0 % 2 == 0 ? .won : .lost, score: 500) }
    func player(_ rows: [GameRow], hasGoal: Bool, before: [GameRow]) -> LiveFigures.Player {
      LiveFigures.Player(
        "a", rows, hasGoal: hasGoal, isForTwo: false, saved: before, stroke: nil)
    }
    let gained = player(wins, hasGoal: true, before: scores).sinceSaved
    #expect(gained?.difference == nil && gained?.gained == 10)
    #expect(player(scores, hasGoal: false, before: wins).sinceSaved?.difference != nil)
  }

  @Test func scoresAreComparedWhereNothingCanBeWon() {
    let before = (0..<20).map { Self.row($0, .ended, score: 100 + $0) }
    let after = (0..<20).map { Self.row($0, .ended, score: 100 + $0 + ($0 % 4 == 0 ? 8 : 0)) }
    let change = LiveFigures.Change(from: before, to: after, isForTwo: false)
    #expect(change.differing == [0, 4, 8, 12, 16])
    #expect(change.difference?.value == 2)
    #expect(change.difference?.isKnown == true && change.gained == 0)
  }

  @Test func faultedGamesCountNowhere() throws {
    let plan = try LiveEstimateTests.plan(
      try Tuning.variants(Tuning.bubbles), ["casual"], games: 5)
    let games = LiveGames(rows: [Self.rows([.won, .faulted, .lost, .capped, .inconclusive])])
    let player = Self.figures(plan, games).players[0]
    #expect(player.games == 5 && player.won == 1 && player.lost == 2)
    #expect(player.value == Statistics.rate(successes: 1, trials: 3))
    #expect(
      player.reasons == [.init(name: "capped", count: 1), .init(name: "line", count: 1)])
    // Of two messages as common as each other, the first by its text.
    #expect(player.fault == .init(message: "a script failed", games: [1, 4]))
    #expect(player.ends == [.won, .faulted, .lost, .capped, .inconclusive])
    #expect(player.sinceSaved == nil)
  }
}
