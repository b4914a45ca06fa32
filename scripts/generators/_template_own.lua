-- A generator of levels of tiles. Say here what its levels look like.
--
-- Try it:  playtest script check FILE
-- Use it:  playtest level new "My Level" --generator FILE --seed 7
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type GeneratorScript
local generator = {
  name = "NAME",
  game = "tiles",
  summary = "Levels with every field at its default.",

  -- What can be set, as { default, minimum, maximum }.
  -- params = { size = { 6, 4, 9 } },
}

-- Returns a level as a table with the structure of a level file; it is checked like a file.
-- random:int(6) is 1 to 6, random:int(3, 9) is 3 to 9, random:number() from 0 to below 1,
-- random:chance(0.25) is true in a quarter of the cases.
function generator.generate(random, params)
  return {
    format = "playtest-level",
    version = 1,
    game = "tiles",
    name = "NAME",
    -- The game's own fields, which `playtest level schema --game tiles` lists, such as
    -- size = params.size + random:int(-1, 1),
  }
end

return generator
