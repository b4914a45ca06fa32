-- Master Rick: spooky. When the ball that hit the peg falls out at the bottom, it comes back at the
-- top, once for each hit.
local rick = { name = "rick", summary = "Spooky: the ball comes back at the top." }

function rick.power(world, peg, ball)
  world:reenter(ball)
end

return rick
