-- The native `greedy` agent, written in Lua: it looks one move ahead and plays the best move.
-- A good start for an agent of your own: copy it and change how a move is valued.
--
-- A move is valued like this, from best to worst:
--   it wins; it clears bubbles (the more the better); it joins its own colour (the larger the
--   group the better, then the higher up); it lands high; it loses; it is lost.
-- Of equal moves the one that is aimed nearest to straight up is played.
local lua_greedy = {
  name = "lua_greedy",
  games = { "bubble-blast" },
  summary = "The native greedy agent in Lua: the best move by looking one move ahead.",
}

local WINS <const> = 4000000000
local CLEARS <const> = 3000000
local JOINS <const> = 2000000
local LANDS <const> = 1000000
local LOSES <const> = -2000000000
local IS_LOST <const> = -3000000000

-- An agent may keep variables: it has a fresh machine in every game.
local columns, aims

-- Called once a game, before the first move. What stays the same is worked out here.
function lua_greedy.start(turn)
  columns = turn.columns
  aims = turn:count()
  -- Where colours may be swapped, each aim is offered twice: as it is, then with a swap.
  if turn:move(aims).swap then
    aims = aims // 2
  end
end

-- Called each turn; returns the index of the move to play.
function lua_greedy.choose(turn)
  local best, best_value, best_aside = 0, math.mininteger, 0
  -- What is used for every move is kept in locals: this loop is all that costs time.
  local probe, width, fan = turn.probe, columns, aims
  -- Of all aims that end in the same cell one is enough.
  local moves = turn:distinct()
  for place = 1, #moves do
    local index = moves[place]
    -- The last is the cell it lands in, as turn:landing(index) gives it.
    local _, cleared, wins, loses, group, cell = probe(turn, index)
    local value
    if wins then
      value = WINS
    elseif loses then
      value = LOSES + cleared
    elseif cleared > 0 then
      value = CLEARS + cleared
    elseif not cell then
      value = IS_LOST
    elseif group > 1 then
      value = JOINS + 128 * group - (cell - 1) // width
    else
      value = LANDS - (cell - 1) // width
    end
    if value >= best_value then
      -- How far from straight up, in half steps.
      local aside = 2 * ((index - 1) % fan) - (fan - 1)
      if aside < 0 then
        aside = -aside
      end
      if value > best_value or aside < best_aside then
        best, best_value, best_aside = index, value, aside
      end
    end
  end
  return best
end

return lua_greedy
