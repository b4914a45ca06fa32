-- Colours from a bag with the same number of each, so that no colour is absent for long. The bag is
-- not stored: what was dealt so far says what is left in it.
local bag = {
  name = "bag",
  summary = "From a bag with the same number of each colour, refilled when it is empty.",
  games = { "bubble-blast" },
  params = { copies = { 2, 1, 10 } }, -- of each colour in a full bag
}

function bag.next(view, u, params)
  -- The number of full bags that are used up in every colour; the rest is still in the bag.
  local bags
  for index = 1, view.colours do
    local full = view:dealt(view:colour(index)) // params.copies
    bags = math.min(bags or full, full)
  end
  local left, total = {}, 0
  for index = 1, view.colours do
    local dealt = view:dealt(view:colour(index))
    left[index] = math.max(0, (bags + 1) * params.copies - dealt)
    total = total + left[index]
  end
  local place = math.floor(u * total)
  for index = 1, view.colours do
    place = place - left[index]
    if place < 0 then
      return view:colour(index)
    end
  end
end

return bag
