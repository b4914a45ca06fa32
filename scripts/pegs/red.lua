-- Confusement: turns the board, with pegs and balls, by half a turn around its centre.
local red = { name = "red", glyph = "r", summary = "Turns the board upside down." }

function red.on_hit(world, peg, ball)
  world:turn_board()
end

return red
