-- Islands: clusters of bubbles that hang from the ceiling by a thread each. A shot that cuts the
-- thread brings the whole island down.
local list = require("list") -- scripts/lib/list.lua

local islands = {
  name = "islands",
  game = "bubble-blast",
  summary = "Clusters of bubbles, each hanging from the ceiling by a thread.",
  params = {
    -- name = { default, minimum, maximum }
    columns = { 12, 6, 24 },
    islands = { 3, 1, 6 },
    size = { 12, 1, 40 }, -- bubbles per island
    thread = { 2, 1, 4 }, -- rows per thread
    colours = { 4, 1, 8 },
    specials = { 0, 0, 50 }, -- percent of the islands' bubbles that become specials
    shots = { 40, 0, 200 }, -- 0: no limit
  },
}

local COLOURS = { "B", "R", "O", "G", "Y", "P", "C", "W" }
local SPECIALS = { "*", "=", "$" }
local ROWS = 10 -- of twelve; the rows below stay free

-- The six cells around a cell. Rows and columns count from 0; odd rows are shorter and start half a
-- cell to the right.
local function around(row, column)
  local left = row % 2 == 0 and column - 1 or column
  return {
    { row, column - 1 }, { row, column + 1 }, { row - 1, left }, { row - 1, left + 1 },
    { row + 1, left }, { row + 1, left + 1 },
  }
end

function islands.generate(random, params)
  local function draw(n) return random:int(n) end
  local palette = list.shuffle({ table.unpack(COLOURS) }, draw)
  local bubbles = {} -- letter by row * columns + column
  local function free(cell)
    local row, column = cell[1], cell[2]
    return row >= 0 and row < ROWS and column >= 0 and column < params.columns - row % 2
      and not bubbles[row * params.columns + column]
  end
  local function put(cell, letter) bubbles[cell[1] * params.columns + cell[2]] = letter end

  for island = 1, params.islands do
    -- The thread goes straight down, in one colour; islands share the ceiling evenly.
    local column = math.min(
      (2 * island - 1) * params.columns // (2 * params.islands), params.columns - 2)
    local colour = palette[random:int(params.colours)]
    for row = 0, params.thread - 1 do
      put({ row, column }, colour)
    end
    -- The island grows from its first cell into free cells around it.
    local edge = { { params.thread, column } }
    local left = params.size
    colour = palette[random:int(params.colours)]
    while left > 0 and #edge > 0 do
      local cell = table.remove(edge, random:int(#edge))
      if free(cell) then
        if random:chance(0.35) then
          colour = palette[random:int(params.colours)]
        end
        local special = random:chance(params.specials / 100)
        put(cell, special and SPECIALS[random:int(#SPECIALS)] or colour)
        left = left - 1
        for _, beside in ipairs(around(cell[1], cell[2])) do
          -- Not into the thread's rows, or the island would hang from the ceiling there.
          if beside[1] >= params.thread and free(beside) then
            edge[#edge + 1] = beside
          end
        end
      end
    end
  end

  local grid = {}
  for row = 0, ROWS - 1 do
    local cells = {}
    for column = 0, params.columns - row % 2 - 1 do
      cells[column + 1] = bubbles[row * params.columns + column] or "."
    end
    grid[row + 1] = table.concat(cells)
  end
  return {
    format = "playtest-level",
    version = 1,
    game = "bubble-blast",
    name = "Islands",
    columns = params.columns,
    shots = params.shots > 0 and params.shots or nil,
    grid = grid,
  }
end

return islands
