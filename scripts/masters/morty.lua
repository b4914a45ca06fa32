-- Master Morty: kaboom. The peg explodes and is removed. Pegs near it are removed too, those a
-- little farther away are thrown, and the green ones among all of them explode a second later.
local morty = {
  name = "morty",
  summary = "Kaboom: the peg explodes.",
  params = { speed = { 400, 0, 5000 } }, -- of thrown pegs, px/s
}

-- Explosives that wait for their turn have 1 in their data.
local EXPLOSIVES <const> = { "green", "kaboom" }

local function explode(world, peg)
  local rules = world.rules
  local x, y = world:position(peg)
  world:set_data(peg, 1)
  world:exploded(peg)
  world:clear(peg)
  for _, colour in ipairs(EXPLOSIVES) do
    for _, other in ipairs(world:pegs(colour)) do
      local ox, oy = world:position(other)
      local squared = (ox - x) ^ 2 + (oy - y) ^ 2
      if world:data(other) == 0 and squared <= rules.chainRadius ^ 2 then
        world:set_data(other, 1)
        world:after(rules.chainDelay, other)
      end
    end
  end
  for _, other in ipairs(world:within(x, y, math.max(rules.throwRadius, rules.kaboomRadius))) do
    if other ~= peg then
      local ox, oy = world:position(other)
      local dx, dy = ox - x, oy - y
      local distance = (dx * dx + dy * dy) ^ 0.5
      if distance <= rules.kaboomRadius then
        world:clear(other)
      else
        local speed = world.params.speed / distance
        world:push(other, dx * speed, dy * speed)
      end
    end
  end
end

function morty.power(world, peg, ball)
  if world:data(peg) == 0 then
    explode(world, peg)
  end
end

-- A chained explosive: `id` is the one whose turn has come, where it is or was.
function morty.on_timer(world, peg, id)
  explode(world, id)
end

return morty
