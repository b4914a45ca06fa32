-- An agent for card games: a player. Say here how it plays.
--
-- Try it:      playtest script check FILE
-- Let it play: playtest run cards --agents casual,FILE --games 50
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type AgentScript
local agent = {
  name = "NAME",
  games = { "cards" },
  summary = "Takes the match that scores most; if there is none, deals or turns up a card.",

  -- What a run may set (FILE:slips=20), as { default, minimum, maximum }.
  params = { slips = { 5, 0, 100 } }, -- percent of the moves that are random
}

-- An agent may keep Lua variables; every game starts with a new Lua machine. turn:probes uses
-- what the agent has seen of cards that are face down again.

-- Once per game, before the first move. Optional.
-- function agent.start(turn) end

-- Each turn: returns the index of the move to play, from 1 to turn:count().
function agent.choose(turn)
  local moves, score, cleared = turn:probes("move", "score", "cleared")
  if turn:random(100) <= turn.params.slips then
    return moves[turn:random(#moves)]
  end
  local best, best_value = moves[1], -math.huge
  for place, index in ipairs(moves) do
    local value = 100 * cleared[place] + score[place]
    if value > best_value then
      best, best_value = index, value
    end
  end
  return best
end

-- Also available:
--   turn:move(index).kind, .first, .second, .third: places on the table, from 1
--   turn:at(place): a card's name, "?" face down, nil where there is none
--   turn:snapshot(): every place's card by its number in the deck; turn:score(), turn.index
--   turn:imagine(): a copy to search on: copy:apply(index), copy:score(), copy:outcome(),
--   copy:count(), copy:copy()

return agent
