import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Lab
@testable import SimHarness

/// The games that `generate`, `tune` and `explain` play have the figures of a run with the same seed.
@Suite struct TrialFiguresTests {
  /// A level, a number of it that may vary, who plays it, and after how many moves a game ends.
  struct Case: Sendable, CustomTestStringConvertible {
    var level: String
    var number: String
    var agent: String
    var maxMoves: Int

    var testDescription: String { "\(agent) on \(level.prefix(60))" }
  }

  private static let cases = [
    // Games are won, lost for want of shots, and reach one star, two or three.
    Case(
      level: Tuning.bubbles.replacing("\"shots\":9", with: "\"shots\":6,\"stars\":[50,150,400]"),
      number: "shots, int: [3, 20]", agent: "novice", maxMoves: 500),
    // Some are capped.
    Case(level: Tuning.bubbles, number: "shots, int: [3, 20]", agent: "random", maxMoves: 5),
    Case(
      level: "levels/peggle/01-garden-gate.json", number: "balls, int: [3, 20]", agent: "random",
      maxMoves: 200),
    // Two players change seats; a game that reaches the limit is a draw.
    Case(
      level: "levels/set/01-official.json", number: "deal, int: [12, 15]", agent: "random:casual",
      maxMoves: 12),
    Case(
      level: "levels/pishti/01-house-rules.json", number: "majority, int: [1, 5]",
      agent: "random:greedy", maxMoves: 40),
    Case(
      level: "levels/tiles/05-pocket.json", number: "moves, int: [1, 99]", agent: "random",
      maxMoves: 300),
  ]

  /// A game, a level, who plays it, and both sets of its games.
  private struct Played {
    var variants: LevelVariants
    var level: PlayableLevel
    var run: CellSummary
  }

  private static let games = 20
  private static let seed: UInt64 = 5

  private static func run(_ example: Case) async throws -> Played {
    let variants =
      try example.level.hasPrefix("{")
      ? Tuning.variants(example.level) : Tuning.variants(at: example.level)
    let level = try variants.unchanged().level
    let plan = RunPlan(
      title: "t", game: variants.entry, levels: [level],
      players: [try Tuning.player(example.agent, variants)], games: games, seed: seed,
      maxMoves: example.maxMoves)
    return try await SmallRuns.inOwnFolder { path in
      try await SmallRuns.record(plan, in: path + "/r")
      let run = try RecordedRun(folder: RunFolder(path: path + "/r"), games: .bundled)
      return Played(
        variants: variants, level: level, run: try #require(try run.summary().cells.first))
    }
  }

  private static func trials(
    _ example: Case, _ played: Played, columns: [Int]
  ) async throws -> [TrialGame] {
    let pool = GamePool(
      game: played.variants.entry,
      players: [try Tuning.player(example.agent, played.variants)], maxMoves: example.maxMoves,
      jobs: 1, modules: [], columns: columns)
    let games = try await pool.play(
      [GameRequest(level: played.level, player: 0, seed: seed, games: 0..<Self.games)],
      isCancelled: { false })
    return try #require(games?.first)
  }

  @Test(arguments: cases) func candidatesHaveTheFiguresOfARun(_ example: Case) async throws {
    let played = try await Self.run(example)
    let metrics = played.variants.entry.metrics
    let trials = try await Self.trials(example, played, columns: Array(metrics.indices))
    let cell = CellSummary(trials, of: played.level, agent: example.agent, metrics: metrics)
    #expect(cell.passRate == played.run.passRate)
    #expect(cell.winRate == played.run.winRate)
    #expect(cell.lossReasons.map(\.reason) == played.run.lossReasons.map(\.reason))
    #expect(cell.lossReasons.map(\.count) == played.run.lossReasons.map(\.count))
    // Those of a study follow, of which no game was studied.
    let measured = played.run.metrics.prefix(cell.metrics.count)
    #expect(cell.metrics.map(\.name) == measured.map(\.name))
    for (own, other) in zip(cell.metrics, measured) {
      #expect(own.value == other.value && own.count == other.count, "\(own.name)")
    }
    for name in Condition.metricNames(of: played.variants.entry) + ["score", "moves"] {
      let condition = Condition(metric: name, agent: example.agent, bound: .atLeast(0))
      #expect(condition.value(in: cell) == condition.value(in: played.run), "\(name)")
    }
  }

  /// Every figure that a tune may aim at.
  @Test(arguments: cases) func tunedFiguresAreThoseOfARun(_ example: Case) async throws {
    let played = try await Self.run(example)
    let all = Condition.metricNames(of: played.variants.entry) + ["score", "moves"]
    let names = all.filter { TunePlanner.reasonNotToAim(at: $0) == nil }
    #expect(names.count > 20)
    let targets = names.map {
      "  - {metric: \($0), agent: \"\(example.agent)\", aim: 0.5, tolerance: 0.1}"
    }
    let plan = try Tuning.plan(
      "level: x\nparameters: [{path: \(example.number)}]\ntargets:\n"
        + targets.joined(separator: "\n"), [played.variants])
    let trials = try await Self.trials(example, played, columns: plan.pool.columns)
    for (name, figure) in zip(names, plan.figures) {
      let condition = Condition(metric: name, agent: example.agent, bound: .atLeast(0))
      let tuned = figure.estimate(trials[...], of: played.level)?.evidence.value
      let measured = condition.value(in: played.run)
      #expect((tuned == nil) == (measured == nil), "\(name)")
      guard let tuned, let measured else { continue }
      #expect(abs(tuned - measured) <= 1e-6 * max(1, abs(measured)), "\(name)")
    }
  }

  /// A two-player game that reaches the limit is a draw, which says nothing of a pass rate.
  @Test func aDrawIsNoLoss() {
    #expect(TrialGame(end: .capped, score: 0, moves: 3, metrics: []).isPassed == false)
    #expect(TrialGame(end: .capped, score: 0, moves: 3, metrics: [], isDraw: true).isPassed == nil)
  }
}
