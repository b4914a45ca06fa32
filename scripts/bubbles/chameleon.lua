-- Matches as a colour, and takes the next one at the end of each turn.
local chameleon = {
  name = "chameleon",
  glyph = "&",
  summary = "Changes its colour each turn: blue, red, orange, green.",
  colour = "blue",
}

local following = { blue = "red", red = "orange", orange = "green", green = "blue" }

function chameleon.on_turn(board, cell)
  board:set(cell, "chameleon", following[board:colour(cell)] or "blue")
end

return chameleon
