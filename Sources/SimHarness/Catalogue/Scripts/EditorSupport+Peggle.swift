extension EditorSupport {
  /// Pegs, modes and masters: the scripts' tables, `world` and `state`.
  static let peggleDefinitions = """
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
    ---@field goal? string the goal as players see it; {NAME} stands for a parameter, or for balls, orange_total, pegs_total or total_points
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

    """
}
