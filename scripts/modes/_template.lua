-- A mode of Peggle: what wins and what loses. Say here what it asks for.
--
-- Try it: playtest script check FILE
-- Use it: playtest level edit LEVEL.json set mode=NAME
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type ModeScript
local mode = {
  name = "NAME",
  summary = "Light enough pegs in one shot, once.",
  -- The goal as players see it, with the level's numbers; also {balls}, {orange_total},
  -- {pegs_total} and {total_points}. {pegs peg} becomes "1 peg" or "2 pegs".
  goal = "Light {pegs peg} in one shot, with {balls ball}.",

  -- What levels may set, as { default, minimum, maximum }; read it as state.params.pegs.
  params = { pegs = { 6, 1, 100 } },
}

-- Keep nothing in Lua variables between calls; its memory is state.vars, up to 16 named whole
-- numbers that are 0 until they are set.

-- A ball fell into the bucket. Optional, like all but is_won.
function mode.on_bucket(state)
  state:add_balls(1)
end

-- The last ball has left.
function mode.on_shot_end(state)
  state.vars.most = math.max(state.vars.most, state.lit_this_shot)
end

-- Asked after each shot.
function mode.is_won(state)
  return state.vars.most >= state.params.pegs
end

-- Asked after each shot that does not win. A game without balls is lost in any mode.
function mode.is_lost(state)
  return state.balls == 0
end

-- The game begins.
-- function mode.start(state) end

-- A peg was lit. This is called at every hit, so leave it out if you can.
-- function mode.on_hit(state, peg) end

-- How near the goal is, from 0 to 1: players who look ahead maximise it. Without it they ask
-- is_won and is_lost about imagined games, and may miss what the goal is.
function mode.progress(state)
  return math.min(1, state.vars.most / state.params.pegs)
end

return mode
