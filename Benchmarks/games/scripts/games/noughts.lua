-- Noughts and crosses for two, as a game in Lua: what OpenSpiel calls tic_tac_toe.

---@type GameScript
local game = {
  name = "noughts",
  summary = "Three in a row.",
  players = 2,
  move = { { "cell", 0, 8 } },
  max_moves = 9,
}

-- Sets of cells are bits of a number, three for each line. Whether one has three in a row: all of a
-- line, all of a column, or a diagonal.
local function has_three(cells)
  return cells & cells >> 1 & cells >> 2 & 0x49 ~= 0 or cells & cells >> 3 & cells >> 6 ~= 0
    or cells & 0x111 == 0x111 or cells & 0x54 == 0x54
end

function game.setup(s)
  s.own, s.other, s.turn, s.scores = 0, 0, 1, { 0, 0 }
end

function game.moves(s, offer)
  local taken = s.own | s.other
  for cell = 0, 8 do
    if taken >> cell & 1 == 0 then offer(cell) end
  end
end

function game.apply(s, move)
  local own, turn = s.own | 1 << move.cell, s.turn
  if has_three(own) then s.scores[turn] = 1 end
  s.own, s.other, s.turn = s.other, own, 3 - turn
end

function game.outcome(s, offered)
  local scores = s.scores
  if scores[1] == 1 then return "won" end
  if scores[2] == 1 then return "lost" end
  if offered == 0 then return "draw" end
end

return game
