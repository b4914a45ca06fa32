import Agents
import Foundation
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// Agents in Lua: what they choose, what they may ask, how they fail.
@Suite struct ScriptedAgentTests {
  private typealias State = BubbleState<SmallMask>

  private func script(_ text: String, name: String = "agents/a.lua") throws -> AgentScript {
    try AgentScript(
      from: ScriptSource(name: name, text: text), knownGames: GameRegistry.bundled.games.map(\.name)
    )
  }

  private func bundled(_ name: String) throws -> AgentScript {
    let source = try #require(try Bubbles.library.source(of: .agent, named: name))
    return try AgentScript(
      from: source, libraries: try Bubbles.library.libraries(for: source),
      knownGames: GameRegistry.bundled.games.map(\.name))
  }

  /// An agent whose `choose` has these lines; `moves` holds what it may keep.
  private func agent(_ lines: String) throws -> AgentScript {
    try script(
      """
      local a = { name = "a", games = { "bubble-blast" } }
      local kept
      function a.choose(turn)
      \(lines)
      end
      return a
      """)
  }

  private static let grid = ["RRBBGG", "RBBGG", "RRBB.."]

  private func level(change: (inout BubbleRules) -> Void = { _ in }) throws -> BubbleLevel {
    try Bubbles.level(Self.grid, queue: "RBGRBG", columns: 6, rows: 9, change: change)
  }

  /// Plays a game, and gives its result.
  private func play(
    _ script: AgentScript, _ level: BubbleLevel, maxMoves: Int = 3,
    libraries: [ScriptSource] = [], log: @escaping (String) -> Void = { _ in }
  ) -> GameResult {
    let host = ScriptHost(
      interfaces: BubbleBlast.entry.interfaces, libraries: libraries, log: log)
    var runner = Runner(
      agent: ScriptedAgent<State>(script), name: script.name, maxMoves: maxMoves)
    var watcher = Watcher()
    return runner.play(
      level, index: 0, streams: Bubbles.streams(), scripts: host, observer: &watcher)
  }

  private struct Watcher: Observer {
    typealias State = BubbleState<SmallMask>
  }

  /// What a script prints on its first turn.
  private func printed(
    _ lines: String, change: (inout BubbleRules) -> Void = { _ in }
  ) throws -> [String] {
    var found: [String] = []
    let result = play(try agent(lines + "\nreturn 1"), try level(change: change), maxMoves: 1) {
      found.append($0)
    }
    if let fault = result.fault { found.append(fault) }
    return found
  }

  // MARK: The greedy twin

  /// 300 boards of every sort, some turns each: the agent in Lua makes the native one's moves.
  @Test func luaGreedyPlaysAsGreedyDoes() throws {
    let script = try bundled("lua_greedy")
    var random = SeededRandom(key: StreamKey(rawValue: 4711))
    var compared = 0
    for number in 0..<300 {
      let level = try Self.randomLevel(number, &random)
      let host = Bubbles.host()
      host.beginGame()
      let streams = Bubbles.streams(number)
      var context = GameContext(streams: streams, scripts: host)
      var native = GreedyAgent<State>()
      var scripted = ScriptedAgent<State>(script)
      var turn = Turn(state: try State(level: level, in: &context))
      scripted.gameDidStart()
      for index in 0..<5 where turn.state.outcome == nil {
        turn.index = index
        var unused = SeededRandom(key: StreamKey(rawValue: 1))
        var one = GameContext.imagination(for: streams, scripts: host)
        var other = GameContext.imagination(for: streams, scripts: host)
        let wanted = try native.chooseMove(turn, in: &one, using: &unused)
        let found = try scripted.chooseMove(turn, in: &other, using: &unused)
        #expect(found == wanted, "board \(number), turn \(index)")
        compared += 1
        // Now and then another move, so that boards are met that greedy would not come to.
        let next =
          random.below(3) == 0
          ? turn.state.legalMove(at: random.below(turn.state.legalMoveCount)) : wanted
        try turn.state.apply(next, in: &context) { _ in }
      }
    }
    #expect(compared > 1000, "\(compared)")
  }

  private static func randomLevel(
    _ number: Int, _ random: inout SeededRandom
  ) throws -> BubbleLevel {
    let columns = 4 + random.below(12)
    let colours = 1 + random.below(6)
    let letters = Array("BROGYPCW".prefix(colours))
    let specials = number % 3 == 0 ? Array("*=$#x~&@") : []
    var grid: [String] = []
    for row in 0..<(1 + random.below(9)) {
      grid.append(
        String(
          (0..<HexGrid.width(ofRow: row, columns: columns)).map { _ -> Character in
            if random.below(6) == 0 { return "." }
            if !specials.isEmpty && random.below(6) == 0 {
              return specials[random.below(specials.count)]
            }
            return letters[random.below(colours)]
          }))
    }
    return try Bubbles.level(
      grid, queue: "", legend: ["x": "crate", "~": "rainbow", "&": "chameleon", "@": "timer_bomb"],
      columns: columns, rows: 11, name: "random \(number)"
    ) { rules in
      rules.swap = number % 4 == 1
      rules.aims = number % 5 == 0 ? 37 : 60
      if number % 7 == 0 { rules.descentEvery = 3 }
      if number % 11 == 0 { rules.ruleset = .saga }
      if number % 13 == 0 { rules.maxBounces = 0 }
    }
  }

  // MARK: Asking

  @Test func anAgentSeesWhatAPlayerSees() throws {
    #expect(
      try printed(
        """
        print(turn:count(), turn.rows, turn.columns, turn.index, turn:score())
        print(turn:current(), turn:next(), turn:next(2), turn:next(3), turn:shots_left())
        print(turn:at(1), turn:at(3), turn:at(17), turn:move(1).angle, turn:move(1).swap)
        print(#turn:snapshot(), table.concat(turn:snapshot(), "", 1, 12))
        print(table.concat(turn:neighbours(1), " "))
        """
      ) {
        $0.shots = 9
        $0.preview = 2
      } == [
        "60\t9\t6\t1\t0", "red\tblue\tgreen\tnil\t9", "red\tblue\tnil\t0.1\tfalse",
        "60\t221144211440", "2 7",
      ])
  }

  @Test func snapshotFillsATableAgain() throws {
    #expect(
      try printed(
        """
        local cells = { "old" }
        local again = turn:snapshot(cells)
        print(again == cells, cells[1], #cells)
        """) == ["true\t2\t60"])
  }

  @Test func probeTellsWhatComesOfAMove() throws {
    let level = try Bubbles.level(["RR...."], queue: "RRR", columns: 6, rows: 9)
    var lines: [String] = []
    let result = play(
      try agent(
        """
        for _, index in ipairs(turn:distinct()) do
          local score, cleared, wins, loses, group, cell = turn:probe(index)
          assert(cell == turn:landing(index))
          if cell == 3 then print(score, cleared, wins, loses, group, cell) end
        end
        return 1
        """), level, maxMoves: 1
    ) { lines.append($0) }
    #expect(result.fault == nil)
    #expect(lines == ["30\t3\ttrue\tfalse\t3\t3"])
  }

  /// 60 boards: the lists of `probes` hold what `probe` returns move by move.
  @Test func probesTellsTheSameOfAllMoves() throws {
    let script = try agent(
      """
      local moves, cells, wins, score, group, loses, cleared =
        turn:probes("move", "cell", "wins", "score", "group", "loses", "cleared")
      local clears, joins = turn:probes("clears", "joins")
      local distinct = turn:distinct()
      assert(#moves == #distinct)
      local clearing, joining, winning, losing = {}, {}, {}, {}
      for place, index in ipairs(distinct) do
        assert(moves[place] == index)
        local s, c, w, l, g, cell = turn:probe(index)
        assert(s == score[place] and c == cleared[place] and g == group[place])
        assert((cell or 0) == cells[place])
        if c > 0 then clearing[#clearing + 1] = place end
        if g > 1 then joining[#joining + 1] = place end
        if w then winning[#winning + 1] = place end
        if l then losing[#losing + 1] = place end
      end
      assert(wins == nil or #wins > 0)
      assert(clears == nil or #clears > 0)
      assert(table.concat(clearing, " ") == table.concat(clears or {}, " "))
      assert(table.concat(joining, " ") == table.concat(joins or {}, " "))
      assert(table.concat(winning, " ") == table.concat(wins or {}, " "))
      assert(table.concat(losing, " ") == table.concat(loses or {}, " "))
      -- Asked again, it is the same; lists of a turn are the script's own.
      cells[1] = -1
      assert(turn:probes("cell")[1] ~= -1)
      return turn:random(turn:count())
      """)
    var random = SeededRandom(key: StreamKey(rawValue: 815))
    // Boards without specials, whose scripts may draw again each time they are asked.
    for number in 0..<90 where number % 3 != 0 {
      let result = play(script, try Self.randomLevel(number, &random), maxMoves: 4)
      #expect(result.fault == nil, "board \(number)")
    }
  }

  @Test func theGamesRandomIsTheAgentsOwn() throws {
    let lines = try printed(
      """
      local d = turn:random(6)
      assert(d >= 1 and d <= 6 and math.type(d) == "integer")
      local u = turn:random()
      assert(u >= 0 and u < 1)
      print("fine")
      """)
    #expect(lines == ["fine"])
  }

  // MARK: Imagining

  @Test func imagineGivesACopyToSearchOn() throws {
    #expect(
      try printed(
        """
        local copy = turn:imagine()
        local other = copy:copy()
        local before = copy:score()
        print(before, copy:count(), copy:outcome())
        local after = copy:apply(30)
        print(after == copy:score(), other:score() == before, turn:score() == before)
        -- What both deal is the same from here on.
        print(other:apply(30) == after)
        """) == ["0\t60\tnil", "true\ttrue\ttrue", "true"])
  }

  @Test func anImaginedGameEnds() throws {
    let lines = try printed(
      """
      local copy = turn:imagine()
      copy:apply(1)
      print(copy:outcome(), copy:count())
      copy:apply(1)
      """
    ) { $0.shots = 1 }
    #expect(
      lines == [
        "lost\t0", "agents/a.lua:7: copy:apply: this imagined game has ended",
      ])
  }

  @Test func aCopyOfAnEarlierTurnIsAnError() throws {
    let script = try agent(
      """
        if kept then return kept:count() end
        kept = turn:imagine()
        return 1
      """)
    let result = play(script, try level())
    #expect(result.moves == 1)
    #expect(
      result.fault
        == "agents/a.lua:4: this copy is from an earlier turn; imagine a new one")
  }

  // MARK: Failing

  @Test(
    arguments: [
      ("return 0", "choose must return a move's index from 1 to 60, not 0"),
      ("return 61", "choose must return a move's index from 1 to 60, not 61"),
      ("return 1.5", "choose must return a move's index from 1 to 60, not 1.5"),
      ("return 0/0", "choose must return a move's index from 1 to 60, not NaN (not a number)"),
      ("return", "choose must return a move's index from 1 to 60, not nil"),
      ("return \"1\"", "choose must return a move's index from 1 to 60, not a string"),
    ])
  func aBadIndexIsAFault(_ line: String, _ message: String) throws {
    let result = play(try agent(line), try level())
    let fault = result.fault ?? ""
    #expect(fault.replacingOccurrences(of: "-nan", with: "nan") == "agents/a.lua:3: \(message)")
    #expect(result.end == .faulted)
  }

  @Test(
    arguments: [
      ("turn:probe(0)", "turn:probe needs a move's index from 1 to 60"),
      ("turn:move(\"1\")", "turn:move needs a move's index from 1 to 60"),
      ("turn:landing(2^53)", "turn:landing needs a move's index from 1 to 60"),
      ("turn:at(0)", "turn:at: there is no cell 0; cells are 1 to 60"),
      ("turn:next(0)", "turn:next needs a whole number from 1"),
      ("turn:snapshot(5)", "turn:snapshot needs a table to fill or nothing, not a number"),
      ("turn:random(0)", "turn:random needs a whole number of at least 1"),
      ("turn:imagine():apply(61)", "copy:apply needs a move's index from 1 to 60"),
      ("turn:prob(1)", "turn has no 'prob'; did you mean 'probe'?"),
      (
        "turn:probes('sore')",
        "turn:probes: unknown field 'sore'; did you mean 'score'? known: move, score, cleared, group, cell, "
          + "clears, joins, wins, loses"
      ),
      ("turn:probes()", "turn:probes needs names of fields"),
      ("turn:probes({})", "turn:probes needs names of fields, not a table"),
      ("turn.count = 3", "turn.count cannot be assigned to"),
    ])
  func aBadCallIsAFaultAtItsLine(_ line: String, _ message: String) throws {
    let result = play(try agent("\n\(line)\nreturn 1"), try level())
    #expect(result.fault == "agents/a.lua:5: \(message)")
  }

  @Test func aFunctionThatCallsItselfWithoutAnEndIsAFault() throws {
    let result = play(
      try agent("local function f() return 1 + f() end\nreturn f()"), try level())
    let fault = result.fault ?? ""
    #expect(
      fault.hasPrefix("agents/a.lua:4: too many values on the stack; does a function call itself"),
      "\(fault)")
  }

  @Test func aFaultEndsItsOwnGameOnly() throws {
    let script = try agent("if turn.index == 2 then error('enough') end return 1")
    let level = try level()
    let host = Bubbles.host()
    var runner = Runner(agent: ScriptedAgent<State>(script), name: "a", maxMoves: 2)
    var results: [GameResult] = []
    for index in 0..<3 {
      var watcher = Watcher()
      results.append(
        runner.play(
          level, index: index, streams: Bubbles.streams(index), scripts: host,
          observer: &watcher))
    }
    #expect(results.map(\.moves) == [1, 1, 1])
    #expect(results.allSatisfy { $0.fault == "agents/a.lua:4: enough" })
  }

  /// A fresh machine in every game, the same one within a game.
  @Test func variablesLastForOneGame() throws {
    let script = try agent("kept = (kept or 0) + 1 print(kept) return 1")
    let level = try level()
    var lines: [String] = []
    let host = ScriptHost(interfaces: BubbleBlast.entry.interfaces) { lines.append($0) }
    var runner = Runner(agent: ScriptedAgent<State>(script), name: "a", maxMoves: 3)
    for index in 0..<2 {
      var watcher = Watcher()
      _ = runner.play(
        level, index: index, streams: Bubbles.streams(index), scripts: host, observer: &watcher)
    }
    #expect(lines == ["1", "2", "3", "1", "2", "3"])
  }

  // MARK: Our own

  /// Each bundled agent plays whole games, and alike when it plays them again.
  @Test(arguments: ["lua_greedy", "lookahead", "ceiling_sniper"])
  func bundledAgentsRepeatTheirGames(_ name: String) throws {
    let script = try bundled(name)
    let level = try level { $0.shots = 20 }
    let modules = try Bubbles.library.modules()
    let first = play(script, level, maxMoves: 30, libraries: modules)
    #expect(first.fault == nil)
    #expect(first == play(script, level, maxMoves: 30, libraries: modules))
  }
}
