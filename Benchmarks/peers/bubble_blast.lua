-- Bubble Blast, ruleset `saga`, plain colours, in plain Lua 5.4: the games of ../reference/bubble_blast.c, played the
-- way one would write them by hand, a board being a table of cells. Same checksum for the same games.
--
--   lua5.4 bubble_blast.lua random|greedy [GAMES [ROUNDS]]
--
-- Prints  AGENT games N shots N ns X checksum HEX  (X: CPU time over shots, the median of ROUNDS rounds, 9 by default).

local COLUMNS, ROWS, FULL_ROWS, COLOURS, SHOTS, AIMS = 12, 14, 9, 4, 50, 60
local MAX_BOUNCES, CONTACT = 64, 0.86
local MATCHED, FALLEN, SHOT_LEFT = 10, 20, 100
local sqrt = math.sqrt
local PITCH = sqrt(3) / 2
local LEFT_WALL, RIGHT_WALL = 0.5, COLUMNS - 0.5
local LAUNCHER_X, LAUNCHER_Y, CEILING = COLUMNS / 2, 0.5 + (ROWS + 1) * PITCH, 0.5

-- Random numbers

local GOLDEN <const> = 0x9e3779b97f4a7c15

local function mix(z)
  z = (z ~ (z >> 30)) * 0xbf58476d1ce4e5b9
  z = (z ~ (z >> 27)) * 0x94d049bb133111eb
  return z ~ (z >> 31)
end

local function stream(game, purpose) return mix(game * GOLDEN + purpose) end
local function draw(key, index) return mix(key + (index + 1) * GOLDEN) end
local function uniform(value) return (value >> 11) * 0x1p-53 end

-- The high 64 bits of value * count, for a small count.
local function below(value, count)
  return ((value >> 32) * count + (((value & 0xffffffff) * count) >> 32)) >> 32
end

-- The grid: cells are numbered 1, 2, 3 ... row by row

local rowStart, rowOf, columnOf, xOf, yOf = {}, {}, {}, {}, {}
local cellCount = 0

local function columnsIn(row) return row % 2 == 0 and COLUMNS or COLUMNS - 1 end

for row = 0, ROWS do
  rowStart[row] = cellCount + 1
  for column = 0, columnsIn(row) - 1 do
    cellCount = cellCount + 1
    rowOf[cellCount], columnOf[cellCount] = row, column
    xOf[cellCount] = 0.5 + column + (row % 2 == 0 and 0 or 0.5)
    yOf[cellCount] = 0.5 + row * PITCH
  end
end
rowStart[ROWS + 1] = cellCount + 1

local neighbours = {}
for cell = 1, cellCount do
  local row, column, list = rowOf[cell], columnOf[cell], {}
  local e = row % 2 == 0 and 1 or 0
  for _, place in ipairs {
    { row, column - 1 }, { row, column + 1 }, { row - 1, column - e }, { row - 1, column - e + 1 },
    { row + 1, column - e }, { row + 1, column - e + 1 },
  } do
    local r, c = place[1], place[2]
    if r >= 0 and r <= ROWS and c >= 0 and c < columnsIn(r) then list[#list + 1] = rowStart[r] + c end
  end
  neighbours[cell] = list
end

local aims = {}
for i = 0, AIMS - 1 do
  local angle = 0.1 + i * (math.pi - 0.2) / (AIMS - 1)
  aims[i] = { dx = math.cos(angle), dy = -math.sin(angle) }
end

-- Flight and landing; a board is { [cell] = colour 0...3, or false }

local function flight(board, aim)
  local x, y, dx, dy = LAUNCHER_X, LAUNCHER_Y, aim.dx, aim.dy
  for _ = 0, MAX_BOUNCES do
    local wall = dx > 0 and (RIGHT_WALL - x) / dx or dx < 0 and (LEFT_WALL - x) / dx or math.huge
    local finish = (CEILING - y) / dy
    local highest = y + math.min(wall, finish) * dy
    local first = math.max(0, math.ceil((highest - CONTACT - 0.5) / PITCH))
    local last = math.min(ROWS, math.floor((y + CONTACT - 0.5) / PITCH))
    for cell = rowStart[first], rowStart[last + 1] - 1 do
      if board[cell] then
        local toX, toY = xOf[cell] - x, yOf[cell] - y
        local along = toX * dx + toY * dy
        local inside = CONTACT * CONTACT - (toX * toX + toY * toY - along * along)
        if inside >= 0 then
          local at = along - sqrt(inside)
          if at >= 0 and at < finish then finish = at end
        end
      end
    end
    if finish <= wall + 1e-9 then return x + finish * dx, y + finish * dy end
    x, y, dx = dx > 0 and RIGHT_WALL or LEFT_WALL, y + wall * dy, -dx
  end
  return nil
end

local function canLand(board, cell)
  if board[cell] then return false end
  if rowOf[cell] == 0 then return true end
  for _, near in ipairs(neighbours[cell]) do
    if board[near] then return true end
  end
  return false
end

-- The cell a shot lands in, or nil when it is lost.
local function landing(board, aim)
  local x, y = flight(board, aim)
  if not x then return nil end
  local best, least = nil, math.huge
  for cell = 1, cellCount do
    local toX, toY = xOf[cell] - x, yOf[cell] - y
    local distance = sqrt(toX * toX + toY * toY)
    if distance < least - 1e-9 and canLand(board, cell) then best, least = cell, distance end
  end
  return best
end

-- Groups

local function group(board, start)
  local colour, members, seen = board[start], { start }, { [start] = true }
  local i = 1
  while members[i] do
    for _, near in ipairs(neighbours[members[i]]) do
      if board[near] == colour and not seen[near] then
        seen[near] = true
        members[#members + 1] = near
      end
    end
    i = i + 1
  end
  return members
end

-- Removes what does not hang on the ceiling row; how many bubbles that were.
local function dropLoose(board)
  local held, queue = {}, {}
  for cell = 1, COLUMNS do
    if board[cell] then
      held[cell] = true
      queue[#queue + 1] = cell
    end
  end
  local i = 1
  while queue[i] do
    for _, near in ipairs(neighbours[queue[i]]) do
      if board[near] and not held[near] then
        held[near] = true
        queue[#queue + 1] = near
      end
    end
    i = i + 1
  end
  local fallen = 0
  for cell = 1, cellCount do
    if board[cell] and not held[cell] then
      board[cell] = false
      fallen = fallen + 1
    end
  end
  return fallen
end

-- Lands a bubble; the size of its group, and how many bubbles fell.
local function resolve(board, cell, colour)
  board[cell] = colour
  local members = group(board, cell)
  if #members < 3 then return #members, 0 end
  for _, member in ipairs(members) do board[member] = false end
  return #members, dropLoose(board)
end

-- Agents

local function greedyAim(board, colour)
  local seen = {}
  local best, bestCleared, bestGroup, bestRow
  for k = 0, AIMS - 1 do
    -- From straight up outward, so that the aim nearest to it stands for a cell.
    local i = k % 2 == 1 and AIMS // 2 + k // 2 or AIMS // 2 - 1 - k // 2
    local cell = landing(board, aims[i])
    if cell and not seen[cell] then
      seen[cell] = true
      local copy = table.move(board, 1, cellCount, 1, {})
      local size, fallen = resolve(copy, cell, colour)
      local cleared = size >= 3 and size + fallen or 0
      local row = rowOf[cell]
      if cleared == 0 and row >= ROWS then size = 0 end -- it would lose the game
      local better
      if not best then
        better = true
      elseif cleared ~= bestCleared then
        better = cleared > bestCleared
      elseif cleared == 0 and size ~= bestGroup then
        better = size > bestGroup
      elseif cleared == 0 and row ~= bestRow then
        better = row < bestRow
      else
        better = math.abs(i - (AIMS - 1) / 2) < math.abs(best - (AIMS - 1) / 2)
      end
      if better then best, bestCleared, bestGroup, bestRow = i, cleared, size, row end
    end
  end
  return best or AIMS // 2 - 1
end

-- Games

local function newBoard(game)
  local key, board = stream(game, 1), {}
  for cell = 1, cellCount do
    board[cell] = cell < rowStart[FULL_ROWS] and below(draw(key, cell - 1), COLOURS)
  end
  return board
end

local function dealt(board, value)
  local present, colours = {}, {}
  for cell = 1, cellCount do
    if board[cell] then present[board[cell]] = true end
  end
  local none = next(present) == nil
  for colour = 0, COLOURS - 1 do
    if none or present[colour] then colours[#colours + 1] = colour end
  end
  return colours[math.floor(uniform(value) * #colours) + 1]
end

local function isEmpty(board, first)
  for cell = first, cellCount do
    if board[cell] then return false end
  end
  return true
end

-- The board, the score and the shots fired.
local function play(game, agent)
  local board, score = newBoard(game), 0
  local deals, choices = stream(game, 2), stream(game, 3)
  local current, following = dealt(board, draw(deals, 0)), dealt(board, draw(deals, 1))
  for shots = 1, SHOTS do
    local aim = agent == "random" and below(draw(choices, shots - 1), AIMS) or greedyAim(board, current)
    local cell = landing(board, aims[aim])
    if cell then
      local size, fallen = resolve(board, cell, current)
      if size >= 3 then score = score + MATCHED * size + FALLEN * fallen end
    end
    if isEmpty(board, 1) then return board, score + SHOT_LEFT * (SHOTS - shots), shots end
    if not isEmpty(board, rowStart[ROWS]) or shots == SHOTS then return board, score, shots end
    current, following = following, dealt(board, draw(deals, shots + 1))
  end
end

local function fold(hash, value) return (hash ~ value) * 0x100000001b3 end

local function foldGame(hash, board, score, shots)
  hash = fold(fold(hash, score), shots)
  for row = 0, ROWS do
    for colour = 0, COLOURS - 1 do
      local bits = 0
      for cell = rowStart[row], rowStart[row + 1] - 1 do
        if board[cell] == colour then bits = bits | 1 << columnOf[cell] end
      end
      hash = fold(hash, bits)
    end
  end
  return hash
end

local agent, games, rounds = arg[1], tonumber(arg[2]), tonumber(arg[3]) or 9
if agent ~= "random" and agent ~= "greedy" then
  io.stderr:write("usage: bubble_blast.lua random|greedy [GAMES [ROUNDS]]\n")
  os.exit(64)
end
games = games or agent == "random" and 100 or 5

local times, hash, total = {}, 0, 0
for round = 1, rounds do
  local start = os.clock()
  hash, total = 0xcbf29ce484222325, 0
  for game = 0, games - 1 do
    local board, score, shots = play(game, agent)
    hash = foldGame(hash, board, score, shots)
    total = total + shots
  end
  times[round] = (os.clock() - start) * 1e9 / total
end
table.sort(times)
print(string.format("%s games %d shots %d ns %.1f checksum %016x", agent, games, total, times[rounds // 2 + 1], hash))
