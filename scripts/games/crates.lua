-- Crates: push all crates onto marks. A crate can be pushed, not pulled, and only one at a time.
--
-- What to learn here: a puzzle without chance, drawn in the studio, and moves that skip what needs
-- no thought: a move is a push, and the walk to the crate is found by `grid.flood`.

---@type GameScript
local game = {
  name = "crates",
  summary = "Push every crate onto a mark; a crate in a corner stays there.",
  fields = {
    { name = "map", kind = "grid", letters = "-#.$*@+", rows = { 3, 16 }, columns = { 3, 16 },
      default = { "#######", "#@-$-.#", "#######" },
      summary = "- floor, # wall, . mark, $ crate, * crate on a mark, @ you, + you on a mark" },
    { name = "pushes", kind = "whole", min = 1, max = 500, default = 100, unit = "pushes", step = 5,
      summary = "pushes until the game is lost" },
  },
  move = { { "crate", 1, 256 }, { "direction", 1, 4 } }, -- its cell; left, right, up, down
  events = { pushed = "pushes", placed = "crates pushed onto a mark", removed = "and off it" },
  metrics = {
    { name = "home", unit = "crates", summary = "crates on marks at the end",
      value = function(s) return s.home end },
    { name = "crates", unit = "crates", summary = "crates in the level",
      value = function(s) return s.crates end },
  },
  -- They only count: a position that differs in nothing else was seen before, and players avoid it.
  counters = { "pushes", "score" },
  max_moves = 500, reasons = { "dead crate", "stuck", "pushes" },
  tokens = {
    floor = { shape = "tile" }, wall = { letter = "#", colour = "grey", shape = "tile" },
    mark = { letter = ".", colour = "green", shape = "dot" },
    crate = { letter = "$", colour = "orange", shape = "square" },
    crate_on_mark = { letter = "*", glyph = "•", colour = "green", shape = "square" },
    you = { glyph = "@", colour = "blue" }, you_on_mark = { glyph = "+", colour = "blue" },
  },
  -- How levels are drawn: the token of each letter; of `single` there is one on the board.
  design = { field = "map", single = "@+", tokens = { ["-"] = "floor", ["#"] = "wall",
    ["."] = "mark", ["$"] = "crate", ["*"] = "crate_on_mark", ["@"] = "you",
    ["+"] = "you_on_mark" } },
}

-- The numbers of the map's letters: 0 for the first.
local WALL, MARK, CRATE, PLACED, YOU, YOU_ON_MARK = 1, 2, 3, 4, 5, 6
local function is_mark(letter)
  return letter == MARK or letter == PLACED or letter == YOU_ON_MARK
end

-- The cell beside another, or nil at the edge.
local function step(cell, direction, width, count)
  if direction == 1 then return cell % width ~= 1 and cell - 1 or nil end
  if direction == 2 then return cell % width ~= 0 and cell + 1 or nil end
  if direction == 3 then return cell > width and cell - width or nil end
  return cell <= count - width and cell + width or nil
end

local opposite = { 2, 1, 4, 3 }

-- How many pushes bring a crate from each cell to the nearest mark if no other is in the way; -1
-- where none can. Found backwards: a crate is pulled from the marks.
local function distances(map, width)
  local far, queue = {}, {}
  for cell, letter in ipairs(map) do
    far[cell] = is_mark(letter) and 0 or -1
    if far[cell] == 0 then queue[#queue + 1] = cell end
  end
  local i = 1
  while queue[i] do
    local cell = queue[i]
    i = i + 1
    for direction = 1, 4 do
      local from = step(cell, direction, width, #map)
      local behind = from and step(from, direction, width, #map) -- where the one who pushes stands
      if behind and far[from] < 0 and map[from] ~= WALL and map[behind] ~= WALL then
        far[from] = far[cell] + 1
        queue[#queue + 1] = from
      end
    end
  end
  return far
end

function game.setup(s)
  local map = s.level.map
  s.width, s.score, s.crates, s.home, s.pushes = map.columns, 0, 0, 0, 0
  s.board = {} -- 0 floor, 1 a crate, -1 a wall
  for cell, letter in ipairs(map) do
    local is_crate = letter == CRATE or letter == PLACED
    s.board[cell] = letter == WALL and -1 or is_crate and 1 or 0
    if letter == YOU or letter == YOU_ON_MARK then s.you = cell end
    if is_crate then s.crates = s.crates + 1 end
    if letter == PLACED then s.home = s.home + 1 end
  end
  s.far, s.dead = distances(map, s.width), false -- dead: a crate lies where it can reach no mark
  for cell, value in ipairs(s.board) do
    if value == 1 and s.far[cell] < 0 then s.dead = true end
  end
end

function game.moves(s, offer)
  local board, width, count = s.board, s.width, #s.board
  -- Where you can walk: all floor that is connected with your cell.
  local reach = {}
  for _, cell in ipairs(grid.flood(board, width, s.you)) do reach[cell] = true end
  for cell, value in ipairs(board) do
    if value == 1 then
      for direction = 1, 4 do
        local to = step(cell, direction, width, count)
        local stand = step(cell, opposite[direction], width, count)
        if to and stand and board[to] == 0 and reach[stand] then offer(cell, direction) end
      end
    end
  end
end

function game.apply(s, move, _, emit)
  local map, from = s.level.map, move.crate
  local to = step(from, move.direction, s.width, #s.board)
  s.board[from], s.board[to] = 0, 1
  s.you, s.pushes = from, s.pushes + 1
  emit("pushed")
  if is_mark(map[from]) and not is_mark(map[to]) then
    s.home = s.home - 1
    emit("removed")
  elseif is_mark(map[to]) and not is_mark(map[from]) then
    s.home = s.home + 1
    emit("placed")
  end
  s.dead = s.dead or s.far[to] < 0
  s.score = 100 * s.home - s.pushes
end

function game.goal(level)
  return ("Push every crate onto a mark; one in a corner stays. Pushes: %d."):format(level.pushes)
end

function game.outcome(s, offered)
  if s.home == s.crates then return "won" end
  if s.dead or offered == 0 then return "lost", s.dead and "dead crate" or "stuck" end
  if s.pushes >= s.level.pushes then return "lost", "pushes" end
end

-- The fewer pushes the crates need, taken one by one, the better.
function game.worth(s)
  local sum = 0
  for cell, value in ipairs(s.board) do
    if value == 1 then sum = sum + s.far[cell] end
  end
  return 10 * s.home - 3 * sum
end

-- Whether a level makes sense: the name of the field and what is wrong with it, or nothing.
function game.check(level)
  local crates, marks, people = 0, 0, 0
  for _, letter in ipairs(level.map) do
    if letter == CRATE or letter == PLACED then crates = crates + 1 end
    if is_mark(letter) then marks = marks + 1 end
    if letter == YOU or letter == YOU_ON_MARK then people = people + 1 end
  end
  if people ~= 1 then return "map", ('needs one "you" (@, or + on a mark), not %d'):format(people) end
  if crates == 0 then return "map", "needs a crate ($, or * on a mark)" end
  local few = "has %d crates and fewer marks, %d"
  if crates > marks then return "map", few:format(crates, marks) end
end

-- What is seen: tokens in cells, the lowest first.
function game.board(s)
  local cells = {}
  for cell, value in ipairs(s.board) do
    local mark = is_mark(s.level.map[cell])
    local token = value == 1 and (mark and "crate_on_mark" or "crate")
      or cell == s.you and (mark and "you_on_mark" or "you") or mark and "mark" or nil
    cells[cell] = value < 0 and "wall" or { "floor", token }
  end
  return { columns = s.width, cells = cells, facts = {
    { "home", ("%d of %d"):format(s.home, s.crates) }, { "pushes left", s.level.pushes - s.pushes },
  } }
end

-- The cells that are tapped for a move: the crate, and where it goes.
function game.hand(s, move)
  return move.crate, step(move.crate, move.direction, s.width, #s.board)
end

local names = { "left", "right", "up", "down" }
function game.describe(s, move)
  return ("push %d,%d %s"):format((move.crate - 1) // s.width, (move.crate - 1) % s.width,
    names[move.direction])
end

game.params = { -- default, minimum, maximum
  width = { 8, 5, 16 }, height = { 7, 5, 16 }, crates = { 2, 1, 8 }, pulls = { 20, 1, 200 },
  walls = { 12, 0, 40 }, -- percent of the inner cells
}

-- A room in which every crate starts on its mark and is then pulled away, so that pushing it back
-- solves the level: the board, the marks, your cell and how many pulls there were.
local function pulled_room(random, params)
  local width, height = params.width, params.height
  local count, board, marks = width * height, {}, {}
  for cell = 1, count do
    local row, column = (cell - 1) // width, (cell - 1) % width
    local is_edge = row == 0 or column == 0 or row == height - 1 or column == width - 1
    board[cell] = (is_edge or random:chance(params.walls / 100)) and -1 or 0
  end
  local function place(value) -- sets a free inner cell, and makes it floor if all are taken
    local free = grid.find(board, 0)
    local cell = #free > 0 and free[random:int(#free)] or width + 2
    board[cell] = value
    return cell
  end
  for _ = 1, params.crates do marks[place(1)] = true end
  local you, pulls = place(0), 0
  for _ = 1, 20 * params.pulls do
    -- A pull: you stand beside a crate, step away from it, and it follows.
    local crates = grid.find(board, 1)
    local crate, direction = crates[random:int(#crates)], random:int(4)
    local stand = step(crate, direction, width, count)
    local to = stand and step(stand, direction, width, count)
    if to and board[stand] == 0 and board[to] == 0 then
      for _, cell in ipairs(grid.flood(board, width, you)) do
        if cell == stand and pulls < params.pulls then
          board[crate], board[stand], you, pulls = 0, 1, to, pulls + 1
          break
        end
      end
    end
  end
  return board, marks, you, pulls
end

function game.generate(random, params)
  local width, count, rows = params.width, params.width * params.height, {}
  local board, marks, you, pulls
  for _ = 1, 20 do -- until there was room to pull
    board, marks, you, pulls = pulled_room(random, params)
    if 2 * pulls >= params.pulls then break end
  end
  for cell = 1, count do
    local letter = board[cell] < 0 and "#" or board[cell] == 1 and (marks[cell] and "*" or "$")
      or cell == you and (marks[cell] and "+" or "@") or marks[cell] and "." or "-"
    local row = (cell - 1) // width + 1
    rows[row] = (rows[row] or "") .. letter
  end
  return {
    format = "playtest-level", version = 1, game = "crates", name = "Crates",
    map = rows, pushes = math.min(math.max(10, 3 * pulls), 500),
  }
end

return game
