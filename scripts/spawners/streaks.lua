-- Sometimes the colour that was popped last, so that combos can continue; otherwise by the level's
-- probabilities.
local streaks = {
  name = "streaks",
  summary = "Often the colour popped last, so that combos can continue.",
  params = { share = { 0.3, 0, 1 } }, -- of the bubbles that take the colour popped last
}

function streaks.next(view, u, params)
  if view.last then
    if u < params.share then
      return view.last
    end
    u = (u - params.share) / (1 - params.share)
  end
  local colour
  for index = 1, view.colours do
    local probability = view:probability(index)
    if probability > 0 then
      colour = view:colour(index)
      u = u - probability
      if u < 0 then
        break
      end
    end
  end
  return colour
end

return streaks
