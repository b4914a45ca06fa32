-- Ignores the first hits: it lights only when it was hit often enough, in this shot or an earlier
-- one.
local ghost = {
  name = "ghost",
  glyph = "h",
  summary = "Lights only when it is hit a second time.",
  lights = false, -- a hit does not light it; the script does
  params = { hits = { 2, 1, 9 } },
}

function ghost.on_hit(world, peg, ball)
  local hits = world:data(peg) + 1
  world:set_data(peg, hits)
  if hits >= world.params.hits then
    world:light(peg)
  end
end

return ghost
