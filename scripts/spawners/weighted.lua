-- The level's weights, shifted towards equal weights or towards what is on the board.
local weighted = {
  name = "weighted",
  summary = "By the level's weights, shifted to equal weights or to the colours on the board.",
  params = {
    even = { 0, 0, 1 }, -- 0: as the level says; 1: all colours equal
    board = { 0, 0, 1 }, -- 1: in proportion to the bubbles of the colour
  },
}

function weighted.next(view, u, params)
  local weights, total = {}, 0
  local shown = 0
  for index = 1, view.colours do
    shown = shown + view:shown(view:colour(index))
  end
  for index = 1, view.colours do
    local weight = (1 - params.even) * view:probability(index) + params.even / view.colours
    if shown > 0 then
      local share = view:shown(view:colour(index)) / shown
      weight = (1 - params.board) * weight + params.board * share
    end
    weights[index] = weight
    total = total + weight
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

return weighted
