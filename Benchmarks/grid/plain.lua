-- What the game match-three uses of the library grid, in plain hand-written Lua: the same results,
-- with loops over the cells as an author would write them.
local plain = {}

local function clear_from(out, count)
  for i = #out, count + 1, -1 do out[i] = nil end
  return out
end

-- Calls back for each run of equal positive cells: first cell, step, length.
local function each_run(board, width, minimum, action)
  local height = #board // width
  for pass = 1, 2 do
    local lines, length = pass == 1 and height or width, pass == 1 and width or height
    local step, next_line = pass == 1 and 1 or width, pass == 1 and width or 1
    for line = 0, lines - 1 do
      local first = line * next_line + 1
      local start, value, run = first, board[first], 1
      for i = 1, length - 1 do
        local cell = first + i * step
        if board[cell] == value then
          run = run + 1
        else
          if run >= minimum and value > 0 then action(start, step, run) end
          start, value, run = cell, board[cell], 1
        end
      end
      if run >= minimum and value > 0 then action(start, step, run) end
    end
  end
end

function plain.lines(board, width, minimum, out)
  local marked, count = {}, 0
  out = out or {}
  each_run(board, width, minimum or 3, function(start, step, run)
    for i = 0, run - 1 do marked[start + i * step] = true end
  end)
  for cell = 1, #board do
    if marked[cell] then
      count = count + 1
      out[count] = cell
    end
  end
  return clear_from(out, count)
end

function plain.runs(board, width, minimum, out)
  local count = 0
  out = out or {}
  each_run(board, width, minimum or 3, function(start, step, run)
    out[count + 1], out[count + 2], out[count + 3] = start, step, run
    count = count + 3
  end)
  return clear_from(out, count)
end

-- Whether `value` in a cell would be part of a line, the cell itself aside.
local function makes_line(board, width, height, cell, value, minimum)
  local row, column = (cell - 1) // width, (cell - 1) % width
  local run, other = 1, cell - 1
  for _ = 1, column do
    if board[other] ~= value then break end
    run, other = run + 1, other - 1
  end
  other = cell + 1
  for _ = column + 2, width do
    if board[other] ~= value then break end
    run, other = run + 1, other + 1
  end
  if run >= minimum then return true end
  run, other = 1, cell - width
  for _ = 1, row do
    if board[other] ~= value then break end
    run, other = run + 1, other - width
  end
  other = cell + width
  for _ = row + 2, height do
    if board[other] ~= value then break end
    run, other = run + 1, other + width
  end
  return run >= minimum
end

function plain.swaps(board, width, minimum, out)
  local count, size, height = 0, #board, #board // width
  out, minimum = out or {}, minimum or 3
  local function try(a, b)
    local x, y = board[a], board[b]
    if x <= 0 or y <= 0 or x == y then return end
    board[a], board[b] = y, x
    if makes_line(board, width, height, a, y, minimum)
      or makes_line(board, width, height, b, x, minimum)
    then
      out[count + 1], out[count + 2] = a, b
      count = count + 2
    end
    board[a], board[b] = x, y
  end
  for cell = 1, size do
    if cell % width ~= 0 then try(cell, cell + 1) end
    if cell + width <= size then try(cell, cell + width) end
  end
  return clear_from(out, count)
end

function plain.fall(board, width, companion)
  local moved, size = 0, #board
  for column = 1, width do
    local target = size - width + column
    for cell = target, 1, -width do
      local value = board[cell]
      if value < 0 then
        target = cell - width
      elseif value > 0 then
        if target ~= cell then
          board[target], board[cell] = value, 0
          companion[target], companion[cell] = companion[cell], 0
          moved = moved + 1
        end
        target = target - width
      end
    end
  end
  return moved
end

function plain.fill(board, values, random)
  local filled = 0
  for cell = 1, #board do
    if board[cell] == 0 then
      board[cell], filled = random(values), filled + 1
    end
  end
  return filled
end

function plain.set(board, cells, value)
  for i = 1, #cells do board[cells[i]] = value end
end

function plain.count(board, value)
  local count = 0
  for cell = 1, #board do
    if board[cell] == value then count = count + 1 end
  end
  return count
end

local function near(width, height, cell, out, corners)
  local row, column, count = (cell - 1) // width, (cell - 1) % width, 0
  out = out or {}
  for down = -1, 1 do
    for right = -1, 1 do
      local r, c = row + down, column + right
      local is_near = (down ~= 0 or right ~= 0) and (corners or down == 0 or right == 0)
      if is_near and r >= 0 and r < height and c >= 0 and c < width then
        count = count + 1
        out[count] = r * width + c + 1
      end
    end
  end
  return clear_from(out, count)
end

function plain.neighbours(width, height, cell, out) return near(width, height, cell, out, false) end
function plain.around(width, height, cell, out) return near(width, height, cell, out, true) end

return plain
