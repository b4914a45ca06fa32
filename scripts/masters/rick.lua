-- Master Rick: spooky. The ball that hit the peg comes in again at the top when it falls out at the
-- bottom, once for each hit.
local rick = { name = "rick", summary = "Spooky: the ball comes back at the top." }

function rick.power(world, peg, ball)
  world:reenter(ball)
end

return rick
