-- Every colour is equally likely, whatever its weight or probability; the last one may be rarer.
local uniform = {
  name = "uniform",
  summary = "Every colour is equally likely; the last one may be made rarer.",
  params = { repeats = { 1, 0, 1 } }, -- how likely the last colour is, compared with another one
}

function uniform.next(view, u, params)
  local last = params.repeats < 1 and view.colours > 1 and view.last
  if not last then
    return view:colour(1 + math.floor(u * view.colours))
  end
  local weights, total = {}, 0
  for index = 1, view.colours do
    weights[index] = view:colour(index) == last and params.repeats or 1
    total = total + weights[index]
  end
  local drawn
  u = u * total
  for index = 1, view.colours do
    if weights[index] > 0 then
      drawn = view:colour(index)
      u = u - weights[index]
      if u < 0 then
        break
      end
    end
  end
  return drawn
end

return uniform
