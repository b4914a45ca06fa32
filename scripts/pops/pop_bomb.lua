-- A bomb: popping it removes the bubbles around it, for one point each.
local bomb = {
  name = "pop_bomb",
  summary = "Removes the bubbles around it when it is popped.",
  params = {
    reach = { 160, 0, 2000 }, -- from centre to centre, in points
    points = { 1, 0, 100 }, -- for each bubble
  },
}

function bomb.on_pop(game, id)
  local x, y = game:position(id)
  for _, other in ipairs(game:within(x, y, game.params.reach)) do
    game:remove(other)
    game:score(math.tointeger(game.params.points) or 0)
  end
end

return bomb
