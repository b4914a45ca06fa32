-- Removes its six neighbours.
local bomb = {
  name = "bomb",
  glyph = "*",
  summary = "Removes the six bubbles around it.",
  priority = 3,
}

function bomb.on_activate(board, cell)
  for _, other in ipairs(board:neighbours(cell)) do
    board:remove(other)
  end
end

return bomb
