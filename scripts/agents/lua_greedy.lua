-- The native `greedy` agent, written in Lua: it looks one move ahead and plays the best move.
-- A good start for an agent of your own: copy it and change how a move is valued.
--
-- From best to worst: a move that wins; one that clears bubbles (the more the better); one that
-- joins its own colour (the larger the group the better, then the higher up); one that lands high;
-- one that loses; one that is lost. Of equal moves the one aimed nearest to straight up is played:
-- that is the order in which turn:probes gives them.
local lua_greedy = {
  name = "lua_greedy",
  games = { "bubble-blast" },
  summary = "The native greedy agent in Lua: the best move by looking one move ahead.",
}

-- Called each turn; returns the index of the move to play.
function lua_greedy.choose(turn)
  -- All moves that end differently, and what each would bring, in lists of the same order.
  local moves, cleared, wins, loses = turn:probes("cleared", "wins", "loses")
  if wins[1] then
    return moves[wins[1]]
  end
  -- Moves that lose are the last resort: the one that clears most.
  local last_resort, most_lost = 1, -1
  if loses[1] then
    for _, place in ipairs(loses) do
      if cleared[place] > most_lost then
        last_resort, most_lost = place, cleared[place]
      end
      cleared[place] = -1
    end
  end
  local most = math.max(table.unpack(cleared))
  if most > 0 then
    for place = 1, #cleared do
      if cleared[place] == most then
        return moves[place]
      end
    end
  end
  -- Nothing to clear: the largest group of its own colour, of equal ones the highest.
  local _, groups, cells = turn:probes("group", "cell")
  if loses[1] then
    for _, place in ipairs(loses) do
      groups[place] = 0
    end
  end
  local largest = math.max(table.unpack(groups))
  if largest == 0 then
    return moves[last_resort]
  end
  local columns, best, top = turn.columns, 0, math.huge
  for place = 1, #groups do
    if groups[place] == largest then
      -- Cells are numbered row by row.
      local row = (cells[place] - 1) // columns
      if row < top then
        best, top = place, row
      end
    end
  end
  return moves[best]
end

return lua_greedy
