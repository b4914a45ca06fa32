import Foundation
import SimHarnessTesting
import Synchronization
import TestSupport
import Testing

@testable import Agents
@testable import BubbleBlastGame
@testable import BubblePopGame
@testable import Catalogue
@testable import SimHarness

/// Players of bubble pop: the contract, what they see, and how well they do.
@Suite struct PopPlayersTests {
  private func levels() throws -> [PopLevel] {
    let scripted = try LevelFile.read(
      Array(Data(contentsOf: Oracle.root.appending(path: "levels/bubble-pop/demolition.json"))),
      file: "demolition", catalog: Bubbles.library)
    guard let file = scripted.content as? PopLevelFile else { return [] }
    return [
      PopGame.level { $0.duration = 20 },
      PopGame.level {
        $0.duration = 20
        $0.moves = true
        $0.speed = 150
      },
      PopGame.level { $0.goal = 40 }, PopGame.level { $0.maxBubbles = 0 },
      try file.level(catalog: Bubbles.library),
    ]
  }

  @Test func theStateKeepsTheContract() throws {
    for level in try levels() {
      let suite = GameStateConformance<PopState>(
        level: level, scripts: PopGame.host(), games: 6, maxMoves: 60)
      #expect(suite.violations() == [], "\(level.name)")
    }
  }

  /// Two states that look alike and whose futures differ.
  private func lookalikes() throws -> [(level: PopLevel, state: PopState)] {
    let level = PopGame.level()
    var context = GameContext(streams: Bubbles.streams(3))
    let state = try PopState(level: level, in: &context)
    var other = state
    other.offset = 1 << 40
    return [(level, state), (level, other)]
  }

  @Test func imaginedStatesLeakNothing() throws {
    let lookalikes = try lookalikes()
    #expect(GameStateConformance<PopState>.leak(lookalikes[0].state, lookalikes[1].state) == nil)
    var futures: [PopState] = lookalikes.map(\.state)
    var context = GameContext(streams: Bubbles.streams(3))
    for index in 0..<2 { try futures[index].apply(.wait(until: 5), in: &context) { _ in } }
    #expect(futures[0].view != futures[1].view)
  }

  @Test func noPlayerSeesMoreThanAPlayer() throws {
    let lookalikes = try lookalikes()
    func check<Player: Agent<PopState>>(_ make: @escaping () -> Player) {
      let suite = AgentConformance<Player>(scripts: PopGame.host()) { _ in make() }
      #expect(suite.cheating(lookalikes[0], lookalikes[1]) == nil)
      #expect(suite.violations(on: lookalikes[0].level) == [])
    }
    check { RandomAgent<PopState>() }
    check { GreedyAgent<PopState>() }
    check { ComboAgent() }
    check { SkillAgent<PopState>(SkillModel(.greedy, .shaky, share: 0.4)) }
    check { SkillAgent<PopState>(SkillModel(.planner, .steady)) }
    check { SkillAgent<PopState>(.brief) }
  }

  /// Mean scores over the same games: each better hand scores more; who keeps runs has more of them
  /// and loses little by it.
  @Test func theLadderIsInOrder() throws {
    func play<Player: Agent<PopState>>(_ agent: Player) -> (score: Double, runs: Double) {
      var runner = Runner(agent: agent, name: "ladder", maxMoves: 20_000)
      var pops = Pops()
      var sum = 0
      let streams = LevelStreams(seed: 9, levelID: "ladder")
      for index in 0..<40 {
        sum +=
          runner.play(
            PopLevel(name: "ladder"), index: index,
            streams: GameStreams(level: streams, index: index), scripts: nil, observer: &pops
          ).score
      }
      return (Double(sum) / 40, Double(pops.combos) / Double(pops.pops))
    }
    let random = play(RandomAgent<PopState>())
    let novice = play(SkillAgent<PopState>(SkillModel(.greedy, .shaky, share: 0.4)))
    let casual = play(SkillAgent<PopState>(SkillModel(.greedy, .shaky)))
    let skilled = play(SkillAgent<PopState>(SkillModel(.greedy, .steady)))
    let greedy = play(GreedyAgent<PopState>())
    let combo = play(ComboAgent())
    #expect(novice.score < casual.score && casual.score < skilled.score)
    #expect(skilled.score < greedy.score && random.score < greedy.score)
    #expect(combo.runs > greedy.runs + 0.02)
    #expect(combo.score > 0.98 * greedy.score)
  }

  /// The hand's numbers: the median of the reaction, the sd of the touch, misses.
  @Test func theHandErrsAsItShould() throws {
    var game = try PopGame(PopGame.level())
    game.show([0])
    let turn = Turn(state: game.state)
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    let perfect = PopState.executed(.offered(0), of: turn, by: .perfect, using: &random)
    #expect(perfect == turn.move(at: 0))
    let count = 20_000
    for (execution, reaction) in [(Execution.steady, 0.35), (.shaky, 0.6)] {
      var later = 0
      var squares = 0.0
      var misses = 0
      for _ in 0..<count {
        let move = PopState.executed(.offered(0), of: turn, by: execution, using: &random)
        if move.time > perfect.time - 0.1 + reaction { later += 1 }
        let (dx, dy) = (move.x - perfect.x, move.y - perfect.y)
        squares += dx * dx + dy * dy
        if dx * dx + dy * dy > 32 * 32 { misses += 1 }
      }
      #expect(abs(Double(later) / Double(count) - 0.5) < 4.5 * 0.5 / Double(count).squareRoot())
      let variance = squares / Double(2 * count)
      let expected = execution.touchError * execution.touchError * 32 * 32
      #expect(abs(variance / expected - 1) < 4.5 / Double(count).squareRoot())
      // Two normal errors: the square of their distance is exponential.
      let share = DeterministicMath.exp(-1 / (2 * execution.touchError * execution.touchError))
      #expect(
        abs(Double(misses) / Double(count) - share)
          < 4.5 * (share * (1 - share) / Double(count)).squareRoot() + 1e-4)
    }
    let wait = PopState.executed(.offered(1), of: turn, by: .shaky, using: &random)
    #expect(wait == .wait(until: 1))
  }

  /// Greedy takes the nearer of two alike, and the farther one where it pays.
  @Test func greedyWeighsTheWay() throws {
    var game = try PopGame(PopGame.level { $0.duration = 600 })
    func choice(_ state: PopState) throws -> Int {
      var imagination = GameContext(streams: Bubbles.streams())
      var lookahead = PopLookahead()
      return try lookahead.greedyMove(Turn(state: state), in: &imagination)
    }
    game.show([0, 0])
    game.state.position.handX = 110
    game.state.position.handY = 40
    #expect(try choice(game.state) == 1)
    game.show([4, 0])
    #expect(try choice(game.state) == 0)
    game.show([])
    #expect(try choice(game.state) == 0)
  }

  /// Of two bubbles of one worth and way, the one whose colour is there again.
  @Test func comboKeepsRuns() throws {
    let colours = ["a", "b"].map { PopColour($0, points: 4, probability: 0.5) }
    var game = try PopGame(PopGame.level(colours) { $0.duration = 600 })
    game.show([0, 1, 1])
    game.state.position.handX = 75
    game.state.position.handY = 40
    #expect(PopLookahead.comboMove(Turn(state: game.state)) == 1)
    game.show([0, 1, 0])
    #expect(PopLookahead.comboMove(Turn(state: game.state)) == 0)
    game.show([])
    #expect(PopLookahead.comboMove(Turn(state: game.state)) == 0)
  }

  @Test func parametersAreThoseOfTheGame() throws {
    let library = ScriptLibrary(folder: nil)
    _ = try Roster.player("casual:reaction=0.2,touch=0", game: BubblePop.entry, library: library)
    _ = try Roster.player("greedy@steady", game: BubblePop.entry, library: library)
    _ = try Roster.player("combo", game: BubblePop.entry, library: library)
    for name in ["casual:aim=1", "combo:share=1", "greedy@steddy"] {
      #expect(throws: RosterError.self, "\(name)") {
        try Roster.player(name, game: BubblePop.entry, library: library)
      }
    }
    #expect(throws: RosterError.self) {
      try Roster.player("combo", game: BubbleBlast.entry, library: library)
    }
    #expect(throws: RosterError.self) {
      try Roster.player("casual:touch=1", game: BubbleBlast.entry, library: library)
    }
  }

  /// Every game of a run replays to its end, whatever the number of workers.
  @Test func runsAreTheSameForAnyJobs() async throws {
    let library = Bubbles.library
    let entry = BubblePop.entry
    let sources = try LevelLibrary(
      folder: Oracle.root.appending(path: "levels").path, catalog: library
    ).levels(for: [Oracle.root.appending(path: "levels/bubble-pop").path])
    let plan = RunPlan(
      title: "pop", game: entry,
      levels: try sources.map { try entry.ready($0, library, .none) },
      players: try ["random", "combo", "casual"].map {
        try Roster.player($0, game: entry, library: library)
      }, games: 10, seed: 3, maxMoves: 20_000)
    #expect(plan.levels.count >= 3)
    var all: [[Int: [GameRow]]] = []
    for jobs in [1, 2, 5] {
      let rows = Mutex<[Int: [GameRow]]>([:])
      try await RunEngine(plan: plan, jobs: jobs).run(
        isCancelled: { false }, log: { _ in },
        rows: { cell, chunk in rows.withLock { $0[cell, default: []] += chunk } })
      all.append(
        rows.withLock { $0 }.mapValues { $0.sorted { $0.result.index < $1.result.index } })
    }
    #expect(all[0] == all[1] && all[0] == all[2])
    for (cell, rows) in all[0] {
      for row in rows {
        #expect(row.result.fault == nil)
        let level = plan.levels[cell / plan.players.count]
        let replay = try entry.replay(
          ReplayRequest(
            level: level, seed: plan.seed, index: row.result.index, moves: row.record,
            scripts: PopGame.host(), step: { _ in }))
        #expect(replay.hash == row.result.hash && replay.score == row.result.score)
        let trees = try #require(entry.encodeMoves(level, row.record))
        #expect(trees.count == row.result.moves)
      }
    }
  }
}

/// Counts pops and those that go on a run.
private struct Pops: Observer {
  typealias State = PopState
  var pops = 0
  var combos = 0

  mutating func eventDidOccur(_ event: PopEvent) {
    guard case .popped(_, _, _, let combo) = event else { return }
    pops += 1
    if combo { combos += 1 }
  }
}
