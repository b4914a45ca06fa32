-- A master of Peggle: the power of green pegs. Say here what it is.
--
-- Try it: playtest script check FILE
-- Use it: playtest level edit LEVEL.json set master=NAME
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type MasterScript
local master = {
  name = "NAME",
  summary = "Lights the pegs around the peg that was hit.",

  -- What levels may set, as { default, minimum, maximum }; read it as world.params.radius.
  params = { radius = { 120, 0, 1000 } }, -- px
}

-- Keep nothing in Lua variables between calls; its memory is world:data(peg) and world.vars.

-- A peg with the master's power was hit; `ball` is the ball's number.
function master.power(world, peg, ball)
  local x, y = world:position(peg)
  for _, other in ipairs(world:within(x, y, world.params.radius)) do
    world:light(other)
  end
end

-- The time of world:after(seconds, id), asked for by `power`, has passed. Optional.
-- function master.on_timer(world, peg, id) end

return master
