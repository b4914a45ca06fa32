-- Memory: playing cards, face down, to be matched in twos or threes until a score is reached.
local memory = {
  name = "memory",
  game = "playing-cards",
  summary = "More or fewer cards face down, matched in twos or threes, with a score to reach.",
  params = {
    -- name = { default, minimum, maximum }
    deal = { 22, 6, 52 }, -- cards on the table, approximately
    match = { 2, 2, 3 }, -- cards in a hand
    goal = { 0.5, 0, 6 }, -- points per card dealt, approximately; 0: clear the table
    mismatch = { -2, -6, 0 }, -- points for a hand that does not match
  },
}

function memory.generate(random, params)
  local deal = math.min(52, math.max(6, params.deal + random:int(-3, 3)))
  local goal = "clear"
  if params.goal > 0 then
    goal = { score = math.max(1, math.floor(params.goal * deal) + random:int(-2, 2)) }
  end
  return {
    format = "playtest-level",
    version = 1,
    game = "playing-cards",
    name = "Memory",
    deal = deal,
    match = params.match,
    scoring = { mismatched = params.mismatch },
    goal = goal,
  }
end

return memory
