-- Breaks when a bubble beside it is removed often enough.
local crate = {
  name = "crate",
  glyph = "x",
  summary = "Breaks when a bubble beside it is removed.",
  params = { hits = { 1, 1, 9 } },
}

function crate.on_neighbour_removed(board, cell, removed)
  local hits = board:data(cell) + 1
  if hits >= board.params.hits then
    board:remove(cell)
  else
    board:set_data(cell, hits)
  end
end

return crate
