local loud = { name = "loud", glyph = "m", summary = "Says something." }
function loud.on_turn(board, cell) print("turn", board.turn) end
return loud