-- Pishti: a card game for two in which a card takes the pile on which it matches the top card.
--
-- What to learn here: two players who do not see each other's cards. `s.turn` says who moves, and
-- `s.scores` what each has. The hand of the one who moves is `s.hand`; the other's is `s.other`,
-- which is hidden. After a move the two change places. So the state always shows what the player
-- to move may see.
--
-- The rules. Four cards lie face up in a pile, each player gets four. You play one card on the
-- pile. If it has the rank of the card below it, or is a jack, you take the whole pile. A pile of
-- one card that is taken by a card of its rank is a pishti. When both hands are empty, each gets
-- four more. After the last card, the pile goes to whoever took last. More points win: an ace or a
-- jack 1, the two of clubs 2, the ten of diamonds 3, more cards than the other 3, a pishti 10.
--
-- A card is rank * 4 + suit: rank 0 is the ace, 10 the jack; suits 0 to 3 are clubs, spades,
-- diamonds, hearts.

---@type GameScript
local game = {
  name = "pishti",
  summary = "A fishing game of cards for two: match the top card to take the pile.",
  players = 2,
  fields = {
    { name = "hand", kind = "whole", min = 2, max = 12, default = 4, unit = "cards",
      summary = "cards in a hand" },
    { name = "jacks", kind = "flag", default = true, summary = "whether a jack takes any pile" },
    { name = "pishti", kind = "whole", min = 0, max = 30, default = 10, unit = "points", step = 5 },
    { name = "majority", kind = "whole", min = 0, max = 20, default = 3, unit = "points",
      summary = "for more cards than the other player" },
    { name = "start", kind = "whole", min = 0, max = 60, default = 0, unit = "points", step = 2,
      summary = "points that the second player starts with" },
  },
  move = { { "card", 0, 51 } },
  -- What the player to move cannot know, as one pool: the other's cards may be any of these.
  hidden = { { "other", "stock" } },
  events = { taken = "piles taken, and their cards", pishti = "piles of one card matched" },
  metrics = {
    { name = "lead", unit = "points", summary = "points of the first player minus the second's",
      value = function(s) return s.scores[1] - s.scores[2] end },
  },
  max_moves = 60,
}

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
  draw(s.stock, s.other, count)
end

function game.setup(s, random)
  s.stock = {}
  for card = 0, 51 do s.stock[card + 1] = card end
  for last = 52, 2, -1 do
    local other = random(last)
    s.stock[last], s.stock[other] = s.stock[other], s.stock[last]
  end
  s.turn, s.scores, s.last_taker = 1, { 0, s.level.start }, 0
  s.hand, s.other, s.pile = {}, {}, {}
  s.taken = { {}, {} } -- what each has taken; all could see it, so it is not hidden
  draw(s.stock, s.pile, 4)
  deal(s)
end

function game.moves(s, offer)
  for _, card in ipairs(s.hand) do offer(card) end
end

-- The pile goes to a player.
local function take(s, player)
  for _, card in ipairs(s.pile) do s.scores[player] = s.scores[player] + points(card) end
  draw(s.pile, s.taken[player], #s.pile)
end

local function is_over(s) return #s.hand + #s.other + #s.stock == 0 end

function game.apply(s, move, _, emit)
  local card, player = move.card, s.turn
  for i, held in ipairs(s.hand) do
    if held == card then
      table.remove(s.hand, i)
      break
    end
  end
  local top, count = s.pile[#s.pile], #s.pile
  s.pile[count + 1] = card
  local matches = top and top >> 2 == card >> 2
  if matches or (top and s.level.jacks and card >> 2 == JACK) then
    if matches and count == 1 then
      s.scores[player] = s.scores[player] + s.level.pishti
      emit("pishti")
    end
    take(s, player)
    s.last_taker = player
    emit("taken", count + 1)
  end
  s.hand, s.other = s.other, s.hand
  s.turn = 3 - player
  if #s.hand + #s.other == 0 then deal(s) end
  if is_over(s) then
    if s.last_taker > 0 then take(s, s.last_taker) end
    local first, second = #s.taken[1], #s.taken[2]
    if first ~= second then
      local more = first > second and 1 or 2
      s.scores[more] = s.scores[more] + s.level.majority
    end
  end
end

-- From the first player's side; "draw" if both have the same.
function game.outcome(s)
  if not is_over(s) then return nil end
  local lead = s.scores[1] - s.scores[2]
  return lead > 0 and "won" or lead < 0 and "lost" or "draw"
end

-- What a position is worth to a player: the lead, and a little for cards taken.
function game.worth(s, player)
  local other = 3 - player
  return 10 * (s.scores[player] - s.scores[other]) + #s.taken[player] - #s.taken[other]
end

local ranks, suits = { "A", 2, 3, 4, 5, 6, 7, 8, 9, "T", "J", "Q", "K" }, { "c", "s", "d", "h" }
local function card_name(card) return ranks[(card >> 2) + 1] .. suits[(card & 3) + 1] end

function game.picture(s)
  local cards, top = {}, s.pile[#s.pile]
  for i, card in ipairs(s.hand) do cards[i] = card_name(card) end
  return ("pile %d cards, top %s\nplayer %d to play: %s\nthe other holds %d, stock %d\n"
    .. "points %d to %d, cards %d to %d"):format(#s.pile, top and card_name(top) or "--", s.turn,
    table.concat(cards, " "), #s.other, #s.stock, s.scores[1], s.scores[2], #s.taken[1],
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
