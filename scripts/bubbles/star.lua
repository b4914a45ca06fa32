-- Removes every bubble of the colour that was shot.
local star = {
  name = "star",
  glyph = "$",
  summary = "Removes all bubbles of the colour that was shot.",
  priority = 1,
}

function star.on_activate(board, cell, cause)
  board:remove(board:cells(cause.colour))
end

return star
