-- Small helpers for lists. Use them with: local list = require("list")
local list = {}

--- The items for which `keep` returns true, in their order.
---@generic T
---@param items T[]
---@param keep fun(item: T): boolean
---@return T[]
function list.filter(items, keep)
  local kept = {}
  for _, item in ipairs(items) do
    if keep(item) then
      kept[#kept + 1] = item
    end
  end
  return kept
end

--- The `count` items with the largest values, best first; of equal items, the earlier comes first.
---@generic T
---@param items T[]
---@param count integer
---@param value fun(item: T): number
---@return T[]
function list.best(items, count, value)
  local ranked = {}
  for place, item in ipairs(items) do
    ranked[place] = { item = item, value = value(item) }
  end
  -- The sandbox's sort keeps the order of equal items.
  table.sort(ranked, function(a, b) return a.value > b.value end)
  local best = {}
  for place = 1, math.min(count, #ranked) do
    best[place] = ranked[place].item
  end
  return best
end

--- Shuffles the list in place and returns it.
---@generic T
---@param items T[]
---@param draw fun(n: integer): integer a whole number from 1 to n
---@return T[]
function list.shuffle(items, draw)
  for last = #items, 2, -1 do
    local other = draw(last)
    items[last], items[other] = items[other], items[last]
  end
  return items
end

return list
