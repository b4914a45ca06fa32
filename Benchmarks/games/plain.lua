-- Plays random games of a script of scripts/games/ in plain Lua 5.4 and prints nanoseconds of CPU time
-- per move: no sandbox, no packed states, no rows. For games without `grid`.
--
--   lua5.4 plain.lua GAME.lua SECONDS FIELD=NUMBER...
local function stream(state)
  return function(n)
    state = state + 0x9E3779B97F4A7C15
    local z = state
    z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ~ (z >> 27)) * 0x94D049BB133111EB
    z = z ~ (z >> 31)
    if n then return (z >> 1) % n + 1 end
    return (z >> 11) * 2.0 ^ -53
  end
end

local game, level = dofile(arg[1]), {}
for _, field in ipairs(game.fields or {}) do level[field.name] = field.default end
for i = 3, #arg do
  local name, number = arg[i]:match("^(%w+)=([%d.]+)$")
  level[name] = tonumber(number)
end

local function play(seed)
  local random, choose, s, made = stream(seed), stream(seed + 1000003), { level = level }, 0
  local offers, count, move = {}, 0, {}
  local function offer(...)
    count = count + 1
    local numbers = offers[count] or {}
    for i = 1, #game.move do numbers[i] = (select(i, ...)) end
    offers[count] = numbers
  end
  local function emit() end
  game.setup(s, random, emit)
  while made < (game.max_moves or 2000) do
    count = 0
    game.moves(s, offer)
    if game.outcome(s, count) then break end
    local chosen = offers[choose(count)]
    for i, number in ipairs(game.move) do move[number[1]] = chosen[i] end
    game.apply(s, move, random, emit)
    made = made + 1
  end
  return made
end

local moves, seed, limit = 0, 0, tonumber(arg[2])
local start = os.clock()
while os.clock() - start < limit do
  seed = seed + 1
  moves = moves + play(seed)
end
print(("%.0f"):format((os.clock() - start) / moves * 1e9))
