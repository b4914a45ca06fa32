-- Shoots at the roots: whatever hangs below a match near the ceiling comes down with it.
-- Good against garlands and towers, poor at clearing what is left.
local ceiling_sniper = {
  name = "ceiling_sniper",
  games = { "bubble-blast" },
  summary = "Matches as near to the ceiling as possible, so that everything below falls.",
  params = {
    -- name = { default, minimum, maximum }
    nerve = { 90, 0, 100 }, -- percent of the shots that follow the plan; the others are random
  },
}

function ceiling_sniper.choose(turn)
  local moves = turn:distinct()
  -- turn:random() is a number from 0 to below 1; turn:random(n) a whole number from 1 to n.
  if turn:random() * 100 >= turn.params.nerve then
    return moves[turn:random(#moves)]
  end
  local columns = turn.columns
  local best, best_value = moves[1], -math.huge
  for _, index in ipairs(moves) do
    -- `cell` is where it lands; nil if the shot would be lost.
    local _, cleared, wins, loses, group, cell = turn:probe(index)
    local value
    if wins then
      value = 1000000
    elseif loses or not cell then
      value = -1000000
    else
      local row = (cell - 1) // columns -- 0 is the row at the ceiling
      value = -10 * row
      if cleared > 0 then
        value = value + 10000 + cleared
      elseif group >= 2 then
        value = value + 100 * group
      end
    end
    if value > best_value then
      best, best_value = index, value
    end
  end
  return best
end

return ceiling_sniper
