import Foundation
import SimHarnessTesting
import Synchronization
import TestSupport
import Testing

@testable import Agents
@testable import Catalogue
@testable import PeggleGame
@testable import SimHarness

/// The conformance suites over Peggle.
@Suite struct PeggleConformanceTests {
  private func levels() throws -> [PeggleLevel] {
    let all = ["blue", "orange", "red", "purple", "spooky", "kaboom", "ghost", "green"]
    return [
      try Pegs.builtIn("01-garden-gate"), try Pegs.builtIn("02-quarry"),
      try Pegs.builtIn("03-between-the-drops"),
      try PeggleLevel(
        Peggle.fixedLevel("all", colours: all, balls: 5), catalog: Bubbles.library),
      try PeggleLevel(
        Peggle.fixedLevel("msk", colours: all, balls: 3) { $0 = .msk }, catalog: Bubbles.library),
    ]
  }

  @Test func peggleKeepsTheContract() throws {
    for level in try levels() {
      let suite = GameStateConformance<PeggleState>(level: level, scripts: Pegs.host(), games: 2)
      #expect(suite.violations() == [], "\(level.name)")
    }
  }

  // MARK: Hidden information

  /// Two states that look alike: their scripts have drawn unequally often.
  private func lookalikes() throws -> [(level: PeggleLevel, state: PeggleState)] {
    let level = try PeggleLevel(
      {
        var file = Peggle.fixedLevel("twins", colours: ["blue", "green", "orange"], balls: 6) {
          $0.aims = 16
        }
        file.master = "twin"
        return file
      }(), catalog: Bubbles.library)
    var first = try PegglePlay(level).state
    var second = first
    first.scriptDraws = 3
    second.scriptDraws = 40
    second.offset = 99
    return [(level, first), (level, second)]
  }

  @Test func imaginedStatesLeakNothing() throws {
    let lookalikes = try lookalikes()
    #expect(lookalikes[0].state != lookalikes[1].state)
    #expect(
      GameStateConformance<PeggleState>.leak(
        lookalikes[0].state, lookalikes[1].state, scripts: Pegs.host(), moves: 4) == nil)
  }

  /// The lookalikes' real futures do differ, so that a leak would show.
  @Test func theTwinsFuturesDiffer() throws {
    let lookalikes = try lookalikes()
    var scores: [UInt64] = []
    for lookalike in lookalikes {
      var context = GameContext(streams: Bubbles.streams(), scripts: Pegs.host())
      var state = lookalike.state
      for index in [5, 8, 11, 6] where state.outcome == nil {
        try state.apply(state.legalMove(at: index), in: &context) { _ in }
      }
      var digest = StableDigest()
      state.view.hash(into: &digest)
      scores.append(digest.value)
    }
    #expect(scores[0] != scores[1])
  }

  @Test(arguments: ["random", "greedy", "skill", "planner", "mcts", "script"])
  func noAgentSeesMoreThanAPlayer(_ name: String) throws {
    let lookalikes = try lookalikes()
    func check<Player: Agent<PeggleState>>(_ make: @escaping () -> Player) throws {
      let suite = AgentConformance<Player>(scripts: Pegs.host()) { _ in make() }
      #expect(suite.cheating(lookalikes[0], lookalikes[1], tries: 2) == nil)
      #expect(suite.violations(on: lookalikes[0].level, games: 2, maxMoves: 4) == [])
    }
    switch name {
    case "random": try check { RandomAgent<PeggleState>() }
    case "greedy": try check { GreedyAgent<PeggleState>() }
    case "skill": try check { SkillAgent<PeggleState>(SkillModel(.greedy, .shaky, share: 0.4)) }
    case "planner": try check { SkillAgent<PeggleState>(SkillModel(.planner, .steady)) }
    case "mcts": try check { SkillAgent<PeggleState>(.brief) }
    default:
      let script = try AgentScript(
        from: ScriptSource(name: "agents/probe.lua", text: Self.probing), knownGames: ["peggle"])
      try check { ScriptedAgent<PeggleState>(script) }
    }
  }

  private static let probing = """
    local agent = { name = "probe", games = { "peggle" } }
    function agent.choose(turn)
      local best, most = 1, -1
      for _, index in ipairs(turn:distinct()) do
        local score, cleared = turn:probe(index)
        if cleared > most then best, most = index, cleared end
      end
      local copy = turn:imagine()
      copy:apply(best)
      assert(turn:move(best).angle > 0 and turn:shots_left() > 0)
      assert(turn.index > 1 or turn:at(1) == "blue")
      assert(#turn:snapshot() > 3)
      return best
    end
    return agent
    """

  @Test(arguments: ["landing(1)", "current()", "next()", "neighbours(1)"])
  func whatPeggleLacksIsAnError(_ call: String) throws {
    let text = """
      return { name = "a", games = { "peggle" },
        choose = function(turn) turn:\(call) return 1 end }
      """
    let script = try AgentScript(
      from: ScriptSource(name: "agents/a.lua", text: text), knownGames: ["peggle"])
    let games = Peggle.entry.smokeGames(script, []) { _ in }
    let name = call.prefix { $0 != "(" }
    #expect(!games.isEmpty)
    for game in games {
      #expect(game.result.fault?.contains("peggle has no turn:\(name)") == true)
    }
  }

  // MARK: Workers

  private func rows(jobs: Int) async throws -> [String] {
    let library = Bubbles.library
    let levels = try LevelLibrary(
      folder: ProjectFolder.path("levels"), catalog: library
    ).levels(for: ["builtin:peggle/01-garden-gate", "builtin:peggle/02-quarry"])
    let plan = RunPlan(
      title: "workers", game: Peggle.entry,
      levels: try levels.map { try Peggle.entry.ready($0, library, .none) },
      players: try ["random", "novice"].map {
        try Roster.player($0, game: Peggle.entry, library: library)
      }, games: 6, seed: 3, maxMoves: 3)
    let rows = Mutex<[(cell: Int, row: GameRow)]>([])
    try await RunEngine(plan: plan, jobs: jobs).run(
      isCancelled: { false }, log: { _ in },
      rows: { cell, chunk in rows.withLock { $0 += chunk.map { (cell, $0) } } })
    let played = rows.withLock { $0 }
    for (cell, row) in played where row.result.index % 3 == 0 {
      let replay = try plan.game.replay(
        ReplayRequest(
          level: plan.levels[cell / 2], seed: plan.seed, index: row.result.index,
          moves: row.record, scripts: Pegs.host(), step: { _ in }))
      #expect(replay.hash == row.result.hash)
      #expect(replay.score == row.result.score)
    }
    return played.sorted {
      ($0.cell, $0.row.result.index) < ($1.cell, $1.row.result.index)
    }.map { "\($0.cell) \($0.row)" }
  }

  @Test func theRowsAreTheSameForAnyJobsAndReplay() async throws {
    let one = try await rows(jobs: 1)
    #expect(one.count == 24)
    #expect(try await rows(jobs: 2) == one)
    #expect(try await rows(jobs: 5) == one)
  }
}
