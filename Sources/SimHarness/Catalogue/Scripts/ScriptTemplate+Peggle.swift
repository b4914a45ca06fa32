extension ScriptTemplate {
  static let peg = """
    -- A kind of peg. Say here what it does.
    --
    -- Try it:   playtest script check FILE
    -- Place it: playtest level edit LEVEL.json add peg:NAME 400,300
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type PegScript
    local peg = {
      name = "NAME",
      glyph = "GLYPH", -- its letter in pictures; no other peg may use it
      summary = "Throws a second ball upward when it is hit.",

      -- What levels may set, as { default, minimum, maximum }; read it as world.params.speed.
      params = { speed = { 400, 0, 2000 } },

      -- colour = "orange", -- counts as this colour, for the mode and for points
      -- points = 50,       -- before multipliers; default: those of its colour
      -- lights = false,    -- a hit does not light it; the script does, with world:light(peg)
      -- power = "master",  -- has the power of the level's master; or the name of a master
    }

    -- Keep nothing in Lua variables between calls: games are copied, imagined and replayed.
    -- Its memory is world:data(peg), one whole number per peg, and world.vars, up to 16 named whole
    -- numbers of the game.

    -- All hooks are optional; uncomment those you want. A peg without hooks costs
    -- nothing. What they ask for is carried out at the end of the step.

    -- A ball hit the peg while it was not lit; `ball` is the ball's number.
    function peg.on_hit(world, peg, ball)
      local x, y = world:position(peg)
      world:clear(peg)
      world:spawn_ball(x, y, 0, -world.params.speed)
    end

    -- It has left the board.
    -- function peg.on_clear(world, peg)
    --   local x, y = world:position(peg)
    --   for _, other in ipairs(world:within(x, y, 60)) do
    --     world:light(other)
    --   end
    -- end

    -- The time of world:after(seconds, id) has passed.
    -- function peg.on_timer(world, peg, id) end

    return peg

    """

  static let mode = """
    -- A mode of Peggle: what wins and what loses. Say here what it asks for.
    --
    -- Try it: playtest script check FILE
    -- Use it: playtest level edit LEVEL.json set mode=NAME
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type ModeScript
    local mode = {
      name = "NAME",
      summary = "Light enough pegs in one shot, once.",
      -- The goal as players see it, with the level's numbers; also {balls}, {orange_total},
      -- {pegs_total} and {total_points}.
      goal = "Light {pegs} pegs in one shot, with {balls} balls.",

      -- What levels may set, as { default, minimum, maximum }; read it as state.params.pegs.
      params = { pegs = { 6, 1, 100 } },
    }

    -- Keep nothing in Lua variables between calls; its memory is state.vars, up to 16 named whole
    -- numbers that are 0 until they are set.

    -- A ball fell into the bucket. Optional, like all but is_won.
    function mode.on_bucket(state)
      state:add_balls(1)
    end

    -- The last ball has left.
    function mode.on_shot_end(state)
      state.vars.most = math.max(state.vars.most, state.lit_this_shot)
    end

    -- Asked after each shot.
    function mode.is_won(state)
      return state.vars.most >= state.params.pegs
    end

    -- Asked after each shot that does not win. A game without balls is lost in any mode.
    function mode.is_lost(state)
      return state.balls == 0
    end

    -- The game begins.
    -- function mode.start(state) end

    -- A peg was lit. This is called at every hit, so leave it out if you can.
    -- function mode.on_hit(state, peg) end

    -- How near the goal is, from 0 to 1: players who look ahead maximise it. Without it they ask
    -- is_won and is_lost about imagined games, and may miss what the goal is.
    function mode.progress(state)
      return math.min(1, state.vars.most / state.params.pegs)
    end

    return mode

    """

  static let master = """
    -- A master of Peggle: the power of green pegs. Say here what it is.
    --
    -- Try it: playtest script check FILE
    -- Use it: playtest level edit LEVEL.json set master=NAME
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type MasterScript
    local master = {
      name = "NAME",
      summary = "Lights the pegs around the peg that was hit.",

      -- What levels may set, as { default, minimum, maximum }; read it as world.params.radius.
      params = { radius = { 120, 0, 1000 } }, -- px
    }

    -- Keep nothing in Lua variables between calls; its memory is world:data(peg) and world.vars.

    -- A peg with the master's power was hit; `ball` is the ball's number.
    function master.power(world, peg, ball)
      local x, y = world:position(peg)
      for _, other in ipairs(world:within(x, y, world.params.radius)) do
        world:light(other)
      end
    end

    -- The time of world:after(seconds, id), asked for by `power`, has passed. Optional.
    -- function master.on_timer(world, peg, id) end

    return master

    """
}
