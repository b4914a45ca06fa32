return { run = function(board, n)
  local a = board:sum({1,2,3}) + board:sum({}) + board:sum({1.0, 2})
  pcall(board.sum, board, {1, "x"})
  pcall(board.sum, board, setmetatable({1,2}, {__index = function() error("e") end}))
  pcall(board.remove, board, board:cells())
  return a end }
