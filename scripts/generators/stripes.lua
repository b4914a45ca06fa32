-- Stripes of colour, straight or slanting, with some specials.
local list = require("list") -- scripts/lib/list.lua

local stripes = {
  name = "stripes",
  game = "bubble-blast",
  summary = "Stripes of colour, horizontal or slanting, with some specials.",
  params = {
    -- name = { default, minimum, maximum }
    columns = { 12, 4, 24 },
    rows = { 6, 1, 11 }, -- rows of bubbles
    colours = { 4, 1, 8 },
    thickness = { 2, 1, 6 }, -- rows per stripe
    slant = { 0, 0, 3 }, -- 0: horizontal; more: the stripes rise from left to right
    specials = { 0, 0, 50 }, -- percent of the bubbles that become specials
    shots = { 40, 0, 200 }, -- 0: no limit
  },
}

-- Letters of the level's grid; see `playtest list bubbles` for specials.
local COLOURS = { "B", "R", "O", "G", "Y", "P", "C", "W" }
local SPECIALS = { "*", "=", "$" }

function stripes.generate(random, params)
  local letters = list.shuffle({ table.unpack(COLOURS) }, function(n) return random:int(n) end)
  local first = random:int(params.colours) -- so that the top stripe varies, too
  local grid = {}
  for row = 0, params.rows - 1 do
    -- Every second row is one cell shorter.
    local width = params.columns - row % 2
    local cells = {}
    for column = 0, width - 1 do
      if random:chance(params.specials / 100) then
        cells[column + 1] = SPECIALS[random:int(#SPECIALS)]
      else
        local stripe = (row * 4 + column * params.slant) // (params.thickness * 4)
        cells[column + 1] = letters[(first + stripe) % params.colours + 1]
      end
    end
    grid[row + 1] = table.concat(cells)
  end
  return {
    format = "playtest-level",
    version = 1,
    game = "bubble-blast",
    name = "Stripes",
    columns = params.columns,
    shots = params.shots > 0 and params.shots or nil,
    grid = grid,
  }
end

return stripes
