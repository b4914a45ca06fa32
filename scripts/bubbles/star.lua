-- Removes every bubble of the colour that was shot.
local star = {
  name = "star",
  glyph = "$",
  summary = "Removes all bubbles of the colour that was shot.",
  priority = 1,
}

function star.on_activate(board, cell, cause)
  for _, other in ipairs(board:cells(cause.colour)) do
    board:remove(other)
  end
end

return star
