-- Quota: a table of Set and a score to reach, with or without new cards for the sets found.
local quota = {
  name = "quota",
  game = "set",
  summary = "A smaller or larger table of Set, with a score to reach.",
  params = {
    -- name = { default, minimum, maximum }
    deal = { 12, 6, 21 }, -- cards on the table, approximately
    refill = { 1, 0, 1 }, -- 1: found sets are replaced at once
    goal = { 45, 3, 81 }, -- points, approximately; all 27 sets are worth 81
    mismatch = { -1, -5, 0 }, -- points for three cards that are not a set
  },
}

function quota.generate(random, params)
  return {
    format = "playtest-level",
    version = 1,
    game = "set",
    name = "Quota",
    deal = math.min(21, math.max(6, params.deal + random:int(-2, 2))),
    refill = params.refill == 1,
    scoring = { mismatched = params.mismatch },
    goal = { score = math.max(1, params.goal + random:int(-3, 3)) },
  }
end

return quota
