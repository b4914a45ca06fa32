/// What `playtest new` begins a script with: `scripts/*/_template*.lua`, of which this is the source.
///
/// `NAME` stands for the script's name, `GLYPH` for a bubble's free character and `FILE` for the
/// script's file as a command line names it.
public enum ScriptTemplate {
  /// The file's name in each kind's folder; the underscore keeps it out of lists.
  public static let fileName = "_template.lua"

  /// The games that a kind of script has templates for; the usual one, where there is one, first.
  public static func games(of kind: ScriptKind) -> [String] {
    switch kind {
    case .agent, .generator:
      [BubbleBlast.name, Peggle.name, BubblePop.name] + CardsKind.allCases.map(\.rawValue)
    case .spawner: [BubbleBlast.name, BubblePop.name]
    case .bubble: [BubbleBlast.name]
    case .peg, .mode, .master: [Peggle.name]
    case .pop: [BubblePop.name]
    case .cards: [CardsKind.cards.rawValue]
    }
  }

  /// Why a script of a kind cannot have a name; nil if it can.
  public static func problem(with name: String, of kind: ScriptKind) -> String? {
    kind == .bubble && BubbleColour(name: name) != nil
      ? "'\(name)' is a colour; choose another name" : nil
  }

  /// The template of a kind of script.
  ///
  /// `game` is one of the kind's games; without it the template is that of the usual one, of a
  /// spawner that for all of them.
  public static func text(of kind: ScriptKind, game: String? = nil) -> String {
    switch kind {
    case .bubble: bubble
    case .agent: agent(for: game ?? BubbleBlast.name)
    case .generator: generator(of: game ?? BubbleBlast.name)
    case .peg: peg
    case .mode: mode
    case .master: master
    case .pop: pop
    case .spawner: game.map(spawner(for:)) ?? spawner
    case .cards: cards
    }
  }

  /// The file of a template in its kind's folder.
  public static func fileName(of kind: ScriptKind, game: String? = nil) -> String {
    guard let game, game != games(of: kind).first || kind == .spawner else { return fileName }
    return "_template_\(game).lua"
  }

  private static func agent(for game: String) -> String {
    switch game {
    case Peggle.name: peggleAgent
    case BubblePop.name: popAgent
    case BubbleBlast.name: agent
    default: cardsAgent(of: game)
    }
  }

  private static func generator(of game: String) -> String {
    switch game {
    case Peggle.name: peggleGenerator
    case BubblePop.name: popGenerator
    case BubbleBlast.name: generator
    default: cardsGenerator(of: game)
    }
  }

  /// A template's text with its placeholders replaced, where they stand as whole words.
  public static func filled(
    _ template: String, name: String, glyph: Character, file: String = "FILE"
  ) -> String {
    var result = ""
    var word = ""
    func ended(_ word: String) -> String {
      switch word {
      case "NAME": name
      case "GLYPH": String(glyph)
      case "FILE": file
      default: word
      }
    }
    for character in template {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += ended(word)
        word = ""
        result.append(character)
      }
    }
    return result + ended(word)
  }

  private static let bubble = """
    -- A special bubble. Say here what it does.
    --
    -- Try it:   playtest script check FILE
    -- Place it: playtest level edit LEVEL.json fill 0,3=NAME
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type BubbleScript
    local special = {
      name = "NAME",
      glyph = "GLYPH", -- its letter in pictures; no other kind may use it
      summary = "Breaks when a bubble beside it is removed often enough.",

      -- What levels may set, as { default, minimum, maximum }; read it as board.params.hits.
      params = { hits = { 2, 1, 9 } },

      -- colour = "red",   -- matches as this colour; "any": as the colour of the shot
      -- obstacle = true,  -- does not have to be cleared to win
      -- immune = true,    -- nothing removes it; it only falls
      -- priority = 10,    -- if several are touched at once, the smallest goes off first
      -- uses = { "indestructible" }, -- other kinds that board:set puts on the board
    }

    -- Keep nothing in Lua variables between calls: games are copied, imagined and replayed.
    -- Its memory is board:data(cell), one whole number that moves with the bubble, and board.vars,
    -- up to 16 named whole numbers of the game.

    -- All hooks are optional; uncomment those you want.

    -- A bubble beside this one was removed; `removed` is its cell.
    function special.on_neighbour_removed(board, cell, removed)
      local hits = board:data(cell) + 1
      if hits >= board.params.hits then
        board:remove(cell)
        board:score(25)
      else
        board:set_data(cell, hits)
      end
    end

    -- A shot landed beside it, or a chain reached it. It has left the board already.
    -- cause.kind is "contact" or "chain", cause.colour the colour of the shot.
    -- function special.on_activate(board, cell, cause)
    --   board:remove(board:neighbours(cell)) -- a cell, or a list of them
    -- end

    -- It was part of a match (needs `colour`) and has left the board.
    -- function special.on_match(board, cell) end

    -- The end of each turn.
    -- function special.on_turn(board, cell) end

    -- It fell, because nothing held it any more.
    -- function special.on_fall(board, cell) end

    return special

    """

  private static let cards = """
    -- A card game: cards that match leave the table. Say here what its cards are.
    --
    -- Try it:  playtest script check FILE
    -- Play it: a level with "game": "cards", "script": "NAME"
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type CardsScript
    local game = {
      name = "NAME",
      summary = "Two cards match that add up to seven.",

      -- The features of a card, in the order of the numbers that deck() returns.
      features = { "rank", "suit" },

      hand = 2, -- cards that make a match: 2 or 3
      -- hands = { 2, 3 }, -- hand sizes that levels may choose with "match"
      faces = "up", -- "down": cards are turned up one by one, and down again after a mismatch
      deal = 8, -- cards on the table at the start
      draw = 2, -- cards dealt on request; without it, no requests
      refill = false, -- true: the table is refilled to `deal` cards after a match

      -- matched multiplies the points of match(); the others are added to the score: for a
      -- mismatch, for a deal on request while a match was there, for a card that is turned up.
      scores = { matched = 5, mismatched = -2, dealt = -1, chosen = 0 },

      goal = "clear", -- or a score to reach; without it, only the score counts
    }

    -- The deck: at most 128 cards, each with a name and one whole number per feature.
    function game.deck()
      local cards = {}
      for rank = 1, 6 do
        for suit, letter in ipairs({ "a", "b", "c", "d" }) do
          cards[#cards + 1] = { rank, suit, name = rank .. letter }
        end
      end
      return cards
    end

    -- The points of two cards (three if `hand` is 3), or nil if they do not match. The order of the
    -- cards must not matter, nor earlier calls: every hand is asked once.
    function game.match(a, b)
      if a.rank + b.rank == 7 then
        return a.suit == b.suit and 2 or 1
      end
    end

    return game

    """

  private static let agent = """
    -- An agent: a player. Say here how it plays.
    --
    -- Try it:      playtest script check FILE
    -- Let it play: playtest run levels/bubble-blast --agents casual,FILE
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type AgentScript
    local agent = {
      name = "NAME",
      games = { "bubble-blast" },
      summary = "Takes the shot that clears most; sometimes a random one.",

      -- What a run may set (FILE:courage=30), as { default, minimum, maximum }.
      params = { courage = { 10, 0, 100 } }, -- percent of the moves that are random
    }

    -- An agent may keep Lua variables; every game starts with a new Lua machine.
    local columns

    -- Called once per game, before the first move. Optional.
    function agent.start(turn)
      columns = turn.columns
    end

    -- Called each turn; returns the index of the move to play, from 1 to turn:count().
    function agent.choose(turn)
      local moves = turn:distinct() -- one move for each cell that a shot can land in
      if turn:random(100) <= turn.params.courage then
        return moves[turn:random(#moves)]
      end
      local best, best_value = moves[1], -math.huge
      for _, index in ipairs(moves) do
        -- What the move would bring, as far as a player can tell; `cell` is where the shot lands,
        -- nil if it would be lost.
        local score, cleared, wins, loses, group, cell = turn:probe(index)
        local value = 100 * cleared + 10 * group + score / 1000
        if cell then
          value = value - (cell - 1) // columns -- of equal moves, the higher place
        end
        if wins then
          value = math.huge
        elseif loses or not cell then
          value = -1000000
        end
        if value > best_value then
          best, best_value = index, value
        end
      end
      return best
    end

    -- Also available:
    --   turn:current(), turn:next(), turn:shots_left(), turn:score(), turn.index
    --   turn:landing(index), turn:at(cell), turn:neighbours(cell), turn:snapshot(), turn.rows, turn.columns
    --   turn:move(index).angle and .swap
    --   turn:imagine(): a copy to search on: copy:apply(index), copy:score(), copy:outcome(),
    --   copy:count(), copy:copy()

    return agent

    """

  private static let generator = """
    -- A level generator. Say here what its levels look like.
    --
    -- Try it:  playtest script check FILE
    -- Use it:  playtest level new "My Level" --generator FILE --seed 7 --set rows=4
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type GeneratorScript
    local generator = {
      name = "NAME",
      game = "bubble-blast",
      summary = "Rows of bubbles in a few colours, with gaps.",

      -- What can be set, as { default, minimum, maximum }.
      params = {
        rows = { 5, 1, 10 },
        colours = { 3, 1, 4 },
        gaps = { 10, 0, 50 }, -- percent of the cells that stay empty
        shots = { 30, 1, 200 },
      },
    }

    -- Letters of the grid: B blue, R red, O orange, G green, Y yellow, P purple, C cyan, W white;
    -- * bomb, = lightning, $ star, # indestructible, . empty. Other kinds need a `legend`.
    local LETTERS = { "B", "R", "O", "G" }

    -- Returns a level as a table with the structure of a level file; it is checked like a file.
    -- random:int(6) is 1 to 6, random:int(3, 9) is 3 to 9, random:number() from 0 to below 1,
    -- random:chance(0.25) is true in a quarter of the cases.
    function generator.generate(random, params)
      local columns = 12
      local grid = {}
      for row = 0, params.rows - 1 do
        local cells = {}
        for column = 1, columns - row % 2 do -- every second row is one cell shorter
          -- The row at the ceiling has no gaps, so that there is always something to clear.
          if row > 0 and random:chance(params.gaps / 100) then
            cells[column] = "."
          else
            cells[column] = LETTERS[random:int(params.colours)]
          end
        end
        grid[row + 1] = table.concat(cells)
      end
      return {
        format = "playtest-level",
        version = 1,
        game = "bubble-blast",
        name = "NAME",
        columns = columns,
        shots = params.shots,
        grid = grid,
        -- legend = { x = "crate" }, params = { crate = { hits = 2 } },
        -- preview = 1, swap = true, descent = { every = 9 }, goal = { score = 5000 },
      }
    end

    return generator

    """
}
