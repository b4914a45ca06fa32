import TestSupport
import Testing

@testable import Agents
@testable import Catalogue
@testable import PeggleGame
@testable import SimHarness

/// What wins under a mode that does not say how near its goal is, and what positions are worth.
@Suite struct PeggleGoalTests {
  private static let objects =
    (0..<6).map { Pegs.peg($0 < 3 ? "orange" : "blue", 60 + 130 * Double($0), 300) }

  /// A mode of this text, without `progress` and `value`.
  private func goal(
    _ text: String, variables: [ScriptVariable] = [], balls: Int = 9
  ) throws -> PeggleGoal {
    let level = try Pegs.level(
      Self.objects, mode: "strange", balls: balls,
      scripts: ["modes/strange.lua": "local m = {name = 'strange'}\n\(text)\nreturn m"])
    let host = Pegs.host()
    host.beginGame()
    let shot = try PeggleShot(
      PegglePosition(level: level), host: host, streams: Bubbles.streams(), offset: 0,
      scriptDraws: 0, keepsEvents: false)
    return PeggleGoal(of: level, variables: variables, asking: shot)
  }

  private func won(_ condition: String) -> String {
    "function m.is_won(state) return \(condition) end"
  }

  @Test func thePlainGameIsFound() throws {
    let goal = try goal(
      won("state.orange_left == 0") + "\nfunction m.is_lost(state) return state.balls == 0 end")
    #expect(goal.isOrangeOnly)
  }

  @Test func aScoreIsFoundExactly() throws {
    let goal = try goal(won("state.score >= 12345"))
    #expect(
      goal.wins == [
        [PeggleGoal.Threshold(quantity: .score, value: 12345, scale: 12345)]
      ])
    #expect(goal.losses.isEmpty && !goal.isOrangeOnly)
  }

  @Test func namedNumbersAreFoundWhereTheyMustBeMetOrPassed() throws {
    let met = try goal(won("state.vars.pairs == 5"), variables: [.init(name: "pairs", value: 2)])
    #expect(
      met.wins == [
        [PeggleGoal.Threshold(quantity: .variable("pairs"), value: 5, scale: 5)]
      ])
    let far = try goal(won("state.vars.sum >= 4000"), variables: [.init(name: "sum", value: 0)])
    #expect(far.wins.first?.first?.value == 4000)
    let down = try goal(won("state.vars.left <= 0"), variables: [.init(name: "left", value: 7)])
    #expect(
      down.wins == [
        [PeggleGoal.Threshold(quantity: .variable("left"), value: 0, scale: 7)]
      ])
  }

  @Test func whatMustNotRunOutIsFound() throws {
    let goal = try goal(
      won("state.balls == 0 and state.vars.chances > 0")
        + "\nfunction m.is_lost(state) return state.vars.chances <= 0 or state.time > 90 end",
      variables: [.init(name: "chances", value: 4)])
    #expect(goal.usesUpBalls)
    #expect(goal.losses.map(\.quantity) == [.seconds, .variable("chances")])
    #expect(goal.losses.map(\.value) == [91, 0])
  }

  @Test func twoThingsTogetherAreFound() throws {
    let goal = try goal(won("state.orange_left == 0 and state.score >= 700"))
    #expect(goal.wins.count == 1)
    #expect(
      goal.wins[0].map(\.quantity) == [.orangeLeft, .score]
        && goal.wins[0].map(\.value) == [0, 700])
  }

  @Test func nothingIsInvented() throws {
    #expect(try goal(won("false")).isUnknown)
    // Faults are no answers.
    #expect(try goal(won("error('no')")).isUnknown)
    #expect(try goal(won("1 // state.score > 3")).isUnknown)
  }

  // MARK: Worth

  private static let streak = """
    local m = {name = 'strange'}
    function m.on_shot_end(state)
      if state.lit_this_shot == 1 then state.vars.ones = state.vars.ones + 1 end
    end
    function m.is_won(state) return state.vars.ones >= 3 end
    function m.is_lost(state) return state.balls == 0 end
    """

  /// Whatever guides: lost is least, won is most, and all else lies between them.
  @Test(arguments: [
    "", "function m.progress(state) return math.min(1, state.vars.ones / 3) end",
    "function m.value(state) return 3e5 * state.vars.ones - 1e5 end",
  ])
  func winsAreWorthMostAndLossesLeast(_ hook: String) throws {
    let level = try Pegs.level(
      Self.objects, mode: "strange", balls: 6,
      scripts: ["modes/strange.lua": "\(Self.streak)\n\(hook)\nreturn m"])
    let host = Pegs.host()
    host.beginGame()
    var imagination = GameContext.imagination(for: Bubbles.streams(), scripts: host)
    var game = try PegglePlay(level, host: host)
    var planning = PegglePlanning(hand: .perfect)
    var prospects: [Prospect<PeggleMove>] = []
    try planning.scan(
      Turn(state: game.state), isDecision: true, in: &imagination, into: &prospects)
    var state = game.state
    func worth(_ ones: Int, _ outcome: Outcome?) throws -> Double {
      state.position.variables = [ScriptVariable(name: "ones", value: ones)]
      state.position.outcome = outcome
      return try planning.worth(of: state, in: &imagination)
    }
    let values = [
      try worth(0, .lost), try worth(0, nil), try worth(1, nil), try worth(2, nil),
      try worth(3, .won),
    ]
    #expect(values[0] == 0 && values[4] > 0.9)
    for (less, more) in zip(values, values.dropFirst()) { #expect(less < more, "\(values)") }
    try game.shoot(game.state.legalMove(at: 3))
  }

  /// Players who look ahead win a mode of a script that random shots rarely win, whether or not it
  /// says how near the goal is.
  @Test(arguments: [
    "", "function m.progress(state) return math.min(1, state.vars.ones / 3) end",
  ])
  func searchesPlayForAnUnknownGoal(_ hook: String) throws {
    let level = try Pegs.level(
      Self.objects + (0..<6).map { Pegs.peg("blue", 120 + 110 * Double($0), 420) },
      mode: "strange", balls: 4,
      scripts: ["modes/strange.lua": "\(Self.streak)\n\(hook)\nreturn m"])
    func wins<Player: Agent<PeggleState>>(_ player: Player, games: Int) -> Int {
      var runner = Runner(agent: player, name: nil, maxMoves: 20)
      var counter = PeggleBench.Counter()
      let host = Pegs.host()
      return (0..<games).count { index in
        runner.play(
          level, index: index, streams: Bubbles.streams(index), scripts: host,
          observer: &counter
        ).end == .won
      }
    }
    let random = wins(RandomAgent<PeggleState>(), games: 40)
    #expect(random < 20, "\(random)")
    #expect(wins(SkillAgent<PeggleState>(SkillModel(.greedy, .perfect)), games: 1) == 1)
    #expect(wins(SkillAgent<PeggleState>(SkillModel(.planner, .perfect)), games: 1) == 1)
    var search = SkillModel(.mcts, .perfect)
    search.effort.iterations = 10
    #expect(wins(SkillAgent<PeggleState>(search), games: 1) == 1)
  }

  /// A number that is none, or lies outside 0 to 1, is the script's fault.
  @Test(arguments: ["1.5", "-0.1", "0/0", "'near'", "nil"])
  func progressIsAShare(_ value: String) throws {
    let level = try Pegs.level(
      Self.objects, mode: "strange",
      scripts: [
        "modes/strange.lua": """
        local m = {name = 'strange'}
        function m.is_won(state) return false end
        function m.progress(state) return \(value) end
        return m
        """
      ])
    let state = try PegglePlay(level).state
    var imagination = GameContext.imagination(for: Bubbles.streams(), scripts: Pegs.host())
    var lookahead = PeggleLookahead()
    let error = #expect(throws: AgentError.self) {
      try lookahead.foresee(32, of: Turn(state: state), in: &imagination)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("progress must return a number from 0 to 1"))
  }

  /// What the named numbers say of pegs.
  @Test func pegsAreCountedForModes() throws {
    let level = try Pegs.level(
      Self.objects, mode: "strange",
      scripts: [
        "modes/strange.lua": """
        local m = {name = 'strange'}
        function m.on_shot_end(state)
          state.vars.left = state.pegs_left
          state.vars.orange = state.orange_total
        end
        function m.is_won(state) return false end
        return m
        """
      ])
    var game = try PegglePlay(level)
    var hits = 0
    for index in stride(from: 8, to: 64, by: 8) {
      try game.shoot(game.state.legalMove(at: index))
      hits += game.hits.count
      let named = game.state.view.variables
      #expect(named.first { $0.name == "left" }?.value == 6 - hits)
      #expect(named.first { $0.name == "orange" }?.value == 3)
    }
    #expect(hits > 0)
  }
}
