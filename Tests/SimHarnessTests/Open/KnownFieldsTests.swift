import Testing

@testable import SimHarness

/// States whose fields lie where they lay before are read and written without a look at their names,
/// and come out as if each had been looked up.
@Suite struct KnownFieldsTests {
  /// Games that begin with fields of their own, in their own order, by what they draw.
  private static let beginnings = """
    local game = {
      name = "small", move = { { "step", 1, 6 } }, max_moves = 8, hidden = { { "bag", "coin" } },
    }
    local ways = {
      function(s) s.a, s.b, s.bag, s.coin = 1, { 2 }, { 3, 4 }, 5 end,
      function(s) s.coin, s.bag, s.b, s.a = 1, {}, { { 2 } }, "text" end,
      function(s) s.b, s.a, s.c, s.bag, s.coin = 0.5, true, 7, { 1 }, 2 end,
      function(s) s["a" .. #"x"], s.bag, s.coin = 1, { 1 }, 2 end,
      function(s)
        for i = 1, 12 do s["field" .. i] = i end
        s.bag, s.coin = { 9 }, 9
      end,
      function(s) s[("long"):rep(12)], s.bag, s.coin = 1, { 9 }, 9 end,
    }
    function game.setup(s, random)
      s.score, s.way, s.made = 0, random(#ways), 0
      ways[s.way](s)
    end
    function game.moves(s, offer) for step = 1, 6 do offer(step) end end
    function game.apply(s, move, random)
      s.score, s.made = s.score + move.step, s.made + 1
      s.coin = random(1 << 20)
      if s.made == 5 then s.late = 1 end
      if s.made == 7 then s.late = nil end
    end
    function game.outcome(s) if s.made >= 8 then return "ended" end end
    return game
    """

  /// The positions of games, and what each call of their rules cost.
  private static func games(
    _ game: OpenGame, _ reuse: ScriptHost.MachineReuse, count: Int
  ) throws -> (positions: [[PackedPosition]], instructions: [Int]) {
    let level = try Open.level(game)
    let host = Open.host(game, reuse: reuse)
    var instructions: [Int] = []
    let positions = try (0..<count).map { index in
      var seen: [PackedPosition] = []
      try Open.play(level, index: index, host: host) { state, _ in
        seen.append(state.position)
        let handle = try #require(try host.handles(for: level).first)
        instructions.append(try #require(host.figures(of: handle)).instructions)
      }
      return seen
    }
    return (positions, instructions)
  }

  /// A machine that is restored begins a game as a new one does, at the same price.
  @Test func aGameMayBeginUnlikeTheOneBefore() throws {
    let game = try Open.game("small", text: Self.beginnings)
    let restored = try Self.games(game, .standard, count: 60)
    let fresh = try Self.games(game, .withinGame, count: 60)
    #expect(restored.positions == fresh.positions)
    #expect(restored.instructions == fresh.instructions)
    #expect(Set(restored.positions.map { $0[0].visibleCount }).count >= 5)
  }

  /// Also where the first position is wrong, after the names were known.
  @Test(arguments: ["s.score = 0.5", "s.f1 = print", "s.f1 = ('x'):rep(70000)"])
  func aGameThatCannotBeginCostsTheSameInARestoredMachine(_ wrong: String) throws {
    let text = """
      local game = { name = "small", move = { { "step", 1, 6 } } }
      function game.setup(s, random)
        s.score = 0
        for i = 1, 12 do s["f" .. i] = i end
        if random(2) == 1 then \(wrong) end
      end
      function game.moves(s, offer) offer(1) end
      function game.apply(s) end
      function game.outcome(s) return "ended" end
      return game
      """
    let game = try Open.game("small", text: text)
    let level = try Open.level(game)
    let used = try [ScriptHost.MachineReuse.standard, .withinGame].map { reuse in
      let host = Open.host(game, reuse: reuse)
      var faults = 0
      let instructions = try (0..<40).map { index in
        do { try Open.play(level, index: index, host: host) { _, _ in } } catch { faults += 1 }
        let handle = try #require(try host.handles(for: level).first)
        return try #require(host.figures(of: handle)).instructions
      }
      #expect((10...30).contains(faults))
      return instructions
    }
    #expect(used[0] == used[1])
  }

  /// Also where garbage is collected meanwhile: texts that are garbage at once, and a beginning that
  /// then allocates without a text.
  ///
  /// A text that has not been collected yet costs nothing when it is made again.
  @Test func garbageIsCollectedAtTheSameMomentsInARestoredMachine() throws {
    let text = """
      local game = { name = "small", move = { { "step", 1, 6 } }, max_moves = 40 }
      local kept, length = {}, 0
      local function make(number) length = length + #("text" .. number) end
      for i = 1, 300 do make(i) end
      function game.setup(s, random)
        s.score, s.made = 0, 0
        if random(2) == 1 then return end
        for i = 1, 300 do make(i) end
        for i = 1, 40000 do kept[i] = i end
      end
      function game.moves(s, offer) for step = 1, 6 do offer(step) end end
      function game.apply(s, move, random)
        s.made = s.made + 1
        for _ = 1, 300 do make(random(300)) end
      end
      function game.outcome(s) if s.made >= 40 then return "ended" end end
      return game
      """
    let game = try Open.game("small", text: text)
    let restored = try Self.games(game, .standard, count: 30)
    let fresh = try Self.games(game, .withinGame, count: 30)
    #expect(restored.positions == fresh.positions)
    #expect(restored.instructions == fresh.instructions)
  }

  @Test(arguments: Open.bundled)
  func bundledGamesCostTheSameInARestoredMachine(_ name: String) throws {
    let game = try Open.game(name)
    #expect(
      try Self.games(game, .standard, count: 4).instructions
        == Self.games(game, .withinGame, count: 4).instructions)
  }

  // MARK: What is wrong with a state after some moves

  private static let turns = "s.turn must say who moves, 1 or 2"
  private static let scores = "s.scores must be a list of two whole numbers from -10^12 to 10^12"

  @Test(arguments: [
    ("s.turn = 3", turns), ("s.turn = 0", turns), ("s.turn = nil", turns), ("s.turn = 1.5", turns),
    ("s.turn = '1'", turns), ("s.scores = 5", scores), ("s.scores = { 1 }", scores),
    ("s.scores = { 1, 2, 3 }", scores), ("s.scores[3] = 1", scores), ("s.scores[2] = nil", scores),
    ("s.scores = { 0.5, 1 }", scores), ("s.scores[1] = 10^12 + 1", scores),
    ("s.scores[2] = -1000000000001", scores), ("s.scores = { a = 1, b = 2 }", scores),
    ("s.score = 0", "s.score is for games of one player; set s.scores = { 0, 0 } instead"),
  ])
  func aTableForTwoIsCheckedAfterEachMove(_ line: String, _ message: String) throws {
    let fault = try Open.fault(Self.game(players: 2, "s.turn, s.scores = 1, { 0, 0 }", line))
    #expect(fault?.contains(message) == true, "\(fault ?? "no fault")")
    #expect(fault?.hasPrefix("games/small.lua:5: ") == true, "\(fault ?? "no fault")")
  }

  @Test(arguments: [
    "s.turn = 2.0", "s.scores = { 4 / 2, 1 }", "s.scores = nil", "s.scores[1] = 1000000000000",
    "s.scores = table.pack(1, 2) s.scores.n = nil",
  ])
  func aTableForTwoMayChange(_ line: String) throws {
    #expect(try Open.fault(Self.game(players: 2, "s.turn, s.scores = 1, { 0, 0 }", line)) == nil)
  }

  @Test(arguments: ["10^12 + 1", "-1000000000001", "0.5", "'1'", "{}", "0 / 0"])
  func aScoreIsCheckedAfterEachMove(_ score: String) throws {
    let fault = try Open.fault(Self.game(players: 1, "s.score = 0", "s.score = \(score)"))
    let message = "games/small.lua:5: s.score must be a whole number from -10^12 to 10^12"
    #expect(fault == message, "\(fault ?? "no fault")")
  }

  @Test(arguments: ["1000000000000", "7.0", "-5", "nil"])
  func aScoreMayBeAnyWholeNumber(_ score: String) throws {
    #expect(try Open.fault(Self.game(players: 1, "s.score = 0", "s.score = \(score)")) == nil)
  }

  /// A game of six moves, the fourth of which does `line`; `setup` and `apply` begin on lines 4 and 5.
  private static func game(players: Int, _ setup: String, _ line: String) -> String {
    """
    local game = { name = "small", move = { { "step", 1, 3 } }, max_moves = 6 }
    game.players = \(players == 2 ? "2" : "nil")

    function game.setup(s) s.made = 0 \(setup) end
    function game.apply(s)
      s.made = s.made + 1
      if s.turn then s.turn = 3 - s.turn end
      if s.made == 4 then \(line) end
    end
    function game.moves(s, offer) for step = 1, 3 do offer(step) end end
    function game.outcome(s)
      if s.made == 6 then return s.turn and "draw" or "ended" end
    end
    return game
    """
  }

  // MARK: The move

  /// What a script does to the table of its move is not seen by the next move.
  @Test(arguments: [
    "move.step = nil", "move.step, move.other = 9, 9", "move[1] = 5", "move.step = 'a'",
    "for i = 1, 40 do move[i], move['n' .. i] = i, i end", "move.step, move.other = nil, nil",
  ])
  func aMoveThatAScriptChangesIsWholeTheNextTime(_ mischief: String) throws {
    let text = """
      local game = { name = "small", move = { { "step", -3, 3 }, { "other", 0, 9 } }, max_moves = 30 }
      function game.setup(s) s.score, s.steps, s.others = 0, {}, {} end
      function game.moves(s, offer) offer(#s.steps % 7 - 3, #s.steps % 10) end
      function game.apply(s, move)
        s.steps[#s.steps + 1], s.others[#s.others + 1] = move.step, move.other
        if #s.steps % 3 == 0 then \(mischief) end
      end
      function game.outcome(s)
        if #s.steps < 20 then return nil end
        for i = 1, 20 do
          assert(s.steps[i] == (i - 1) % 7 - 3 and s.others[i] == (i - 1) % 10, i)
        end
        return "won"
      end
      return game
      """
    #expect(try Open.fault(text, moves: 30) == nil)
  }
}
