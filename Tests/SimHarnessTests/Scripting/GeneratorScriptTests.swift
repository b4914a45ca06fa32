import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness
@testable import TextFormats

/// Level generators in Lua.
@Suite struct GeneratorScriptTests {
  private func generator(_ text: String) throws -> GeneratorScript {
    try GeneratorScript(
      from: ScriptSource(name: "generators/g.lua", text: text),
      knownGames: GameRegistry.bundled.games.map(\.name))
  }

  private func generator(
    body: String, params: String = "", game: String = "bubble-blast"
  ) throws -> GeneratorScript {
    try generator(
      """
      return { name = "g", game = "\(game)"\(params),
        generate = function(random, params)
          \(body)
        end }
      """)
  }

  private func bundled(_ name: String) throws -> GeneratorScript {
    let source = try #require(try Bubbles.library.source(of: .generator, named: name))
    return try GeneratorScript(
      from: source, libraries: try Bubbles.library.libraries(for: source),
      knownGames: GameRegistry.bundled.games.map(\.name))
  }

  private func level(_ tree: JSONTree) throws -> BubbleLevelFile {
    let file = try LevelFile.read(
      Array(JSONWriter.compact(tree).utf8), file: "level", catalog: Bubbles.library)
    return try #require(file.content as? BubbleLevelFile)
  }

  // MARK: Our own

  /// Every combination of minima and maxima, and many seeds: a valid level with something to do.
  @Test(arguments: ["stripes", "islands"])
  func everyCornerIsAValidLevel(_ name: String) throws {
    let generator = try bundled(name)
    let corners = ScriptCheck.corners(of: generator.parameters)
    #expect(corners.count == 1 << generator.parameters.count)
    let defaults = generator.parameters.map(\.defaultValue)
    let tasks =
      corners.map { (UInt64(7), $0) } + (1...50).map { (UInt64($0), defaults) }
    for (seed, values) in tasks {
      let named = Dictionary(
        uniqueKeysWithValues: zip(generator.parameters.map(\.name), values))
      let file = try level(try generator.generate(seed: seed, values: named))
      #expect(!file.bubbles.isEmpty)
      #expect(Double(file.rules.columns) == named["columns"])
      #expect(file.rules.shots.map { Double($0) } ?? 0 == named["shots"])
      let ready = try file.level(catalog: Bubbles.library)
      let game = try BubbleGame<LargeMask>(ready)
      #expect(game.state.outcome == nil)
      #expect(game.events.isEmpty, "nothing hangs loose: \(values)")
    }
  }

  @Test func stripesAreStripes() throws {
    let file = try level(
      try bundled("stripes").generate(seed: 3, values: ["thickness": 1, "colours": 3, "rows": 4]))
    let rows = file.gridRows
    #expect(rows.count == 4)
    #expect(rows.allSatisfy { Set($0).count == 1 })
    #expect(rows[0].first == rows[3].first)
    #expect(Set(rows.prefix(3).compactMap(\.first)).count == 3)
  }

  @Test func theSameSeedGivesTheSameLevel() throws {
    let generator = try bundled("islands")
    let first = try generator.generate(seed: 5)
    let again = try generator.generate(seed: 5)
    let other = try generator.generate(seed: 6)
    #expect(first == again)
    #expect(first != other)
  }

  // MARK: Random

  @Test func randomGivesWhatItSays() throws {
    let tree = try generator(
      body: """
        local low, high, yes = 9, 0, 0
        for _ = 1, 1000 do
          local n = random:int(3, 7)
          low, high = math.min(low, n), math.max(high, n)
          assert(random:int(1) == 1)
          local u = random:number()
          assert(u >= 0 and u < 1)
          if random:chance(0.25) then yes = yes + 1 end
          assert(not random:chance(0) and random:chance(1))
        end
        return { low = low, high = high, near = yes > 200 and yes < 300 }
        """
    ).generate(seed: 1)
    #expect(tree == .object([("high", 7), ("low", 3), ("near", true)]))
  }

  @Test(
    arguments: [
      ("random:int(0)", "random:int(high) gives a number from 1, so it needs at least 1, not 0"),
      (
        "random:int(1, 'x')",
        "random:int needs whole numbers: random:int(6), random:int(3, 9); the second one is a "
          + "string"
      ),
      ("random:int(2, 1)", "random:int: the second number must not be smaller than the first"),
      (
        "random:int(math.mininteger, math.maxinteger)",
        "random:int: the two numbers are too far apart; give nearer ones"
      ),
      ("random:int(1.5)", "random:int needs whole numbers"),
      ("random:chance(\"a\")", "random:chance needs a number from 0 to 1, not a string"),
      ("random:chance(30)", "random:chance needs a number from 0 to 1, not 30"),
      ("random:chance(-0.1)", "random:chance needs a number from 0 to 1, not -0.1"),
      ("random:chance(0/0)", "random:chance needs a number from 0 to 1, not NaN"),
      ("random:itn(3)", "random has no 'itn'; did you mean 'int'?"),
    ])
  func aBadCallIsAFault(_ call: String, _ message: String) throws {
    let generator = try generator(body: "return { x = \(call) }")
    let fault = #expect(throws: ScriptFault.self) { try generator.generate(seed: 1) }
    #expect(
      fault?.message.hasPrefix("generators/g.lua:3: \(message)") == true, "\(fault?.message ?? "")")
  }

  // MARK: Parameters

  private static let params = ", params = { rows = { 7, 2, 11 }, shots = { 30, 1, 99 } }"

  /// A parameter that is not declared is a fault that names the nearest one.
  @Test(arguments: [
    ("params.shotz", "params has no 'shotz'; did you mean 'shots'?"),
    ("params.colours", "params has no 'colours'"),
    ("params[\"row\"]", "params has no 'row'; did you mean 'rows'?"),
    (
      "params.\(String(repeating: "s", count: 200))",
      "params has no '\(String(repeating: "s", count: 60))'"
    ),
  ])
  func aParameterThatIsNotDeclaredIsAFault(_ read: String, _ message: String) throws {
    let generator = try generator(body: "return { x = \(read) }", params: Self.params)
    let fault = #expect(throws: ScriptFault.self) { try generator.generate(seed: 1) }
    #expect(fault?.message == "generators/g.lua:3: \(message)")
  }

  /// All other ways of looking at the parameters are as for any table.
  @Test func parametersAreATable() throws {
    let tree = try generator(
      body: """
        local names = {}
        for name, value in pairs(params) do names[#names + 1] = name .. value end
        for index in ipairs(params) do names[#names + 1] = index end
        assert(rawget(params, "shotz") == nil and params[1] == nil and #params == 0)
        assert(not pcall(function() params.rows = 3 end) and not pcall(rawset, params, "a", 1))
        return { names = table.concat(names, " "), next = (next(params)) }
        """, params: Self.params
    ).generate(seed: 1, values: ["rows": 9])
    #expect(tree == .object([("names", "rows9 shots30"), ("next", "rows")]))
  }

  /// What Lua has and scripts have not is named, once, however often the error is raised again.
  @Test(arguments: [
    ("os.time()", "attempt to index a nil value (global 'os'); `os` is not available in scripts"),
    (
      "io.open('a')", "attempt to index a nil value (global 'io'); `io` is not available in scripts"
    ),
    (
      "dofile('a')",
      "attempt to call a nil value (global 'dofile'); `dofile` is not available in scripts"
    ),
    ("oz.time()", "attempt to index a nil value (global 'oz')"),
  ])
  func whatScriptsDoNotHaveIsNamed(_ call: String, _ message: String) throws {
    let generator = try generator(body: "return { x = \(call) }")
    let fault = #expect(throws: ScriptFault.self) { try generator.generate(seed: 1) }
    #expect(fault?.message == "generators/g.lua:3: \(message)")
  }

  @Test func tablesBecomeArraysAndObjects() throws {
    let tree = try generator(
      body: "return { list = { 1, 2.5 }, map = { a = true }, empty = {}, mixed = { 1, x = 2 } }"
    ).generate(seed: 1)
    #expect(
      tree
        == .object([
          ("empty", .object([])), ("list", [1, 2.5]), ("map", .object([("a", true)])),
          ("mixed", .object([("1", 1), ("x", 2)])),
        ]))
  }

  /// What the field needs decides whether an empty table is an array or an object, and a field that
  /// the game has not is reported, whatever is in it.
  @Test(arguments: [
    (
      "bubble-pop", "bubbles = {}",
      "g.lua:1: $.bubbles: expected an array of 1 to 32 bubbles, found 0"
    ),
    ("bubble-pop", "typo_field = {}", "g.lua:1: $.typo_field: unknown field 'typo_field'"),
    ("bubble-pop", "movement = {}, params = {}", nil),
    ("bubble-pop", "duration = {}", "g.lua:1: $.duration: expected a whole number from 1 to 600"),
    ("peggle", "mode = 'dodge', objects = {}", nil),
    ("peggle", "objects = {}, parms = {}", "g.lua:1: $.parms: unknown field 'parms'"),
    (
      "bubble-blast", "grid = {}, legend = {}, queue = {}, spawn = { weights = { red = 1 } }", nil
    ),
  ])
  func anEmptyTableIsWhatItsFieldNeeds(
    _ game: String, _ fields: String, _ message: String?
  ) throws {
    let tree = try generator(
      body: """
        return { format = "playtest-level", version = 1, game = "\(game)", name = "A", \(fields) }
        """, game: game
    ).generate(seed: 1)
    do {
      _ = try LevelFile.read(
        generated: tree, by: ScriptSource(name: "g.lua", text: ""), catalog: Bubbles.library)
      #expect(message == nil)
    } catch {
      let message = try #require(message, "\(error)")
      #expect("\(error)".hasPrefix(message), "\(error)")
    }
  }

  /// A file is read as strictly as before.
  @Test func anEmptyObjectOfAFileIsNoArray() {
    let text =
      #"{"format":"playtest-level","version":1,"game":"bubble-pop","name":"A","bubbles":{}}"#
    let issues = #expect(throws: FileIssues.self) {
      try LevelFile.read(Array(text.utf8), file: "a.json", catalog: Bubbles.library)
    }
    #expect(issues?.lines == ["a.json:1: $.bubbles: expected an array of bubbles, found an object"])
  }

  /// What is wrong with the level as a whole has the line of `generate` too.
  @Test(arguments: [
    ("local l = {} l.me = l return l", "the level: me contains itself"),
    (
      "local l = {} for i = 1, 1000000 do l[i] = 'R' end return { grid = l }",
      "the level: the memory cap of 33554432 bytes is reached"
    ),
    (
      "return { game = 'peggle' }",
      "$.game: the level is of 'peggle', and the script's `game` is 'bubble-blast'; they must be the"
        + " same"
    ),
  ])
  func aLevelThatIsNoneIsAFault(_ body: String, _ message: String) throws {
    let generator = try generator(body: body)
    let fault = #expect(throws: ScriptFault.self) { try generator.generate(seed: 1) }
    #expect(fault?.message == "generators/g.lua:2: \(message)")
  }

  /// JSON has no such numbers, so the script is told where they are.
  @Test(arguments: [
    ("x = 0/0", "$.x: expected a finite number, found NaN (not a number)"),
    ("x = -1/0", "$.x: expected a finite number, found -infinity"),
    (
      "objects = { { x = 1 }, { x = 1, y = math.huge } }",
      "$.objects[1].y: expected a finite number, found infinity"
    ),
  ])
  func aNumberThatIsNotFiniteIsAFault(_ fields: String, _ message: String) throws {
    let generator = try generator(body: "return { \(fields) }")
    let fault = #expect(throws: ScriptFault.self) { try generator.generate(seed: 1) }
    #expect(fault?.message == "generators/g.lua:2: \(message)")
  }

  @Test func aResultOtherThanATableIsAFault() throws {
    let generator = try generator(body: "return 3")
    let fault = #expect(throws: ScriptFault.self) { try generator.generate(seed: 1) }
    #expect(
      fault?.message
        == "generators/g.lua:2: generate must return a level as a table, not a number")
  }

  @Test func missingFieldsAreReported() {
    let fault = #expect(throws: ScriptFault.self) {
      try generator("return { game = \"bubble-blst\" }")
    }
    #expect(
      fault?.message
        == "generators/g.lua:1: `name` must be a string, such as \"stripes\", not nil; unknown"
        + " game 'bubble-blst'; did you mean 'bubble-blast'? known: bubble-blast, peggle, bubble-pop,"
        + " set, playing-cards, cards; `generate(random, params)` is missing; it returns a level as"
        + " a table")
  }
}
