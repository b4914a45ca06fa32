-- Noughts and crosses for two, as a game in Lua: what OpenSpiel calls tic_tac_toe.

---@type GameScript
local game = {
  name = "noughts",
  summary = "Three in a row.",
  players = 2,
  move = { { "cell", 0, 8 } },
  max_moves = 9,
}

-- Sets of cells are bits of a number. The rows of three through each cell:
local rows = {}
for cell = 0, 8 do
  rows[cell] = {}
  for _, row in ipairs { 0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054 } do
    if row >> cell & 1 == 1 then table.insert(rows[cell], row) end
  end
end

function game.setup(s)
  s.own, s.other, s.turn, s.scores = 0, 0, 1, { 0, 0 }
end

function game.moves(s, offer)
  local free = ~(s.own | s.other)
  for cell = 0, 8 do
    if free >> cell & 1 == 1 then offer(cell) end
  end
end

function game.apply(s, move)
  local cell, turn = move.cell, s.turn
  local own = s.own | 1 << cell
  for _, row in ipairs(rows[cell]) do
    if own & row == row then s.scores[turn] = 1 end
  end
  s.own, s.other, s.turn = s.other, own, 3 - turn
end

function game.outcome(s, offered)
  local scores = s.scores
  if scores[1] == 1 then return "won" end
  if scores[2] == 1 then return "lost" end
  if offered == 0 then return "draw" end
end

return game
