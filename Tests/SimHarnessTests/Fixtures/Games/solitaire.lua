-- Klondike, a card at a time. A card is rank * 4 + suit; suits 2 and 3 are red.

---@type GameScript
local game = {
  name = "solitaire",
  summary = "Build up four suits; the stock is gone through a few times.",
  fields = {
    { name = "piles", kind = "whole", min = 4, max = 9, default = 7, unit = "piles" },
    { name = "passes", kind = "whole", min = 1, max = 20, default = 3, unit = "times" },
  },
  -- Piles 1 to 9, 10 the turned cards, 11 home, 0 the stock.
  move = { { "from", 0, 10 }, { "to", 0, 11 }, { "count", 1, 13 } },
  hidden = { { "down", "stock" } },
  events = { turned = "cards turned up", passed = "times through the stock" },
  metrics = {
    { name = "home", unit = "cards", summary = "cards built up",
      value = function(s) return s.home[1] + s.home[2] + s.home[3] + s.home[4] end },
  },
}
local WASTE, HOME = 10, 11

function game.setup(s, random)
  local deck = {}
  for card = 0, 51 do deck[card + 1] = card end
  for i = 52, 2, -1 do
    local j = random(i)
    deck[i], deck[j] = deck[j], deck[i]
  end
  s.down, s.up, s.stock, s.waste, s.seen = {}, {}, deck, {}, {}
  s.home, s.score, s.passes = { 0, 0, 0, 0 }, 0, s.level.passes
  for pile = 1, s.level.piles do
    s.down[pile], s.up[pile] = {}, { table.remove(deck) }
    for i = 1, pile - 1 do s.down[pile][i] = table.remove(deck) end
  end
end

local function is_red(card) return card & 2 ~= 0 end

local function fits(s, card, pile)
  local top = s.up[pile][#s.up[pile]]
  if not top then return #s.down[pile] == 0 and card >> 2 == 12 end
  return top >> 2 == (card >> 2) + 1 and is_red(top) ~= is_red(card)
end

local function goes_home(s, card) return s.home[(card & 3) + 1] == card >> 2 end

function game.moves(s, offer)
  local top = s.waste[#s.waste]
  if top then
    if goes_home(s, top) then offer(WASTE, HOME, 1) end
    for to = 1, #s.up do
      if fits(s, top, to) then offer(WASTE, to, 1) end
    end
  end
  for from, up in ipairs(s.up) do
    if #up > 0 and goes_home(s, up[#up]) then offer(from, HOME, 1) end
    for i, card in ipairs(up) do
      local is_idle = i == 1 and #s.down[from] == 0 and card >> 2 == 12
      for to = 1, is_idle and 0 or #s.up do
        if to ~= from and fits(s, card, to) then offer(from, to, #up - i + 1) end
      end
    end
  end
  if #s.stock + #s.seen > 0 or (#s.waste > 0 and s.passes > 1) then offer(0, 0, 1) end
end

function game.apply(s, move, random, emit)
  if move.from == 0 then
    if #s.stock + #s.seen == 0 then
      -- From now on their order is known, so they are hidden no more.
      for i = #s.waste, 1, -1 do s.seen[#s.seen + 1] = table.remove(s.waste) end
      s.passes = s.passes - 1
      emit("passed")
    end
    s.waste[#s.waste + 1] = table.remove(#s.seen > 0 and s.seen or s.stock)
    return
  end
  local source = move.from == WASTE and s.waste or s.up[move.from]
  if move.to == HOME then
    local card = table.remove(source)
    s.home[(card & 3) + 1] = (card >> 2) + 1
    s.score = s.score + 10
  else
    local target = s.up[move.to]
    local first = #source - move.count + 1
    for i = first, #source do target[#target + 1] = source[i] end
    for _ = 1, move.count do table.remove(source) end
    if move.from == WASTE then s.score = s.score + 5 end
  end
  local down = s.down[move.from]
  if down and #source == 0 and #down > 0 then
    source[1] = table.remove(down)
    s.score = s.score + 5
    emit("turned")
  end
end

function game.outcome(s, offered)
  if game.metrics[1].value(s) == 52 then return "won" end
  if offered == 0 then return "lost" end
end

local function name(card)
  return ({ "A", 2, 3, 4, 5, 6, 7, 8, 9, "T", "J", "Q", "K" })[(card >> 2) + 1]
    .. ("CSDH"):sub((card & 3) + 1, (card & 3) + 1)
end

function game.picture(s)
  local top = s.waste[#s.waste]
  local lines = { ("stock %d  waste %s  home %s"):format(
    #s.stock + #s.seen, top and name(top) or "--", table.concat(s.home, " ")) }
  for pile, up in ipairs(s.up) do
    local cards = {}
    for i, card in ipairs(up) do cards[i] = name(card) end
    lines[#lines + 1] = pile .. ": " .. ("## "):rep(#s.down[pile]) .. table.concat(cards, " ")
  end
  return table.concat(lines, "\n")
end

return game
