---@meta
-- Everything that scripts of playtest can use. Written by `playtest new`; do not edit.
--
-- Scripts also have the Lua 5.4 language, its string, table, math, utf8 and coroutine libraries, and
-- the library grid (at the end of this file). Not available: io, os, debug, package, dofile, loadfile, string.dump,
-- collectgarbage, coroutine.close. `require` finds only modules below scripts/lib/; `print`
-- writes to the run's log. A cell is the number row * columns + column + 1, with row and column
-- counted from 0 at the top left; the last number of a short row is not used.

---A number that levels, suites and runs may set: { default, minimum, maximum }.
---@alias Parameter { [1]: number, [2]: number, [3]: number }

---@alias Colour
---| "blue"
---| "red"
---| "orange"
---| "green"
---| "yellow"
---| "purple"
---| "cyan"
---| "white"

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

---A kind of peg: what a file in scripts/pegs/ returns. All functions are optional. It keeps
---nothing in Lua variables between calls; see World:set_data and World.vars.
---@class PegScript
---@field name string letters, digits, - and _; the name that levels use
---@field glyph string one ASCII character, its letter in pictures
---@field summary? string one line, shown in lists
---@field colour? string the colour it counts as; default: its name
---@field points? integer before multipliers; default: those of its colour
---@field lights? boolean false: a hit does not light it, the script does
---@field power? string "master" for the power of the level's master, or the name of a master
---@field params? table<string, Parameter>
---@field on_hit? fun(world: World, peg: integer, ball: integer) a ball hit it while it was not lit
---@field on_clear? fun(world: World, peg: integer) it has left the board
---@field on_timer? fun(world: World, peg: integer, id: integer) the time of world:after has passed

---A mode: what a file in scripts/modes/ returns. All functions but is_won are optional.
---@class ModeScript
---@field name string letters, digits, - and _; the name that levels use
---@field summary? string one line, shown in lists
---@field goal? string the goal as players see it; {NAME} stands for a parameter, or for balls, orange_total, pegs_total or total_points; {balls ball} becomes "1 ball" or "2 balls"
---@field params? table<string, Parameter>
---@field start? fun(state: PeggleState) the game begins
---@field on_hit? fun(state: PeggleState, peg: integer) a peg was lit
---@field on_bucket? fun(state: PeggleState) a ball fell into the bucket
---@field on_shot_end? fun(state: PeggleState) the last ball has left
---@field is_won fun(state: PeggleState): boolean asked after each shot
---@field is_lost? fun(state: PeggleState): boolean asked after each shot that does not win
---@field progress? fun(state: PeggleState): number how near the goal is, 0 to 1; players who look ahead maximise it
---@field value? fun(state: PeggleState): number the same, as any number; used only if there is no progress

---A master: what a file in scripts/masters/ returns.
---@class MasterScript
---@field name string letters, digits, - and _; the name that levels use
---@field summary? string one line, shown in lists
---@field params? table<string, Parameter>
---@field power fun(world: World, peg: integer, ball: integer) a peg with the power was hit
---@field on_timer? fun(world: World, peg: integer, id: integer) the time of world:after has passed

---The board as the scripts of pegs and masters see it. Pegs are the level's objects, numbered
---from 1. Changes are queued and carried out in order at the end of the step; data and vars
---change at once. x is px from the left, y px from the top.
---@class World
---@field width number px
---@field height number px
---@field time number seconds on the game's clock
---@field params table<string, number> the script's own parameters
---@field vars PeggleVars up to 16 named whole numbers of the game
---@field rules PeggleRuleNumbers the numbers of the rules
local World = {}

---The pegs on the board.
---@param colour? string only those that count as this colour
---@return integer[] pegs
function World:pegs(colour) end

---Where a peg is, or was when it left.
---@param id integer
---@return number x
---@return number y
function World:position(id) end

---Asks to move a peg.
---@param id integer
---@param x number
---@param y number
function World:move(id, x, y) end

---Asks to take a peg off the board; if it was not lit, it counts as hit.
---@param id integer
function World:clear(id) end

---Asks to light a peg: it counts as hit and goes when the shot ends.
---@param id integer
function World:light(id) end

---Whether a peg is lit.
---@param id integer
---@return boolean lit
function World:is_lit(id) end

---The pegs on the board whose centre is near a place.
---@param x number
---@param y number
---@param r number px
---@return integer[] pegs
function World:within(x, y, r) end

---Asks to add a ball; at most 64 may be in play. The physics of several balls is charged, and a shot
---that needs too much of it is a fault (SECURITY.md).
---@param x number
---@param y number
---@param vx number px/s
---@param vy number px/s
function World:spawn_ball(x, y, vx, vy) end

---Asks to throw a peg: it flies off, and counts as hit and removed.
---@param id integer
---@param vx number px/s
---@param vy number px/s
function World:push(id, vx, vy) end

---Asks to turn pegs, blocks and balls by half a turn around the centre of the board.
function World:turn_board() end

---Asks that a ball comes back at the top, one more time, when it falls out.
---@param ball integer
function World:reenter(ball) end

---Asks for a call of on_timer after some time; the shot does not end before.
---@param s number seconds
---@param id? integer the id that on_timer gets; default: 0
function World:after(s, id) end

---Reports to traces and figures that a peg has exploded.
---@param id integer
function World:exploded(id) end

---A random number from the game's own stream.
---@param n? integer
---@return number value a whole number from 1 to n; without n, a number from 0 to below 1
function World:random(n) end

---The whole number stored with a peg.
---@param id integer
---@return integer value 0 unless set
function World:data(id) end

---Sets the whole number stored with a peg.
---@param id integer
---@param value integer
function World:set_data(id, value) end

---The numbers of `playtest list rules peggle`: world.rules.kaboomRadius.
---@class PeggleRuleNumbers
---@field [string] number

---The game as a mode's script sees it.
---@class PeggleState
---@field balls integer cannon balls left
---@field score integer the score; the points of a shot are added when it has ended
---@field orange_left integer orange pegs that are neither lit nor removed
---@field orange_total integer the level's orange pegs
---@field pegs_left integer pegs that are neither lit nor removed
---@field pegs_total integer the level's pegs
---@field total_points integer the points of all pegs, before multipliers
---@field lit_this_shot integer pegs lit in this shot
---@field bucket_this_shot boolean whether a ball of this shot fell into the bucket
---@field time number seconds with a ball in play plus seconds of aiming, in the whole game
---@field vars PeggleVars up to 16 named whole numbers of the game
---@field params table<string, number> the script's own parameters
local PeggleState = {}

---Adds balls; a negative number removes them.
---@param n integer
function PeggleState:add_balls(n) end

---Adds to the score, which stays within -1e15...1e15.
---@param n integer
function PeggleState:add_score(n) end

---A random number from the game's own stream.
---@param n? integer
---@return number value a whole number from 1 to n; without n, a number from 0 to below 1
function PeggleState:random(n) end

---Named whole numbers of the game, shared by all its scripts: state.vars.chances = 3. A name
---that was never set reads as 0.
---@class PeggleVars
---@field [string] integer

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
---@field view table in games of scripts/games/: a fresh table of the state's fields; where a value is hidden, false
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

---What a move would do, as far as a player can tell: it is played on an imagined game.
---@param index integer
---@return integer score points gained
---@return integer cleared bubbles removed
---@return boolean wins whether it wins the game
---@return boolean loses whether it loses the game
---@return integer group size of the group of its own colour that the shot joins, itself included
---@return integer? cell where the shot lands; nil if it would be lost
function Turn:probe(index) end

---What each of the distinct moves would do, all in one call. This is much faster than `probe`
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

---A level of Peggle, as in its file; see schemas/level.schema.json. Lengths are px, y is
---counted downward.
---@class PeggleLevel
---@field format "playtest-level"
---@field version 1
---@field game "peggle"
---@field name string
---@field objects PeggleObject[] in the order in which the physics processes them
---@field id? string seeds its games; default: the name
---@field balls? integer cannon balls (10)
---@field mode? string a script in scripts/modes/ ("classic", which needs an orange peg)
---@field master? string a script in scripts/masters/, the power of green pegs
---@field bucket? boolean whether the level has a bucket (true)
---@field width? number of the board (800)
---@field height? number of the board (600)
---@field overlaps? boolean whether objects may overlap each other and the cannon (false)
---@field scoring? "peggle" | "msk" | table<string, integer>
---@field integrator? "standard" | "msk" which physics moves the balls
---@field rules? table<string, number> see `playtest list rules peggle`
---@field params? table<string, table<string, number>> parameters by script: { dodge = { share = 50 } }

---A body of a Peggle level. No two may overlap, and none may lie over the cannon or the edges.
---@class PeggleObject
---@field kind "peg" | "block" | "triangle" | "polygon"
---@field x number of its centre
---@field y number of its centre
---@field colour? string a peg's kind: "blue", "orange", "green", ... or one of scripts/pegs/
---@field radius? number a peg's, 8 to 60 (20)
---@field width? number a block's or triangle's, 10 to 200 (40)
---@field height? number a block's or triangle's, 10 to 200 (40)
---@field vertices? number[][] a polygon's corners in order, relative to its place: { { -9, 0 }, ... }
---@field rotation? number radians, clockwise (0)
---@field categoryBits? integer the categories that it belongs to, a bit each (1)
---@field maskBits? integer the categories of balls that hit it, a bit each (65535)

---A bubble of bubble-pop: what a file in scripts/pops/ returns. It keeps nothing in Lua
---variables between calls; see Game.vars.
---@class PopScript
---@field name string letters, digits, - and _; the name that levels use
---@field summary? string one line, shown in lists
---@field params? table<string, Parameter>
---@field on_pop? fun(game: Game, id: integer) it was popped; it has left the screen
---@field on_expire? fun(game: Game, id: integer) it disappeared without being popped

---A game of bubble-pop as a bubble's script sees it.
---@class Game
---@field time number seconds since the start
---@field time_left number seconds
---@field width number the screen's width, in points
---@field height number the screen's height, in points
---@field params table<string, number> the script's own parameters
---@field vars GameVars up to 16 named whole numbers of the game
local Game = {}

---Makes the game longer, up to 3,600 s in all; a negative number makes it shorter, to end at once
---at the least.
---@param seconds number from -600 to 600
function Game:add_time(seconds) end

---Adds to the score, which stays within -1e15...1e15.
---@param points integer
function Game:score(points) end

---Asks to remove a bubble without score, when the function has returned; its on_expire runs.
---@param id integer
function Game:remove(id) end

---The bubbles on the screen, by id.
---@return integer[] ids
function Game:bubbles() end

---The bubbles whose centres lie in a circle.
---@param x number
---@param y number
---@param radius number
---@return integer[] ids
function Game:within(x, y, radius) end

---A bubble's centre, in points from the top left corner; also for a bubble that has just disappeared.
---@param id integer
---@return number? x nil if there is no such bubble
---@return number? y
function Game:position(id) end

---A bubble's colour.
---@param id integer
---@return string? colour nil if there is no such bubble
function Game:colour(id) end

---A random number from the game's own stream.
---@param n? integer
---@return number value a whole number from 1 to n; without n, a number from 0 to below 1
function Game:random(n) end

---Named whole numbers of the game, shared by all its scripts: game.vars.missed = 3. A name that
---was never set reads as 0.
---@class GameVars
---@field [string] integer

---Draws the colours of new bubbles: what a file in scripts/spawners/ returns.
---@class SpawnerScript
---@field name string letters, digits, - and _; the name that levels use
---@field summary? string one line, shown in lists
---@field games? string[] the games it draws for: "bubble-blast", "bubble-pop"; default: both
---@field params? table<string, Parameter>
---@field next fun(view: SpawnView, u: number, params: table<string, number>): string the colour of one new bubble, from a number from 0 to below 1

---What a spawner sees: what a player sees.
---@class SpawnView
---@field time number seconds since the start; in Bubble Blast the shots made
---@field turn integer shots made; only in Bubble Blast
---@field score integer
---@field last string? the colour popped last; in Bubble Blast the one dealt last, if the player can see it and it may be drawn; else nil
---@field count integer bubbles on the screen
---@field colours integer how many colours may be drawn: the level's; in Bubble Blast those with a weight, and of them only those on the board unless the level says otherwise
local SpawnView = {}

---A colour that may be drawn.
---@param index integer from 1
---@return string colour
function SpawnView:colour(index) end

---The probability that the level gives a colour.
---@param index integer from 1
---@return number probability
function SpawnView:probability(index) end

---How many bubbles of a colour are on the screen.
---@param colour string
---@return integer count
function SpawnView:shown(colour) end

---How often a colour was dealt so far; only in Bubble Blast.
---@param colour string
---@return integer count
function SpawnView:dealt(colour) end

---How many bubbles one more of a colour would match: those in groups that need one more and
---touch an empty cell; only in Bubble Blast.
---@param colour string
---@return integer count
function SpawnView:ready(colour) end
---A matching game of cards: what a file in scripts/cards/ returns. `match` is asked about every
---hand once, when a level is loaded.
---@class CardsScript
---@field name string letters, digits, - and _; the name that levels use
---@field summary? string one line, shown in lists
---@field features string[] the features that describe a card, at most 8 names
---@field hand? 2 | 3 cards that make a match (2)
---@field hands? integer[] hand sizes that levels may choose with `match`
---@field faces? "up" | "down" how cards lie on the table ("up")
---@field deal? integer cards on the table at the start (12)
---@field draw? integer cards dealt on request (0: no requests)
---@field refill? boolean whether the table is refilled to `deal` cards after a match
---@field scores? CardsScores
---@field goal? "clear" | integer no card left on the table, or a score; default: no goal
---@field deck fun(): CardTuple[] the cards, at most 128
---@field match fun(a: Card, b: Card, c?: Card): integer? points of a hand, or nil if it is not a match

---Points of a card game.
---@class CardsScores
---@field matched? integer factor for the points of `match` (1)
---@field mismatched? integer added for a hand that does not match (0)
---@field dealt? integer added for a deal on request while a match was on the table (0)
---@field chosen? integer added for each card that is turned up, where cards lie face down (0)

---A card of a deck: one whole number per feature, in the order of `features`, and a name.
---@class CardTuple
---@field name string at most 12 characters; no two cards share one
---@field [integer] integer

---A card as `match` gets it: its numbers by the names of the features.
---@class Card
---@field [string] integer

---The rules of a whole game: what a file in scripts/games/ returns. `s` is the state: plain data
---under names of your own, and `s.level`, the level's fields, which are read only. A script keeps
---nothing between calls but what is in the state.
---@class GameScript
---@field name string letters, digits, - and _; the name of the file, and what levels name
---@field summary? string one line, shown in lists
---@field fields? GameField[] what a level may set besides its name
---@field move GameMoveNumber[] the numbers of a move, at most four
---@field hidden? string[][] pools of fields of the state that players do not see; each holds whole numbers, and those of a pool change places when a player imagines
---@field players? 1 | 2 how many play (1); with 2, the state has turn (1 or 2: who moves) and scores ({ of player 1, of player 2 })
---@field own? string[] hidden fields that are lists of two, of which each of two players sees its own
---@field events? table<string, string> what may happen; each gives two metrics, NAME and NAME_sum
---@field metrics? GameMetric[] figures of a game's last position
---@field reasons? string[] why a game can be lost, lower-case words: what `outcome` returns behind "lost"
---@field counters? string[] fields of the state that only count, such as moves made; positions that differ only in these are the same to players, who avoid positions that they have seen
---@field observation? GameObservation[] the observation of players that take only numbers, such as trained models
---@field max_moves? integer after which a game is stopped (2000)
---@field goal? boolean | fun(level: table): string whether a game can be won (true), or what wins, in a sentence with the level's numbers
---@field params? table<string, Parameter> of `generate`
---@field colours? table<string, string> colours of characters of the picture
---@field tokens? table<string, GameToken> what may lie on the board, by names of lower-case letters, digits and _
---@field design? GameDesign how levels are drawn
---@field setup fun(s: table, random: GameRandom, emit: GameEmit) fills the state
---@field moves fun(s: table, offer: fun(...: integer)) offers every legal move, by what a player sees
---@field apply fun(s: table, move: table<string, integer>, random: GameRandom, emit: GameEmit) plays a move
---@field outcome fun(s: table, offered: integer): string?, string? "won", "lost", "ended"; with two players "won", "lost", "draw", as player 1 sees it; nil: the game continues. Behind it why, one of `reasons`
---@field worth? fun(s: table, player?: integer): number what a position is worth to players that look ahead (the score); with two players to `player`, 1 or 2 (the lead)
---@field picture? fun(s: table, player?: integer): string the position in characters; with two players as `player` sees it
---@field board? fun(s: table, player?: integer): GameBoard the position as tokens in places
---@field hand? fun(s: table, move: table<string, integer>, player?: integer): integer?, integer? the place of the board that is tapped for a move, and a second one, from 1
---@field describe? fun(s: table, move: table<string, integer>, player?: integer): string a move in words
---@field key? fun(s: table, key: string, player?: integer): ... the numbers of the move that a key stands for in `playtest play`
---@field imagine? fun(s: table, random: GameRandom) sets the hidden fields, which it does not get, to something that a player could believe
---@field slip? fun(s: table, move: table<string, integer>, random: GameRandom): ... what becomes of a move when the hand slips: the numbers of a move that is offered; s is without the hidden fields
---@field check? fun(level: table): string?, string? the name of a field that is wrong, and what is wrong with it
---@field generate? fun(random: GeneratorRandom, params: table<string, number>): table makes a level for `playtest generate NAME`, which is checked like a file

---A field of a game's levels.
---@class GameField
---@field name string lower-case letters, digits and _
---@field kind "whole" | "number" | "flag" | "choice" | "text" | "list" | "grid"
---@field default? any
---@field summary? string
---@field min? number of numbers and of the members of a list
---@field max? number
---@field unit? string what a number counts
---@field lever? boolean whether tuning may change a number (true)
---@field step? number by how much (1, or a tenth of the value)
---@field of? string[] the words of a choice
---@field least? integer members of a list
---@field most? integer
---@field letters? string the characters of a grid; the script gets 0 for the first, in a flat list with the fields rows and columns
---@field rows? integer[] { min, max }
---@field columns? integer[] { min, max }

---What may lie on a board.
---@class GameToken
---@field glyph? string at most four characters that are written on it
---@field letter? string one ASCII character that stands for it in text (the glyph's first)
---@field colour? GameColour none: as a floor
---@field shape? "disc" | "dot" | "square" | "diamond" | "triangle" | "hexagon" | "star" | "card" | "tile" | "none" a disc; a tile fills its cell, none is the glyph alone
---@field label? string what it is called (its name)

---@alias GameColour "blue" | "red" | "orange" | "green" | "yellow" | "purple" | "cyan" | "white" | "pink" | "grey" | "black"

---A board: `rows`, or `cells` with `columns`, or `places` with `width` and `height`.
---@class GameBoard
---@field rows? GameCell[][] at most 64 rows of at most 64 cells
---@field cells? GameCell[] the same row by row in one list
---@field columns? integer cells in a row
---@field places? GamePlace[]
---@field width? number of a board of places, in cells
---@field height? number
---@field facts? { [1]: string, [2]: string | number }[] lines beside the board

---A token's name, up to three of them from the lowest on, or false for nothing.
---@alias GameCell string | string[] | false

---A place of a board; 1, 1 is the middle of the upper left cell.
---@class GamePlace
---@field x number
---@field y number
---@field token? GameCell nothing where there is none
---@field glyph? string in place of the token's
---@field colour? GameColour
---@field label? string
---@field move? integer[] the numbers of the move that a tap plays

---How the levels of a game are drawn.
---@class GameDesign
---@field field string a field of kind "grid"
---@field tokens table<string, string> the token of each of its letters
---@field empty? string the letter that the eraser puts (the first)
---@field single? string letters of which a board has one at most
---@field cycle? string letters that a tap puts after one another (all but `empty` and `single`)

---A number of a move: { name, min, max }.
---@alias GameMoveNumber { [1]: string, [2]: integer, [3]: integer }

---A visible field as numbers: { field, length, min, max }.
---@alias GameObservation { [1]: string, [2]: integer, [3]: integer, [4]: integer }

---A figure of a game's last position.
---@class GameMetric
---@field name string
---@field unit? string
---@field summary? string
---@field value fun(s: table, player?: integer): number between -2^31 and 2^31; with two players `player` is the seat of the one named first

---A number from 0 to below 1, or a whole number from 1 to n.
---@alias GameRandom fun(n?: integer): number

---Notes an event, with a whole number (1).
---@alias GameEmit fun(name: string, number?: integer)

---Boards of square cells as plain lists. A board is a list of whole numbers, row by row from the
---top left; `width` is the number of cells in a row. A cell is its place in the list, from 1. 0 is
---an empty cell; a positive number is something that matches and falls; a negative number is
---something fixed, such as a wall. At most 16384 cells.
---
---Functions that give a list take a list `out` to write to, so that a script need not make a new one
---for each call; what `out` held before is gone. Without `out` they make a new list.
---@class GridLibrary
grid = {}

---The cells that are part of a row or column of equal positive cells.
---@param board integer[]
---@param width integer
---@param minimum? integer cells in a line, at least (3)
---@param out? integer[]
---@return integer[] cells in ascending order, each once
function grid.lines(board, width, minimum, out) end

---The rows and columns of equal positive cells, one by one.
---@param board integer[]
---@param width integer
---@param minimum? integer cells in a line, at least (3)
---@param out? integer[]
---@return integer[] runs three numbers for each: its first cell, the distance to the next cell (1 in a row, `width` in a column), how many cells
function grid.runs(board, width, minimum, out) end

---The swaps of two different positive neighbours that make a line.
---@param board integer[]
---@param width integer
---@param minimum? integer cells in a line, at least (3)
---@param out? integer[]
---@return integer[] pairs two numbers for each: a cell and its right or lower neighbour
function grid.swaps(board, width, minimum, out) end

---The groups of equal positive cells that touch at their sides.
---@param board integer[]
---@param width integer
---@param minimum? integer cells in a group, at least (1)
---@param out? integer[]
---@return integer[] numbers for every cell the number of its group, from 1; 0 for other cells and smaller groups
---@return integer count how many groups
function grid.groups(board, width, minimum, out) end

---The cells of equal value that are connected with a cell, itself included. Works for any value, so
---also for the empty cells that one can walk to.
---@param board integer[]
---@param width integer
---@param cell integer
---@param out? integer[]
---@return integer[] cells in ascending order
function grid.flood(board, width, cell, out) end

---How many steps lead from a cell to every other through cells of its value.
---@param board integer[]
---@param width integer
---@param cell integer
---@param out? integer[]
---@return integer[] steps 0 for the cell, 1 for its neighbours; -1 for cells that cannot be reached
function grid.distances(board, width, cell, out) end

---Lets positive cells fall through empty ones below them; negative cells stay and hold up what is
---above them.
---@param board integer[]
---@param width integer
---@param ... any[] up to 8 more lists of the board's length, whose members move as the board's do; where nothing arrives they get 0
---@return integer moved how many cells fell
function grid.fall(board, width, ...) end

---Fills the empty cells by chance, in the order of the cells, with one draw for each.
---@param board integer[]
---@param values integer | integer[] the numbers 1 to `values`, or the members of a list; a member that stands there twice comes twice as often
---@param random fun(n: integer): integer gives a whole number from 1 to n
---@return integer filled how many cells
function grid.fill(board, values, random) end

---Sets some cells of a board.
---@param board integer[]
---@param cells integer[]
---@param value integer
---@return integer changed how many cells had another value
function grid.set(board, cells, value) end

---How many cells have a value.
---@param board integer[]
---@param value integer
---@return integer count
function grid.count(board, value) end

---The cells that have a value.
---@param board integer[]
---@param value integer
---@param out? integer[]
---@return integer[] cells in ascending order
function grid.find(board, value, out) end

---The cells that share a side with a cell.
---@param width integer
---@param height integer
---@param cell integer
---@param out? integer[]
---@return integer[] cells in ascending order
function grid.neighbours(width, height, cell, out) end

---The cells that share a side or a corner with a cell.
---@param width integer
---@param height integer
---@param cell integer
---@param out? integer[]
---@return integer[] cells in ascending order
function grid.around(width, height, cell, out) end

---The board with rows and columns exchanged; it is as wide as the other was high.
---@param board integer[]
---@param width integer
---@param out? integer[] may be the board itself
---@return integer[] board
function grid.transpose(board, width, out) end

---The board with left and right exchanged.
---@param board integer[]
---@param width integer
---@param out? integer[] may be the board itself
---@return integer[] board
function grid.mirror(board, width, out) end
