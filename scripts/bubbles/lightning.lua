-- Removes its whole row.
local lightning = {
  name = "lightning",
  glyph = "=",
  summary = "Removes every bubble in its row.",
  priority = 2,
}

function lightning.on_activate(board, cell)
  for _, other in ipairs(board:row(cell)) do
    board:remove(other)
  end
end

return lightning
