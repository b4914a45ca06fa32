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

  /// The board has a tap for each card of the player's own hand, and nothing of the other hand.
  @Test func theBoardShowsOneHand() throws {
    let found = try rules.run(
      """
      local s = { level = { hand = 4 }, turn = 1, scores = { 3, 8 }, hands = { { 0, 40 }, { 51, 38 } },
        stock = { 7, 9 }, pile = { 1, 5, 10, 14, 18, 22 }, taken = { {}, { 2, 3 } } }
      local found = {}
      for player = 1, 2 do
        local taps, shown, backs = {}, {}, 0
        local board = game.board(s, player)
        for _, place in ipairs(board.places) do
          if place.move then taps[#taps + 1] = place.move[1] end
          if place.token == "card" then shown[#shown + 1] = place.label end
          if place.token == "back" then backs = backs + 1 end
          assert(place.x <= board.width and place.y <= board.height)
        end
        found[player] = ("%s | %s | %d %s"):format(table.concat(taps, " "),
          table.concat(shown, " "), backs, board.facts[1][2])
      end
      return table.concat(found, ", ")
      """)
    #expect(
      found == "0 40 | 3d 4d 5d 6d Ac Jc | 4 8, 51 38 | 3d 4d 5d 6d Kh Td | 4 3", "\(found)")
  }

  /// An empty pile is a place, a hand of two leaves room for the stock and the pile.
  @Test func anEmptyTableIsDrawn() throws {
    let found = try rules.run(
      """
      local s = { level = { hand = 2 }, turn = 1, scores = { 0, 0 }, hands = { { 8 }, {} }, stock = {},
        pile = {}, taken = { {}, {} } }
      local slots, xs = 0, {}
      for _, place in ipairs(game.board(s, 1).places) do
        if place.token == "slot" then
          slots = slots + 1
          local at = place.x .. "," .. place.y
          assert(not xs[at], "two in one place")
          xs[at] = true
        end
      end
      return tostring(slots)
      """)
    #expect(found == "4")
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
