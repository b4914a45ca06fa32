-- Removes its six neighbours.
local bomb = {
  name = "bomb",
  glyph = "*",
  summary = "Removes the six bubbles around it.",
  priority = 3,
}

function bomb.on_activate(board, cell)
  board:remove(board:neighbours(cell))
end

return bomb
