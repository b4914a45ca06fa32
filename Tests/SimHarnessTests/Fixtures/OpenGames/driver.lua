-- Plays a game of scripts/games/ by its own functions, for tests of its rules.
local game = require("game")
local driver = { game = game }

-- A stream of random numbers as games get it.
function driver.stream(seed)
  local state = seed * 2654435761 + 12345
  return function(n)
    state = state + 0x9E3779B97F4A7C15
    local z = state
    z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ~ (z >> 27)) * 0x94D049BB133111EB
    z = z ~ (z >> 31)
    return n and (z >> 11) % n + 1 or (z >> 11) * 2.0 ^ -53
  end
end

-- The members of a level's file as the game gets them: with defaults, and grids as numbers.
function driver.level(raw)
  local level = { name = raw.name }
  for _, field in ipairs(game.fields or {}) do
    local value = raw[field.name]
    if value == nil then value = field.default end
    if field.kind == "grid" then
      local cells = { rows = #value, columns = #value[1] }
      for _, row in ipairs(value) do
        assert(#row == cells.columns, "rows of equal length")
        for letter in row:gmatch(".") do
          cells[#cells + 1] = assert(field.letters:find(letter, 1, true), "letter " .. letter) - 1
        end
      end
      value = cells
    elseif field.kind == "whole" or field.kind == "number" then
      assert(value >= field.min and value <= field.max, field.name .. " is out of range")
    end
    level[field.name] = value
  end
  if game.check then
    local field, message = game.check(level)
    assert(not field, tostring(field) .. " " .. tostring(message))
  end
  return level
end

function driver.moves(s)
  local list = {}
  game.moves(s, function(...)
    local move = { ... }
    for i, part in ipairs(game.move) do
      assert(math.type(move[i]) == "integer" and move[i] >= part[2] and move[i] <= part[3])
      move[part[1]] = move[i]
    end
    list[#list + 1] = move
  end)
  return list
end

function driver.start(level, random)
  local s = { level = level }
  game.setup(s, random)
  return s
end

-- Plays a random game; `check(s, moves, counts)` is called before every move and at the end. Answers
-- the outcome, or "stopped", the state, and how often each event was reported.
function driver.play(level, seed, check)
  local random, choose, counts = driver.stream(seed), driver.stream(seed + 1000003), {}
  local function emit(name, value)
    assert(game.events[name], "an unknown event: " .. name)
    assert(value == nil or math.type(value) == "integer")
    counts[name] = (counts[name] or 0) + 1
  end
  local s = driver.start(level, random)
  for _ = 0, game.max_moves do
    local moves = driver.moves(s)
    local outcome = game.outcome(s, #moves)
    check(s, moves, counts)
    if outcome then return outcome, s, counts end
    assert(#moves > 0, "no move and no outcome")
    game.apply(s, moves[choose(#moves)], random, emit)
    local shown = (game.picture or game.board)(s, s.turn)
    assert(type(shown) == (game.picture and "string" or "table"))
  end
  return "stopped", s, counts
end

return driver
