-- Set: 81 cards with four features of three values each. Three cards are a set if each feature is
-- the same on all of them, or different on all.

---@type CardsScript
local set = {
  name = "set",
  summary = "Three cards that are all alike or all different in every feature.",
  features = { "number", "shape", "shading", "colour" },
  hand = 3,
  faces = "up",
  deal = 12,
  draw = 3,
  refill = true,
  scores = { matched = 3, mismatched = -1, dealt = -1 },
}

local SHAPES = { "D", "O", "S" } -- diamond, oval, squiggle
local SHADINGS = { "e", "f", "s" } -- empty, filled, striped
local COLOURS = { "G", "P", "R" } -- green, purple, red

function set.deck()
  local cards = {}
  for number = 0, 2 do
    for shape = 0, 2 do
      for shading = 0, 2 do
        for colour = 0, 2 do
          local name = (number + 1) .. SHAPES[shape + 1] .. SHADINGS[shading + 1]
            .. COLOURS[colour + 1]
          cards[#cards + 1] = { number, shape, shading, colour, name = name }
        end
      end
    end
  end
  return cards
end

-- Three values of 0, 1 and 2 are all alike or all different if their sum is a multiple of 3.
function set.match(a, b, c)
  if (a.number + b.number + c.number) % 3 == 0
    and (a.shape + b.shape + c.shape) % 3 == 0
    and (a.shading + b.shading + c.shading) % 3 == 0
    and (a.colour + b.colour + c.colour) % 3 == 0
  then
    return 1
  end
end

return set
