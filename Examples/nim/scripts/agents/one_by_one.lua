-- Takes as few objects as it can.
local one_by_one = {
  name = "one_by_one",
  games = { "nim" },
  summary = "Takes as little as possible.",
}

function one_by_one.choose(turn)
  local best, least = 1, math.huge
  for index = 1, turn:count() do
    local count = turn:move(index).count
    if count < least then
      best, least = index, count
    end
  end
  return best
end

return one_by_one
