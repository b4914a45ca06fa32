import Testing

@testable import SimHarness

/// The rules of `patience`: 52 cards, and which may lie on which.
@Suite struct PatienceRulesTests {
  private let rules = OpenGameRules(name: "patience")

  /// In random games of every level, each of the 52 cards lies in one place at any time, open piles
  /// go down by one rank in changing colours, and only what was never seen is hidden.
  @Test func allCardsAreThereAtAnyTime() throws {
    let found = try rules.run(
      """
      local games = 0
      for _, level in ipairs(levels) do
        for seed = 1, 3 do
          local known = {}
          driver.play(level, seed, function(s)
            local place = {}
            local function put(cards, name)
              for _, card in ipairs(cards) do
                assert(place[card] == nil, "twice: " .. card)
                place[card] = name
              end
            end
            for _, field in ipairs({ "stock", "waste", "seen" }) do put(s[field], field) end
            for pile = 1, level.piles do
              put(s.down[pile], "down")
              put(s.up[pile], "up")
              for i = 2, #s.up[pile] do
                local over, card = s.up[pile][i - 1], s.up[pile][i]
                assert(over >> 2 == (card >> 2) + 1 and (over & 2) ~= (card & 2), "order")
              end
              assert(#s.up[pile] > 0 or #s.down[pile] == 0, "an open card on each pile")
            end
            for suit = 1, 4 do
              for rank = 0, s.home[suit] - 1 do put({ rank * 4 + suit - 1 }, "home") end
            end
            for card = 0, 51 do
              assert(place[card], "missing: " .. card)
              local is_hidden = place[card] == "down" or place[card] == "stock"
              assert(not (known[card] and is_hidden), "hidden again: " .. card)
              known[card] = known[card] or not is_hidden
            end
          end)
          games = games + 1
        end
      end
      return games // #levels
      """)
    #expect(found == "3")
  }

  /// A position made by hand: exactly these moves are offered, as from, to, count.
  @Test func offersExactlyWhatTheRulesAllow() throws {
    let found = try rules.run(
      """
      local function card(rank, suit) return rank * 4 + suit end
      local s = {
        level = { piles = 4, passes = 2, goal = 52 }, passes = 1, score = 0,
        home = { 1, 0, 0, 0 }, -- the ace of clubs
        down = { {}, { card(5, 0) }, {}, {} },
        up = {
          { card(12, 0), card(11, 2) }, -- king of clubs, queen of diamonds
          { card(10, 1) }, -- jack of spades on a hidden card
          {}, -- room for a king
          { card(1, 0) }, -- two of clubs
        },
        stock = {}, seen = {}, waste = { card(12, 3), card(0, 2) }, -- the ace of diamonds on top
      }
      local function offered()
        local list = {}
        game.moves(s, function(...) list[#list + 1] = table.concat({ ... }, " ") end)
        return table.concat(list, ", ")
      end
      local before = offered()
      game.apply(s, { from = 2, to = 1, count = 1 }, nil, function() end)
      local turned = s.up[2][1] == card(5, 0) and #s.down[2] == 0 and #s.up[1] == 3
      game.apply(s, { from = 10, to = 11, count = 1 }, nil, function() end)
      return before .. "; " .. tostring(turned) .. "; " .. offered() .. "; " .. s.score
      """)
    // The king on the waste may go to the empty pile; the one with nothing below it may not. The
    // stock is used up and so are its passes.
    #expect(found == "10 11 1, 10 4 1, 2 1 1, 4 11 1; true; 10 3 1, 4 11 1; 15")
  }

  /// Part of a pile moves only if the card below it can then go home.
  @Test func cardsDoNotGoBackAndForth() throws {
    let found = try rules.run(
      """
      local function card(rank, suit) return rank * 4 + suit end
      local s = {
        level = { piles = 4, passes = 1, goal = 52 }, passes = 1, score = 0,
        home = { 0, 0, 0, 6 }, down = { {}, {}, {}, {} },
        -- the eight of hearts with the seven of spades, and the eight of diamonds
        up = { { card(7, 3), card(6, 1) }, { card(7, 2) }, { card(12, 0) }, {} },
        stock = {}, seen = {}, waste = {},
      }
      local function offered()
        local list = {}
        game.moves(s, function(...) list[#list + 1] = table.concat({ ... }, " ") end)
        return #list == 0 and "nothing" or table.concat(list, ", ")
      end
      local before = offered()
      s.home[4] = 7
      return before .. "; " .. offered()
      """)
    #expect(found == "nothing; 1 2 1")
  }

  @Test func theWasteIsTurnedInOrder() throws {
    let found = try rules.run(
      """
      local s = { level = { piles = 4, passes = 3, goal = 52 }, passes = 3, score = 0,
        home = { 0, 0, 0, 0 }, down = { {}, {}, {}, {} }, up = { {}, {}, {}, {} },
        stock = { 7, 8, 9 }, seen = {}, waste = {} }
      local order = {}
      for _ = 1, 6 do
        game.apply(s, { from = 0, to = 0, count = 1 }, nil, function() end)
        order[#order + 1] = s.waste[#s.waste]
      end
      return table.concat(order, " ") .. " passes " .. s.passes
      """)
    #expect(found == "9 8 7 9 8 7 passes 2")
  }
}
