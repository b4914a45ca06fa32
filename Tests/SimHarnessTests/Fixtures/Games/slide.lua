-- Tiles slide to a wall, and two of one size become the next one. A tile is an exponent of 2.

---@type GameScript
local game = {
  name = "slide",
  summary = "Join tiles until one is large enough.",
  fields = {
    { name = "size", kind = "whole", min = 3, max = 6, default = 4, unit = "cells" },
    { name = "target", kind = "whole", min = 4, max = 17, default = 11, unit = "exponent" },
    { name = "fours", kind = "number", min = 0, max = 1, default = 0.1, unit = "share",
      summary = "how many new tiles are fours" },
  },
  move = { { "direction", 1, 4 } },
  events = { merged = "tiles joined" },
  metrics = {
    { name = "best", unit = "exponent", summary = "the largest tile",
      value = function(s) return s.best end },
  },
}

-- Where the cells of a line lie, counted from the wall: left, right, up, down.
local function cell(size, direction, line, i)
  if direction == 1 then return (line - 1) * size + i end
  if direction == 2 then return line * size + 1 - i end
  if direction == 3 then return (i - 1) * size + line end
  return (size - i) * size + line
end

local function add(s, random)
  local free = {}
  for place, tile in ipairs(s.board) do
    if tile == 0 then free[#free + 1] = place end
  end
  s.board[free[random(#free)]] = random() < s.level.fours and 2 or 1
end

function game.setup(s, random)
  s.board, s.score, s.best = {}, 0, 0
  for place = 1, s.level.size ^ 2 do s.board[place] = 0 end
  add(s, random)
  add(s, random)
end

local function moves(s, direction)
  local size, board = s.level.size, s.board
  for line = 1, size do
    for i = 2, size do
      local near, far = board[cell(size, direction, line, i - 1)], board[cell(size, direction, line, i)]
      if far ~= 0 and (near == 0 or near == far) then return true end
    end
  end
  return false
end

function game.moves(s, offer)
  for direction = 1, 4 do
    if moves(s, direction) then offer(direction) end
  end
end

function game.apply(s, move, random, emit)
  local size, board = s.level.size, s.board
  for line = 1, size do
    local to, last = 0, 0
    for i = 1, size do
      local from = cell(size, move.direction, line, i)
      local tile = board[from]
      if tile ~= 0 then
        board[from] = 0
        if tile == last then
          board[cell(size, move.direction, line, to)] = tile + 1
          s.score = s.score + (1 << (tile + 1))
          s.best = math.max(s.best, tile + 1)
          emit("merged", tile + 1)
          last = 0
        else
          to = to + 1
          board[cell(size, move.direction, line, to)] = tile
          last = tile
        end
      end
    end
  end
  add(s, random)
end

function game.outcome(s, offered)
  if s.best >= s.level.target then return "won" end
  if offered == 0 then return "lost" end
end

function game.worth(s)
  local free = 0
  for _, tile in ipairs(s.board) do free = free + (tile == 0 and 1 or 0) end
  return s.score + 50 * free
end

function game.picture(s)
  local text = {}
  for place, tile in ipairs(s.board) do
    text[place] = ("%6s"):format(tile == 0 and "." or tostring(1 << tile))
      .. (place % s.level.size == 0 and "\n" or "")
  end
  return table.concat(text)
end

return game
