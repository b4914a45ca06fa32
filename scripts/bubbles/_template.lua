-- A special bubble. Say here what it does.
--
-- Try it:   playtest script check FILE
-- Place it: playtest level edit LEVEL.json fill 0,3=NAME
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type BubbleScript
local special = {
  name = "NAME",
  glyph = "GLYPH", -- its letter in pictures; no other kind may use it
  summary = "Breaks when a bubble beside it is removed often enough.",

  -- What levels may set, as { default, minimum, maximum }; read it as board.params.hits.
  params = { hits = { 2, 1, 9 } },

  -- colour = "red",   -- matches as this colour; "any": as the colour of the shot
  -- obstacle = true,  -- does not have to be cleared to win
  -- immune = true,    -- nothing removes it; it only falls
  -- priority = 10,    -- if several are touched at once, the smallest goes off first
  -- uses = { "indestructible" }, -- other kinds that board:set puts on the board
}

-- Keep nothing in Lua variables between calls: games are copied, imagined and replayed.
-- Its memory is board:data(cell), one whole number that moves with the bubble, and board.vars,
-- up to 16 named whole numbers of the game.

-- All hooks are optional; uncomment those you want.

-- A bubble beside this one was removed; `removed` is its cell.
function special.on_neighbour_removed(board, cell, removed)
  local hits = board:data(cell) + 1
  if hits >= board.params.hits then
    board:remove(cell)
    board:score(25)
  else
    board:set_data(cell, hits)
  end
end

-- A shot landed beside it, or a chain reached it. It has left the board already.
-- cause.kind is "contact" or "chain", cause.colour the colour of the shot.
-- function special.on_activate(board, cell, cause)
--   board:remove(board:neighbours(cell)) -- a cell, or a list of them
-- end

-- It was part of a match (needs `colour`) and has left the board.
-- function special.on_match(board, cell) end

-- The end of each turn.
-- function special.on_turn(board, cell) end

-- It fell, because nothing held it any more.
-- function special.on_fall(board, cell) end

return special
