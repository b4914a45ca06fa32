-- An agent for Peggle: a player. Say here how it plays.
--
-- Try it:      playtest script check FILE
-- Let it play: playtest run peggle --agents casual,FILE --games 20
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type AgentScript
local agent = {
  name = "NAME",
  games = { "peggle" },
  summary = "Aims to light the most pegs, orange ones first; sometimes aims at random.",

  -- What a run may set (FILE:orange=3), as { default, minimum, maximum }.
  params = {
    orange = { 10, 0, 100 }, -- how many other pegs an orange one is worth
    courage = { 5, 0, 100 }, -- percent of the moves that are random
  },
}

-- An agent may keep Lua variables; every game starts with a new Lua machine.

-- Once per game, before the first move. Optional.
-- function agent.start(turn) end

-- Each turn: returns the index of the aim to take, from 1 to turn:count().
function agent.choose(turn)
  if turn:random(100) <= turn.params.courage then
    return turn:random(turn:count())
  end
  -- What each aim would do, in lists of the same order: pegs that are cleared, orange ones
  -- among them, and the places of the aims that win and lose, or nil.
  local moves, cleared, orange, wins, loses =
    turn:probes("move", "cleared", "group", "wins", "loses")
  if wins then
    return moves[wins[1]]
  end
  local loss = {}
  for _, place in ipairs(loses or {}) do
    loss[place] = 1000000
  end
  local best, best_value = 1, -math.huge
  for place = 1, #moves do
    local value = cleared[place] + turn.params.orange * orange[place] - (loss[place] or 0)
    if value > best_value then
      best, best_value = place, value
    end
  end
  return moves[best]
end

-- Also available:
--   turn:move(index).angle, turn:shots_left() (balls), turn:score(), turn.index
--   turn:at(object): the kind of a peg; turn:snapshot(): every object by number
--   turn:imagine(): a copy to search on: copy:apply(index), copy:score(), copy:outcome(),
--   copy:count(), copy:copy()

return agent
