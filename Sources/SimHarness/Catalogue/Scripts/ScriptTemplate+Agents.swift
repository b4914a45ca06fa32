extension ScriptTemplate {
  static let peggleAgent = """
    -- An agent for Peggle: a player. Say here how it plays.
    --
    -- Try it:      playtest script check FILE
    -- Let it play: playtest run levels/peggle --agents casual,FILE --games 20
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type AgentScript
    local agent = {
      name = "NAME",
      games = { "peggle" },
      summary = "Aims to light the most pegs, orange ones first; sometimes aims at random.",

      -- What a run may set (FILE:orange=3), as { default, minimum, maximum }.
      params = {
        orange = { 10, 0, 100 }, -- how many other pegs an orange one is worth
        courage = { 5, 0, 100 }, -- percent of the moves that are random
      },
    }

    -- An agent may keep Lua variables; every game starts with a new Lua machine.

    -- Once per game, before the first move. Optional.
    -- function agent.start(turn) end

    -- Each turn: returns the index of the aim to take, from 1 to turn:count().
    function agent.choose(turn)
      if turn:random(100) <= turn.params.courage then
        return turn:random(turn:count())
      end
      -- What each aim would do, in lists of the same order: pegs that are cleared, orange ones
      -- among them, and the places of the aims that win and lose, or nil.
      local moves, cleared, orange, wins, loses =
        turn:probes("move", "cleared", "group", "wins", "loses")
      if wins then
        return moves[wins[1]]
      end
      local loss = {}
      for _, place in ipairs(loses or {}) do
        loss[place] = 1000000
      end
      local best, best_value = 1, -math.huge
      for place = 1, #moves do
        local value = cleared[place] + turn.params.orange * orange[place] - (loss[place] or 0)
        if value > best_value then
          best, best_value = place, value
        end
      end
      return moves[best]
    end

    -- Also available:
    --   turn:move(index).angle, turn:shots_left() (balls), turn:score(), turn.index
    --   turn:at(object): the kind of a peg; turn:snapshot(): every object by number
    --   turn:imagine(): a copy to search on: copy:apply(index), copy:score(), copy:outcome(),
    --   copy:count(), copy:copy()

    return agent

    """

  static let popAgent = """
    -- An agent for bubble pop: a player. Say here how it plays.
    --
    -- Try it:      playtest script check FILE
    -- Let it play: playtest run levels/bubble-pop --agents casual,FILE --games 50
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type AgentScript
    local agent = {
      name = "NAME",
      games = { "bubble-pop" },
      summary = "Touches the bubble that scores most; prefers the last colour.",

      -- What a run may set (FILE:loyalty=5), as { default, minimum, maximum }.
      params = { loyalty = { 2, 0, 100 } }, -- extra points that the last colour is worth
    }

    -- An agent may keep Lua variables; every game starts with a new Lua machine.

    -- Once per game, before the first move. Optional.
    -- function agent.start(turn) end

    -- Each turn: returns the index of the move to play, from 1 to turn:count(). There is a move for
    -- each bubble on the screen, and one that waits.
    function agent.choose(turn)
      local last = turn:current() -- the colour popped last; nil before the first
      local moves, score = turn:probes("move", "score")
      local best, best_value = moves[1], -math.huge
      for place, index in ipairs(moves) do
        local value = score[place]
        local id = turn:landing(index) -- the bubble that the move touches; nil if it waits
        if id and turn:at(id) == last then
          value = value + turn.params.loyalty
        end
        if value > best_value then
          best, best_value = index, value
        end
      end
      return best
    end

    -- Also available:
    --   turn:move(index).t, .x and .y: when and where it touches; turn:score(), turn.index
    --   turn:snapshot(): id, colour's number, x and y of each bubble, one after another
    --   turn:imagine(): a copy to search on: copy:apply(index), copy:score(), copy:outcome(),
    --   copy:count(), copy:copy()

    return agent

    """

  /// An agent for a card game.
  static func cardsAgent(of game: String) -> String {
    """
    -- An agent for card games: a player. Say here how it plays.
    --
    -- Try it:      playtest script check FILE
    -- Let it play: playtest run levels/\(game) --agents casual,FILE --games 50
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type AgentScript
    local agent = {
      name = "NAME",
      games = { "\(game)" },
      summary = "Takes the match that scores most; if there is none, deals or turns up a card.",

      -- What a run may set (FILE:slips=20), as { default, minimum, maximum }.
      params = { slips = { 5, 0, 100 } }, -- percent of the moves that are random
    }

    -- An agent may keep Lua variables; every game starts with a new Lua machine. turn:probes uses
    -- what the agent has seen of cards that are face down again.

    -- Once per game, before the first move. Optional.
    -- function agent.start(turn) end

    -- Each turn: returns the index of the move to play, from 1 to turn:count().
    function agent.choose(turn)
      local moves, score, cleared = turn:probes("move", "score", "cleared")
      if turn:random(100) <= turn.params.slips then
        return moves[turn:random(#moves)]
      end
      local best, best_value = moves[1], -math.huge
      for place, index in ipairs(moves) do
        local value = 100 * cleared[place] + score[place]
        if value > best_value then
          best, best_value = index, value
        end
      end
      return best
    end

    -- Also available:
    --   turn:move(index).kind, .first, .second, .third: places on the table, from 1
    --   turn:at(place): a card's name, "?" face down, nil where there is none
    --   turn:snapshot(): every place's card by its number in the deck; turn:score(), turn.index
    --   turn:imagine(): a copy to search on: copy:apply(index), copy:score(), copy:outcome(),
    --   copy:count(), copy:copy()

    return agent

    """
  }
}
