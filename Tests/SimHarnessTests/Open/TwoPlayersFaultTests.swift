import Testing

@testable import SimHarness

/// Everything wrong with a two-player game is one line with the script's line.
@Suite struct TwoPlayersFaultTests {
  @Test(arguments: [
    ("players = 3", "2: `players` must be"),
    ("own = { \"hands\" }", "2: `own` says what each of two players sees; it needs `players = 2`"),
    (
      "players = 2, own = { \"hand\" }, hidden = { { \"hands\" } }",
      "2: `own`: 'hand' is not in `hidden`; did you mean `hands`?"
    ),
    (
      "players = 2, own = \"hands\", hidden = { { \"hands\" } }",
      "2: `own` must be a list of hidden fields, such as own = { \"hands\" }"
    ),
    (
      "players = 2, own = { \"hands\", \"hands\" }, hidden = { { \"hands\" } }",
      "2: `own`: 'hands' appears twice; remove one"
    ),
    (
      "players = 2, goal = false",
      "2: `goal = false` has no meaning in a two-player game; leave it out"
    ),
    (
      "players = 2, events = { points = \"x\" }",
      "2: `events`: 'points' is the name of a figure or a column that every game has; choose another name"
    ),
    (
      "players = 2, metrics = { { name = \"draw_rate\", value = function() return 1 end } }",
      "2: `metrics`: every two-player game has 'draw_rate'; choose another name"
    ),
  ])
  func declarations(_ fields: String, _ message: String) throws {
    let text = """
      local game = { name = "small", move = { { "step", 1, 3 } },
        \(fields)
      }
      function game.setup(s) s.turn = 1 end
      function game.moves(s, offer) offer(1) end
      function game.apply(s) end
      function game.outcome(s) return "won" end
      return game
      """
    do throws(ScriptFault) {
      _ = try OpenGame(from: ScriptSource(name: "games/small.lua", text: text))
      Issue.record("it is read")
    } catch {
      #expect(error.message.contains(":\(message)"), "\(error.message)")
    }
  }

  /// A game with one wrong line, 3, in `setup`.
  @Test(arguments: [
    ("s.turn = 3", "s.turn must say who moves, 1 or 2, also when the game is over"),
    ("s.scores = { 0, 0 }", "s.turn must say who moves, 1 or 2"),
    (
      "s.turn, s.score = 1, 0",
      "s.score is for games of one player; set s.scores = { 0, 0 } instead"
    ),
    ("s.turn, s.scores = 1, 5", "s.scores must be a list of two whole numbers"),
    ("s.turn, s.scores = 1, { 1.5, 0 }", "s.scores must be a list of two whole numbers"),
    ("s.turn, s.hands = 1, { 4, 5, 6 }", "s.hands is in `own`, so it must be a list of two"),
    ("s.turn, s.hands = 1, 4", "s.hands is in `own`, so it must be a list of two"),
    ("s.turn, s.hands = 1, { {}, { 0.5 } }", "s.hands[2][1] is hidden, so it must hold whole"),
  ])
  func states(_ line: String, _ message: String) throws {
    let fault = try Open.fault(Self.game(setup: line))
    #expect(fault?.contains(message) == true, "\(fault ?? "no fault")")
    #expect(fault?.hasPrefix("games/small.lua:2: ") == true, "\(fault ?? "no fault")")
  }

  @Test func outcomesAreThoseOfTwo() throws {
    let fault = try Open.fault(Self.game(setup: "s.turn = 1", outcome: "return \"ended\""))
    #expect(
      fault?.contains("outcome must return \"won\", \"lost\" or \"draw\", as player 1 sees it")
        == true, "\(fault ?? "no fault")")
    #expect(try Open.fault(Self.game(setup: "s.turn = 1", outcome: "return \"draw\"")) == nil)
  }

  /// Lua's division gives whole numbers of another kind, which count as what they are.
  @Test func wholeNumbersMayComeFromADivision() throws {
    #expect(try Open.fault(Self.game(setup: "s.turn, s.scores = 4 / 4, { 4 / 2, 0 }")) == nil)
  }

  private static func game(setup: String, outcome: String = "") -> String {
    """
    local game = { name = "small", players = 2, own = { "hands" }, hidden = { { "hands" } }, move = { { "step", 1, 3 } } }
    function game.setup(s)
      s.hands = { {}, {} }
      \(setup)
    end
    function game.moves(s, offer) offer(1) end
    function game.apply(s) s.turn = 3 - s.turn end
    function game.outcome(s) \(outcome) end
    return game
    """
  }
}
