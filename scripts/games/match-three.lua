-- Match three: swap neighbours so that three equal ones lie in a line; they go, and others fall.
-- What to learn here: the library `grid` (docs/scripts.md), much faster on boards than Lua, and goals
-- that a level switches on and off. Of a cell, 1 to 6 is a colour, 0 empty, below 0 what stays put.

---@type GameScript
local game = {
  name = "match-three",
  summary = "Swap neighbours into lines of three: a score, jelly, crates or colours to collect.",
  fields = {
    -- The shape of the board: the game gets a list of numbers, 0 for the first of these letters.
    { name = "map", kind = "grid", letters = ".jxo#", rows = { 4, 9 }, columns = { 4, 9 },
      default = { "......", "......", "......", "jjjjjj", "......", "......" },
      summary = ". a cell, j with jelly, x a crate, o a crate on jelly, # a hole" },
    { name = "colours", kind = "whole", min = 3, max = 6, default = 5, unit = "colours",
      summary = "how many colours the gems have" },
    { name = "moves", kind = "whole", min = 1, max = 99, default = 20, unit = "moves",
      summary = "moves until the game is lost" },
    { name = "target", kind = "whole", min = 0, max = 100000, default = 0, unit = "points",
      step = 100, summary = "score to reach; 0: none" },
    { name = "collect", kind = "list", most = 6, min = 0, max = 200, default = {},
      summary = "how many to clear of each colour" },
    { name = "hammers", kind = "whole", min = 0, max = 9, default = 0, unit = "hammers",
      summary = "boosters: each clears one cell without a line" },
    { name = "bombs", kind = "flag", default = true,
      summary = "a line of four or more leaves a bomb, which clears what is around it" },
  },
  -- A cell and what to do with it: 0 a hammer, 1 swap with the right, 2 with the lower neighbour.
  move = { { "cell", 1, 81 }, { "act", 0, 2 } },
  events = {
    cleared = "cells cleared", cascade = "further clears in one move", bomb = "bombs that went off",
    jelly = "jelly cleared", crate = "crates broken", shuffle = "boards without a move shuffled",
  },
  metrics = { { name = "goals_left", unit = "cells", summary = "jelly, crates, cells to collect",
    value = function(s) return s.jelly_left + s.crates_left + s.missing end } },
  max_moves = 99, reasons = { "moves", "stuck" },
  tokens = { -- and a gem of each colour
    cell = { shape = "tile" }, jelly = { letter = "'", colour = "cyan", shape = "tile" },
    bomb = { glyph = "*", colour = "black", shape = "dot" }, hole = { glyph = "×", shape = "none" },
    crate = { letter = "x", colour = "grey", shape = "square" },
    crate_on_jelly = { glyph = "o", colour = "cyan", shape = "square" },
  },
  design = { field = "map",
    tokens = { ["."] = "cell", j = "jelly", x = "crate", o = "crate_on_jelly", ["#"] = "hole" } },
}

local gems = { "red", "blue", "green", "yellow", "purple", "orange" }
local CRATE, HOLE, LINE, LONG = -1, -2, 3, 4 -- a line of LONG leaves a bomb

-- Fills the board so that nothing lies in a line yet, and so that there is a move.
local function deal(s, random, tries)
  local board, lines = s.board, {}
  for cell, value in ipairs(board) do board[cell], s.bombs[cell] = math.min(value, 0), 0 end
  repeat
    grid.set(board, lines, 0)
    grid.fill(board, s.level.colours, random)
    grid.lines(board, s.width, LINE, lines)
    tries = tries - 1
  until #lines == 0 or tries <= 0
  if #lines == 0 and #grid.swaps(board, s.width, LINE) > 0 then return true end
  return tries > 0 and deal(s, random, tries)
end

function game.setup(s, random)
  local map = s.level.map
  s.board, s.jelly, s.bombs, s.collect = {}, {}, {}, {}
  s.width, s.score, s.jelly_left, s.crates_left, s.missing = map.columns, 0, 0, 0, 0
  s.moves_left, s.hammers = s.level.moves, s.level.hammers
  for cell, letter in ipairs(map) do
    local is_crate, has_jelly = letter == 2 or letter == 3, letter == 1 or letter == 3
    s.board[cell] = letter == 4 and HOLE or is_crate and CRATE or 0
    s.jelly[cell], s.bombs[cell] = has_jelly and 1 or 0, 0
    s.jelly_left = s.jelly_left + s.jelly[cell]
    if is_crate then s.crates_left = s.crates_left + 1 end
  end
  for colour = 1, s.level.colours do
    s.collect[colour] = s.level.collect[colour] or 0
    s.missing = s.missing + s.collect[colour]
  end
  s.stuck = not deal(s, random, 1000)
end

function game.moves(s, offer)
  if s.stuck then return end
  local swaps = grid.swaps(s.board, s.width, LINE)
  for i = 1, #swaps, 2 do offer(swaps[i], swaps[i + 1] == swaps[i] + 1 and 1 or 2) end
  if s.hammers == 0 then return end
  for cell, value in ipairs(s.board) do if value > 0 then offer(cell, 0) end end
end

-- Adds to the cells what the bombs among them clear; a bomb that is reached goes off, too.
local function explode(s, cells, emit)
  local marked, height = {}, #s.board // s.width
  for _, cell in ipairs(cells) do marked[cell] = true end
  for _, cell in ipairs(cells) do -- which grows meanwhile
    if s.bombs[cell] == 1 then
      s.bombs[cell] = 0
      emit("bomb")
      for _, other in ipairs(grid.around(s.width, height, cell)) do
        if not marked[other] and s.board[other] > 0 then
          marked[other], cells[#cells + 1] = true, other
        end
      end
    end
  end
end

local function break_crates(s, cells, emit)
  local height, beside = #s.board // s.width, {}
  for _, cell in ipairs(cells) do
    for _, other in ipairs(grid.neighbours(s.width, height, cell, beside)) do
      if s.board[other] == CRATE then
        s.board[other], s.crates_left = 0, s.crates_left - 1
        emit("crate")
      end
    end
  end
end

-- Empties cells and counts what the goals want; the loop is left out if there is nothing to count.
local function clear(s, cells, factor, emit)
  local board, jelly, collect = s.board, s.jelly, s.collect
  if s.jelly_left > 0 or s.missing > 0 then
    for _, cell in ipairs(cells) do
      local colour = board[cell]
      if jelly[cell] == 1 then
        jelly[cell], s.jelly_left = 0, s.jelly_left - 1
        emit("jelly")
      end
      if colour > 0 and collect[colour] > 0 then
        collect[colour], s.missing = collect[colour] - 1, s.missing - 1
      end
    end
  end
  s.score = s.score + 10 * #cells * factor
  emit("cleared", #cells)
  grid.set(board, cells, 0)
end

local function refill(s, random)
  grid.fall(s.board, s.width, s.bombs) -- bombs fall with their cells
  grid.fill(s.board, s.level.colours, random)
end
local function settle(s, random, emit) -- until no lines are left
  local board, width = s.board, s.width
  local lines, runs, factor = {}, {}, 1
  while #grid.lines(board, width, LINE, lines) > 0 do
    if factor > 1 then emit("cascade") end
    local new = {} -- bombs that long lines leave in their second cell: cell, colour, cell, colour
    if s.level.bombs then
      grid.runs(board, width, LONG, runs) -- first cell, distance to the next, number of cells
      for i = 1, #runs, 3 do
        local cell = runs[i] + runs[i + 1]
        new[#new + 1], new[#new + 2] = cell, board[cell]
      end
      if grid.count(s.bombs, 1) > 0 then explode(s, lines, emit) end
    end
    if s.crates_left > 0 then break_crates(s, lines, emit) end
    clear(s, lines, factor, emit)
    for i = 1, #new, 2 do board[new[i]], s.bombs[new[i]] = new[i + 1], 1 end
    refill(s, random)
    factor = factor + 1
  end
end

function game.apply(s, move, random, emit)
  local board, bombs, cell = s.board, s.bombs, move.cell
  if move.act == 0 then -- a hammer costs no move
    local cells = { cell }
    s.hammers = s.hammers - 1
    explode(s, cells, emit)
    clear(s, cells, 1, emit)
    refill(s, random)
  else
    local other, left = move.act == 1 and cell + 1 or cell + s.width, s.moves_left - 1
    board[cell], board[other], s.moves_left = board[other], board[cell], left
    bombs[cell], bombs[other] = bombs[other], bombs[cell]
  end
  settle(s, random, emit)
  if #grid.swaps(board, s.width, LINE) == 0 then
    emit("shuffle")
    s.stuck = not deal(s, random, 1000)
  end
end

function game.outcome(s)
  if game.metrics[1].value(s) == 0 and s.score >= s.level.target then return "won" end
  if s.moves_left == 0 or s.stuck then return "lost", s.stuck and "stuck" or "moves" end
end

function game.goal(level) -- in words, and how many goals there are
  local map, parts = level.map, {}
  local function add(n, what) if n > 0 then parts[#parts + 1] = what .. " " .. n end end
  add(level.target, "points")
  add(grid.count(map, 1) + grid.count(map, 3), "jelly")
  add(grid.count(map, 2) + grid.count(map, 3), "crates")
  for colour, count in ipairs(level.collect) do add(count, gems[colour]) end
  return ("Moves: %d. Goals: %s."):format(level.moves, table.concat(parts, ", ")), #parts
end

function game.worth(s) -- goals first, then points
  return math.min(s.score, s.level.target) + s.score / 100
    - 100 * (s.jelly_left + s.crates_left) - 30 * s.missing
end

function game.check(level)
  local map, open, _, goals = level.map, {}, game.goal(level)
  for cell, letter in ipairs(map) do open[cell] = letter < 4 and 1 or 0 end
  if goals == 0 then return "target", "needs a goal: a target, jelly, crates or collect" end
  if #grid.lines(open, map.columns, LINE) == 0 then return "map", "has no room for a line of three" end
end

local shapes = { "disc", "square", "hexagon", "diamond", "triangle", "star" }
for i, name in ipairs(gems) do
  game.tokens[name] = { glyph = ("ABCDEF"):sub(i, i), colour = name, shape = shapes[i] }
end

function game.board(s)
  local cells = {}
  for cell, value in ipairs(s.board) do
    cells[cell] = value ~= HOLE and { s.jelly[cell] == 1 and "jelly" or "cell",
      value == CRATE and "crate" or gems[value], s.bombs[cell] == 1 and "bomb" or nil }
  end
  return { columns = s.width, cells = cells, facts = { { "moves", s.moves_left },
    { "jelly and crates", s.jelly_left + s.crates_left },
    s.missing > 0 and { "to collect", table.concat(s.collect, " ") } or nil } }
end

function game.hand(s, move) -- what is tapped: both neighbours; for a hammer one cell twice
  return move.cell, move.cell + (move.act == 0 and 0 or move.act == 1 and 1 or s.width)
end

local acts = { [0] = "hammer on", "swap to the right", "swap down" }
function game.describe(s, move)
  return ("%s %d,%d"):format(acts[move.act], (move.cell - 1) // s.width, (move.cell - 1) % s.width)
end

game.params = { width = { 7, 6, 9 }, height = { 7, 6, 9 }, jelly = { 25, 10, 45 }, -- percent
  colours = { 5, 4, 6 }, moves = { 20, 10, 40 } } -- each: default, minimum, maximum

function game.generate(random, params)
  local rows, width, share = {}, params.width, params.jelly / 100
  for row = 1, params.height do
    rows[row] = ("."):rep(width):gsub(".", function() return random:chance(share) and "j" end)
  end
  return { format = "playtest-level", version = 1, game = "match-three", name = "Jelly",
    map = rows, colours = params.colours, moves = params.moves }
end

return game
