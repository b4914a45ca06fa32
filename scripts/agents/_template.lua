-- An agent: a player. Say here how it plays.
--
-- Try it:      playtest script check FILE
-- Let it play: playtest run bubble-blast --agents casual,FILE
-- All functions, with their arguments and results: scripts/types/playtest.lua

---@type AgentScript
local agent = {
  name = "NAME",
  games = { "bubble-blast" },
  summary = "Takes the shot that clears most; sometimes a random one.",

  -- What a run may set (FILE:courage=30), as { default, minimum, maximum }.
  params = { courage = { 10, 0, 100 } }, -- percent of the moves that are random
}

-- An agent may keep Lua variables; every game starts with a new Lua machine.
local columns

-- Called once per game, before the first move. Optional.
function agent.start(turn)
  columns = turn.columns
end

-- Called each turn; returns the index of the move to play, from 1 to turn:count().
function agent.choose(turn)
  local moves = turn:distinct() -- one move for each cell that a shot can land in
  if turn:random(100) <= turn.params.courage then
    return moves[turn:random(#moves)]
  end
  local best, best_value = moves[1], -math.huge
  for _, index in ipairs(moves) do
    -- What the move would do, as far as a player can tell; `cell` is where the shot lands,
    -- nil if it would be lost.
    local score, cleared, wins, loses, group, cell = turn:probe(index)
    local value = 100 * cleared + 10 * group + score / 1000
    if cell then
      value = value - (cell - 1) // columns -- of equal moves, the higher place
    end
    if wins then
      value = math.huge
    elseif loses or not cell then
      value = -1000000
    end
    if value > best_value then
      best, best_value = index, value
    end
  end
  return best
end

-- Also available:
--   turn:current(), turn:next(), turn:shots_left(), turn:score(), turn.index
--   turn:landing(index), turn:at(cell), turn:neighbours(cell), turn:snapshot(), turn.rows, turn.columns
--   turn:move(index).angle and .swap
--   turn:imagine(): a copy to search on: copy:apply(index), copy:score(), copy:outcome(),
--   copy:count(), copy:copy()

return agent
