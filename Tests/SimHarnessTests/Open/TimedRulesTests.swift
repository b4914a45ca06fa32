import Testing

@testable import SimHarness

/// Rules that run without counting their instructions give the games of rules that count, whatever
/// a limit decides.
@Suite struct TimedRulesTests {
  struct Rules: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: String
    /// Whether a machine that does not count can finish its games.
    let staysTimed: Bool

    init(_ description: String, staysTimed: Bool = false, _ body: String) {
      testDescription = description
      self.body = body
      self.staysTimed = staysTimed
    }

    /// A move that does something when the state says so.
    init(_ description: String, staysTimed: Bool = false, inAMove text: String) {
      self.init(
        description, staysTimed: staysTimed,
        """
        local kept, rest = 0, {}
        function game.apply(s, move, random, emit)
          s.place = s.place + move.step
          s.score = s.score + random(6)
          if s.place == 7 then
            \(text)
          end
          s.score = s.score + kept
        end
        """)
    }
  }

  static let rules = [
    Rules("ordinary moves", staysTimed: true, ""),
    Rules(
      "a long call within its budget",
      inAMove: "for i = 1, 8000000 do kept = kept + i % 3 end"),
    Rules(
      "a call that goes beyond its budget",
      inAMove: "for i = 1, 30000000 do kept = kept + i % 3 end"),
    Rules("an endless loop", inAMove: "while true do end"),
    Rules("a loop without a body", inAMove: "for i = 1, 1000000000000 do end"),
    Rules(
      "an endless loop behind pcall",
      inAMove: "pcall(function() while true do pcall(error) end end)"),
    Rules(
      "an endless loop in a coroutine",
      inAMove: "local run = coroutine.wrap(function() while true do end end) run()"),
    Rules(
      "two coroutines that take turns without end",
      inAMove: """
        local run = coroutine.wrap(function() while true do coroutine.yield() end end)
        while true do run() end
        """),
    Rules(
      "a coroutine that ends", staysTimed: true,
      inAMove: """
        local run = coroutine.wrap(function() for i = 1, 9 do coroutine.yield(i) end end)
        for i = 1, 9 do kept = kept + run() end
        """),
    Rules(
      "more memory than half of the cap",
      inAMove: "for i = 1, 400000 do rest[i] = { i } end kept = #rest"),
    Rules("more memory than the cap", inAMove: "while true do rest[#rest + 1] = { kept } end"),
    Rules("deep recursion", inAMove: "local function dig(n) return 1 + dig(n + 1) end dig(1)"),
    Rules(
      "long strings", inAMove: "local text = ('x'):rep(5000) kept = #text"),
    Rules(
      "library functions that use much of the budget",
      inAMove: """
        for i = 1, 250000 do rest[i] = i * 7919 % 250007 end
        table.sort(rest)
        kept = rest[5]
        """),
    Rules(
      "a pattern that takes long",
      inAMove: "local text = ('a'):rep(120) kept = #(text:match('a*a*a*a*b') or '')"),
    Rules("an error", staysTimed: true, inAMove: "error('no such move')"),
    Rules(
      "a long call in `moves`",
      "function game.moves(s, offer) while s.place > 4 do end offer(2) end"),
    Rules(
      "a long call in `outcome`",
      "function game.outcome(s) if s.place > 4 then while true do end end end"),
    Rules("a long call in `setup`", "function game.setup(s) while true do end end"),
    Rules("loading that takes long", "for i = 1, 8000000 do local x = i % 3 end"),
    Rules("what is printed", inAMove: "print('at', s.place)"),
  ]

  private struct Played: Equatable {
    var rows: [String] = []
    var printed: [String] = []
    var staysTimed = false
  }

  /// Four games of random moves.
  private static func play(_ text: String, timed: Bool) throws -> Played {
    var played = Played()
    let game = try Open.game("small", text: text)
    let host = ScriptHost(
      interfaces: OpenGames.allInterfaces, libraries: game.modules,
      printing: ScriptPrinting { line in played.printed.append("\(line.game) \(line.text)") })
    host.timeRules(timed)
    BatchRequest(seed: 5, levelID: "test", games: 0..<4, maxMoves: 30).play(
      try Open.level(game), with: RandomMoves(), named: "random", tally: OpenTally.self,
      scripts: host, row: { played.rows.append("\($0)") })
    played.staysTimed = host.timesRules
    return played
  }

  @Test(arguments: rules)
  func gamesAreThoseOfRulesThatCount(_ rules: Rules) throws {
    let text = Open.small(rules.body)
    let counted = try Self.play(text, timed: false)
    let timed = try Self.play(text, timed: true)
    #expect(timed.rows == counted.rows)
    #expect(timed.printed == counted.printed)
    #expect(timed.staysTimed == rules.staysTimed)
    #expect(counted.rows.count == 4 && !counted.staysTimed)
  }

  /// Bundled games share a machine, and none needs to count.
  @Test(arguments: Open.bundled)
  func bundledGamesNeedNotCount(_ name: String) throws {
    let game = try Open.game(name)
    var rows: [[String]] = []
    for timed in [false, true] {
      let host = Open.host(game)
      host.timeRules(timed)
      var played: [String] = []
      BatchRequest(seed: 5, levelID: name, games: 0..<6, maxMoves: 60).play(
        try Open.level(game), with: RandomMoves(), named: "random", tally: OpenTally.self,
        scripts: host, row: { played.append("\($0)") })
      rows.append(played)
      #expect(host.timesRules == timed)
    }
    #expect(rows[0] == rows[1])
    #expect(rows[0].count == 6)
  }

  /// A smaller budget than the usual one could be used up before anybody looks.
  @Test func aSmallBudgetIsCounted() throws {
    var limits = ScriptLimits()
    limits.instructions = 200_000
    let text = Open.small(
      "function game.apply(s) for i = 1, 300000 do s.place = i end end")
    let game = try Open.game("small", text: text)
    let host = ScriptHost(limits: limits, interfaces: OpenGames.allInterfaces)
    host.timeRules(true)
    var fault: String?
    BatchRequest(seed: 1, levelID: "test", games: 0..<1, maxMoves: 3).play(
      try Open.level(game), with: FirstMoves(), named: "first", tally: OpenTally.self,
      scripts: host, row: { fault = $0.result.fault })
    #expect(fault?.contains("the instruction budget of 200000 is used up") == true)
  }

  /// Once rules have to count, they count until the worker ends.
  @Test func rulesThatMustCountDoSoFromThenOn() throws {
    let text = Open.small(Self.rules[1].body)
    let game = try Open.game("small", text: text)
    let host = Open.host(game)
    for _ in 0..<2 {
      host.timeRules(true)
      BatchRequest(seed: 5, levelID: "test", games: 0..<4, maxMoves: 30).play(
        try Open.level(game), with: RandomMoves(), named: "random", tally: OpenTally.self,
        scripts: host, row: { _ in })
      #expect(!host.timesRules)
    }
  }
}

/// Plays any move.
struct RandomMoves: Agent {
  typealias State = OpenState

  func chooseMove(
    _ turn: borrowing Turn<OpenState>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> OpenMove { turn.move(at: random.below(turn.moveCount)) }
}
