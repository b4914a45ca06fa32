-- Zombie: leaves its place when it is hit and becomes a ball.
local purple = { name = "purple", glyph = "p", summary = "Becomes a ball when it is hit." }

function purple.on_hit(world, peg, ball)
  local x, y = world:position(peg)
  world:clear(peg)
  world:spawn_ball(x, y, 0, 0)
end

return purple
