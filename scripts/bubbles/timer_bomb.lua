-- Counts the turns; when its time is up, it turns the bubbles around it to stone. A shot beside it
-- defuses it.
local timer_bomb = {
  name = "timer_bomb",
  glyph = "@",
  summary = "Goes off after some turns and turns its neighbours to stone; a shot beside it defuses it.",
  uses = { "indestructible" },
  params = { fuse = { 8, 1, 99 } },
}

function timer_bomb.on_activate(board, cell)
  board:score(30) -- defused in time
end

function timer_bomb.on_turn(board, cell)
  local turns = board:data(cell) + 1
  board:set_data(cell, turns)
  if turns < board.params.fuse then
    return
  end
  for _, other in ipairs(board:neighbours(cell)) do
    local kind = board:kind(other)
    if kind and kind == board:colour(other) then -- a plain bubble
      board:set(other, "indestructible")
    end
  end
  board:set(cell, "indestructible")
end

return timer_bomb
