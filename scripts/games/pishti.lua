-- Pishti: a two-player card game. A card takes the pile on which it matches the top card.
--
-- What to learn here: two players with hidden hands. `own = { "hands" }` says that of the hidden
-- field `hands` each player sees its own half. Players who look ahead imagine the other hand and the
-- stock with any of the cards that they have not seen yet.
--
-- The rules. Four cards lie face up in a pile, both players get four each. In turn, they play a card
-- on the pile. If it has the rank of the card below it, or is a jack, the player takes the whole
-- pile. A pile of one card that is taken by a card of its rank is a pishti. When both hands are
-- empty, each gets four more. After the last card, the pile goes to whoever took last. More points
-- win: an ace or a jack 1, the two of clubs 2, the ten of diamonds 3, more cards than the other 3,
-- a pishti 10.
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
    { name = "pile", kind = "whole", min = 0, max = 8, default = 4, unit = "cards",
      summary = "cards that lie face up at the start" },
    { name = "jacks", kind = "flag", default = true, summary = "whether a jack takes any pile" },
    { name = "pishti", kind = "whole", min = 0, max = 30, default = 10, unit = "points", step = 5,
      summary = "for taking a single card with one of its rank" },
    { name = "majority", kind = "whole", min = 0, max = 20, default = 3, unit = "points",
      summary = "for more cards than the other" },
    { name = "start", kind = "whole", min = -60, max = 60, default = 0, unit = "points", step = 2,
      summary = "points that player 2 starts with, who moves second" },
  },
  move = { { "card", 0, 51 } },
  -- What a player cannot know, as one pool: each card of the other hand may be any of these.
  hidden = { { "hands", "stock" } },
  own = { "hands" },
  events = { taken = "piles that were taken, and their cards", pishti = "pishtis" },
  metrics = {
    { name = "lead", unit = "points", summary = "points minus those of the other player",
      value = function(s, player) return s.scores[player] - s.scores[3 - player] end },
  },
  max_moves = 60,
  tokens = {
    card = { colour = "black", shape = "card" }, slot = { shape = "card", label = "empty place" },
    back = { colour = "blue", shape = "card", label = "card face down" },
  },
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
  for player = 1, 2 do draw(s.stock, s.hands[player], count) end
end

function game.setup(s, random)
  s.stock = {}
  for card = 0, 51 do s.stock[card + 1] = card end
  for last = 52, 2, -1 do
    local other = random(last)
    s.stock[last], s.stock[other] = s.stock[other], s.stock[last]
  end
  s.turn, s.scores, s.last_taker = 1, { 0, s.level.start }, 0
  s.hands, s.pile = { {}, {} }, {}
  s.taken = { {}, {} } -- what each has taken: both saw it, so it is not hidden
  draw(s.stock, s.pile, s.level.pile)
  deal(s)
end

function game.moves(s, offer)
  for _, card in ipairs(s.hands[s.turn]) do offer(card) end
end

-- Whether a card would take the pile.
local function takes(s, card)
  local top = s.pile[#s.pile]
  return top and (top >> 2 == card >> 2 or (s.level.jacks and card >> 2 == JACK)) or false
end

-- The pile goes to a player.
local function take(s, player)
  for _, card in ipairs(s.pile) do s.scores[player] = s.scores[player] + points(card) end
  draw(s.pile, s.taken[player], #s.pile)
  s.last_taker = player
end

local function is_over(s) return #s.hands[1] + #s.hands[2] == 0 end

-- After the last card: the rest of the pile, and the points for more cards.
local function finish(s)
  if s.last_taker > 0 then take(s, s.last_taker) end
  local lead = #s.taken[1] - #s.taken[2]
  if lead ~= 0 then
    local more = lead > 0 and 1 or 2
    s.scores[more] = s.scores[more] + s.level.majority
  end
end

function game.apply(s, move, _, emit)
  local player, card = s.turn, move.card
  local hand = s.hands[player]
  for i = 1, #hand do
    if hand[i] == card then
      table.remove(hand, i)
      break
    end
  end
  local does_take, count, top = takes(s, card), #s.pile, s.pile[#s.pile]
  s.pile[count + 1] = card
  if does_take then
    if count == 1 and top >> 2 == card >> 2 then
      s.scores[player] = s.scores[player] + s.level.pishti
      emit("pishti")
    end
    emit("taken", count + 1)
    take(s, player)
  end
  s.turn = 3 - player
  if is_over(s) then deal(s) end
  if is_over(s) then finish(s) end
end

-- As player 1 sees it.
function game.outcome(s)
  if not is_over(s) then return end
  local lead = s.scores[1] - s.scores[2]
  return lead > 0 and "won" or lead < 0 and "lost" or "draw"
end

-- The lead, and a little for cards taken.
function game.worth(s, player)
  return 10 * (s.scores[player] - s.scores[3 - player]) + #s.taken[player] - #s.taken[3 - player]
end

local ranks, suits = { "A", 2, 3, 4, 5, 6, 7, 8, 9, "T", "J", "Q", "K" }, { "c", "s", "d", "h" }
local symbols = { "♣", "♠", "♦", "♥" }
local function card_name(card) return ranks[(card >> 2) + 1] .. suits[(card & 3) + 1] end

-- What `player` sees: of the other hand only how many cards it has.
function game.picture(s, player)
  local other, cards, top = 3 - player, {}, s.pile[#s.pile]
  for i, card in ipairs(s.hands[player]) do cards[i] = card_name(card) end
  return ("pile %d cards, top %s\nplayer %d holds %s\nplayer %d holds %d cards, stock %d\n"
    .. "points %d to %d, cards %d to %d"):format(#s.pile, top and card_name(top) or "--", player,
    table.concat(cards, " "), other, #s.hands[other], #s.stock, s.scores[player], s.scores[other],
    #s.taken[player], #s.taken[other])
end

-- How many cards of the pile are drawn, the last ones; the number of all of them is a fact.
local DRAWN = 4

-- What `player` sees, as tokens in cells from the upper left corner: the other hand face down; the
-- stock and the pile; its own hand, of which a tap plays a card. What a player has taken lies beside
-- the hand.
function game.board(s, player)
  local places, other, width = {}, 3 - player, math.max(s.level.hand, 3) + 1.2
  local function put(x, y, token, glyph, label, colour)
    places[#places + 1] =
      { x = x, y = y, token = token, glyph = glyph, label = label, colour = colour }
  end
  local function put_card(x, y, card)
    put(x, y, "card", ranks[(card >> 2) + 1] .. symbols[(card & 3) + 1], card_name(card),
      card & 2 > 0 and "red" or "black")
  end
  -- Cards that lie face down on a heap, with their number.
  local function put_heap(x, y, count, name)
    local is_heap = count > 0
    put(x, y, is_heap and "back" or "slot", is_heap and tostring(count) or nil,
      ("%s: %d cards"):format(name, count))
  end
  for i = 1, #s.hands[other] do put(i, 1, "back") end
  put_heap(width, 1, #s.taken[other], "taken by the other")
  put_heap(1, 3.05, #s.stock, "stock")
  local below, middle = math.max(#s.pile - DRAWN, 0), math.max(width / 2 + 0.5, 2.2)
  if #s.pile == 0 then put(middle, 3.05, "slot", nil, "empty pile") end
  for i = below + 1, #s.pile do put_card(middle, 1.8 + 0.5 * (i - below), s.pile[i]) end
  for i, card in ipairs(s.hands[player]) do
    put_card(i, 5.1, card)
    places[#places].move = { card }
  end
  put_heap(width, 5.1, #s.taken[player], "taken by you")
  return { width = width, height = 5.1, places = places, facts = {
    { "other's score", s.scores[other] }, { "pile", #s.pile }, { "stock", #s.stock } } }
end

function game.describe(_, move) return "play " .. card_name(move.card) end

function game.generate(random)
  return {
    format = "playtest-level", version = 1, game = "pishti", name = "Pishti",
    hand = ({ 3, 4, 6, 8 })[random:int(4)],
    pile = random:int(0, 8),
    pishti = 5 * random:int(0, 4),
    start = 2 * random:int(-4, 4),
  }
end

return game
