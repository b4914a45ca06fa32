-- Tiles: push all tiles to one side; two equal tiles that meet become one of the next size.
--
-- A small game with chance and nothing hidden. Read it first: it has every part that a game needs.
-- A tile is kept as the exponent of 2, so 1 is shown as 2 and 11 as 2048; 0 is an empty cell.

---@type GameScript
local game = {
  name = "tiles",
  summary = "Slide equal tiles together until one is large enough.",
  -- What a level file may set. `tune` and `explain` change these numbers within their bounds.
  fields = {
    { name = "size", kind = "whole", min = 3, max = 6, default = 4, unit = "cells",
      summary = "rows and columns of the board" },
    { name = "target", kind = "whole", min = 4, max = 17, default = 11, unit = "exponent",
      summary = "the tile that wins: 11 is 2048" },
    { name = "fours", kind = "number", min = 0, max = 1, default = 0.1, unit = "share", step = 0.1,
      summary = "how many of the new tiles are fours" },
    { name = "moves", kind = "whole", min = 0, max = 2000, default = 0, unit = "moves", step = 10,
      summary = "moves until the game is lost; 0: no limit" },
  },
  move = { { "direction", 1, 4 } }, -- left, right, up, down
  -- What happens in a game, each a metric in reports: how often (`merged`), and the sum of the
  -- numbers given to `emit` (`merged_sum`).
  events = { merged = "tiles merged" },
  metrics = {
    { name = "best", unit = "exponent", summary = "the largest tile",
      value = function(s) return s.best end },
  },
  reasons = { "stuck", "moves" }, -- why a game is lost: see `outcome`
  max_moves = 2000,
}

-- The cells of each line, from the side that tiles slide to. It depends on the size alone, so it
-- may be kept from one call to the next; anything else must be in the state.
local made = {}
local function lines_of(size)
  if made[size] then return made[size] end
  local lines = { {}, {}, {}, {} }
  for line = 1, size do
    for direction = 1, 4 do lines[direction][line] = {} end
    for i = 1, size do
      local row, column = (line - 1) * size, (i - 1) * size
      lines[1][line][i], lines[2][line][i] = row + i, row + size + 1 - i
      lines[3][line][i], lines[4][line][size + 1 - i] = column + line, column + line
    end
  end
  made[size] = lines
  return lines
end

-- Puts a tile into an empty cell. `random(n)` is a whole number from 1 to n, `random()` a number
-- from 0 to below 1.
local function add_tile(s, random)
  local board, empty, count = s.board, {}, 0
  for cell = 1, #board do -- faster than ipairs, which counts in a game that is played so often
    if board[cell] == 0 then
      count = count + 1
      empty[count] = cell
    end
  end
  board[empty[random(count)]] = random() < s.level.fours and 2 or 1
end

-- Before the first move. `s` has the level's fields in `s.level`; all else that the game needs to
-- remember is put into `s` here, as numbers, texts and lists.
function game.setup(s, random)
  s.board, s.score, s.best, s.moved = {}, 0, 0, 0
  for cell = 1, s.level.size * s.level.size do s.board[cell] = 0 end
  for _ = 1, 2 do add_tile(s, random) end
end

-- Whether a move would change a line: a tile has an empty cell or an equal tile before it.
local function can_slide(board, cells)
  for i = 2, #cells do
    local near, far = board[cells[i - 1]], board[cells[i]]
    if far ~= 0 and (near == 0 or near == far) then return true end
  end
  return false
end

-- Calls `offer` for every move that is allowed now, with the numbers named in `move` above.
function game.moves(s, offer)
  for direction, lines in ipairs(lines_of(s.level.size)) do
    for _, cells in ipairs(lines) do
      if can_slide(s.board, cells) then
        offer(direction)
        break
      end
    end
  end
end

-- Carries out a move.
function game.apply(s, move, random, emit)
  local board = s.board
  for _, cells in ipairs(lines_of(s.level.size)[move.direction]) do
    local filled, last = 0, 0 -- cells filled so far, and the tile there if it may still merge
    for i = 1, #cells do
      local cell = cells[i]
      local tile = board[cell]
      if tile ~= 0 then
        board[cell] = 0
        if tile == last then
          board[cells[filled]] = tile + 1
          s.score = s.score + (1 << (tile + 1))
          if tile + 1 > s.best then s.best = tile + 1 end
          emit("merged", tile + 1)
          last = 0 -- a tile merges once per move
        else
          filled = filled + 1
          board[cells[filled]] = tile
          last = tile
        end
      end
    end
  end
  s.moved = s.moved + 1
  add_tile(s, random)
end

-- What wins a level, for people.
function game.goal(level)
  local limit = level.moves > 0 and (" Moves: %d."):format(level.moves) or ""
  return ("Slide equal tiles together until one is %d.%s"):format(2 ^ level.target, limit)
end

-- "won", "lost", "ended", or nothing while the game continues; with "lost", one of `reasons`.
-- `offered` is the number of moves.
function game.outcome(s, offered)
  if s.best >= s.level.target then return "won" end
  if offered == 0 then return "lost", "stuck" end
  if s.level.moves > 0 and s.moved >= s.level.moves then return "lost", "moves" end
end

-- What a position is worth to players who look ahead; without this function, its score.
function game.worth(s)
  local board, empty = s.board, 0
  for cell = 1, #board do
    if board[cell] == 0 then empty = empty + 1 end
  end
  return s.score + 50 * empty
end

-- What is seen in reports, films, `playtest play` and the studio: a token in each cell.
local colours = { "white", "yellow", "orange", "pink", "red", "purple", "blue", "cyan", "green" }
game.tokens = { empty = { shape = "tile" } }
for tile = 1, 17 do
  local glyph = tile < 14 and tostring(1 << tile) or ("%dk"):format(1 << (tile - 10))
  game.tokens[tostring(1 << tile)] = {
    glyph = glyph, colour = colours[(tile - 1) % #colours + 1], shape = "square",
  }
end

function game.board(s)
  local cells = {}
  for cell, tile in ipairs(s.board) do
    cells[cell] = tile == 0 and "empty" or { "empty", tostring(1 << tile) }
  end
  return { columns = s.level.size, cells = cells, facts = { { "target", 1 << s.level.target } } }
end

-- The same in characters, for terminals and replays.
function game.picture(s)
  local text = {}
  for cell, tile in ipairs(s.board) do
    local label = tile == 0 and "." or tostring(1 << tile)
    text[cell] = ("%6s"):format(label) .. (cell % s.level.size == 0 and "\n" or "")
  end
  return table.concat(text)
end

-- A move in words, and the keys of `playtest play`.
local names = { "left", "right", "up", "down" }

function game.describe(_, move) return names[move.direction] end

function game.key(_, key)
  for direction, name in ipairs(names) do
    if key == name then return direction end
  end
end

-- What `playtest generate tiles` may vary; a search looks for values near those of good levels.
game.params = { -- default, minimum, maximum
  size = { 4, 3, 5 },
  target = { 0, -1, 1 }, -- above or below the tile that suits the size
  slack = { 40, 10, 120 }, -- percent of moves beyond those that the target needs
}

function game.generate(random, params)
  local target, fours = 2 * params.size + params.target, random:int(0, 20) / 40
  -- A move adds 2 or 4, so this many bring the target; a limit near it makes levels of any difficulty.
  local needed = (1 << target) / (2 + 2 * fours)
  return {
    format = "playtest-level", version = 1, game = "tiles", name = "Tiles",
    size = params.size, target = target, fours = fours,
    moves = math.floor(needed * (100 + params.slack + random:int(-5, 5)) / 100),
  }
end

return game
