-- A card game: cards that match leave the table. Say here what its cards are.
--
-- Try it: playtest script check FILE
-- Use it: playtest level edit LEVEL.json set script=NAME
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type CardsScript
local game = {
  name = "NAME",
  summary = "Two cards match if they add up to seven.",

  -- The features of a card, in the order of the numbers that deck() returns.
  features = { "rank", "suit" },

  hand = 2, -- cards that make a match: 2 or 3
  -- hands = { 2, 3 }, -- hand sizes that levels may choose with "match"
  faces = "up", -- "down": cards are turned up one by one, and down again after a mismatch
  deal = 8, -- cards on the table at the start
  draw = 2, -- cards dealt on request; without it, no requests
  refill = false, -- true: the table is refilled to `deal` cards after a match

  -- matched multiplies the points of match(); the others are added to the score: for a
  -- mismatch, for a deal on request while a match was there, for a card that is turned up.
  scores = { matched = 5, mismatched = -2, dealt = -1, chosen = 0 },

  goal = "clear", -- or a score to reach; without it, only the score counts
}

-- The deck: at most 128 cards, each with a name and one whole number per feature.
function game.deck()
  local cards = {}
  for rank = 1, 6 do
    for suit, letter in ipairs({ "a", "b", "c", "d" }) do
      cards[#cards + 1] = { rank, suit, name = rank .. letter }
    end
  end
  return cards
end

-- The points of two cards (three if `hand` is 3), or nil if they do not match. The order of the
-- cards must not matter, nor earlier calls: every hand is asked once.
function game.match(a, b)
  if a.rank + b.rank == 7 then
    return a.suit == b.suit and 2 or 1
  end
end

return game
