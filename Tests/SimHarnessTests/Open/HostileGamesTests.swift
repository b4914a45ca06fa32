import Testing

@testable import SimHarness

/// Games that mean harm: each ends as one counted fault that names the script and what was wrong.
@Suite struct HostileGamesTests {
  struct Hostile: Sendable, CustomTestStringConvertible {
    let body: String
    let fields: String
    let message: String

    var testDescription: String { message }

    init(_ message: String, _ body: String, fields: String = "") {
      self.message = message
      self.body = body
      self.fields = fields
    }
  }

  static let games: [Hostile] = [
    Hostile("the instruction budget", "function game.moves(s, offer) while true do end end"),
    Hostile(
      "the instruction budget",
      "function game.apply(s) while true do pcall(error) end end"),
    Hostile(
      "a position can have at most 65536 moves",
      "function game.moves(s, offer) for i = 1, 1000000 do offer(1) end end"),
    Hostile(
      "s.more is in the state twice; give each place a table of its own",
      "function game.apply(s) s.loop = {} s.more = s.loop end"),
    Hostile(
      "s.loop.self is in the state twice",
      "function game.apply(s) s.loop = {} s.loop.self = s.loop end"),
    Hostile("s.self is in the state twice", "function game.apply(s) s.self = s end"),
    Hostile(
      "makes the state larger than 65536 bytes",
      "function game.apply(s) s.text = ('x'):rep(1 << 20) end"),
    Hostile(
      "s.big makes the state larger than 65536 bytes",
      "function game.apply(s) s.big = {} for i = 1, 100000 do s.big[i] = i end end"),
    Hostile(
      "s.hook is a function; a state is plain data",
      "function game.apply(s) s.hook = function() end end"),
    Hostile(
      "s.run is a thread; a state is plain data",
      "function game.apply(s) s.run = coroutine.create(function() end) end"),
    Hostile("s.x is not a finite number", "function game.apply(s) s.x = 0 / 0 end"),
    Hostile("s.x[2] is not a finite number", "function game.apply(s) s.x = { 1, 1 / 0 } end"),
    Hostile(
      "s.score must be a whole number", "function game.apply(s) s.score = 0 / 0 end"),
    Hostile(
      "s.score must be a whole number", "function game.apply(s) s.score = 'much' end"),
    Hostile(
      "s.score must be a whole number", "function game.apply(s) s.score = 1 << 62 end"),
    Hostile(
      "random takes one number, not 2; random(6) gives 1 to 6",
      "function game.apply(s, move, random) s.x = random(1, 6) end"),
    Hostile(
      "random needs a whole number of at least 1",
      "function game.apply(s, move, random) s.x = random(0) end"),
    Hostile(
      "random needs whole numbers",
      "function game.apply(s, move, random) s.x = random('six') end"),
    Hostile(
      "is nested more than 16 tables deep",
      "function game.apply(s) local t = s for i = 1, 40 do t.t = {} t = t.t end end"),
    Hostile("s.level is read-only", "function game.apply(s) s.level.size = 3 end"),
    Hostile(
      "offer takes the 1 number of a move, not 2",
      "function game.moves(s, offer) offer(1, 2) end"),
    Hostile(
      "offer: `step` must be from 1 to 3, not 7", "function game.moves(s, offer) offer(7) end"),
    Hostile(
      "offer needs whole numbers", "function game.moves(s, offer) offer(1.5) end"),
    Hostile(
      "emit: `events` has no 'jumped'",
      "function game.apply(s, move, random, emit) emit('jumped') end"),
    Hostile(
      "a move can have at most 65536 events",
      "function game.apply(s, m, r, emit) for i = 1, 1000000 do emit('stepped') end end"),
    Hostile(
      "outcome must return \"won\", \"lost\", \"ended\" or nil, not \"wonn\"",
      "function game.outcome(s) return 'wonn' end"),
    Hostile(
      "outcome must return \"won\", \"lost\", \"ended\" or nil, not a number",
      "function game.outcome(s) return 5 end"),
    Hostile(
      "there is no move and no outcome", "function game.moves(s) end"),
    Hostile(
      "moves must call offer(...) for each move; the table that it returns is not read",
      "function game.moves(s) return { 1, 2 } end"),
    Hostile(
      "random cannot be called here",
      """
      local kept
      function game.apply(s, move, random) kept = random end
      function game.outcome(s) if kept then kept() end end
      """),
    Hostile(
      "emit cannot be called here",
      """
      local kept
      function game.apply(s, move, random, emit) kept = emit end
      function game.outcome(s) if kept then kept("stepped") end end
      """),
    Hostile(
      "s.place has a metatable; a state is plain data",
      "function game.apply(s) s.place = setmetatable({}, {}) end"),
    Hostile(
      "s has another value in `level`, which is read only",
      "function game.apply(s) s.level = { size = 1 } end"),
    Hostile(
      "s has another value in `level`, which is read only",
      "function game.apply(s) s.level = nil end"),
    Hostile(
      "s.list[2] is missing",
      "function game.apply(s) s.list = { 1, nil, 3 } end"),
    Hostile(
      "s.list has names and numbers as keys; use a list or names",
      "function game.apply(s) s.list = { 1, x = 2 } end"),
    Hostile(
      "s.list has names and numbers as keys; use a list or names",
      "function game.apply(s) s.list = { 1, 2, [4] = 3, [-1] = 3, x = 2 } end"),
    Hostile(
      "s.list is a list with gaps; its keys must be 1, 2, 3 and so on",
      "function game.apply(s) s.list = { [7] = 1, [9] = 2 } end"),
    Hostile(
      "s.list has the key -1; the keys of a list are 1, 2, 3 and so on",
      "function game.apply(s) s.list = { [-1] = 1, [0] = 1, [1] = 1 } end"),
    Hostile(
      "s.list has the key 1.5; the keys of a list are 1, 2, 3 and so on",
      "function game.apply(s) s.list = { 1, [1.5] = 2 } end"),
    Hostile(
      "s.level has no 'hrad'; did you mean 'hard'?",
      "function game.apply(s) s.score = s.level.hrad and 1 or 3 end",
      fields: "fields = { { name = 'hard', kind = 'flag' }, { name = 'size', kind = 'text' } }"),
    Hostile(
      "s.level has no 'name'", "function game.outcome(s) return s.level.name end",
      fields: "fields = { { name = 'hard', kind = 'flag' } }"),
    Hostile(
      "s.flags has a boolean as a key", "function game.apply(s) s.flags = { [true] = 1 } end"),
    Hostile(
      "has more than 256 names",
      "function game.apply(s) for i = 1, 300 do s['n' .. i] = i end end"),
    Hostile(
      "s.deck is missing, although `hidden` names it", "function game.apply(s) s.deck = nil end",
      fields: "hidden = { { 'deck' } }"),
    Hostile(
      "s.deck is hidden, so it must hold whole numbers, not a string",
      "function game.setup(s) s.deck = 'ace' end", fields: "hidden = { { 'deck' } }"),
    Hostile(
      "s.deck[2] is hidden, so it must hold whole numbers, not 1.5",
      "function game.setup(s) s.deck = { 1, 1.5 } end", fields: "hidden = { { 'deck' } }"),
    Hostile(
      "s.deck is hidden, so it must hold whole numbers, not 2.0",
      "function game.setup(s) s.deck = 2.0 end", fields: "hidden = { { 'deck' } }"),
    Hostile(
      "the value of the metric `best` must be a number", "",
      fields: "metrics = { { name = 'best', value = function(s) return 'x' end } }"),
    Hostile(
      "the value of the metric `best` must be between -2^31 and 2^31, not -5000000000; use a larger"
        + " unit", "",
      fields: "metrics = { { name = 'best', value = function(s) return -5e9 end } }"),
    Hostile(
      "the numbers of the event `hit` add up to 10^15 or more in a game; emit smaller ones",
      "function game.apply(s, move, random, emit) for i = 1, 1000 do emit('hit', 10^12) end s.place = 10 end",
      fields: "events = { hit = 'hits' }"),
    Hostile("attempt to index a nil value", "function game.apply(s) s.nothing.x = 1 end"),
    Hostile(
      "the memory cap",
      "function game.apply(s) local t = {} while true do t[#t + 1] = ('x'):rep(1 << 16) .. #t end end"
    ),
  ]

  @Test func thereAreAtLeastTwentyFive() { #expect(Self.games.count >= 25) }

  /// A level's fields can be listed, read and be false or empty; what is no name is nil.
  @Test func fieldsOfALevelAreRead() throws {
    let text = Open.small(
      """
      function game.apply(s)
        local names = {}
        for name, value in pairs(s.level) do names[#names + 1] = name end
        assert(table.concat(names, " ") == "hard list word", table.concat(names, " "))
        assert(s.level.hard == false and s.level.word == "" and #s.level.list == 0)
        assert(s.level[1] == nil and s.level.list[1] == nil and rawget(s.level, "hrad") == nil)
        assert(next(s.level) and #s.level == 0)
        for place in ipairs(s.level) do error("a place") end
        s.place = 10
      end
      """,
      fields: "fields = { { name = 'hard', kind = 'flag' }, { name = 'word', kind = 'text' },"
        + " { name = 'list', kind = 'list', min = 0, max = 9 } }")
    #expect(try Open.fault(text) == nil)
  }

  @Test(arguments: games)
  func endsAsOneFault(_ hostile: Hostile) throws {
    let text = Open.small(hostile.body, fields: hostile.fields)
    let fault = try #require(try Open.fault(text), "no fault")
    #expect(fault.contains(hostile.message), "\(fault)")
    #expect(fault.hasPrefix("games/small.lua:"), "\(fault)")
    // The process is healthy, and another game is unaffected.
    #expect(try Open.fault(Open.small()) == nil)
  }
}
