-- A whole game: its rules, and what a level of it may set. Say here what it is about.
--
-- Try it:  playtest script check FILE
-- Play it: playtest level new "My Level" --game NAME --out my-level.json
-- All functions, with their arguments and results: scripts/types/playtest.lua
--
-- This one: heaps of counters; each turn takes up to three from one heap. The last counter taken
-- must leave enough points.

---@type GameScript
local game = {
  name = "NAME", -- the name of this file, and "game" in its levels
  summary = "Take counters from heaps until a goal is reached.",

  -- What a level may set beside its name. Kinds: whole, number, flag, choice, text, list, grid.
  fields = {
    { name = "heaps", kind = "whole", min = 1, max = 6, default = 3, unit = "heaps",
      summary = "heaps at the start" },
    { name = "goal", kind = "whole", min = 1, max = 60, default = 12, unit = "points",
      summary = "points that win" },
  },

  -- The numbers of a move: name, minimum, maximum.
  move = { { "heap", 1, 6 }, { "take", 1, 3 } },

  -- What may happen in a move. Each is a metric: how often, and `taken_sum` for the numbers.
  events = { taken = "counters taken" },

  -- Why a game is lost, as `outcome` says behind "lost".
  reasons = { "stuck" },

  -- Figures of the last position of a game.
  metrics = {
    { name = "left", unit = "counters", summary = "counters that are left",
      value = function(s)
        local left = 0
        for _, count in ipairs(s.counters) do left = left + count end
        return left
      end },
  },

  -- What may lie on the board that players see.
  tokens = { counter = { colour = "orange" } },

  -- hidden = { { "deck" } }, -- fields of the state that players do not see, as pools
  -- players = 2, -- then s.turn says who moves, 1 or 2, and s.scores = { 0, 0 } replaces s.score
  max_moves = 200,
}

-- Fills `s`, the state: numbers, strings, booleans and tables of them, under names of your own.
-- `s.level` has the level's fields. `s.score` is the score. random() is a number from 0 to 1,
-- random(n) a whole number from 1 to n. Keep nothing outside of `s`.
function game.setup(s, random)
  s.score, s.counters = 0, {}
  for heap = 1, s.level.heaps do s.counters[heap] = 2 + random(6) end
end

-- Calls offer(heap, take) for every legal move, by what a player sees alone.
function game.moves(s, offer)
  for heap, count in ipairs(s.counters) do
    for take = 1, math.min(3, count) do offer(heap, take) end
  end
end

-- Plays a move: changes `s`.
function game.apply(s, move, random, emit)
  s.counters[move.heap] = s.counters[move.heap] - move.take
  emit("taken", move.take)
  -- A heap that is taken away whole gives points, more for larger last moves.
  if s.counters[move.heap] == 0 then s.score = s.score + 2 * move.take end
end

-- "won", "lost" or "ended"; nil: the game continues. A loss may have a reason. `offered` is the number of moves.
function game.outcome(s, offered)
  if s.score >= s.level.goal then return "won" end
  if offered == 0 then return "lost", "stuck" end
end

-- Optional: what wins a level, in a sentence with its numbers; without it, the summary.
function game.goal(level)
  return ("Take counters from heaps. Points to reach: %d."):format(level.goal)
end

-- Optional: what a position is worth to players that look ahead; without it, the score.
-- function game.worth(s) return s.score end

-- Optional: what is seen, tokens in places: cells row by row (`rows`, or `cells` with `columns`),
-- or `places` with x, y and what a tap plays. Without it, the score and the number of moves.
function game.board(s)
  local places = {}
  for heap, count in ipairs(s.counters) do
    for i = 1, count do
      local take = count - i + 1 -- a tap takes this counter and all behind it
      places[#places + 1] = { x = i, y = heap, token = "counter", glyph = tostring(take),
        label = ("counter %d of heap %d"):format(i, heap),
        move = take <= 3 and { heap, take } or nil }
    end
  end
  return { width = 8, height = #s.counters, places = places,
    facts = { { "goal", s.level.goal } } }
end

-- Optional: game.hand(s, move) gives the one or two cells that are tapped for a move, where taps
-- on two places play it. Optional: `design` says how levels with a `grid` field are drawn; see
-- scripts/games/crates.lua and docs/own-games.md.

return game
