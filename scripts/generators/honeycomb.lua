-- Honeycomb: symmetric rows of pegs, every second one shifted by half a place, with holes and kegs.
local honeycomb = {
  name = "honeycomb",
  game = "peggle",
  summary = "Symmetric rows of pegs like a honeycomb, with holes and exploding pegs.",
  params = {
    -- name = { default, minimum, maximum }
    columns = { 9, 2, 11 }, -- pegs in a long row
    rows = { 5, 1, 7 },
    radius = { 12, 8, 18 }, -- of a peg, px
    holes = { 15, 0, 60 }, -- percent of the places that stay empty
    orange = { 25, 1, 100 }, -- percent of the pegs, approximately
    kegs = { 2, 0, 8 }, -- pegs that explode
    balls = { 10, 1, 40 },
  },
}

local MIDDLE, TOP = 400, 150 -- px
local ACROSS, DOWN = 64, 56 -- px from peg to peg and from row to row

function honeycomb.generate(random, params)
  -- Pairs of places that mirror each other; one in the middle is a pair of its own.
  local twins = {}
  for row = 0, params.rows - 1 do
    local count = params.columns - row % 2
    for place = 1, (count + 1) // 2 do
      local aside = ((count + 1) / 2 - place) * ACROSS
      if not random:chance(params.holes / 100) then
        twins[#twins + 1] = { aside = aside, y = TOP + row * DOWN, colour = "blue" }
      end
    end
  end
  if #twins == 0 then
    twins[1] = { aside = 0, y = TOP, colour = "blue" }
  end

  -- At least one orange pair, or the level could not be won; kegs among the rest.
  for last = #twins, 2, -1 do
    local other = random:int(last)
    twins[last], twins[other] = twins[other], twins[last]
  end
  local orange = math.max(1, #twins * params.orange // 100)
  for place = 1, orange do twins[place].colour = "orange" end
  for place = orange + 1, math.min(orange + params.kegs // 2, #twins) do
    twins[place].colour = "kaboom"
  end

  local objects = {}
  for _, pair in ipairs(twins) do
    for _, x in ipairs(pair.aside == 0 and { 0 } or { -pair.aside, pair.aside }) do
      objects[#objects + 1] = {
        kind = "peg", colour = pair.colour, x = MIDDLE + x, y = pair.y, radius = params.radius,
      }
    end
  end
  return {
    format = "playtest-level",
    version = 1,
    game = "peggle",
    name = "Honeycomb",
    balls = params.balls,
    objects = objects,
  }
end

return honeycomb
