-- Rings: ellipses of pegs, one within the other, each turned by a random angle.
local list = require("list") -- scripts/lib/list.lua

local rings = {
  name = "rings",
  game = "peggle",
  summary = "Nested ellipses of pegs.",
  params = {
    -- name = { default, minimum, maximum }
    rings = { 3, 1, 4 },
    pegs = { 16, 4, 24 }, -- of the outermost ring; inner ones have fewer
    radius = { 12, 8, 16 }, -- of a peg, px
    orange = { 30, 1, 100 }, -- percent of the rings' pegs
    green = { 2, 0, 6 }, -- how many pegs have the master's power
    heart = { 1, 0, 1 }, -- 1: a zombie peg in the middle
    balls = { 10, 1, 40 },
  },
}

local MIDDLE_X, MIDDLE_Y = 400, 330 -- px
local OUTERMOST, STEP = 210, 50 -- px: half the height of the outermost ring; of the next, less
local STRETCH = 1.6 -- width to height
local MASTERS = { "rick", "morty", "twin" }

local function rounded(px) return math.floor(px * 10 + 0.5) / 10 end

function rings.generate(random, params)
  local function draw(n) return random:int(n) end
  local objects = {}
  for ring = 1, params.rings do
    local height = OUTERMOST - STEP * (ring - 1)
    local count = math.max(3, params.pegs * height // OUTERMOST)
    local turn = random:number()
    for place = 1, count do
      local angle = 2 * math.pi * (place + turn) / count
      objects[#objects + 1] = {
        kind = "peg",
        colour = "blue",
        x = rounded(MIDDLE_X + STRETCH * height * math.cos(angle)),
        y = rounded(MIDDLE_Y + height * math.sin(angle)),
        radius = params.radius,
      }
    end
  end

  -- At least one orange peg, or the level could not be won; green pegs among the rest.
  local order = list.shuffle({ table.unpack(objects) }, draw)
  local orange = math.max(1, #order * params.orange // 100)
  for place = 1, orange do order[place].colour = "orange" end
  for place = orange + 1, math.min(orange + params.green, #order) do
    order[place].colour = "green"
  end
  if params.heart == 1 then
    objects[#objects + 1] = {
      kind = "peg", colour = "purple", x = MIDDLE_X, y = MIDDLE_Y, radius = params.radius,
    }
  end
  return {
    format = "playtest-level",
    version = 1,
    game = "peggle",
    name = "Rings",
    balls = params.balls,
    master = MASTERS[random:int(#MASTERS)],
    objects = objects,
  }
end

return rings
