-- Removes its whole row.
local lightning = {
  name = "lightning",
  glyph = "=",
  summary = "Removes every bubble in its row.",
  priority = 2,
}

function lightning.on_activate(board, cell)
  board:remove(board:row(cell))
end

return lightning
