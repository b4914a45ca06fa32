-- Use up the balls without lighting a peg: a shot that lights one and misses the bucket costs a
-- chance, the bucket gives one. There are as many chances as 90% of the balls, at least one.
local dodge = {
  name = "dodge",
  summary = "Use up the balls; a shot that lights a peg and misses the bucket costs a chance.",
  goal = "Use up {balls ball}; lighting a peg costs a chance (chances: {share}% of the balls).",
  params = { share = { 90, 1, 100 } },
}

function dodge.start(state)
  state.vars.chances = math.max(1, math.tointeger(state.balls * state.params.share // 100))
end

function dodge.on_bucket(state)
  state.vars.chances = state.vars.chances + 1
end

function dodge.on_shot_end(state)
  if state.lit_this_shot > 0 and not state.bucket_this_shot then
    state.vars.chances = state.vars.chances - 1
  end
end

function dodge.is_won(state)
  return state.balls == 0 and state.vars.chances > 0
end

function dodge.is_lost(state)
  return state.vars.chances <= 0
end

-- The chances that are left, compared with the balls that may still cost one.
function dodge.progress(state)
  local chances = math.max(0, state.vars.chances)
  return chances / math.max(1, chances + state.balls)
end

return dodge
