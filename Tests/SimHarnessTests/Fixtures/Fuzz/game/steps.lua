local game = {
  name = "trial", summary = "Steps to the end.",
  fields = {
    { name = "size", kind = "whole", min = 3, max = 6, default = 4, unit = "cells" },
    { name = "share", kind = "number", min = 0, max = 1, default = 0.1, step = 0.1 },
    { name = "mode", kind = "choice", of = { "easy", "hard" } },
    { name = "map", kind = "grid", letters = ".x", rows = { 2, 4 }, columns = { 2, 4 } },
    { name = "goals", kind = "list", most = 6, min = 0, max = 9, default = { 1, 2 } },
  },
  move = { { "step", 1, 3 }, { "turn", -2, 2 } },
  events = { stepped = "steps" },
  metrics = { { name = "best", unit = "steps", value = function(s) return s.place end } },
  observation = { { "place", 1, 0, 20 }, { "seen", 8, 1, 6 } },
  colours = { R = "red" }, max_moves = 50, goal = true,
}
function game.setup(s, random) s.place, s.score, s.seen, s.deep = 0, 0, {}, { { 1.5 }, x = nil } end
function game.moves(s, offer) for step = 1, 3 do offer(step, -1) end end
function game.apply(s, move, random, emit)
  s.place = s.place + move.step + s.level.map[1] + #s.level.goals
  s.seen[#s.seen + 1] = random(6)
  emit("stepped", move.step)
end
function game.outcome(s, offered) if s.place > 19 then return "won" end end
function game.worth(s) return s.place / 2 end
function game.slip(s, move, random) return random(3), -1 end
function game.picture(s) return ("."):rep(s.place) .. "R" end
return game
