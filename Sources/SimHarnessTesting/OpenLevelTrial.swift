import Catalogue
import SimHarness

/// A game in Lua with a field of every kind, whose levels are read from any bytes.
enum OpenLevelTrial {
  /// The name of the game in its levels.
  static let name = "trial"

  static let library = ScriptLibrary(
    kept: [ScriptSource(name: "games/\(name).lua", text: text)], games: .bundled)

  private static let text = """
    local game = {
      name = "trial", summary = "Steps across a map.",
      fields = {
        { name = "size", kind = "whole", min = 3, max = 6, default = 4, unit = "cells" },
        { name = "share", kind = "number", min = 0, max = 1, default = 0.1, step = 0.1 },
        { name = "quick", kind = "flag" },
        { name = "mode", kind = "choice", of = { "easy", "hard" } },
        { name = "title", kind = "text", default = "a" },
        { name = "goals", kind = "list", least = 1, most = 6, min = -9, max = 9, default = { 1 } },
        { name = "map", kind = "grid", letters = ".x@", rows = { 2, 5 }, columns = { 2, 5 } },
      },
      move = { { "step", 1, 3 }, { "turn", -2, 2 } },
      events = { stepped = "steps" },
      metrics = { { name = "place", unit = "steps", value = function(s) return s.place end } },
    }
    function game.setup(s)
      local level = s.level
      s.place, s.score, s.board, s.text = 0, 0, {}, level.title
      for cell = 1, level.map.rows * level.map.columns do s.board[cell] = level.map[cell] + 0 end
      for _, goal in ipairs(level.goals) do s.score = s.score + goal end
      s.flag = level.quick and level.share <= 1 and level.size >= 3
    end
    function game.moves(s, offer) for step = 1, 3 do offer(step, -1) end end
    function game.apply(s, move, random, emit)
      s.place = s.place + move.step
      emit("stepped", move.step)
    end
    function game.outcome(s) if s.place >= s.level.size then return "won" end end
    function game.picture(s) return table.concat(s.board) .. s.text end
    function game.check(level)
      if level.mode == "hard" and level.quick then return "quick", "is not for hard levels" end
    end
    return game
    """
}
