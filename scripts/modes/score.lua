-- Reach a share of the points of all pegs, with the level's balls and some seconds for each peg.
-- The clock counts while a ball is in play and while the player aims; it is read after each shot.
-- The bucket gives a ball and some points.
local score = {
  name = "score",
  summary = "Reach 90% of the pegs' points in time; the bucket gives a ball and 10 points.",
  goal = "Reach {share}% of {total_points point}, in {seconds} s for every peg ({pegs_total}).",
  params = { share = { 90, 1, 100 }, seconds = { 2, 0.1, 60 }, bucket = { 10, 0, 1000 } },
}

local function goal(state)
  return state.total_points * state.params.share // 100
end

local function is_late(state)
  return state.time > state.params.seconds * state.pegs_total
end

function score.on_bucket(state)
  state:add_balls(1)
  state:add_score(math.tointeger(state.params.bucket // 1))
end

function score.is_won(state)
  return state.score >= goal(state) and not is_late(state)
end

function score.is_lost(state)
  return is_late(state) or state.balls == 0
end

-- How much of the goal is reached, as a share.
function score.progress(state)
  if is_late(state) then return 0 end
  return math.max(0, math.min(1, state.score / math.max(1, goal(state))))
end

return score
