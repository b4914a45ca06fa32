-- Pishti: a card game against the house. A card takes the pile on which it matches the top card.
--
-- What to learn here: an opponent that belongs to the rules. After your move the house plays by a
-- fixed plan, which looks at its own cards. You do not see them: the field `house` is hidden, so
-- players who look ahead imagine the house with any of the cards that they have not seen yet.
--
-- The rules. Four cards lie face up in a pile, you and the house get four each. You play one card
-- on the pile. If it has the rank of the card below it, or is a jack, you take the whole pile. A
-- pile of one card that is taken by a card of its rank is a pishti. Then the house plays. When both
-- hands are empty, each gets four more. After the last card, the pile goes to whoever took last.
-- More points win: an ace or a jack 1, the two of clubs 2, the ten of diamonds 3, more cards than
-- the other 3, a pishti 10.
--
-- A card is rank * 4 + suit: rank 0 is the ace, 10 the jack; suits 0 to 3 are clubs, spades,
-- diamonds, hearts.

---@type GameScript
local game = {
  name = "pishti",
  summary = "A fishing game of cards against the house: match the top card to take the pile.",
  fields = {
    { name = "hand", kind = "whole", min = 2, max = 12, default = 4, unit = "cards",
      summary = "cards in a hand" },
    { name = "jacks", kind = "flag", default = true, summary = "whether a jack takes any pile" },
    { name = "pishti", kind = "whole", min = 0, max = 30, default = 10, unit = "points", step = 5 },
    { name = "majority", kind = "whole", min = 0, max = 20, default = 3, unit = "points",
      summary = "for more cards than the other" },
    { name = "start", kind = "whole", min = 0, max = 60, default = 0, unit = "points", step = 2,
      summary = "points that the house starts with" },
  },
  move = { { "card", 0, 51 } },
  -- What you cannot know, as one pool: each card of the house may be any of these.
  hidden = { { "house", "stock" } },
  events = {
    taken = "piles that you take, and their cards", lost = "piles that the house takes",
    pishti = "pishtis of yours",
  },
  metrics = {
    { name = "lead", unit = "points", summary = "your points minus those of the house",
      value = function(s) return s.points[1] - s.points[2] end },
  },
  max_moves = 30,
}

local YOU, HOUSE = 1, 2
local JACK, TWO_OF_CLUBS, TEN_OF_DIAMONDS = 10, 4, 38

local function points(card)
  if card == TWO_OF_CLUBS then return 2 end
  if card == TEN_OF_DIAMONDS then return 3 end
  return (card >> 2 == 0 or card >> 2 == JACK) and 1 or 0
end

-- Moves up to `count` cards from the end of one list to another.
local function draw(from, to, count)
  for _ = 1, math.min(count, #from) do to[#to + 1] = table.remove(from) end
end

-- Gives cards to both: an equal number, also when the stock does not have enough for full hands.
local function deal(s)
  local count = math.min(s.level.hand, #s.stock // 2)
  draw(s.stock, s.hand, count)
  draw(s.stock, s.house, count)
end

function game.setup(s, random)
  s.stock = {}
  for card = 0, 51 do s.stock[card + 1] = card end
  for last = 52, 2, -1 do
    local other = random(last)
    s.stock[last], s.stock[other] = s.stock[other], s.stock[last]
  end
  s.score, s.points, s.last_taker = -s.level.start, { 0, s.level.start }, 0
  s.hand, s.house, s.pile = {}, {}, {}
  s.taken = { {}, {} } -- what each has taken: you saw it, so it is not hidden
  draw(s.stock, s.pile, 4)
  deal(s)
end

function game.moves(s, offer)
  for _, card in ipairs(s.hand) do offer(card) end
end

-- Whether a card would take the pile.
local function takes(s, card)
  local top = s.pile[#s.pile]
  return top and (top >> 2 == card >> 2 or (s.level.jacks and card >> 2 == JACK)) or false
end

-- The pile goes to a player.
local function take(s, player)
  for _, card in ipairs(s.pile) do s.points[player] = s.points[player] + points(card) end
  draw(s.pile, s.taken[player], #s.pile)
  s.last_taker = player
end

-- Plays a card of a hand on the pile.
local function play(s, hand, card, player, emit)
  for i = 1, #hand do
    if hand[i] == card then
      table.remove(hand, i)
      break
    end
  end
  local does_take, count, top = takes(s, card), #s.pile, s.pile[#s.pile]
  s.pile[count + 1] = card
  if not does_take then return end
  if count == 1 and top >> 2 == card >> 2 then
    s.points[player] = s.points[player] + s.level.pishti
    if player == YOU then emit("pishti") end
  end
  emit(player == YOU and "taken" or "lost", count + 1)
  take(s, player)
end

-- The plan of the house: take if a card can, jacks last; else play the card that is worth least.
local function choice_of_house(s)
  local best, best_value
  for _, card in ipairs(s.house) do
    local gain = takes(s, card) and 100 or 0
    local value = gain - 10 * points(card) - (card >> 2 == JACK and 5 or 0)
    if not best or value > best_value then best, best_value = card, value end
  end
  return best
end

function game.apply(s, move, _, emit)
  play(s, s.hand, move.card, YOU, emit)
  if #s.house > 0 then play(s, s.house, choice_of_house(s), HOUSE, emit) end
  if #s.hand + #s.house == 0 then deal(s) end
  if #s.hand == 0 then -- the game is over
    if s.last_taker > 0 then take(s, s.last_taker) end
    local yours, others = #s.taken[YOU], #s.taken[HOUSE]
    if yours ~= others then
      local more = yours > others and YOU or HOUSE
      s.points[more] = s.points[more] + s.level.majority
    end
  end
  s.score = s.points[YOU] - s.points[HOUSE]
end

function game.outcome(s)
  if #s.hand == 0 then return s.score > 0 and "won" or "lost" end
end

-- The lead, and a little for cards taken.
function game.worth(s) return 10 * s.score + #s.taken[YOU] - #s.taken[HOUSE] end

local ranks, suits = { "A", 2, 3, 4, 5, 6, 7, 8, 9, "T", "J", "Q", "K" }, { "c", "s", "d", "h" }
local function card_name(card) return ranks[(card >> 2) + 1] .. suits[(card & 3) + 1] end

function game.picture(s)
  local cards, top = {}, s.pile[#s.pile]
  for i, card in ipairs(s.hand) do cards[i] = card_name(card) end
  return ("pile %d cards, top %s\nyour hand: %s\nthe house holds %d, stock %d\n"
    .. "points %d to %d, cards %d to %d"):format(#s.pile, top and card_name(top) or "--",
    table.concat(cards, " "), #s.house, #s.stock, s.points[1], s.points[2], #s.taken[1],
    #s.taken[2])
end

function game.describe(_, move) return "play " .. card_name(move.card) end

function game.generate(random)
  return {
    format = "playtest-level", version = 1, game = "pishti", name = "Pishti",
    hand = ({ 3, 4, 6, 8 })[random:int(4)],
    pishti = 5 * random:int(0, 4),
    start = 2 * random:int(0, 10),
  }
end

return game
