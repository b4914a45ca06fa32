-- Leaves cold heaps in Wythoff's game whenever it can, else takes what comes.
local golden = (1 + 5 ^ 0.5) / 2

local function is_cold(a, b)
  local low, high = math.min(a, b), math.max(a, b)
  return low == math.floor((high - low) * golden)
end

return {
  name = "cold",
  games = { "wythoff" },
  choose = function(turn)
    local heaps = turn.view.heaps
    for i = 1, turn:count() do
      local move = turn:move(i)
      if is_cold(heaps[1] - move.first, heaps[2] - move.second) then return i end
    end
    return turn:random(turn:count())
  end,
}
