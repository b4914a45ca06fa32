import SimHarnessTesting
import TestSupport
import Testing

@testable import Agents
@testable import BubbleBlastGame
@testable import Catalogue
@testable import SimHarness

/// The conformance suites over everything registered, and over planted defects they must catch.
@Suite struct ConformanceTests {
  typealias State = BubbleState<SmallMask>

  /// Levels that differ in what they ask of the state.
  private func levels() throws -> [BubbleLevel] {
    let grid = ["RBGORBGORBGO", "BGORBGORBGO", "RB*ORB=ORB$O", "BGOR#GORBGO"]
    return [
      try Bubbles.level(["RRBBGG......", "RBGRBG....."], queue: "") { $0.shots = 30 },
      try Bubbles.level(grid, queue: "") { $0.shots = 25 },
      try Bubbles.level(
        ["RxBxGxRxBxGx", "R&B@G~R~B@G"], queue: "",
        legend: ["x": "crate", "&": "chameleon", "@": "timer_bomb", "~": "rainbow"]
      ) {
        $0.shots = 25
        $0.descentEvery = 6
      },
      try Bubbles.level(["RBGO........"], queue: "RGB") {
        $0.swap = true
        $0.preview = 3
        $0.shots = 20
      },
    ]
  }

  @Test func bubbleBlastKeepsTheContract() throws {
    for level in try levels() {
      let small = GameStateConformance<BubbleState<SmallMask>>(
        level: level, scripts: Bubbles.host(), games: 8)
      #expect(small.violations() == [])
      let large = GameStateConformance<BubbleState<LargeMask>>(
        level: level, scripts: Bubbles.host(), games: 3)
      #expect(large.violations() == [])
    }
  }

  // MARK: Hidden information

  /// Two starts that look alike: the queue differs beyond the preview.
  private func lookalikes() throws -> [(level: BubbleLevel, state: State)] {
    try ["RBGOGOGO", "RBOGOGOG"].map { queue in
      let level = try Bubbles.level(["RBGORBGORBGO", "BGORBGORBGO"], queue: queue)
      var context = GameContext(streams: Bubbles.streams())
      return (level, try State(level: level, in: &context))
    }
  }

  @Test func imaginedStatesLeakNothing() throws {
    let lookalikes = try lookalikes()
    #expect(GameStateConformance<State>.leak(lookalikes[0].state, lookalikes[1].state) == nil)
  }

  /// A planted game whose `imagined` keeps the hidden queue.
  @Test func aLeakIsCaught() throws {
    let lookalikes = try lookalikes().map { lookalike in
      LeakyState(inner: lookalike.state)
    }
    #expect(
      GameStateConformance<LeakyState>.leak(lookalikes[0], lookalikes[1])?.contains("leaks") == true
    )
  }

  @Test(arguments: [
    "random", "greedy", "skill", "planner", "mcts", "lua_greedy", "lookahead", "ceiling_sniper",
  ])
  func noAgentSeesMoreThanAPlayer(_ name: String) throws {
    let lookalikes = try lookalikes()
    func check<Player: Agent<State>>(_ make: @escaping () -> Player) throws {
      let suite = AgentConformance<Player>(scripts: agentHost()) { _ in make() }
      #expect(suite.cheating(lookalikes[0], lookalikes[1]) == nil)
      #expect(suite.violations(on: lookalikes[0].level) == [])
    }
    switch name {
    case "random": try check { RandomAgent<State>() }
    case "greedy": try check { GreedyAgent<State>() }
    case "skill": try check { SkillAgent<State>(SkillModel(.greedy, .shaky, share: 0.4)) }
    case "planner": try check { SkillAgent<State>(SkillModel(.planner, .steady)) }
    case "mcts": try check { SkillAgent<State>(.brief) }
    default:
      let source = try #require(try Bubbles.library.source(of: .agent, named: name))
      let script = try AgentScript(
        from: source, libraries: try Bubbles.library.libraries(for: source),
        knownGames: [BubbleBlast.name])
      try check { ScriptedAgent<State>(script) }
    }
  }

  private func agentHost() -> ScriptHost {
    ScriptHost(
      interfaces: BubbleBlast.entry.interfaces,
      libraries: (try? Bubbles.library.modules()) ?? [])
  }

  /// A planted agent that was given the level and reads its queue beyond the preview.
  @Test func aCheatIsCaught() throws {
    let lookalikes = try lookalikes()
    let suite = AgentConformance { (level: BubbleLevel) in QueueReader(queue: level.queue) }
    #expect(suite.cheating(lookalikes[0], lookalikes[1])?.contains("sees what is hidden") == true)
  }

  /// A planted agent that remembers the games before.
  @Test func aMemoryIsCaught() throws {
    let suite = AgentConformance { (_: BubbleLevel) in Forgetless() }
    #expect(!suite.violations(on: try lookalikes()[0].level).isEmpty)
  }

  /// Every registered game has its line in the roster.
  @Test func everyGameIsInTheRoster() {
    #expect(GameRegistry.bundled.games.allSatisfy { Roster.binding(of: $0) != nil })
  }
}

/// Chooses by a colour that no player could know.
private struct QueueReader: Agent {
  typealias State = BubbleState<SmallMask>
  let queue: [BubbleColour]

  mutating func chooseMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> BubbleMove {
    turn.move(at: Int(queue[2].rawValue))
  }
}

/// Plays other moves in every game.
private struct Forgetless: Agent {
  typealias State = BubbleState<SmallMask>
  var games = 0

  mutating func gameDidStart() { games += 1 }

  mutating func chooseMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> BubbleMove {
    turn.move(at: games % 60)
  }
}

/// A game that imagines with the real queue.
private struct LeakyState: GameState {
  typealias Inner = BubbleState<SmallMask>
  typealias Level = BubbleLevel
  typealias Move = BubbleMove
  typealias Event = BubbleEvent<SmallMask>
  typealias View = BubblePosition<SmallMask>
  var inner: Inner

  init(inner: Inner) { self.inner = inner }
  init(level: BubbleLevel, in context: inout GameContext, emit: (Event) -> Void) throws(LevelError)
  {
    inner = try Inner(level: level, in: &context, emit: emit)
  }
  var view: View { inner.view }
  func appendLegalMoves(to moves: inout [BubbleMove]) { inner.appendLegalMoves(to: &moves) }
  mutating func apply(
    _ move: BubbleMove, in context: inout GameContext, emit: (Event) -> Void
  ) throws(MoveError) {
    try inner.apply(move, in: &context, emit: emit)
  }
  func imagined(in imagination: inout GameContext) -> LeakyState { self }
  var outcome: Outcome? { inner.outcome }
  func hash(into digest: inout StableDigest) { inner.hash(into: &digest) }
  var score: Int { inner.score }
  func checkInvariants() throws(InvariantViolation) { try inner.checkInvariants() }
}
