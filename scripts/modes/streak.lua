-- Light some pegs in each of several shots in a row. A shot that lights fewer breaks the streak; the
-- bucket saves it and gives a ball.
local streak = {
  name = "streak",
  summary = "Light at least three pegs in each of four shots in a row; the bucket saves a streak.",
  goal = "Light at least {pegs peg} a shot, in {shots shot} in a row, with {balls ball}.",
  params = { shots = { 4, 1, 50 }, pegs = { 3, 1, 50 } },
}

function streak.on_bucket(state)
  state:add_balls(1)
end

function streak.on_shot_end(state)
  if state.lit_this_shot >= state.params.pegs then
    state.vars.streak = state.vars.streak + 1
  elseif not state.bucket_this_shot then
    state.vars.streak = 0
  end
end

function streak.is_won(state)
  return state.vars.streak >= state.params.shots
end

function streak.is_lost(state)
  return state.balls == 0
end

-- The streak so far, and the pegs that are left for the remaining shots.
function streak.progress(state)
  local left = 0.4 * state.pegs_left / math.max(1, state.pegs_total)
  return math.min(1, (state.vars.streak + left) / (state.params.shots + 0.4))
end

return streak
