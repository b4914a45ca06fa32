-- The native `greedy` agent, written in Lua: it looks one move ahead and plays the best move.
-- A good start for an agent of your own: copy it and change how a move is valued.
--
-- From best to worst: a move that wins; one that clears bubbles (the more the better); one that
-- joins its own colour (the larger the group the better, then the higher up); one that lands high;
-- one that loses; one whose shot is lost. Of equal moves, the one aimed nearest to straight up is
-- played, because turn:probes returns them in that order.
local lua_greedy = {
  name = "lua_greedy",
  games = { "bubble-blast" },
  summary = "The native greedy agent in Lua: the best move, looking one move ahead.",
}

-- Cells are numbered row by row; this is the number of cells in a row.
local columns

-- Called before the first turn of a game.
function lua_greedy.start(turn)
  columns = turn.columns
end

-- Called each turn; returns the index of the move to play.
function lua_greedy.choose(turn)
  -- All moves that end differently, and what each would bring, in lists with the same order;
  -- `clears`, `wins` and `loses` are places in these lists, or nil.
  local moves, cleared, clears, wins, loses =
    turn:probes("move", "cleared", "clears", "wins", "loses")
  if wins then
    return moves[wins[1]]
  end
  -- Moves that lose are the last resort: the one that clears most.
  local last_resort, most = 1, -1
  if loses then
    for _, place in ipairs(loses) do
      if cleared[place] > most then
        last_resort, most = place, cleared[place]
      end
      cleared[place] = -1
    end
  end
  if clears then
    local best
    most = 0
    for index = 1, #clears do
      local place = clears[index]
      if cleared[place] > most then
        best, most = place, cleared[place]
      end
    end
    if best then
      return moves[best]
    end
  end
  -- Nothing to clear: the largest group of its own colour; of equal ones, the highest.
  local groups, cells, joins = turn:probes("group", "cell", "joins")
  if loses then
    for _, place in ipairs(loses) do
      groups[place] = 0
    end
  end
  -- A cell before the first one of a row is higher.
  local best, largest, row = nil, 1, 0
  if joins then
    for index = 1, #joins do
      local place = joins[index]
      local group = groups[place]
      if group > largest or group == largest and cells[place] < row then
        best, largest = place, group
        row = cells[place] - (cells[place] - 1) % columns
      end
    end
  end
  if not best then
    row = math.huge
    for place = 1, #groups do
      if groups[place] == 1 and cells[place] < row then
        best = place
        row = cells[place] - (cells[place] - 1) % columns
      end
    end
  end
  return moves[best or last_resort]
end

return lua_greedy
