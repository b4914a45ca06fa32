-- A generator of levels of cards. Say here what its levels look like.
--
-- Try it:  playtest script check FILE
-- Use it:  playtest level new "My Level" --generator FILE --seed 7 --set deal=12
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type GeneratorScript
local generator = {
  name = "NAME",
  game = "cards",
  summary = "More or fewer cards on the table, with or without a score to reach.",

  -- What can be set, as { default, minimum, maximum }.
  params = {
    deal = { 12, 6, 20 }, -- cards on the table, approximately
    goal = { 0, 0, 100 }, -- points to reach; 0: clear the table, or the deck
  },
}

-- Returns a level as a table with the structure of a level file; it is checked like a file.
-- random:int(6) is 1 to 6, random:int(3, 9) is 3 to 9, random:number() from 0 to below 1,
-- random:chance(0.25) is true in a quarter of the cases.
function generator.generate(random, params)
  return {
    format = "playtest-level",
    version = 1,
    game = "cards",
    name = "NAME",
    script = "tens", -- a file of scripts/cards/
    deal = math.max(6, params.deal + random:int(-1, 1)),
    goal = params.goal > 0 and { score = params.goal } or "clear",
    -- scoring = { mismatched = -2 },
  }
end

return generator
