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
