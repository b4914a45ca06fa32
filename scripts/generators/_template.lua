-- A level generator. Say here what its levels look like.
--
-- Try it:  playtest script check FILE
-- Use it:  playtest level new "My Level" --generator FILE --seed 7 --set rows=4
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type GeneratorScript
local generator = {
  name = "NAME",
  game = "bubble-blast",
  summary = "Rows of bubbles in a few colours, with gaps.",

  -- What can be set, as { default, minimum, maximum }.
  params = {
    rows = { 5, 1, 10 },
    colours = { 3, 1, 4 },
    gaps = { 10, 0, 50 }, -- percent of the cells that stay empty
    shots = { 30, 1, 200 },
  },
}

-- Letters of the grid: B blue, R red, O orange, G green, Y yellow, P purple, C cyan, W white;
-- * bomb, = lightning, $ star, # indestructible, . empty. Other kinds need a `legend`.
local LETTERS = { "B", "R", "O", "G" }

-- Returns a level as a table with the structure of a level file; it is checked like a file.
-- random:int(6) is 1 to 6, random:int(3, 9) is 3 to 9, random:number() from 0 to below 1,
-- random:chance(0.25) is true in a quarter of the cases.
function generator.generate(random, params)
  local columns = 12
  local grid = {}
  for row = 0, params.rows - 1 do
    local cells = {}
    for column = 1, columns - row % 2 do -- every second row is one cell shorter
      -- The row at the ceiling has no gaps, so that there is always something to clear.
      if row > 0 and random:chance(params.gaps / 100) then
        cells[column] = "."
      else
        cells[column] = LETTERS[random:int(params.colours)]
      end
    end
    grid[row + 1] = table.concat(cells)
  end
  return {
    format = "playtest-level",
    version = 1,
    game = "bubble-blast",
    name = "NAME",
    columns = columns,
    shots = params.shots,
    grid = grid,
    -- legend = { x = "crate" }, params = { crate = { hits = 2 } },
    -- preview = 1, swap = true, descent = { every = 9 }, goal = { score = 5000 },
  }
end

return generator
