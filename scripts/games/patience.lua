-- Patience: Klondike with one card at a time and a limited number of passes through the stock.
--
-- What to learn here: hidden cards. The cards that lie face down are real from the start, but no
-- player is given them: see `hidden`. A card is rank * 4 + suit, with rank 0 for the ace to 12 for
-- the king; suits are 0 clubs, 1 spades, 2 diamonds, 3 hearts, so suits from 2 on are red.

---@type GameScript
local game = {
  name = "patience",
  summary = "Klondike: build up four suits from the ace; the stock may be turned over a few times.",
  fields = {
    { name = "piles", kind = "whole", min = 4, max = 9, default = 7, unit = "piles",
      summary = "piles on the table; pile n starts with n cards, the last one face up" },
    { name = "passes", kind = "whole", min = 1, max = 20, default = 3, unit = "times",
      summary = "how often the stock may be gone through" },
    { name = "goal", kind = "whole", min = 1, max = 52, default = 52, unit = "cards",
      summary = "cards to build up" },
  },
  -- From where, to where, how many cards. Piles are 1 to 9; 10 is the waste (the cards turned over
  -- from the stock), 11 is home (the four suits). 0 to 0 turns over the next card of the stock.
  move = { { "from", 0, 10 }, { "to", 0, 11 }, { "count", 1, 13 } },
  -- A pool of fields that players do not see. A player who imagines how the game may continue gets
  -- the same number of cards in each place, but the cards of the pool shuffled. That is all that a
  -- game has to say: no player can know more than the cards that are missing on the table.
  hidden = { { "down", "stock" } },
  reasons = { "stuck" },
  events = { turned = "cards of piles turned up", redealt = "times through the stock" },
  metrics = {
    { name = "home", unit = "cards", summary = "cards built up",
      value = function(s) return s.home[1] + s.home[2] + s.home[3] + s.home[4] end },
    { name = "unseen", unit = "cards", summary = "cards of piles still face down",
      value = function(s)
        local cards = 0
        for _, pile in ipairs(s.down) do cards = cards + #pile end
        return cards
      end },
  },
  max_moves = 1000,
  tokens = {
    card = { colour = "black", shape = "card" }, slot = { shape = "card", label = "empty place" },
    back = { colour = "blue", shape = "card", label = "card face down" },
  },
}

local WASTE, HOME, KING = 10, 11, 12
local EMPTY = 26 -- an empty pile, where a pile's kind is asked for

function game.setup(s, random)
  local deck = {}
  for card = 0, 51 do deck[card + 1] = card end
  for last = 52, 2, -1 do
    local other = random(last)
    deck[last], deck[other] = deck[other], deck[last]
  end
  s.score, s.passes = 0, s.level.passes
  s.home = { 0, 0, 0, 0 } -- how many cards of each suit are built up
  s.down, s.up = {}, {} -- the piles: face down, and face up on top of them
  for pile = 1, s.level.piles do
    s.up[pile] = { table.remove(deck) }
    s.down[pile] = {}
    for i = 1, pile - 1 do s.down[pile][i] = table.remove(deck) end
  end
  s.stock = deck -- never seen yet, so hidden
  s.waste = {} -- turned over; its last card may be played
  s.seen = {} -- the stock from the second pass on: its order is known by now, so it is not hidden
end

-- The kind of the last card of each pile: rank * 2, and 1 more where it is red, which is card >> 1.
-- `found` has the same kinds as bits of one number, so that a card that fits on no pile need not be
-- compared with each. Both are set whenever moves are listed, so they are no part of the state.
local kinds, found = {}, 0

-- Offers the moves of cards, of which `card` is the lowest, to other piles: onto a card one rank
-- above and of the other colour, or onto an empty pile for a king.
local function offer_piles(piles, offer, from, card, count)
  local wanted = card >> 2 == KING and EMPTY or (card >> 1) + 2 ~ 1
  if found >> wanted & 1 == 0 then return end
  for to = 1, piles do
    if kinds[to] == wanted then offer(from, to, count) end
  end
end

function game.moves(s, offer)
  local up, home, piles = s.up, s.home, #s.up
  found = 0
  for pile = 1, piles do
    local cards = up[pile]
    local card = cards[#cards]
    local kind = card and card >> 1 or EMPTY
    kinds[pile] = kind
    found = found | 1 << kind
  end
  local top = s.waste[#s.waste]
  if top then
    if home[(top & 3) + 1] == top >> 2 then offer(WASTE, HOME, 1) end
    offer_piles(piles, offer, WASTE, top, 1)
  end
  for from = 1, piles do
    local cards = up[from]
    local last = #cards
    local card = cards[last]
    if card and home[(card & 3) + 1] == card >> 2 then offer(from, HOME, 1) end
    -- Cards move from pile to pile only where that gains something: a pile is moved as a whole (not
    -- a king from an empty place to another), or the card below them can go home. So cards do not
    -- go back and forth, and every game comes to its end.
    local first = cards[1]
    if first and (first >> 2 ~= KING or #s.down[from] > 0) then
      offer_piles(piles, offer, from, first, last)
    end
    for i = 1, last - 1 do
      local below = cards[i]
      if home[(below & 3) + 1] == below >> 2 then
        offer_piles(piles, offer, from, cards[i + 1], last - i)
      end
    end
  end
  if #s.stock + #s.seen > 0 or (#s.waste > 0 and s.passes > 1) then offer(0, 0, 1) end
end

-- Turns over a card of the stock; when there is none, the waste becomes the stock first.
local function turn_over(s, emit)
  if #s.stock + #s.seen == 0 then
    -- Its cards were all seen: they go to `seen`, not back to the hidden `stock`.
    for i = #s.waste, 1, -1 do s.seen[#s.seen + 1] = table.remove(s.waste) end
    s.passes = s.passes - 1
    emit("redealt", 1)
  end
  s.waste[#s.waste + 1] = table.remove(#s.seen > 0 and s.seen or s.stock)
end

function game.apply(s, move, _, emit)
  if move.from == 0 then return turn_over(s, emit) end
  local source = move.from == WASTE and s.waste or s.up[move.from]
  if move.to == HOME then
    local card = table.remove(source)
    s.home[(card & 3) + 1] = (card >> 2) + 1
    s.score = s.score + 10
  else
    local target, first = s.up[move.to], #source - move.count + 1
    table.move(source, first, #source, #target + 1, target)
    for _ = 1, move.count do table.remove(source) end
    if move.from == WASTE then s.score = s.score + 5 end
  end
  -- A pile whose last open card has left turns up the next one.
  local down = s.down[move.from]
  if down and #source == 0 and #down > 0 then
    source[1] = table.remove(down)
    s.score = s.score + 5
    emit("turned", 1)
  end
end

function game.goal(level)
  return ("Cards to build up from the ace, each suit by itself: %d. Times through the stock: %d."):format(
    level.goal, level.passes)
end

function game.outcome(s, offered)
  if s.home[1] + s.home[2] + s.home[3] + s.home[4] >= s.level.goal then return "won" end
  if offered == 0 then return "lost", "stuck" end
end

local ranks, suits = { "A", 2, 3, 4, 5, 6, 7, 8, 9, "T", "J", "Q", "K" }, { "c", "s", "d", "h" }
local symbols = { "♣", "♠", "♦", "♥" }
local function card_name(card) return ranks[(card >> 2) + 1] .. suits[(card & 3) + 1] end

function game.picture(s)
  local top = s.waste[#s.waste]
  local lines = { ("stock %d  waste %s  home %s"):format(
    #s.stock + #s.seen, top and card_name(top) or "--", table.concat(s.home, " ")) }
  for pile, up in ipairs(s.up) do
    local cards = {}
    for i, card in ipairs(up) do cards[i] = card_name(card) end
    lines[#lines + 1] = pile .. ": " .. ("## "):rep(#s.down[pile]) .. table.concat(cards, " ")
  end
  return table.concat(lines, "\n")
end

-- What is seen: cards in places, in cells from the upper left corner. 1 is the stock, 2 the waste,
-- 3 to 6 are the suits at home; then come the piles, each a slot with its cards.
function game.board(s)
  local places, width, longest = {}, math.max(#s.up, 6), 0
  local function put(x, y, card, token)
    places[#places + 1] = not card and { x = x, y = y, token = token or "slot" } or {
      x = x, y = y, token = "card", glyph = ranks[(card >> 2) + 1] .. symbols[(card & 3) + 1],
      colour = card & 2 > 0 and "red" or "black", label = card_name(card) }
  end
  put(1, 1, nil, #s.stock + #s.seen > 0 and "back")
  put(2, 1, s.waste[#s.waste])
  for suit, count in ipairs(s.home) do
    put(width - 4 + suit, 1, count > 0 and count * 4 - 5 + suit or nil)
  end
  for pile, up in ipairs(s.up) do
    put(pile, 2.3)
    for i = 1, #s.down[pile] do put(pile, 2.3 + 0.3 * (i - 1), nil, "back") end
    for i, card in ipairs(up) do put(pile, 2.3 + 0.3 * #s.down[pile] + 0.5 * (i - 1), card) end
    longest = math.max(longest, 0.3 * #s.down[pile] + 0.5 * #up)
  end
  return { width = width, height = 3 + longest, places = places,
    facts = { { "stock", #s.stock + #s.seen }, { "passes", s.passes } } }
end

-- The places that are tapped for a move: a card, and where it goes.
function game.hand(s, move)
  if move.from == 0 then return 1 end
  local function last(pile) -- the place of a pile's last card, or of its slot
    local place = 6
    for i = 1, pile do place = place + 1 + #s.down[i] + #s.up[i] end
    return place
  end
  local is_waste, source = move.from == WASTE, s.up[move.from] or s.waste
  local card = source[#source - move.count + 1]
  return is_waste and 2 or last(move.from) - move.count + 1,
    move.to == HOME and 3 + (card & 3) or last(move.to)
end

function game.describe(s, move)
  if move.from == 0 then return "turn over a card" end
  local source = move.from == WASTE and s.waste or s.up[move.from]
  local card = source[#source - move.count + 1]
  local to = move.to == HOME and "home" or "to pile " .. move.to
  return (card and card_name(card) or "a card") .. " " .. to
end

function game.generate(random)
  return {
    format = "playtest-level", version = 1, game = "patience", name = "Patience",
    piles = random:int(5, 8),
    passes = random:int(1, 6),
    goal = random:int(4, 13) * 4,
  }
end

return game
