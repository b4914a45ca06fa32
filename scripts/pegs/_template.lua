-- A kind of peg. Say here what it does.
--
-- Try it:   playtest script check FILE
-- Place it: playtest level edit LEVEL.json add peg:NAME 400,300
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type PegScript
local peg = {
  name = "NAME",
  glyph = "GLYPH", -- its letter in pictures; no other peg may use it
  summary = "Throws a second ball upward when it is hit.",

  -- What levels may set, as { default, minimum, maximum }; read it as world.params.speed.
  params = { speed = { 400, 0, 2000 } },

  -- colour = "orange", -- counts as this colour, for the mode and for points
  -- points = 50,       -- before multipliers; default: those of its colour
  -- lights = false,    -- a hit does not light it; the script does, with world:light(peg)
  -- power = "master",  -- has the power of the level's master; or the name of a master
}

-- Keep nothing in Lua variables between calls: games are copied, imagined and replayed.
-- Its memory is world:data(peg), one whole number per peg, and world.vars, up to 16 named whole
-- numbers of the game.

-- All hooks are optional; uncomment those you want. A peg without hooks costs
-- nothing. What they ask for is carried out at the end of the step.

-- A ball hit the peg while it was not lit; `ball` is the ball's number.
function peg.on_hit(world, peg, ball)
  local x, y = world:position(peg)
  world:clear(peg)
  world:spawn_ball(x, y, 0, -world.params.speed)
end

-- It has left the board.
-- function peg.on_clear(world, peg)
--   local x, y = world:position(peg)
--   for _, other in ipairs(world:within(x, y, 60)) do
--     world:light(other)
--   end
-- end

-- The time of world:after(seconds, id) has passed.
-- function peg.on_timer(world, peg, id) end

return peg
