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
            local seen = {}
            for _, cards in ipairs({ s.stock, s.hand, s.house, s.pile, s.taken[1], s.taken[2] }) do
              for _, card in ipairs(cards) do
                assert(not seen[card], "twice")
                seen[card] = true
              end
            end
            for card = 0, 51 do assert(seen[card], "missing") end
            assert(#moves == #s.hand and #s.hand == #s.house)
            assert(s.score == s.points[1] - s.points[2])
          end)
          -- Four aces and four jacks, the two of clubs and the ten of diamonds; nobody has them if
          -- no pile was ever taken. What is above that are pishtis.
          local is_taken = s.last_taker > 0
          local sum = (is_taken and 13 or 0) + level.start
          if #s.taken[1] ~= #s.taken[2] then sum = sum + level.majority end
          local rest = s.points[1] + s.points[2] - sum
          assert(rest >= (counts.pishti or 0) * level.pishti and rest % level.pishti == 0, "points")
          assert(#s.taken[1] + #s.taken[2] == (is_taken and 52 or 0))
          assert(outcome == (s.score > 0 and "won" or "lost"))
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
        points = { 0, 0 }, score = 0, last_taker = 0, hand = { card, 51 }, house = {},
        stock = { 49, 48 }, pile = \(pile), taken = { {}, {} } }
      game.apply(s, { card = card }, nil, function() end)
      assert(#s.hand == 1 and s.hand[1] == 51)
      return ("%d %d %d"):format(s.points[1], #s.taken[1], #s.pile)
      """)
    #expect(found == expected)
  }

  /// The house takes if it can, with another card than a jack if it can; else it plays what is worth
  /// least.
  @Test(arguments: [
    ("22", "{}", "{ 42, 21, 3 }", "21"), ("22", "{}", "{ 42, 3, 9 }", "42"),
    ("22", "{}", "{ 4, 38, 9, 0 }", "9"), ("43", "{ 22 }", "{ 42, 3 }", "3"),
  ])
  func theHousePlaysByItsPlan(
    _ card: String, _ pile: String, _ house: String, _ expected: String
  ) throws {
    let found = try rules.run(
      """
      local s = { level = { hand = 4, jacks = true, pishti = 10, majority = 3, start = 0 },
        points = { 0, 0 }, score = 0, last_taker = 0, hand = { \(card), 50 }, house = \(house),
        stock = {}, pile = \(pile), taken = { {}, {} } }
      local before = { table.unpack(s.house) }
      game.apply(s, { card = \(card) }, nil, function() end)
      for place, held in ipairs(before) do
        if s.house[place] ~= held then return held end
      end
      """)
    #expect(found == expected)
  }
}
