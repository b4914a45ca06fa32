import Testing

@testable import Catalogue
@testable import SimHarness

/// A secret of each player that is no order of cards: the game's own `imagine` draws it.
@Suite struct TwoSecretsTests {
  /// Each player has a number; who names the other's wins.
  private static let game = """
    local game = { name = "small", players = 2, hidden = { { "number", "marks" } },
      own = { "number", "marks" }, move = { { "guess", 1, 9 } } }
    function game.setup(s, random)
      s.turn, s.guesses = 1, { {}, {} }
      s.number, s.marks = { random(9), random(9) }, { { a = random(3) }, { a = random(3) } }
    end
    function game.moves(s, offer) for guess = 1, 9 do offer(guess) end end
    function game.apply(s, move)
      local guesses = s.guesses[s.turn]
      guesses[#guesses + 1] = move.guess
      if move.guess ~= s.number[3 - s.turn] then s.turn = 3 - s.turn end
    end
    function game.outcome(s)
      local guesses = s.guesses[s.turn]
      if guesses[#guesses] == s.number[3 - s.turn] then return s.turn == 1 and "won" or "lost" end
    end
    function game.imagine(s, random)
      assert(s.number[s.turn] and not s.number[3 - s.turn], "another's number is there")
      assert(s.marks[s.turn].a and not s.marks[3 - s.turn], "another's marks are there")
      s.number[3 - s.turn], s.marks[3 - s.turn] = random(9), { a = random(3) }
    end
    return game
    """

  @Test func imagineGetsTheOwnHalf() throws {
    let game = try Open.game("small", text: Self.game)
    let level = try Open.level(game)
    let host = Open.host(game)
    #expect(game.spec.parts.map(\.name) == ["marks", "marks", "number", "number"])
    var seen = Set<Int>()
    try Open.play(level, host: host, most: 12) { state, context in
      guard state.outcome == nil else { return }
      let (own, other) = state.table.turn == 1 ? (2, 3) : (3, 2)
      let mine = try #require(PackedValues(state.position, pools: 4)).pools[own]
      for attempt in 0..<8 {
        var imagination = GameContext.imagination(for: Open.streams(attempt), scripts: host)
        let copy = state.imagined(in: &imagination)
        #expect(copy.fault == nil, "\(copy.fault?.message ?? "")")
        #expect(copy.view == state.view)
        let values = try #require(PackedValues(copy.position, pools: 4))
        #expect(values.pools[own] == mine && values.pools[own - 2].count == 1)
        seen.insert(values.pools[other][0])
      }
      #expect(
        try OpenLeak(state, streams: context.streams, scripts: host).found(moves: 10) == .none)
    }
    #expect(seen.count > 4)
  }

  /// A game that changes the half that is seen is at fault, in one line.
  @Test func imagineMustLeaveTheOwnHalf() throws {
    let text = Self.game.replacing(
      "{ a = random(3) }\nend\nreturn",
      with: "{ a = random(3) }\n  s.number[s.turn] = 1\nend\nreturn")
    try #require(text != Self.game)
    let game = try Open.game("small", text: text)
    let host = Open.host(game)
    var faults = 0
    for index in 0..<4 {
      try Open.play(try Open.level(game), index: index, host: host, most: 1) { state, context in
        var imagination = GameContext.imagination(for: context.streams, scripts: host)
        let fault = state.imagined(in: &imagination).fault
        if fault?.message.contains("imagine must leave what players see as it is") == true {
          faults += 1
        }
      }
    }
    #expect(faults > 2)
  }

  /// A view has the half of who looks, as a Lua agent gets it, and false for the other.
  @Test func viewsHaveTheOwnHalf() throws {
    let game = try Open.game("small", text: Self.game)
    let level = try Open.level(game)
    try Open.play(level, host: Open.host(game), most: 4) { state, _ in
      let bytes = try #require(SeenPosition.bytes(of: state))
      let values = try #require(PackedValues(state.position, pools: 4))
      let turn = Int(state.table.turn)
      // `number` ends the bytes: a list of two, of which one is a whole number and one a secret.
      let number = UInt8(2 * values.pools[1 + turn][0])
      #expect(Array(bytes.suffix(5)) == (turn == 1 ? [7, 2, 3, number, 9] : [7, 2, 9, 3, number]))
    }
  }
}
