import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// `script check` finds what a game's functions keep between calls.
@Suite struct OpenMemoryTests {
  private static func problems(_ body: String) -> [String] {
    let text = Open.small(body)
    return ScriptCheck(library: Bubbles.library)
      .report(ScriptSource(name: "games/small.lua", text: text)).problems
  }

  /// Cells of a board of one row.
  private static let row = """
    game.tokens = { dot = { letter = "." } }
    local cells = { "dot", "dot", "dot" }
    """

  @Test(arguments: [
    (
      """
      local best = 0
      function game.outcome(s)
        best = math.max(best, s.place)
        if s.place > 9 then return best > 11 and "won" or "lost" end
      end
      """, "`outcome`"
    ),
    (
      """
      local best = 0
      function game.worth(s) best = math.max(best, s.score) return best end
      """, "`worth`"
    ),
    (
      """
      local calls = 0
      function game.slip(s, move) calls = calls + 1 return calls % 3 + 1 end
      """, "`slip`"
    ),
    (
      """
      local calls = 0
      game.metrics = { { name = "top", value = function() calls = calls + 1 return calls end } }
      """, "`value` of the metric `top`"
    ),
    (
      """
      local calls = 0
      function game.moves(s, offer)
        calls = calls + 1
        for step = 1, calls % 2 + 2 do offer(step) end
      end
      """, "`moves`"
    ),
    (
      """
      local apply, last = game.apply, "nothing"
      function game.apply(s, move, random, emit)
        last = "step " .. move.step
        apply(s, move, random, emit)
      end
      function game.picture(s) return "after " .. last end
      """, "`picture`"
    ),
    (
      """
      local calls = 0
      function game.describe(s, move) calls = calls + 1 return "number " .. calls end
      """, "`describe`"
    ),
    (
      """
      local first
      function game.key(s, key)
        if key == "f" then first = key return end
        if first and key == "w" then return 1 end
      end
      """, "`key`"
    ),
    (
      """
      local calls = 0
      \(row)
      function game.board(s)
        calls = calls + 1
        return { rows = { cells }, facts = { { "calls", calls } } }
      end
      """, "`board`"
    ),
    (
      """
      local calls = 0
      \(row)
      function game.board(s) return { rows = { cells } } end
      function game.hand(s, move) calls = calls + 1 return (move.step + calls) % 3 + 1 end
      """, "`hand`"
    ),
  ])
  func whatAFunctionKeepsIsFound(_ body: String, _ function: String) {
    let problems = Self.problems(body)
    #expect(problems.count == 1, "\(problems)")
    let message = "\(function) depends on something that the script keeps between calls (game "
    #expect(problems.first?.contains(message) == true, "\(problems)")
  }

  /// What is kept and shows only after many calls, as those of a player who looks ahead.
  @Test func whatShowsLateIsFound() {
    let body = """
      local calls = 0
      local outcome = game.outcome
      function game.outcome(s)
        calls = calls + 1
        if calls > 120 then return "won" end
        return outcome(s)
      end
      """
    #expect(Self.problems(body).first?.contains("keeps between calls") == true)
  }

  /// A table that is made once and never changed is no memory.
  @Test func aFixedTableIsFine() {
    let body = """
      local squares
      function game.worth(s)
        squares = squares or { 1, 4, 9, 16 }
        return squares[s.place % 4 + 1]
      end
      """
    #expect(Self.problems(body) == [])
  }

  /// What fails with any machine has nothing to do with memory.
  @Test func anyOtherFaultIsSaidAsItIs() {
    let problems = Self.problems(
      "function game.worth(s) if s.place > 5 then return s.none.x end return 0 end")
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.contains("attempt to index a nil value") == true, "\(problems)")
    #expect(problems.first?.contains("new Lua machine") == false, "\(problems)")
  }

  /// A metric is a figure of a last position, and may need what only its end has.
  @Test func aMetricIsAskedAtTheEndOnly() {
    let body = """
      local apply = game.apply
      function game.apply(s, move, random, emit)
        apply(s, move, random, emit)
        if s.place > 9 then s.finish = s.place end
      end
      game.metrics = { { name = "over", value = function(s) return s.finish - 9 end } }
      """
    #expect(Self.problems(body) == [])
  }
}
