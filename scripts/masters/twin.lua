-- Master Twin: a second ball leaves the peg, away from the first one, upward.
local twin = {
  name = "twin",
  summary = "Twin: a second ball leaves the peg.",
  params = { speed = { 300, 0, 5000 } }, -- px/s
}

function twin.power(world, peg, ball)
  local x, y = world:position(peg)
  local aside = world:random() < 0.5 and -1 or 1
  world:clear(peg)
  world:spawn_ball(x, y, aside * world.params.speed * 0.5, -world.params.speed)
end

return twin
