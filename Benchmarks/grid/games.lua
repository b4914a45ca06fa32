-- Plays random games of match-three on boards of 8 x 8 and gives a checksum of all positions.
local game = require("game")

local function stream(seed)
  local state = seed * 2654435761 + 12345
  return function(n)
    state = state + 0x9E3779B97F4A7C15
    local z = state
    z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ~ (z >> 27)) * 0x94D049BB133111EB
    return ((z ~ (z >> 31)) >> 11) % n + 1
  end
end

local map = { rows = 8, columns = 8 }
for cell = 1, 64 do map[cell] = cell > 32 and cell <= 40 and 1 or 0 end
local level = { map = map, colours = 5, moves = 30, target = 0, collect = {}, hammers = 0,
  bombs = true }

local games = {}

function games.run(first, last)
  local moves, sum = 0, 0
  for seed = first, last do
    local random, choose = stream(seed), stream(seed + 1000003)
    local s, move, cells, acts, count = { level = level }, {}, {}, {}, 0
    local function offer(cell, act)
      count = count + 1
      cells[count], acts[count] = cell, act
    end
    game.setup(s, random)
    while true do
      count = 0
      game.moves(s, offer)
      if game.outcome(s, count) then break end
      local chosen = choose(count)
      move.cell, move.act = cells[chosen], acts[chosen]
      game.apply(s, move, random, function(_, n) sum = sum * 31 + (n or 1) end)
      for cell = 1, 64 do sum = sum * 31 + s.board[cell] end
      moves = moves + 1
    end
  end
  print(("%d moves, checksum %016x"):format(moves, sum))
  return moves
end

return games
