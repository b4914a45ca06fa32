-- A generator of Peggle levels. Say here what its levels look like.
--
-- Try it:  playtest script check FILE
-- Use it:  playtest level new "My Level" --generator FILE --seed 7 --set arcs=2
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type GeneratorScript
local generator = {
  name = "NAME",
  game = "peggle",
  summary = "Arcs of pegs over the bucket, some of them orange.",

  -- What can be set, as { default, minimum, maximum }.
  params = {
    arcs = { 3, 1, 4 },
    pegs = { 11, 3, 15 }, -- per arc
    orange = { 35, 1, 100 }, -- percent of the pegs, approximately
    balls = { 10, 1, 40 },
  },
}

-- Returns a level as a table with the structure of a level file; it is checked like a file.
-- random:int(6) is 1 to 6, random:int(3, 9) is 3 to 9, random:number() from 0 to below 1,
-- random:chance(0.25) is true in a quarter of the cases.
function generator.generate(random, params)
  local objects = {}
  for arc = 1, params.arcs do
    local radius = 420 - 65 * arc -- px; the common centre of the arcs is the bucket's
    for place = 0, params.pegs - 1 do
      local angle = math.pi * (0.08 + 0.84 * place / (params.pegs - 1))
      objects[#objects + 1] = {
        kind = "peg", -- or "block", "triangle" with width and height, "polygon" with vertices
        colour = random:chance(params.orange / 100) and "orange" or "blue",
        -- Pegs must not overlap each other, the cannon at (400, 50) or the board's edges.
        x = math.floor(400 - radius * math.cos(angle)),
        y = math.floor(530 - radius * math.sin(angle)),
        radius = 10,
      }
    end
  end
  -- A level of the classic mode needs an orange peg.
  objects[random:int(#objects)].colour = "orange"
  return {
    format = "playtest-level",
    version = 1,
    game = "peggle",
    name = "NAME",
    balls = params.balls,
    objects = objects,
    -- mode = "score", master = "rick", params = { score = { share = 80 } }, bucket = false,
  }
end

return generator
