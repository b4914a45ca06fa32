-- Plays every function of the grid library and its twin in plain Lua on the same random boards.
local twin = require("twin")
local seed = 1

local function compare(name, one, two)
  if #one ~= #two then error(("%s: %d members, not %d"):format(name, #one, #two)) end
  for i = 1, #one do
    if one[i] ~= two[i] then
      error(("%s: member %d is %s, not %s"):format(name, i, one[i], two[i]))
    end
  end
end

local function draw(n)
  seed = seed * 6364136223846793005 + 1442695040888963407
  return 1 + (seed >> 33) % n
end

local checks = {}
function checks.run(first, last)
  local outs = {}
  for game = first, last do
    seed = game
    for _ = 1, 5 do draw(2) end
    local width, height = draw(9), draw(9)
    if draw(60) == 1 then width, height = draw(20), draw(30) end
    local board, other = {}, {}
    local colours, low = draw(4), draw(3)
    for cell = 1, width * height do
      board[cell] = draw(colours + low) - low
      other[cell] = draw(1000)
    end
    local minimum, cell = draw(4), draw(#board)
    local kept = { table.unpack(board) }
    for _, name in ipairs({ "lines", "runs", "swaps", "groups" }) do
      local out = draw(2) == 1 and outs or nil
      local one, n = grid[name](board, width, minimum, out)
      local two, m = twin[name](board, width, minimum)
      compare(name, one, two)
      assert(n == m)
      compare(name .. " with 3 or 1", grid[name](board, width), (twin[name](board, width)))
    end
    for _, name in ipairs({ "flood", "distances" }) do
      compare(name, grid[name](board, width, cell, outs), twin[name](board, width, cell))
    end
    for _, name in ipairs({ "transpose", "mirror" }) do
      compare(name, grid[name](board, width), twin[name](board, width))
      local own = { table.unpack(board) }
      compare(name, grid[name](own, width, own), twin[name](board, width))
    end
    for _, name in ipairs({ "neighbours", "around" }) do
      compare(name, grid[name](width, height, cell), twin[name](width, height, cell))
    end
    for value = -1, 2 do
      compare("find", grid.find(board, value), twin.find(board, value))
      assert(grid.count(board, value) == twin.count(board, value))
    end
    compare("unchanged", board, kept)
    local a, b = { table.unpack(board) }, { table.unpack(board) }
    local x, y = { table.unpack(other) }, { table.unpack(other) }
    assert(grid.fall(a, width, x) == twin.fall(b, width, y), "fall's count")
    compare("fall", a, b)
    compare("fall's list", x, y)
    local before = seed
    local n = grid.fill(a, colours, draw)
    seed = before
    assert(n == twin.fill(b, colours, draw))
    compare("fill", a, b)
    local cells = grid.lines(a, width)
    assert(grid.set(a, cells, 0) == twin.set(b, cells, 0))
    compare("set", a, b)
    before = seed
    grid.fill(a, { 5, 7, 7 }, draw)
    seed = before
    twin.fill(b, { 5, 7, 7 }, draw)
    compare("fill", a, b)
  end
  return last - first + 1
end
return checks
