-- An agent for bubble pop: a player. Say here how it plays.
--
-- Try it:      playtest script check FILE
-- Let it play: playtest run bubble-pop --agents casual,FILE --games 50
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type AgentScript
local agent = {
  name = "NAME",
  games = { "bubble-pop" },
  summary = "Touches the bubble that scores most; prefers the last colour.",

  -- What a run may set (FILE:loyalty=5), as { default, minimum, maximum }.
  params = { loyalty = { 2, 0, 100 } }, -- extra points that the last colour is worth
}

-- An agent may keep Lua variables; every game starts with a new Lua machine.

-- Once per game, before the first move. Optional.
-- function agent.start(turn) end

-- Each turn: returns the index of the move to play, from 1 to turn:count(). There is a move for
-- each bubble on the screen, and one that waits.
function agent.choose(turn)
  local last = turn:current() -- the colour popped last; nil before the first
  local moves, score = turn:probes("move", "score")
  local best, best_value = moves[1], -math.huge
  for place, index in ipairs(moves) do
    local value = score[place]
    local id = turn:landing(index) -- the bubble that the move touches; nil if it waits
    if id and turn:at(id) == last then
      value = value + turn.params.loyalty
    end
    if value > best_value then
      best, best_value = index, value
    end
  end
  return best
end

-- Also available:
--   turn:move(index).t, .x and .y: when and where it touches; turn:score(), turn.index
--   turn:snapshot(): id, colour's number, x and y of each bubble, one after another
--   turn:imagine(): a copy to search on: copy:apply(index), copy:score(), copy:outcome(),
--   copy:count(), copy:copy()

return agent
