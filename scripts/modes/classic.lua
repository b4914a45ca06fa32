-- Clear all orange pegs before the balls run out. The bucket gives a ball back.
local classic = {
  name = "classic",
  summary = "Clear all orange pegs; the bucket gives a ball.",
  goal = "Clear {orange_total orange peg} with {balls ball}.",
}

function classic.on_bucket(state)
  state:add_balls(1)
end

function classic.is_won(state)
  return state.orange_left == 0
end

function classic.is_lost(state)
  return state.balls == 0
end

return classic
