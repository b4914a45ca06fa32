-- Often the colour that helps most: the one of which one more bubble would match the most.
local helpful = {
  name = "helpful",
  summary = "Often the colour that would match the most bubbles.",
  games = { "bubble-blast" },
  params = { help = { 0.5, -1, 1 } }, -- share of such draws; below 0: the least useful colour
}

function helpful.next(view, u, params)
  local share = math.abs(params.help)
  if u < share then
    local best, most
    for index = 1, view.colours do
      local colour = view:colour(index)
      local ready = view:ready(colour)
      if params.help < 0 then
        ready = -ready
      end
      if not most or ready > most then
        best, most = colour, ready
      end
    end
    return best
  end
  u = (u - share) / (1 - share) -- again a number from 0 to below 1
  local drawn
  for index = 1, view.colours do
    local probability = view:probability(index)
    if probability > 0 then
      drawn = view:colour(index)
      u = u - probability
      if u < 0 then
        break
      end
    end
  end
  return drawn
end

return helpful
