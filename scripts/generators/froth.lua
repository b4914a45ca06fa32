-- Froth: a table of colours for bubble pop, the rarer ones worth more, with a score to reach.
local list = require("list") -- scripts/lib/list.lua

local froth = {
  name = "froth",
  game = "bubble-pop",
  summary = "Rarer colours are worth more points, with a score to reach.",
  params = {
    -- name = { default, minimum, maximum }
    colours = { 5, 2, 8 },
    rarity = { 30, 0, 60 }, -- percent by which each colour is rarer than the one before
    duration = { 60, 10, 120 }, -- s
    bubbles = { 15, 3, 40 }, -- maximum at once
    radius = { 32, 16, 48 }, -- of a bubble, points
    speed = { 0, 0, 120 }, -- points/s; 0: bubbles stay where they are
    pace = { 3, 0, 12 }, -- points per second needed to win; 0: no goal
  },
}

local NAMES = { "red", "pink", "green", "blue", "black", "gold", "white", "violet" }
local SHARES = 1000 -- probabilities are multiples of 1 / SHARES

function froth.generate(random, params)
  local function draw(n) return random:int(n) end
  local names = list.shuffle({ table.unpack(NAMES) }, draw)
  local weights, total, weight = {}, 0, 1
  for place = 1, params.colours do
    -- Up to a tenth more or less, so that no two tables are alike.
    weights[place] = weight * (0.9 + 0.2 * random:number())
    total = total + weights[place]
    weight = weight * (1 - params.rarity / 100)
  end
  local bubbles, left = {}, SHARES
  for place = params.colours, 1, -1 do
    local share = math.max(1, math.floor(weights[place] / total * SHARES))
    if place == 1 then share = left end
    left = left - share
    bubbles[place] = { colour = names[place], points = 0, probability = share / SHARES }
  end
  -- What a colour is worth grows with how rare it is.
  local worth = 1
  for place = 1, params.colours do
    bubbles[place].points = worth
    worth = worth + random:int(1, 3)
  end
  local goal
  if params.pace > 0 then
    goal = { score = math.max(1, math.floor(params.pace * params.duration)) }
  end
  return {
    format = "playtest-level",
    version = 1,
    game = "bubble-pop",
    name = "Froth",
    duration = params.duration,
    maxBubbles = params.bubbles,
    radius = params.radius,
    bubbles = bubbles,
    movement = params.speed > 0 and { on = true, speed = params.speed } or nil,
    goal = goal,
  }
end

return froth
