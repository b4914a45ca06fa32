extension ScriptTemplate {
  static let pop = """
    -- A bubble of bubble-pop. Say here what it does.
    --
    -- Try it: playtest script check FILE
    -- Use it: write "script": "NAME" beside one of the "bubbles" of a level
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type PopScript
    local special = {
      name = "NAME",
      summary = "Adds some time when it is popped.",

      -- What levels may set, as { default, minimum, maximum }; read it as game.params.seconds.
      params = { seconds = { 2, 0, 60 } },
    }

    -- Keep nothing in Lua variables between calls: games are copied, imagined and replayed.
    -- Its memory is game.vars, up to 16 named whole numbers of the game.

    -- The bubble was popped and has left the screen; its points are already scored.
    function special.on_pop(game, id)
      game:add_time(game.params.seconds)
    end

    -- It disappeared without being popped: by a refresh, off the screen, or removed by a script.
    function special.on_expire(game, id)
      game.vars.missed = game.vars.missed + 1
    end

    return special

    """

  /// A spawner for one of its games.
  static func spawner(for game: String) -> String {
    spawner.replacing(bothGames, with: "  games = { \"\(game)\" }, -- the games it is for")
  }

  private static let bothGames = """
      -- The games it is for; both if this is left out.
      -- games = { "bubble-blast" },
    """

  static let spawner = """
    -- A spawner: draws the colours of new bubbles, in Bubble Blast's cannon and on the
    -- screen of bubble pop. Say here how.
    --
    -- Try it: playtest script check FILE
    -- Use it: playtest level edit LEVEL.json set spawner=NAME
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type SpawnerScript
    local spawner = {
      name = "NAME",
      summary = "The level's probabilities, but sometimes the last colour again.",

    \(bothGames)

      -- What levels may set, as { default, minimum, maximum }.
      params = { luck = { 10, 0, 100 } }, -- percent
    }

    -- The colour of one new bubble, from u, a number from 0 to below 1. It uses no other random
    -- numbers, so that the same games can be played with other rules, and keeps nothing between calls.
    function spawner.next(view, u, params)
      local luck = params.luck / 100
      if view.last and u < luck then
        return view.last
      end
      if view.last and luck < 1 then
        u = (u - luck) / (1 - luck) -- again a number from 0 to below 1
      end
      local last
      for index = 1, view.colours do
        if view:probability(index) > 0 then
          last = view:colour(index)
          u = u - view:probability(index)
          if u < 0 then
            return last
          end
        end
      end
      return last -- reached only because of rounding
    end

    return spawner

    """
}
