-- A clock: popping it makes the game longer.
local clock = {
  name = "clock",
  summary = "Adds five seconds when it is popped.",
  params = { seconds = { 5, 0, 60 } },
}

function clock.on_pop(game)
  game:add_time(game.params.seconds)
end

return clock
