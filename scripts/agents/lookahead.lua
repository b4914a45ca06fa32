-- Looks two moves ahead: plays the best few moves on imagined copies of the game, tries replies
-- to each, and takes the move whose future brings the most points.
--
-- turn:imagine() gives a copy that agrees with all that is visible; what is hidden, such as the
-- colours to come, is drawn again at random each time, so it asks more than once (`samples`).
local list = require("list") -- scripts/lib/list.lua

local lookahead = {
  name = "lookahead",
  games = { "bubble-blast" },
  summary = "Searches two moves ahead on imagined games: the best few moves, then replies.",
  params = {
    -- name = { default, minimum, maximum }
    width = { 4, 1, 8 }, -- how many of the best moves are searched
    samples = { 2, 1, 3 }, -- imagined futures of each
    replies = { 12, 1, 20 }, -- aims that are tried in reply
  },
}

local WON = 1000000
local LOST = -1000000

-- What a move is worth before the search.
local function first_sight(turn, index)
  local score, cleared, wins, loses, group, cell = turn:probe(index)
  if wins then
    return WON
  elseif loses then
    return LOST
  elseif cleared > 0 then
    return score
  end
  if not cell then
    return LOST - 1 -- it lands nowhere: the shot would be lost
  end
  -- Nothing is cleared: a larger group is better, then a higher place.
  return group - cell / (turn.columns * (turn.rows + 1)) - 10
end

-- The points of an imagined game, including its end.
local function worth(copy)
  local outcome = copy:outcome()
  if outcome == "won" then
    return copy:score() + WON
  elseif outcome == "lost" then
    return copy:score() + LOST
  end
  return copy:score()
end

-- The best result that the replies tried can reach in an imagined game.
local function best_reply(copy, replies)
  local best = worth(copy)
  local count = copy:count() -- 0 if the imagined game is over
  if count == 0 then
    return best
  end
  best = best + LOST -- unless a reply avoids it
  for k = 1, replies do
    -- Spread over all aims.
    local index = 1 + (2 * k - 1) * count // (2 * replies)
    local after = copy:copy()
    after:apply(index)
    best = math.max(best, worth(after))
  end
  return best
end

function lookahead.choose(turn)
  local params = turn.params
  local moves = turn:distinct()
  local values = {}
  for _, index in ipairs(moves) do
    values[index] = first_sight(turn, index)
  end
  local candidates = list.best(moves, params.width, function(index) return values[index] end)
  if values[candidates[1]] == WON then
    return candidates[1]
  end
  local best, best_value = candidates[1], -math.huge
  for _, index in ipairs(candidates) do
    local sum = 0
    for _ = 1, params.samples do
      local copy = turn:imagine()
      copy:apply(index)
      sum = sum + best_reply(copy, params.replies)
    end
    -- Of equal futures, the move with the better first value wins; that value is below a point.
    local value = sum / params.samples + values[index] / 10000000
    if value > best_value then
      best, best_value = index, value
    end
  end
  return best
end

return lookahead
