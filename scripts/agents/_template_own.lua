-- An agent for tiles: a player. Say here how it plays.
--
-- Try it:      playtest script check FILE
-- Let it play: playtest run LEVEL.json --agents casual,FILE --games 50
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type AgentScript
local agent = {
  name = "NAME",
  games = { "tiles" },
  summary = "Takes the move that scores most; sometimes a random one.",

  -- What a run may set (FILE:courage=30), as { default, minimum, maximum }.
  params = { courage = { 10, 0, 100 } }, -- percent of the moves that are random
}

-- An agent may keep Lua variables; every game starts with a new Lua machine.

-- Once per game, before the first move. Optional.
-- function agent.start(turn) end

-- Each turn: returns the index of the move to play, from 1 to turn:count().
function agent.choose(turn)
  if turn:random(100) <= turn.params.courage then
    return turn:random(turn:count())
  end
  -- What each move would do, as far as a player can tell: lists in the same order. `wins` and
  -- `loses` are places in them, or nil. An engine that copies no positions has no probes: choose
  -- by turn.view and turn:move(index) then.
  local moves, score, wins, loses = turn:probes("move", "score", "wins", "loses")
  if wins then
    return moves[wins[1]]
  end
  for _, place in ipairs(loses or {}) do
    score[place] = -math.huge
  end
  local best, best_score, equal = moves[1], -math.huge, 0
  for place, index in ipairs(moves) do
    if score[place] > best_score then
      best, best_score, equal = index, score[place], 1
    elseif score[place] == best_score then
      -- Of equal moves one is drawn: their order says nothing.
      equal = equal + 1
      if turn:random(equal) == 1 then best = index end
    end
  end
  return best
end

-- Also available:
--   turn.view: a fresh table of the game's state `s`; where a value is hidden, false
--   turn:move(index): the numbers of a move under the names that the game gives them
--   turn:score(), turn.index
--   turn:imagine(): a copy to search on: copy:apply(index), copy:score(), copy:outcome(),
--   copy:count(), copy:copy()

return agent
