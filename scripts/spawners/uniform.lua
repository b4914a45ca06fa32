-- Every colour of the level is as likely, whatever its probability.
local uniform = {
  name = "uniform",
  summary = "Every colour is as likely.",
}

function uniform.next(view, u)
  return view:colour(1 + math.floor(u * view.colours))
end

return uniform
