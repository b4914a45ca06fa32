extension EditorSupport {
  /// Bubble pop: bubbles and spawners, `game`, `game.vars` and `view`.
  static let popDefinitions = """
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

    ---Makes the game longer; a negative number makes it shorter.
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
    ---@field last string? the colour popped last; in Bubble Blast the one dealt last, if the player can see it; nil if there is none yet
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

    """
}
