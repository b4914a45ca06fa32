-- A generator of bubble-pop levels. Say here what its levels look like.
--
-- Try it:  playtest script check FILE
-- Use it:  playtest level new "My Level" --generator FILE --seed 7 --set colours=2
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type GeneratorScript
local generator = {
  name = "NAME",
  game = "bubble-pop",
  summary = "More or fewer colours and bubbles, some rare ones worth more.",

  -- What can be set, as { default, minimum, maximum }.
  params = {
    colours = { 4, 1, 5 },
    bubbles = { 15, 1, 60 }, -- maximum on the screen
    duration = { 60, 5, 300 }, -- seconds
    goal = { 0, 0, 1000 }, -- points to reach; 0: only the score counts
  },
}

local COLOURS = { "red", "orange", "blue", "green", "purple" }

-- Returns a level as a table with the structure of a level file; it is checked like a file.
-- random:int(6) is 1 to 6, random:int(3, 9) is 3 to 9, random:number() from 0 to below 1,
-- random:chance(0.25) is true in a quarter of the cases.
function generator.generate(random, params)
  local weights, sum = {}, 0
  for index = 1, params.colours do
    weights[index] = random:int(1, 10)
    sum = sum + weights[index]
  end
  local bubbles, left = {}, 1
  for index = 1, params.colours do
    -- Probabilities add up to 1: the last colour has what is left.
    local share = math.floor(1000 * weights[index] / sum) / 1000
    if index == params.colours then
      share = left
    end
    left = left - share
    bubbles[index] = {
      colour = COLOURS[index],
      points = math.max(1, 11 - weights[index]), -- rarer colours are worth more
      probability = share,
      -- script = "clock",
    }
  end
  return {
    format = "playtest-level",
    version = 1,
    game = "bubble-pop",
    name = "NAME",
    duration = params.duration,
    maxBubbles = params.bubbles,
    bubbles = bubbles,
    goal = params.goal > 0 and { score = params.goal } or nil,
    -- movement = { on = true, speed = 40, acceleration = 2 }, spawner = "bag",
  }
end

return generator
