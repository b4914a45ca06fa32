extension EditorSupport {
  /// Special bubbles: the script's table, `board`, `board.vars` and `cause`.
  static let bubbleDefinitions = """
    ---A special bubble: what a file in scripts/bubbles/ returns. All functions are optional. It
    ---keeps nothing in Lua variables between calls; see Board:set_data and Board.vars.
    ---@class BubbleScript
    ---@field name string letters, digits, - and _; the name that levels use
    ---@field glyph string one ASCII character, its letter in pictures; no other kind may use it
    ---@field summary? string one line, shown in lists
    ---@field colour? Colour | "any" matches as this colour; "any": as the colour of the shot
    ---@field obstacle? boolean does not have to be cleared to win
    ---@field immune? boolean nothing removes it, it only falls
    ---@field priority? integer if several go off at once, the smallest is first (10)
    ---@field params? table<string, Parameter>
    ---@field uses? string[] other kinds that it puts on the board
    ---@field on_activate? fun(board: Board, cell: integer, cause: Cause) a shot landed beside it or a chain reached it; it has left the board
    ---@field on_match? fun(board: Board, cell: integer) it was part of a match; it has left the board
    ---@field on_neighbour_removed? fun(board: Board, cell: integer, removed: integer) a bubble beside it was removed, at `removed`
    ---@field on_turn? fun(board: Board, cell: integer) the end of each turn
    ---@field on_fall? fun(board: Board, cell: integer) it fell and has left the board

    ---The game as a bubble's script sees it. Changes are queued and carried out in order when the
    ---function has returned.
    ---@class Board
    ---@field rows integer playable rows; the row below them is only for shots to land in
    ---@field columns integer cells in a long row
    ---@field turn integer moves made before this one
    ---@field shots_left? integer shots after this one; nil without a limit
    ---@field params table<string, number> the script's own parameters
    ---@field vars Vars up to 16 named whole numbers of the game
    local Board = {}

    ---What is in a cell.
    ---@param cell integer
    ---@return string? kind a special's name or a plain bubble's colour; nil for an empty cell
    function Board:kind(cell) end

    ---The colour a cell matches as.
    ---@param cell integer
    ---@return Colour? colour nil for an empty cell and for specials without a colour
    function Board:colour(cell) end

    ---The cells around a cell, including empty ones; only those on the board.
    ---@param cell integer
    ---@return integer[] cells
    function Board:neighbours(cell) end

    ---The cells in the row of a cell, including empty ones.
    ---@param cell integer
    ---@return integer[] cells
    function Board:row(cell) end

    ---The row and column of a cell, both from 0: row 0 is the top of the screen.
    ---@param cell integer
    ---@return integer? row nil for a number that no cell has now, such as the last of a short row
    ---@return integer? column
    function Board:position(cell) end

    ---The cell in a row and column, both from 0: row 0 is the top of the screen.
    ---@param row integer
    ---@param column integer
    ---@return integer? cell nil where the board has no such cell now
    function Board:cell(row, column) end

    ---The fewest steps from cell to cell that lead from one cell to another: 1 for neighbours.
    ---@param from integer
    ---@param to integer
    ---@return integer? steps nil if one of them is not a cell of the board now
    function Board:distance(from, to) end

    ---The cells that hold a bubble, ordered by row and column.
    ---@param what? string a kind or colour; default: all bubbles
    ---@return integer[] cells
    function Board:cells(what) end

    ---Asks to remove a bubble, or those in a list of cells. Specials that can go off do so; immune ones stay.
    ---@param cell integer | integer[]
    function Board:remove(cell) end

    ---Asks to put a bubble into a cell.
    ---@param cell integer
    ---@param what string a colour, or a kind of special: its own or one that it `uses`
    ---@param colour? Colour the colour that a special matches as
    function Board:set(cell, what, colour) end

    ---Asks to move a bubble to another cell, with the number that it carries. Nothing happens if the
    ---cell is empty or the other one holds a bubble when it is carried out. A bubble that nothing
    ---holds there falls.
    ---@param cell integer
    ---@param to integer a cell of the board; an error otherwise
    function Board:move(cell, to) end

    ---Adds to the score, which stays within -1e15...1e15.
    ---@param points integer
    function Board:score(points) end

    ---A random number from the game's own stream.
    ---@param n? integer
    ---@return number value a whole number from 1 to n; without n, a number from 0 to below 1
    function Board:random(n) end

    ---The whole number stored with a cell's bubble; it moves with the bubble.
    ---@param cell integer
    ---@return integer value 0 unless set
    function Board:data(cell) end

    ---Sets the whole number stored with a cell's bubble.
    ---@param cell integer
    ---@param value integer
    function Board:set_data(cell, value) end

    ---Named whole numbers of the game, shared by all its scripts: board.vars.charge = 3. A name
    ---that was never set reads as 0.
    ---@class Vars
    ---@field [string] integer

    ---Why a special goes off.
    ---@class Cause
    ---@field kind "contact" | "chain" a shot landed beside it, or another special reached it
    ---@field colour Colour the colour of the shot

    """

  /// Agents: the script's table, `turn` and its imagined copies.
  static let agentDefinitions = """
    ---A player: what a file in scripts/agents/ returns. It may keep Lua variables during one game.
    ---@class AgentScript
    ---@field name string letters, digits, - and _
    ---@field games string[] the games it plays, such as { "bubble-blast" }
    ---@field summary? string one line, shown in lists
    ---@field params? table<string, Parameter>
    ---@field start? fun(turn: Turn) once per game, before the first move
    ---@field choose fun(turn: Turn): integer each turn; returns a move's index from 1 to turn:count()

    ---A move of Bubble Blast.
    ---@class Move
    ---@field angle number radians, counter-clockwise from the right; straight up is pi / 2
    ---@field swap boolean whether the current and the next colour are exchanged first

    ---A turn as its player sees it. Using what a game does not have is an error that says so.
    ---@class Turn
    ---@field rows integer playable rows
    ---@field columns integer cells in a long row
    ---@field index integer the turn's number, from 1
    ---@field params table<string, number> the script's own parameters
    local Turn = {}

    ---How many moves are offered.
    ---@return integer count
    function Turn:count() end

    ---One move for each outcome that can be told apart before playing, such as a landing cell.
    ---@return integer[] indices
    function Turn:distinct() end

    ---A move's fields.
    ---@param index integer
    ---@return Move move
    function Turn:move(index) end

    ---What a move would bring, as far as a player can tell: it is played on an imagined game.
    ---@param index integer
    ---@return integer score points gained
    ---@return integer cleared bubbles removed
    ---@return boolean wins whether it wins the game
    ---@return boolean loses whether it loses the game
    ---@return integer group size of the group of its own colour that the shot joins, itself included
    ---@return integer? cell where the shot lands; nil if it would be lost
    function Turn:probe(index) end

    ---What each of the distinct moves would bring, all in one call. This is much faster than `probe`
    ---for each move, and is calculated only once per turn. Returns a list for each field that is
    ---named, all in the order of `distinct`. For `move` (its index), `score`, `cleared`, `group` and
    ---`cell` (0 if the shot would be lost) the list has each move's number. For `clears` (anything at
    ---all), `joins` (its own colour: a group of two or more), `wins` and `loses` it has the places of
    ---the moves that do so, or is nil if none does.
    ---@param ... "move"|"score"|"cleared"|"group"|"cell"|"clears"|"joins"|"wins"|"loses"
    ---@return integer[] ... a list for each field
    function Turn:probes(...) end

    ---Where a move's shot lands.
    ---@param index integer
    ---@return integer? cell nil if the shot would be lost
    function Turn:landing(index) end

    ---The colour in the cannon.
    ---@return Colour colour
    function Turn:current() end

    ---A colour that comes after the current one.
    ---@param place? integer default: 1, the next one
    ---@return Colour? colour nil if it is not shown
    function Turn:next(place) end

    ---How many shots are left.
    ---@return integer? shots nil without a limit
    function Turn:shots_left() end

    ---The score so far.
    ---@return integer score
    function Turn:score() end

    ---What is in a cell.
    ---@param cell integer
    ---@return string? kind a special's name or a plain bubble's colour; nil for an empty cell
    function Turn:at(cell) end

    ---The whole board as one number per cell: 0 is empty, 1 to 8 are the colours in their order,
    ---from 9 on the level's kinds of specials, ordered by name.
    ---@param into? integer[] a table to reuse, so that no new one is made each turn
    ---@return integer[] cells
    function Turn:snapshot(into) end

    ---A random number from the agent's own stream.
    ---@param n? integer
    ---@return number value a whole number from 1 to n; without n, a number from 0 to below 1
    function Turn:random(n) end

    ---A private copy of the game to search on. What is hidden, such as colours to come, is drawn
    ---again at random for each copy. It can be used only during this turn.
    ---@return ImaginedCopy copy
    function Turn:imagine() end

    ---The cells around a cell, including empty ones.
    ---@param cell integer
    ---@return integer[] cells
    function Turn:neighbours(cell) end

    ---An imagined game.
    ---@class ImaginedCopy
    local ImaginedCopy = {}

    ---How many moves are offered; 0 if the imagined game is over.
    ---@return integer count
    function ImaginedCopy:count() end

    ---Plays a move on the copy.
    ---@param index integer
    ---@return integer score the score after it
    function ImaginedCopy:apply(index) end

    ---The score.
    ---@return integer score
    function ImaginedCopy:score() end

    ---How the imagined game ended.
    ---@return "won" | "lost" | "ended" | nil outcome nil while it is going on
    function ImaginedCopy:outcome() end

    ---A copy of this copy, with the same colours to come.
    ---@return ImaginedCopy copy
    function ImaginedCopy:copy() end

    """

  /// Generators: the script's table, `random`, the level's shape.
  static let generatorDefinitions = """
    ---A level generator: what a file in scripts/generators/ returns.
    ---@class GeneratorScript
    ---@field name string letters, digits, - and _
    ---@field game string the game its levels are for
    ---@field summary? string one line, shown in lists
    ---@field params? table<string, Parameter>
    ---@field generate fun(random: GeneratorRandom, params: table<string, number>): Level | PeggleLevel | table makes a level, which is checked like a file

    ---The stream of one level: the same seed and parameters give the same level.
    ---@class GeneratorRandom
    local GeneratorRandom = {}

    ---A whole number: random:int(6) is 1 to 6, random:int(3, 9) is 3 to 9.
    ---@param first integer the maximum, or the minimum if `last` is given
    ---@param last? integer the maximum
    ---@return integer value
    function GeneratorRandom:int(first, last) end

    ---A number from 0 to below 1.
    ---@return number value
    function GeneratorRandom:number() end

    ---True with this probability.
    ---@param share number from 0 to 1
    ---@return boolean
    function GeneratorRandom:chance(share) end

    ---A level of Bubble Blast, as in its file; see schemas/level.schema.json.
    ---@class Level
    ---@field format "playtest-level"
    ---@field version 1
    ---@field game "bubble-blast"
    ---@field name string
    ---@field grid string[] rows from the top, one letter per cell; every second row is one shorter
    ---@field id? string seeds its games; default: the name
    ---@field ruleset? "saga" | "frozen-bubble"
    ---@field columns? integer cells in a long row (12)
    ---@field rows? integer playable rows (12)
    ---@field shots? integer default: no limit
    ---@field preview? integer next colours that are shown (1)
    ---@field swap? boolean whether the current and the next colour may be exchanged
    ---@field maxBounces? integer maximum wall bounces; a shot with more is lost
    ---@field contact? number distance of centres at which a flight ends, in diameters
    ---@field descent? { every: integer } the ceiling comes down after this many landed shots
    ---@field queue? Colour[] the first colours of the cannon
    ---@field spawn? { weights?: table<Colour, number>, onlyPresent?: boolean }
    ---@field spawner? string the script that draws the cannon's colours
    ---@field scoring? "saga" | "puzzle-bobble" | table<string, integer>
    ---@field goal? "clear" | { score: integer }
    ---@field stars? integer[] scores for one, two and three stars
    ---@field rules? table<string, number> see `playtest list rules bubble-blast`
    ---@field params? table<string, table<string, number>> parameters by kind: { crate = { hits = 2 } }
    ---@field legend? table<string, string> letters of the grid in addition to the usual ones: { x = "crate" }

    """
}
