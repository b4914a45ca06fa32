import PegglePhysics
import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness

/// What scripts of pegs, modes and masters can ask and change.
@Suite struct PeggleScriptsTests {
  /// A level with one scripted peg under the cannon, `body` being its `on_hit`, and others.
  private func level(
    _ body: String, fields: String = "", hooks: String = "", others: [PeggleObject] = []
  ) throws -> PeggleLevel {
    let text = """
      local peg = { name = "tested", glyph = "t", \(fields) }
      function peg.on_hit(world, peg, ball)
        \(body)
      end
      \(hooks)
      return peg
      """
    return try Pegs.level(
      [Pegs.peg("tested", 400, 300)] + others, scripts: ["pegs/tested.lua": text]
    ) { $0.bucket = false }
  }

  private func played(_ level: PeggleLevel) throws -> PeggleState {
    var game = try PegglePlay(level)
    try game.tap(410, 500)
    return game.state
  }

  // MARK: Asking

  @Test func readsTheBoard() throws {
    let others = [Pegs.peg("blue", 100, 500), Pegs.peg("orange", 150, 500)]
    let state = try played(
      level(
        """
        assert(#world:pegs() == 3)
        assert(#world:pegs("orange") == 1 and world:pegs("orange")[1] == 3)
        local x, y = world:position(2)
        assert(x == 100 and y == 500)
        assert(world:is_lit(peg) and not world:is_lit(2))
        assert(#world:within(100, 500, 50) == 2 and #world:within(100, 500, 49) == 1)
        assert(world.width == 800 and world.height == 600 and world.time >= 0.5)
        assert(world.params.strength == 4 and world.rules.kaboomRadius == 75)
        assert(world:data(peg) == 0)
        world:set_data(peg, 7)
        assert(world:data(peg) == 7)
        assert(world.vars.count == 0)
        world.vars.count = 5
        local n = world:random(6)
        assert(n >= 1 and n <= 6 and world:random() < 1 and math.random() < 1)
        """, fields: "params = { strength = { 4, 1, 9 } }", others: others))
    #expect(state.view.data[0] == 7)
    #expect(state.view.variables == [ScriptVariable(name: "count", value: 5)])
    #expect(state.scriptDraws == 3)
  }

  // MARK: Changing

  /// A change is carried out when the step has ended, not while the hook runs.
  @Test func changesAreQueued() throws {
    let others = [Pegs.peg("blue", 100, 500), Pegs.peg("blue", 200, 500)]
    var game = try PegglePlay(
      level(
        """
        world:clear(2)
        world:light(3)
        assert(#world:pegs() == 3 and not world:is_lit(3))
        """, others: others))
    try game.tap(410, 500)
    #expect(game.hits == [0, 1, 2])
    #expect(game.removed.first == 1)
    #expect(game.state.view.pegsLeft == [])
  }

  @Test func movesPegs() throws {
    let state = try played(level("world:move(2, 700, 100)", others: [Pegs.peg("blue", 100, 500)]))
    #expect(state.view.world.body(1).position == Vector(700, 100))
    #expect(state.view.pegsLeft == [1])
  }

  @Test func timersCallBackAndTheShotLastsUntilThen() throws {
    let state = try played(
      level(
        "world:after(9, 2) world:after(4, 3)",
        hooks: """
          function peg.on_timer(world, self, id)
            assert(self == 1)
            world.vars.order = world.vars.order * 10 + id
            world:light(id)
          end
          """, others: [Pegs.peg("blue", 60, 560), Pegs.peg("blue", 120, 560)]))
    #expect(state.view.variables == [ScriptVariable(name: "order", value: 32)])
    #expect(state.view.pegsLeft == [])
    #expect(state.view.hits == [0, 2, 1])
  }

  @Test func whatGoesIsReported() throws {
    var game = try PegglePlay(
      level(
        "", hooks: "function peg.on_clear(world, peg) world:spawn_ball(50, 50, 0, 0) end"))
    try game.tap(410, 500)
    #expect(game.names().contains { $0.contains("ball_added") })
    #expect(game.state.view.world.balls.isEmpty)
  }

  /// Pegs that others light as they are removed at the end of a shot are removed in that shot as well.
  @Test func whatIsLitOnARemovalIsRemovedInTheSameShot() throws {
    let others = [
      Pegs.peg("tested", 100, 500), Pegs.peg("orange", 200, 500), Pegs.peg("orange", 300, 500),
    ]
    var game = try PegglePlay(
      level(
        "",
        hooks: """
          function peg.on_clear(world, peg)
            if peg == 1 then world:light(2) end
            if peg == 2 then world:light(3) end
          end
          """, others: others))
    try game.tap(410, 500)
    #expect(game.hits == [0, 1, 2])
    #expect(game.removed == [0, 1, 2])
    #expect(game.state.view.pegsLeft == [3] && game.state.view.orangeLeft == 1)
    try game.tap(410, 300)
    #expect(game.state.view.orangeLeft == 1)
  }

  @Test func pointsAndColourMayBeItsOwn() throws {
    let level = try level("", fields: "points = 70, colour = 'orange'")
    #expect(level.setup.orangeCount == 1)
    #expect(level.setup.totalPoints == 70)
    #expect(try played(level).score == 70 * 100)
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("world:clear(9)", "world:clear needs a peg's number"),
    ("world:clear('x')", "world:clear needs a peg's number"),
    ("world:clear(2)", "world:clear needs a peg's number"),
    ("world:move(1, -5, 10)", "world:move needs x and y on the board"),
    ("world:move(1, 0/0, 10)", "world:move needs x and y on the board"),
    ("world:spawn_ball(1, 2)", "world:spawn_ball needs a velocity"),
    ("world:spawn_ball(1, 2, 1e9, 0)", "at most 10000"),
    ("world:push(1, 0/0, 0)", "world:push needs a velocity"),
    ("world:after(-1)", "world:after needs seconds from 0 to 1000"),
    ("world:after(1)", "this script has none"),
    ("world:reenter()", "world:reenter needs a ball's number"),
    ("world:reenter(0)", "world:reenter needs a ball's number"),
    ("world:reenter(77)", "as on_hit and power get it, not 77"),
    ("world:set_data(1, 0.5)", "world:set_data needs a whole number"),
    ("world:random(0)", "random needs a whole number of at least 1"),
    ("world:within(1, 2, -1)", "a distance of at least 0"),
    ("world:pegs(3)", "world:pegs needs a colour"),
    ("local x = world.rules.gravty", "did you mean 'gravity'"),
    ("local x = world.rules.kaboomradius", "unknown rule 'kaboomradius'; did you mean 'kaboomRa"),
    ("local x = world.rules.zzz", "unknown rule 'zzz'; `playtest list rules peggle` lists them"),
    ("world.vars.x = 0.5", "world.vars.x must be a whole number, not 0.5"),
    ("world.vars.x = 1/0", "world.vars.x must be a whole number, not infinity"),
    ("world.vars.x = 1e300", "world.vars.x must be a whole number from -2^63 to 2^63 - 1, not 1e"),
    ("world.vars[1] = 3", "a name must be a string"),
    ("world.vars.x = 'a'", "world.vars.x must be a whole number, not a string"),
    ("for i = 1, 17 do world.vars['v' .. i] = 1 end", "at most 16 names"),
    ("for i = 1, 65 do world:spawn_ball(1, 2, 0, 0) end", "there are already 64 balls"),
    ("while true do end", "instruction"),
  ])
  func aMistakeIsAFaultAndChangesNothing(_ body: String, _ words: String) throws {
    let level = try level(body, others: [Pegs.block(100, 500, width: 40, height: 40)])
    var game = try PegglePlay(level)
    let before = game.state
    do {
      try game.tap(410, 500)
      Issue.record("nothing was wrong")
    } catch MoveError.script(let fault) {
      #expect(fault.message.contains(words), "\(fault.message)")
      #expect(fault.message.hasPrefix("pegs/tested.lua:"), "\(fault.message)")
    }
    #expect(game.state == before)
  }

  @Test func aCircleOfChangesIsAFault() throws {
    let level = try level(
      "world:after(0)", hooks: "function peg.on_timer(world) world:after(0) end")
    // A timer takes a step at least, so that the shot's time ends it.
    #expect(try played(level).view.world.balls.isEmpty)
  }

  @Test func aModeMustAnswer() throws {
    let level = try Pegs.level(
      [Pegs.peg("blue", 400, 300)], mode: "mute",
      scripts: ["modes/mute.lua": "return { name = 'mute', is_won = function() return 3 end }"])
    var game = try PegglePlay(level)
    do {
      try game.tap(400, 500)
      Issue.record("nothing was wrong")
    } catch MoveError.script(let fault) {
      #expect(
        fault.message == "modes/mute.lua:1: is_won must return true or false, not a number")
    }
  }

  /// A mode calls the table of numbers `state.vars`; pegs and masters call it `world.vars`.
  @Test(arguments: [
    (
      "start = function(s) s.vars.a = 0/0 end,",
      "modes/m.lua:1: state.vars.a must be a whole number, not NaN (not a number)"
    ),
    (
      "start = function(s) for i = 1, 17 do s.vars['v' .. i] = 1 end end,",
      "modes/m.lua:1: state.vars can have at most 16 names"
    ),
  ])
  func aModesNumbersAreThoseOfTheState(_ start: String, _ message: String) throws {
    let level = try Pegs.level(
      [Pegs.peg("blue", 400, 300)], mode: "m",
      scripts: [
        "modes/m.lua": "return { name = 'm', \(start) is_won = function() return false end }"
      ])
    do {
      _ = try PegglePlay(level)
      Issue.record("nothing was wrong")
    } catch LevelError.script(let fault) {
      #expect(fault.message.hasPrefix(message), "\(fault.message)")
    }
  }

  // MARK: Speed

  /// Counts calls by hook.
  private final class CallCounter: ScriptHosting {
    let host = Pegs.host()
    var hooks: [Int] = []

    func beginGame() { host.beginGame() }
    func handles(for user: any ScriptUser) throws(ScriptFault) -> [ScriptHandle] {
      try host.handles(for: user)
    }
    func call(
      _ script: ScriptHandle, hook: Int, _ first: ScriptDatum, _ second: ScriptDatum,
      _ third: ScriptDatum, server: any ScriptServing
    ) throws(ScriptFault) -> ScriptDatum {
      hooks.append(hook)
      return try host.call(script, hook: hook, first, second, third, server: server)
    }
    func parameters(of script: ScriptHandle) -> ScriptDatum { host.parameters(of: script) }
    func object(_ interface: String, instance: Int) -> ScriptDatum {
      host.object(interface, instance: instance)
    }
  }

  @Test func plainPegsNeverEnterAScript() throws {
    let objects = [
      Pegs.peg("orange", 400, 300), Pegs.peg("blue", 330, 380), Pegs.peg("blue", 470, 380),
      Pegs.peg("green", 400, 450), Pegs.peg("orange", 40, 560),
    ]
    let counter = CallCounter()
    var game = try PegglePlay(
      Pegs.level(objects, mode: "classic") { $0.bucket = false }, host: counter)
    try game.tap(402, 500)
    #expect(!game.hits.isEmpty)
    #expect(
      counter.hooks == [PeggleScript.Hook.isWon.rawValue, PeggleScript.Hook.isLost.rawValue])
  }

  // MARK: Names

  @Test func deletingAScriptMakesItsNameUnknown() throws {
    for kind in PeggleScriptKind.allCases {
      let library = try Pegs.library()
      for name in library.peggleScriptNames(of: kind) {
        #expect(try library.peggleDefinition(of: kind, named: name) != nil)
        let sources = try [ScriptKind.peg, .mode, .master].flatMap {
          try library.sources(of: $0)
        }
        let without = ScriptLibrary(
          kept: sources.filter { $0.name != "\(kind.folder)/\(name).lua" })
        #expect(try without.peggleDefinition(of: kind, named: name) == nil)
        #expect(try without.peggleScript(kind, named: name) == nil)
      }
    }
    let peg = try Pegs.library()
    let fewer = ScriptLibrary(
      kept: try peg.sources(of: .peg).filter { $0.name != "pegs/blue.lua" }
        + peg.sources(of: .mode))
    var file = PeggleLevelFile(name: "x")
    file.mode = "endless"
    file.objects = [Pegs.peg("blue", 400, 300)]
    #expect(throws: LevelError.self) { try PeggleLevel(file, catalog: fewer) }
  }

  @Test(arguments: [
    ("pegs", "return { name = 'x' }", "`glyph` must be a string"),
    ("pegs", "return { name = 'x', glyph = 'xy' }", "one printable ASCII character"),
    ("pegs", "return { name = 'x y', glyph = 'x' }", "letters, digits"),
    ("pegs", "return { name = 'x', glyph = 'x', points = 1.5 }", "`points` must be a whole"),
    ("pegs", "return { name = 'x', glyph = 'x', lights = 3 }", "`lights` must be true or false"),
    ("pegs", "return { name = 'x', glyph = 'x', on_hitt = function() end }", "`on_hit`?"),
    ("modes", "return { name = 'x' }", "`is_won(state)` is missing"),
    ("modes", "return { name = 'x', is_won = 3 }", "must be a function"),
    ("masters", "return { name = 'x' }", "`power(world, peg, ball)` is missing"),
  ])
  func aFaultyScriptSaysWhatIsWrong(_ folder: String, _ text: String, _ words: String) throws {
    let report = ScriptCheck(library: try Pegs.library()).report(
      ScriptSource(name: "\(folder)/x.lua", text: text))
    #expect(report.problems.count == 1)
    #expect(report.problems.first?.contains(words) == true, "\(report.problems)")
  }

  /// The check's level has 8 balls; a start that takes all of them leaves nothing to check.
  @Test func theCheckRefusesAStartThatTakesAllBalls() throws {
    func problems(_ balls: Int) throws -> [String] {
      ScriptCheck(library: try Pegs.library()).report(
        ScriptSource(
          name: "modes/zz.lua",
          text: """
            return { name = "zz", summary = "s",
              start = function(s) s:add_balls(\(balls)) end,
              is_won = function(s) return false end }
            """)
      ).problems
    }
    #expect(
      try problems(-8) == [
        "modes/zz.lua:2: start takes all 8 balls of the level, which is then lost before the first"
          + " shot; leave at least 1"
      ])
    #expect(try problems(-7) == [])
  }

  @Test func theCheckFindsMemoryInLua() throws {
    let library = try Pegs.library()
    let forgetful = """
      local hits = 0
      local peg = { name = "counter", glyph = "c" }
      function peg.on_hit(world, peg, ball)
        hits = hits + 1
        if hits % 2 == 0 then world:turn_board() end
      end
      return peg
      """
    let report = ScriptCheck(library: library).report(
      ScriptSource(name: "pegs/counter.lua", text: forgetful))
    #expect(
      report.problems.first?.contains("pegs/counter.lua:3: keeps state between calls") == true,
      "\(report.problems)")
    let mode = """
      local shots = 0
      local mode = { name = "counter" }
      function mode.is_won(state) return state.score > 1000000 end
      function mode.on_shot_end(state) shots = shots + 1 state:add_score(shots) end
      return mode
      """
    let modeReport = ScriptCheck(library: library).report(
      ScriptSource(name: "modes/counter.lua", text: mode))
    #expect(
      modeReport.problems.first?.contains("store numbers in state.vars") == true,
      "\(modeReport.problems)")
  }
}
