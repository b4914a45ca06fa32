import Testing

@testable import SimHarness

/// The rules of `pishti`: what takes the pile, what counts, and that 52 cards stay 52.
@Suite struct PishtiRulesTests {
  private let rules = OpenGameRules(name: "pishti")

  @Test func allCardsAreThereAndAllPointsAreGiven() throws {
    let found = try rules.run(
      """
      local games, pishtis = 0, 0
      for _, level in ipairs(levels) do
        for seed = 1, 20 do
          local outcome, s, counts = driver.play(level, seed, function(s, moves)
            local seen, hands = {}, s.hands
            for _, cards in ipairs({ s.stock, hands[1], hands[2], s.pile, s.taken[1], s.taken[2] }) do
              for _, card in ipairs(cards) do
                assert(not seen[card], "twice")
                seen[card] = true
              end
            end
            for card = 0, 51 do assert(seen[card], "missing") end
            assert(#moves == #hands[s.turn])
            assert(#hands[1] - #hands[2] == (s.turn == 2 and -1 or 0), "in turn")
          end)
          -- Four aces and four jacks, the two of clubs and the ten of diamonds; nobody has them if
          -- no pile was ever taken. What is above that are pishtis.
          local is_taken = s.last_taker > 0
          local sum = (is_taken and 13 or 0) + level.start
          if #s.taken[1] ~= #s.taken[2] then sum = sum + level.majority end
          local rest, lead = s.scores[1] + s.scores[2] - sum, s.scores[1] - s.scores[2]
          assert(rest == (counts.pishti or 0) * level.pishti, "points")
          assert(#s.taken[1] + #s.taken[2] == (is_taken and 52 - #s.stock or 0))
          assert(outcome == (lead > 0 and "won" or lead < 0 and "lost" or "draw"))
          games, pishtis = games + 1, pishtis + (counts.pishti or 0)
        end
      end
      assert(pishtis > 0)
      return games // #levels
      """)
    #expect(found == "20")
  }

  /// A card (as `rank * 4 + suit`) played on a pile: the player's points and cards, and the pile.
  @Test(arguments: [
    ("5", "{ 22 }", "10 2 0"),  // a six on a single six
    ("5", "{ 30, 22 }", "0 3 0"),  // a six on a six with more below it
    ("5", "{ 22, 30 }", "0 0 3"),  // a six on an eight
    ("10", "{ 22, 30 }", "1 3 0"),  // a jack on anything
    ("10", "{ 41 }", "12 2 0"),  // a jack on a single jack
    ("10", "{}", "0 0 1"),  // a jack on nothing
    ("0", "{ 4, 38, 1 }", "7 4 0"),  // two aces, the two of clubs and the ten of diamonds
  ])
  func cardsTake(_ rank: String, _ pile: String, _ expected: String) throws {
    let found = try rules.run(
      """
      local card = \(rank) * 4 + 2
      local s = { level = { hand = 4, jacks = true, pishti = 10, majority = 3, start = 0 },
        turn = 1, scores = { 0, 0 }, last_taker = 0, hands = { { card, 51 }, { 50, 47 } },
        stock = { 49, 48 }, pile = \(pile), taken = { {}, {} } }
      game.apply(s, { card = card }, nil, function() end)
      assert(#s.hands[1] == 1 and s.hands[1][1] == 51 and #s.hands[2] == 2 and s.turn == 2)
      return ("%d %d %d"):format(s.scores[1], #s.taken[1], #s.pile)
      """)
    #expect(found == expected)
  }

  /// Both get cards when both hands are empty, and the last pile goes to whoever took last.
  @Test func theDeckIsDealtToTheEnd() throws {
    let found = try rules.run(
      """
      local s = { level = { hand = 4, jacks = true, pishti = 10, majority = 3, start = 0 },
        turn = 2, scores = { 0, 0 }, last_taker = 1, hands = { {}, { 20 } }, stock = { 8, 9, 12, 13 },
        pile = { 1 }, taken = { { 2 }, {} } }
      local function play(card) game.apply(s, { card = card }, nil, function() end) end
      play(20)
      assert(#s.hands[1] == 2 and #s.hands[2] == 2 and #s.stock == 0 and not game.outcome(s))
      play(12) play(8) play(13) play(9)
      assert(game.outcome(s) == "won")
      return ("%d %d %d"):format(s.scores[1], s.scores[2], #s.taken[1])
      """)
    #expect(found == "4 0 7")
  }
}
