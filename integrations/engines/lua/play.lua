-- Plays games of a script of scripts/games/ in plain Lua 5.4, without playtest, to compare it with
-- engines in other languages. `grid` and the sandbox are not there.
--
--   lua5.4 play.lua scripts/games/tiles.lua <games
--
-- Each line of standard input is a game: its key, the key of the player's choices, and the level's
-- fields as NAME=NUMBER. Each line of the output is what was seen of it.

-- Draw `k` of the stream `key` as 64 random bits: the same in every client and in playtest.
local function pt_bits(key, k)
  local z = key + (k + 1) * 0x9E3779B97F4A7C15
  z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
  z = (z ~ (z >> 27)) * 0x94D049BB133111EB
  return z ~ (z >> 31)
end

-- The high half of a product of 64 and at most 20 bits.
local function high(bits, limit)
  return ((bits >> 32) * limit + ((bits & 0xFFFFFFFF) * limit >> 32)) >> 32
end

local function random_of(key)
  local draws = -1
  return function(limit)
    draws = draws + 1
    local bits = pt_bits(key, draws)
    if limit then return 1 + high(bits, limit) end
    return (bits >> 11) * 2.0 ^ -53
  end
end

local function play(game, key, choices, level)
  local random, s, seen, turn = random_of(key), { level = level }, {}, 0
  local events = {}
  local function emit(name, value) events[#events + 1] = name .. (value or 1) end
  game.setup(s, random, emit)
  while true do
    local moves = {}
    game.moves(s, function(move) moves[#moves + 1] = move end)
    local ending, reason = game.outcome(s, #moves)
    seen[#seen + 1] = ("%d %s %s %s %s %d"):format(
      s.score, ending and "" or table.concat(moves, ","), table.concat(events, ","),
      ending or "", reason or "", game.worth(s))
    if ending then break end
    events = {}
    local move = moves[1 + high(pt_bits(choices, turn), #moves)]
    turn = turn + 1
    game.apply(s, { [game.move[1][1]] = move }, random, emit)
  end
  return table.concat(seen, ";") .. ";" .. game.picture(s):gsub("\n$", ""):gsub("\n", "/")
end

local game = dofile(arg[1])
for line in io.lines() do
  local level = {}
  for _, field in ipairs(game.fields) do level[field.name] = field.default end
  for name, number in line:gmatch("(%a+)=([%d.]+)") do level[name] = tonumber(number) end
  local key, choices = line:match("^(%d+) (%d+)")
  io.write(play(game, math.tointeger(key), math.tointeger(choices), level), "\n")
end
