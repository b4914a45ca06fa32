-- Noughts and crosses for two, as a game in Lua: what OpenSpiel calls tic_tac_toe.

---@type GameScript
local game = {
  name = "noughts",
  summary = "Three in a row.",
  players = 2,
  move = { { "cell", 1, 9 } },
  max_moves = 9,
}

local rows = {
  { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 },
}

function game.setup(s)
  s.board, s.turn, s.scores = { 0, 0, 0, 0, 0, 0, 0, 0, 0 }, 1, { 0, 0 }
end

function game.moves(s, offer)
  for cell, who in ipairs(s.board) do
    if who == 0 then offer(cell) end
  end
end

function game.apply(s, move)
  local board, turn = s.board, s.turn
  board[move.cell] = turn
  for _, row in ipairs(rows) do
    if board[row[1]] == turn and board[row[2]] == turn and board[row[3]] == turn then
      s.scores[turn] = 1
    end
  end
  s.turn = 3 - turn
end

function game.outcome(s, offered)
  if s.scores[1] == 1 then return "won" end
  if s.scores[2] == 1 then return "lost" end
  if offered == 0 then return "draw" end
end

return game
