-- A table of tens, the patience of scripts/cards/tens.lua: more or fewer cards, and a score to
-- reach or the whole deck to clear.
local tens_table = {
  name = "tens_table",
  game = "cards",
  summary = "The solitaire game tens, with more or fewer cards on the table.",
  params = {
    -- name = { default, minimum, maximum }
    deal = { 9, 4, 20 }, -- cards on the table, approximately
    refill = { 1, 0, 1 }, -- 1: gaps are filled while the deck lasts
    goal = { 0, 0, 120 }, -- points; 0: clear the whole deck
  },
}

function tens_table.generate(random, params)
  local goal = "clear"
  if params.goal > 0 then goal = { score = params.goal } end
  return {
    format = "playtest-level",
    version = 1,
    game = "cards",
    script = "tens",
    name = "Tens",
    deal = math.min(20, math.max(4, params.deal + random:int(-2, 2))),
    refill = params.refill == 1,
    goal = goal,
  }
end

return tens_table
