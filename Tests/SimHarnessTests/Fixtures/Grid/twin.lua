-- The functions of the grid library in plain Lua, as simple as they can be. Tests compare both.
local twin = {}

-- The cells around `cell` in its row (way 1) or column (way 0) that hold its value, one beside the
-- other.
local function same(board, width, cell, way)
  local cells, value, height = {}, board[cell], #board // width
  local function at(row, column)
    if row >= 0 and row < height and column >= 0 and column < width then
      return row * width + column + 1
    end
  end
  local row, column = (cell - 1) // width, (cell - 1) % width
  local dr, dc = 1 - way, way
  while at(row - dr, column - dc) and board[at(row - dr, column - dc)] == value do
    row, column = row - dr, column - dc
  end
  while at(row, column) and board[at(row, column)] == value do
    cells[#cells + 1] = at(row, column)
    row, column = row + dr, column + dc
  end
  return cells
end

local function fits(board, width, cell, minimum)
  return board[cell] > 0
    and (#same(board, width, cell, 1) >= minimum or #same(board, width, cell, 0) >= minimum)
end

function twin.lines(board, width, minimum)
  local out = {}
  for cell = 1, #board do
    if fits(board, width, cell, minimum or 3) then out[#out + 1] = cell end
  end
  return out
end

function twin.runs(board, width, minimum)
  local out = {}
  local function add(cell, way)
    local cells = same(board, width, cell, way)
    if board[cell] > 0 and cells[1] == cell and #cells >= (minimum or 3) then
      out[#out + 1], out[#out + 2], out[#out + 3] = cell, way == 1 and 1 or width, #cells
    end
  end
  for cell = 1, #board do add(cell, 1) end
  for column = 1, width do
    for cell = column, #board, width do add(cell, 0) end
  end
  return out
end

function twin.swaps(board, width, minimum)
  local out = {}
  local function try(a, b)
    local x, y = board[a], board[b]
    if x <= 0 or y <= 0 or x == y then return end
    board[a], board[b] = y, x
    if fits(board, width, a, minimum or 3) or fits(board, width, b, minimum or 3) then
      out[#out + 1], out[#out + 2] = a, b
    end
    board[a], board[b] = x, y
  end
  for cell = 1, #board do
    if cell % width ~= 0 then try(cell, cell + 1) end
    if cell + width <= #board then try(cell, cell + width) end
  end
  return out
end

function twin.neighbours(width, height, cell, corners)
  local out, row, column = {}, (cell - 1) // width, (cell - 1) % width
  for other = 1, width * height do
    local down = math.abs((other - 1) // width - row)
    local right = math.abs((other - 1) % width - column)
    local near = corners and math.max(down, right) or down + right
    if near == 1 then out[#out + 1] = other end
  end
  return out
end

function twin.around(width, height, cell) return twin.neighbours(width, height, cell, true) end

function twin.distances(board, width, cell)
  local out = {}
  for other = 1, #board do out[other] = -1 end
  out[cell] = 0
  local grown, steps = true, 0
  while grown do
    grown = false
    for at = 1, #board do
      for _, other in ipairs(out[at] == steps and twin.neighbours(width, #board // width, at) or {})
      do
        if out[other] < 0 and board[other] == board[cell] then
          out[other], grown = steps + 1, true
        end
      end
    end
    steps = steps + 1
  end
  return out
end

function twin.flood(board, width, cell)
  local out = {}
  for other, steps in ipairs(twin.distances(board, width, cell)) do
    if steps >= 0 then out[#out + 1] = other end
  end
  return out
end

function twin.groups(board, width, minimum)
  local out, count = {}, 0
  for cell = 1, #board do out[cell] = 0 end
  for cell = 1, #board do
    if board[cell] > 0 and out[cell] == 0 then
      local cells = twin.flood(board, width, cell)
      if #cells >= (minimum or 1) then
        count = count + 1
        for _, other in ipairs(cells) do out[other] = count end
      end
    end
  end
  return out, count
end

-- One step at a time, until nothing can fall.
function twin.fall(board, width, ...)
  local start, moved = { table.unpack(board) }, 0
  local origin = {}
  for cell = 1, #board do origin[cell] = cell end
  local falls = true
  while falls do
    falls = false
    for cell = 1, #board - width do
      local below = cell + width
      if board[cell] > 0 and board[below] == 0 then
        board[cell], board[below] = 0, board[cell]
        origin[cell], origin[below] = origin[below], origin[cell]
        falls = true
      end
    end
  end
  for cell = 1, #board do
    if board[cell] > 0 and origin[cell] ~= cell then moved = moved + 1 end
  end
  for _, list in ipairs({ ... }) do
    local before = { table.unpack(list) }
    for cell = 1, #board do
      if board[cell] > 0 then list[cell] = before[origin[cell]]
      elseif start[cell] > 0 then list[cell] = 0 end
    end
  end
  return moved
end

function twin.fill(board, values, random)
  local filled = 0
  for cell = 1, #board do
    if board[cell] == 0 then
      board[cell] = type(values) == "table" and values[random(#values)] or random(values)
      filled = filled + 1
    end
  end
  return filled
end

function twin.set(board, cells, value)
  local changed = 0
  for _, cell in ipairs(cells) do
    if board[cell] ~= value then changed = changed + 1 end
    board[cell] = value
  end
  return changed
end

function twin.find(board, value)
  local out = {}
  for cell = 1, #board do
    if board[cell] == value then out[#out + 1] = cell end
  end
  return out
end

function twin.count(board, value) return #twin.find(board, value) end

function twin.transpose(board, width)
  local out = {}
  for column = 1, width do
    for cell = column, #board, width do out[#out + 1] = board[cell] end
  end
  return out
end

function twin.mirror(board, width)
  local out = {}
  for first = 1, #board, width do
    for cell = first + width - 1, first, -1 do out[#out + 1] = board[cell] end
  end
  return out
end

return twin
