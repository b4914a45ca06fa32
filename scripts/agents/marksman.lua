-- Tries where every offered aim would bring the ball and takes the best: orange pegs first, then as
-- many pegs as possible.
local marksman = {
  name = "marksman",
  games = { "peggle" },
  summary = "Aims to clear the most pegs, orange ones first.",
  params = {
    -- name = { default, minimum, maximum }
    orange = { 10, 0, 100 }, -- how many other pegs an orange one is worth
  },
}

function marksman.choose(turn)
  -- What each aim would bring, in lists of the same order; `group` counts orange pegs, `wins` and
  -- `loses` list places in `moves`, or are nil.
  local moves, cleared, orange, wins, loses =
    turn:probes("move", "cleared", "group", "wins", "loses")
  if wins then
    return moves[wins[1]]
  end
  local worth = turn.params.orange
  local values = {}
  for place = 1, #moves do
    values[place] = cleared[place] + worth * orange[place]
  end
  for _, place in ipairs(loses or {}) do
    values[place] = values[place] - 1000000
  end
  local best = 1
  for place = 2, #moves do
    if values[place] > values[best] then
      best = place
    end
  end
  return moves[best]
end

return marksman
