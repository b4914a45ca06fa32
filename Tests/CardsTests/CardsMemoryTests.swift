import SimHarnessTesting
import TestSupport
import Testing

@testable import Agents
@testable import CardsGame
@testable import SimHarness

/// What is hidden, what is remembered, and what is imagined.
@Suite struct CardsMemoryTests {
  private func levels() throws -> [CardsLevel] {
    [
      try Cards.level("set"), try Cards.level("set") { $0.refill = false },
      try Cards.level("playing-cards"), try Cards.level("playing-cards") { $0.match = 3 },
      try Cards.level("playing-cards") {
        $0.refill = true
        $0.deal = 10
      },
      try Cards.level("tens"),
    ]
  }

  @Test func theContractIsKept() throws {
    for level in try levels() {
      let suite = GameStateConformance<CardsState>(level: level, games: 8)
      #expect(suite.violations() == [])
    }
  }

  /// Two states that look alike: another deck, or other cards face down.
  private func lookalikes(_ level: CardsLevel) throws -> [(level: CardsLevel, state: CardsState)] {
    let play = try CardsPlay(level)
    if level.rules.isFaceDown {
      return [(level, play.state), (level, try CardsPlay(level, index: 1).state)]
    }
    var other = play.state
    for step in 0..<20 {
      let first = other.drawn + step
      let card = other.deck[first]
      other.deck[first] = other.deck[first + 1]
      other.deck[first + 1] = card
    }
    try other.checkInvariants()
    #expect(other != play.state)
    return [(level, play.state), (level, other)]
  }

  @Test func imaginedStatesLeakNothing() throws {
    for level in try levels() {
      let lookalikes = try lookalikes(level)
      let (one, other) = (lookalikes[0].state, lookalikes[1].state)
      #expect(GameStateConformance<CardsState>.leak(one, other) == nil)
    }
  }

  @Test func noAgentSeesMoreThanAPlayer() throws {
    for level in try levels() {
      let lookalikes = try lookalikes(level)
      func check<Player: Agent<CardsState>>(_ make: @escaping () -> Player) throws {
        let suite = AgentConformance<Player>(
          scripts: ScriptHost(interfaces: SetGame.entry.interfaces)
        ) { _ in make() }
        #expect(suite.cheating(lookalikes[0], lookalikes[1]) == nil)
        #expect(suite.violations(on: level) == [])
      }
      try check { RandomAgent<CardsState>() }
      try check { GreedyAgent<CardsState>() }
      try check { SkillAgent<CardsState>(SkillModel(.greedy, .shaky, share: 0.4)) }
      let script = try AgentScript(
        from: ScriptSource(name: "probe.lua", text: Self.prober),
        knownGames: GameRegistry.bundled.games.map(\.name))
      try check { ScriptedAgent<CardsState>(script) }
    }
  }

  /// An agent that uses all that a card game has.
  private static let prober = """
    local agent = { name = "prober", games = { "set", "playing-cards", "cards" } }
    function agent.choose(turn)
      local best, most = 1, -math.huge
      for _, index in ipairs(turn:distinct()) do
        local score = turn:probe(index)
        if score > most then best, most = index, score end
      end
      local copy = turn:imagine()
      copy:apply(1)
      local sum = copy:score() + #turn:snapshot()
      if turn:at(1) == "?" then sum = sum + 1 end
      return (sum + turn.index) % 3 == 0 and 1 + sum % turn:count() or best
    end
    return agent
    """

  @Test func whatACardGameLacksIsAnErrorThatSaysSo() throws {
    for (call, name) in [("current()", "current"), ("landing(1)", "landing"), ("next()", "next")] {
      let text = """
        return { name = "asker", games = { "set" },
          choose = function(turn) return turn:\(call) end }
        """
      let script = try AgentScript(
        from: ScriptSource(name: "asker.lua", text: text), knownGames: ["set"])
      let games = SetGame.entry.smokeGames(script, []) { _ in }
      #expect(games.first?.result.fault == "asker.lua:2: a card game has no turn:\(name)")
    }
  }

  /// A card that was turned up and down again is remembered by who has room for it.
  @Test func theLastCardsAreRemembered() throws {
    var play = try CardsPlay(try Cards.level("playing-cards"))
    var memories = [3, 7, 128, 0].map { CardsMemory(capacity: $0) }
    var seen: [Int] = []
    for place in 0..<12 where play.state.table.holds(place) {
      let earlier = play.state.table.foundCount
      try play.play(.select(place))
      for index in memories.indices { memories[index].observe(play.state.table) }
      seen.append(place)
      if play.state.table.foundCount > earlier { seen.removeAll { !play.state.table.holds($0) } }
    }
    for (memory, capacity) in zip(memories, [3, 7, 128, 0]) {
      for place in 0..<22 {
        let isKnown = memory.card(onPlace: place)
        #expect(isKnown == (seen.suffix(capacity).contains(place) ? play.state.faces[place] : nil))
      }
    }
    // Who remembers imagines those cards where they lie.
    var imagination = GameContext(streams: Cards.streams(9).imagination)
    for sample in 0..<20 {
      let state = play.state.imagined(in: &imagination, knowing: memories[2])
      #expect(state.view == play.state.view)
      try state.checkInvariants()
      for place in seen where play.state.table.holds(place) {
        #expect(state.faces[place] == play.state.faces[place], "\(sample)")
      }
    }
  }

  /// The view reveals nothing about a card that was turned face down.
  @Test func theStatusForgets() throws {
    let level = try Cards.level("playing-cards")
    for index in 0..<20 {
      var play = try CardsPlay(level, index: index)
      try play.play(.select(0))
      try play.play(.select(1))
      if case .mismatched(let hand, _) = play.state.view.status {
        #expect(hand.cards[0] == CardsTable.closed)
        #expect(hand.cards[1] == play.state.faces[1])
      }
    }
  }
}
