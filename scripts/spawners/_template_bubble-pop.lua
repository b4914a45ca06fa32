-- A spawner: draws the colours of new bubbles, in Bubble Blast's cannon and on the
-- screen of bubble pop. Say here how.
--
-- Try it: playtest script check FILE
-- Use it: playtest level edit LEVEL.json set spawner=NAME
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type SpawnerScript
local spawner = {
  name = "NAME",
  summary = "The level's probabilities, but sometimes the last colour again.",

  games = { "bubble-pop" }, -- the games it is for

  -- What levels may set, as { default, minimum, maximum }.
  params = { luck = { 10, 0, 100 } }, -- percent
}

-- The colour of one new bubble, from u, a number from 0 to below 1. It uses no other random
-- numbers, so that the same games can be played with other rules, and keeps nothing between calls.
function spawner.next(view, u, params)
  local luck = params.luck / 100
  if view.last and u < luck then
    return view.last
  end
  if view.last and luck < 1 then
    u = (u - luck) / (1 - luck) -- again a number from 0 to below 1
  end
  local last
  for index = 1, view.colours do
    if view:probability(index) > 0 then
      last = view:colour(index)
      u = u - view:probability(index)
      if u < 0 then
        return last
      end
    end
  end
  return last -- reached only because of rounding
end

return spawner
