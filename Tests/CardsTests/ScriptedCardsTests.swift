import TestSupport
import Testing

@testable import CardsGame
@testable import SimHarness

/// Card games as scripts.
@Suite struct ScriptedCardsTests {
  private func script(_ fields: String, match: String = "return 1") -> ScriptSource {
    ScriptSource(
      name: "cards/a.lua",
      text: """
        local game = { name = "a", features = { "n" }, deal = 2, \(fields) }
        function game.deck()
          return { { 1, name = "one" }, { 2, name = "two" }, { 3, name = "three" } }
        end
        function game.match(a, b, c) \(match) end
        return game
        """)
  }

  private func fault(_ source: ScriptSource) -> String? {
    do throws(ScriptFault) {
      let game = try ScriptedCards.game(from: source)
      _ = try ScriptedCards.tabulated(game, hand: game.hands[0], libraries: [])
      return nil
    } catch {
      return error.message
    }
  }

  @Test(arguments: [
    ("hand = 4,", "cards/a.lua:1: `hand` must be a whole number from 2 to 3"),
    ("faces = \"left\",", "cards/a.lua:1: `faces` must be \"up\" or \"down\", not \"left\""),
    ("scores = { match = 2 },", "cards/a.lua:1: unknown score `match`; did you mean `matched`?"),
    ("scores = { matched = 0.5 },", "whole number from -10000 to 10000"),
    ("hands = { 3 },", "cards/a.lua:1: `hands` must be a list of 2 and 3 that includes `hand`"),
    ("goal = \"win\",", "cards/a.lua:1: `goal` must be \"clear\" or a score to reach"),
    ("size = 3,", "cards/a.lua:1: unknown field `size`"),
    ("refill = 1,", "cards/a.lua:1: `refill` must be true or false, not a number"),
  ])
  func faultyFieldsAreNamed(_ fields: String, _ message: String) {
    let found = fault(script(fields)) ?? "none"
    #expect(found.contains(message), "\(found)")
  }

  /// Else the second number would count alone.
  @Test func aFeatureIsThereOnce() {
    let source = ScriptSource(
      name: "cards/a.lua",
      text: """
        return { name = "a", deal = 2,
          features = { "rank", "suit", "rank" },
          deck = function() return { { 1, 1, 1, name = "x" }, { 2, 1, 2, name = "y" } } end,
          match = function() return 1 end }
        """)
    #expect(
      fault(source)
        == "cards/a.lua:2: `features` has 'rank' twice; give each feature its own name")
  }

  @Test func faultyMatchesAreNamed() {
    #expect(
      fault(script("", match: "return \"x\""))
        == "cards/a.lua:5: match must return a whole number from -10000 to 10000, or nil, not "
        + "a string")
    #expect(fault(script("", match: "return a.n + a.m"))?.hasPrefix("cards/a.lua:5:") == true)
    #expect(fault(script("", match: "while true do end"))?.contains("budget") == true)
    #expect(fault(script("", match: "if a.n + b.n == 3 then return 4 end")) == nil)
  }

  private func problems(_ source: ScriptSource) -> [String] {
    ScriptCheck(library: Bubbles.library).report(source).problems
  }

  @Test func theCheckFindsWhatIsNotPure() {
    let order =
      "cards/a.lua:5: match returns different points for the same cards in another order, or when "
      + "called again"
    #expect(problems(script("")) == [])
    #expect(problems(script("", match: "return a.n")) == [order])
    #expect(problems(script("hand = 3,", match: "return a.n < b.n and 1 or 2")) == [order])
    #expect(
      problems(script("", match: "return nil")) == ["cards/a.lua:5: no hand of 2 cards matches"])
  }

  @Test func aDeckIsChecked() {
    for (deck, message) in [
      ("{}", "deck must return a list of 2 to 128 cards"),
      ("{ { 1 }, { 2 } }", "card 1 needs a `name` of 1 to 12 characters"),
      ("{ { 1, name = 'x' }, { 2, name = 'x' } }", "two cards are called 'x'"),
      ("{ { 1, name = 'x' }, { name = 'y' } }", "card 'y' needs 1 whole numbers, one per feature"),
    ] {
      let source = ScriptSource(
        name: "cards/a.lua",
        text: """
          return { name = "a", features = { "n" }, deal = 1,
            deck = function() return \(deck) end, match = function() end }
          """)
      #expect(fault(source) == "cards/a.lua:2: \(message)")
    }
  }
}
