-- Playing cards, face down: turn up two that match in rank or suit, or three where the level says
-- "match": 3. Every card that is turned up costs a point.

---@type CardsScript
local cards = {
  name = "playing-cards",
  summary = "Turn up two or three cards with the same rank or suit.",
  features = { "rank", "suit" },
  hand = 2,
  hands = { 2, 3 },
  faces = "down",
  deal = 22,
  scores = { matched = 4, mismatched = -2, chosen = -1 },
}

local RANKS = { "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K" }
local SUITS = { "C", "D", "H", "S" } -- clubs, diamonds, hearts, spades

function cards.deck()
  local deck = {}
  for suit = 1, 4 do
    for rank = 1, 13 do
      deck[#deck + 1] = { rank, suit, name = RANKS[rank] .. SUITS[suit] }
    end
  end
  return deck
end

function cards.match(a, b, c)
  if c then
    if a.rank == b.rank and b.rank == c.rank then return 12 end
    if a.suit == b.suit and b.suit == c.suit then return 3 end
    return nil
  end
  if a.rank == b.rank then return 4 end
  if a.suit == b.suit then return 1 end
end

return cards
