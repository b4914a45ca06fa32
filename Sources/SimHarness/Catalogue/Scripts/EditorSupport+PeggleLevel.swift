extension EditorSupport {
  /// A level of Peggle as a generator returns it.
  static let peggleLevelDefinitions = """
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

    """
}
