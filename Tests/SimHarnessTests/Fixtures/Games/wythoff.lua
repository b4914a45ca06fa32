-- Wythoff's game: take any number from one heap, or the same number from both; who takes the last
-- counter wins.

---@type GameScript
local game = {
  name = "wythoff",
  players = 2,
  fields = {
    { name = "first", kind = "whole", min = 1, max = 30, default = 9 },
    { name = "second", kind = "whole", min = 1, max = 30, default = 12 },
    { name = "more", kind = "whole", min = 0, max = 20, default = 0,
      summary = "how many counters, at most, a heap may have more by chance" },
  },
  move = { { "first", 0, 60 }, { "second", 0, 60 } },
}

local golden = (1 + 5 ^ 0.5) / 2

-- Whether who moves from these heaps loses against a player who knows.
local function is_cold(a, b)
  local low, high = math.min(a, b), math.max(a, b)
  return low == math.floor((high - low) * golden)
end

function game.setup(s, random)
  s.heaps = { s.level.first, s.level.second }
  -- The start is hot: the first player can win.
  repeat
    for heap = 1, 2 do
      s.heaps[heap] = (heap == 1 and s.level.first or s.level.second) + random(s.level.more + 1) - 1
    end
  until s.level.more == 0 or not is_cold(s.heaps[1], s.heaps[2])
  s.turn, s.scores = 1, { 0, 0 }
end

function game.moves(s, offer)
  for count = 1, s.heaps[1] do offer(count, 0) end
  for count = 1, s.heaps[2] do offer(0, count) end
  for count = 1, math.min(s.heaps[1], s.heaps[2]) do offer(count, count) end
end

function game.apply(s, move)
  s.heaps[1], s.heaps[2] = s.heaps[1] - move.first, s.heaps[2] - move.second
  s.turn = 3 - s.turn
end

function game.outcome(s)
  -- Who should move now cannot: the other player took the last counter.
  if s.heaps[1] + s.heaps[2] == 0 then return s.turn == 2 and "won" or "lost" end
end

return game
