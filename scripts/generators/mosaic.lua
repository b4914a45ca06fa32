-- Mosaic: patches of colour that hang from the ceiling by few or many hooks, with holes, mirrored
-- or not. It is made for searches: its parameters range from trivial to hopeless levels, and from
-- levels in which nothing falls to levels in which most bubbles fall.
local list = require("list") -- scripts/lib/list.lua

local mosaic = {
  name = "mosaic",
  game = "bubble-blast",
  summary = "Patches of colour that hang from hooks, with holes; mirrored or not.",
  params = {
    -- name = { default, minimum, maximum }
    rows = { 6, 1, 9 },
    colours = { 4, 2, 6 },
    patch = { 4, 1, 12 }, -- bubbles in a patch of one colour
    hooks = { 12, 1, 12 }, -- columns by which the rest hangs from the ceiling
    hook_rows = { 1, 1, 3 }, -- rows of the hooks
    holes = { 0, 0, 40 }, -- percent of the cells below the hooks that stay empty
    mirror = { 0, 0, 1 }, -- 1: the right half mirrors the left one
    skew = { 0, 0, 80 }, -- percent by which each colour is rarer than the one before
    specials = { 0, 0, 15 }, -- percent of the bubbles that become specials
    shots = { 30, 4, 80 },
  },
}

local COLOURS = { "B", "R", "O", "G", "Y", "P" }
local NAMES = { B = "blue", R = "red", O = "orange", G = "green", Y = "yellow", P = "purple" }
local SPECIALS = { "*", "=", "$" }
local COLUMNS = 12

local function width(row) return COLUMNS - row % 2 end

-- The six cells around a cell; odd rows are shorter and start half a cell to the right.
local function around(row, column)
  local left = row % 2 == 0 and column - 1 or column
  return {
    { row, column - 1 }, { row, column + 1 }, { row - 1, left }, { row - 1, left + 1 },
    { row + 1, left }, { row + 1, left + 1 },
  }
end

-- Which cells hold a bubble, by row * COLUMNS + column.
local function shape(random, params)
  local function draw(n) return random:int(n) end
  local taken = {}
  local columns = {}
  for column = 0, COLUMNS - 1 do columns[column + 1] = column end
  list.shuffle(columns, draw)
  local hook_rows = math.min(params.hook_rows, params.rows)
  for hook = 1, params.hooks do
    for row = 0, hook_rows - 1 do
      local column = math.min(columns[hook], width(row) - 1)
      taken[row * COLUMNS + column] = true
    end
  end
  for row = hook_rows, params.rows - 1 do
    for column = 0, width(row) - 1 do
      if not random:chance(params.holes / 100) then taken[row * COLUMNS + column] = true end
    end
  end
  if params.mirror == 1 then
    for row = 0, params.rows - 1 do
      for column = 0, width(row) // 2 - 1 do
        local other = row * COLUMNS + width(row) - 1 - column
        taken[other] = taken[row * COLUMNS + column]
      end
    end
  end
  return taken
end

-- What is connected to the ceiling; the rest would fall before the first shot.
local function held(taken, rows)
  local kept, open = {}, {}
  for column = 0, COLUMNS - 1 do
    if taken[column] then
      kept[column] = true
      open[#open + 1] = { 0, column }
    end
  end
  while #open > 0 do
    local cell = table.remove(open)
    for _, beside in ipairs(around(cell[1], cell[2])) do
      local row, column = beside[1], beside[2]
      local place = row * COLUMNS + column
      if row >= 0 and row < rows and column >= 0 and column < width(row) and taken[place]
        and not kept[place]
      then
        kept[place] = true
        open[#open + 1] = beside
      end
    end
  end
  return kept
end

function mosaic.generate(random, params)
  local function draw(n) return random:int(n) end
  local palette = list.shuffle({ table.unpack(COLOURS) }, draw)
  local taken = held(shape(random, params), params.rows)
  if not next(taken) then taken = { [random:int(COLUMNS) - 1] = true } end

  -- Patches grow from their first cell into free cells around it.
  local letters = {}
  for row = 0, params.rows - 1 do
    for column = 0, width(row) - 1 do
      local left = params.patch
      local colour = palette[random:int(params.colours)]
      local edge = { { row, column } }
      while left > 0 and #edge > 0 do
        local cell = table.remove(edge, random:int(#edge))
        local place = cell[1] * COLUMNS + cell[2]
        local inside = cell[1] >= 0 and cell[2] >= 0 and cell[2] < width(cell[1])
        if inside and taken[place] and not letters[place] then
          letters[place] = colour
          left = left - 1
          for _, beside in ipairs(around(cell[1], cell[2])) do edge[#edge + 1] = beside end
        end
      end
    end
  end

  local grid, weights, used = {}, {}, {}
  for row = 0, params.rows - 1 do
    local cells = {}
    for column = 0, width(row) - 1 do
      local source = column
      if params.mirror == 1 then source = math.min(column, width(row) - 1 - column) end
      local letter = taken[row * COLUMNS + column]
        and (letters[row * COLUMNS + source] or letters[row * COLUMNS + column])
      if letter then used[letter] = true end
      if letter and random:chance(params.specials / 100) then
        letter = SPECIALS[random:int(#SPECIALS)]
      end
      cells[column + 1] = letter or "."
    end
    grid[row + 1] = table.concat(cells)
  end
  local weight = 1000
  for place = 1, params.colours do
    if used[palette[place]] then weights[NAMES[palette[place]]] = weight end
    weight = math.max(1, weight * (100 - params.skew) // 100)
  end
  return {
    format = "playtest-level",
    version = 1,
    game = "bubble-blast",
    name = "Mosaic",
    columns = COLUMNS,
    shots = params.shots,
    spawn = { weights = weights },
    grid = grid,
  }
end

return mosaic
