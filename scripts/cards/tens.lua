-- Tens, a solitaire: nine cards lie face up; pairs that add up to ten leave, and gaps are refilled.
-- It is won when the whole deck is gone.

---@type CardsScript
local tens = {
  name = "tens",
  summary = "Solitaire: match two cards that add up to ten; pairs of one suit count double.",
  features = { "rank", "suit" },
  hand = 2,
  deal = 9,
  refill = true,
  scores = { matched = 5, mismatched = -5 },
  goal = "clear",
}

function tens.deck()
  local cards = {}
  for rank = 1, 9 do
    for suit, letter in ipairs({ "C", "D", "H", "S" }) do
      cards[#cards + 1] = { rank, suit, name = rank .. letter }
    end
  end
  return cards
end

function tens.match(a, b)
  if a.rank + b.rank == 10 then
    return a.suit == b.suit and 2 or 1
  end
end

return tens
