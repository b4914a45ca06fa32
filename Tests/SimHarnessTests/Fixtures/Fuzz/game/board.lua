local game = { name = "trial", move = { { "cell", 1, 36 }, { "act", 1, 2 } } }
function game.setup(s, random)
  s.board, s.score = {}, 0
  for cell = 1, 36 do s.board[cell] = 0 end
  grid.fill(s.board, 4, random)
end
function game.moves(s, offer)
  local swaps = grid.swaps(s.board, 6, 3)
  for i = 1, #swaps do offer(swaps[i] % 36 + 1, 1) end
end
function game.apply(s, move, random)
  local lines = grid.lines(s.board, 6, 3)
  grid.set(s.board, lines, 0)
  grid.fall(s.board, 6)
  grid.fill(s.board, 4, random)
  s.score = s.score + #lines + #grid.groups(s.board, 6) + grid.count(s.board, 1)
end
function game.outcome(s, offered) if offered == 0 or s.score > 20 then return "ended" end end
return game
