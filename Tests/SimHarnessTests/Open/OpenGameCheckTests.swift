import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// What `script check` says of games that load and cannot work.
@Suite struct OpenGameCheckTests {
  private static func problems(_ text: String, name: String = "small") -> [String] {
    ScriptCheck(library: Bubbles.library)
      .report(ScriptSource(name: "games/\(name).lua", text: text)).problems
  }

  /// Of `Open.small`, whose line 13 is the first of what is added to it.
  private static func problems(_ body: String, _ fields: String) -> [String] {
    problems(Open.small(body, fields: fields))
  }

  // MARK: Functions that only look

  @Test(arguments: [
    ("function game.describe(s, move) s.place = s.place + 1 return 'x' end", "`describe`", 13),
    ("function game.key(s, key) if key == 'w' then s.seen[1] = 9 end end", "`key`", 13),
    ("function game.slip(s, move, random) s.score = 7 return move.step end", "`slip`", 13),
    ("function game.picture(s) s.place = -1 return 'x' end", "`picture`", 13),
    (
      "game.metrics = { { name = 'far', value = function(s) s.place = 99 return 1 end } }",
      "`value` of the metric `far`", 13
    ),
  ])
  func functionsThatChangeTheStateAreReported(_ function: String, _ name: String, _ line: Int) {
    #expect(
      Self.problems(function, "") == [
        "games/small.lua:\(line): \(name) changes the state; what it changes is lost, so use local"
          + " variables"
      ])
  }

  /// What is kept from one call to the next looks like a leak where something is hidden.
  @Test func whatIsKeptIsNoLeak() {
    let problems = Self.problems(
      """
      local count = 0
      function game.setup(s) s.place, s.score, s.code = 0, 0, { 1, 2, 3 } end
      function game.apply(s, move) count = count + 1 s.place, s.score = s.place + move.step, count end
      """, "hidden = { { 'code' } }")
    #expect(problems.count == 1)
    #expect(
      problems.first?.contains(": the script keeps something between calls (game 0, move ") == true,
      "\(problems)")
  }

  // MARK: Checks of levels

  @Test(arguments: [
    ("return true", "\(Self.wanted), not a boolean"),
    ("return false", "\(Self.wanted), not a boolean"), ("return 3, 4", "\(Self.wanted), not 3, 4"),
    ("return nil, 'x'", "\(Self.wanted), not nil and \"x\""),
    ("return 'size'", "\(Self.wanted), not \"size\" alone"),
    ("return 'siz', 'x'", "check: there is no field 'siz'; did you mean 'size'?"),
    ("return 'qqqq', 'x'", "check: there is no field 'qqqq'; \(Self.wanted)"),
  ])
  func wrongAnswersOfCheckAreReported(_ body: String, _ message: String) {
    let problems = Self.problems("function game.check(level) \(body) end", Self.sized)
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("games/small.lua:13: \(message)") == true, "\(problems)")
  }

  private static let wanted =
    "check must return nothing, or the name of a field and what is wrong with it"

  @Test(arguments: [
    ("return 5", "goal must return a text, not 5"),
    ("return ''", "goal returned an empty text; return a sentence, or leave goal out"),
    ("return nil", "goal must return a text, not nil"),
    ("return 'x' .. level.size.y", "attempt to index a number value"),
  ])
  func wrongGoalsAreReported(_ body: String, _ message: String) {
    let problems = Self.problems("function game.goal(level) \(body) end", Self.sized)
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("games/small.lua:13: \(message)") == true, "\(problems)")
  }

  @Test func aGoalHasTheLevelsNumbers() throws {
    for (name, fields, goal) in [
      (
        "tiles", ["target": 9, "moves": 80],
        "Slide equal tiles together until one is 512. Moves: 80."
      ),
      ("tiles", ["target": 11], "Slide equal tiles together until one is 2048."),
      ("match-three", ["target": 1000], "Moves: 20. Goals: points 1000, jelly 6."),
      (
        "patience", ["goal": 18, "passes": 1],
        "Cards to build up from the ace, each suit by itself: 18. Times through the stock: 1."
      ),
      ("crates", ["pushes": 7], "Push every crate onto a mark; one in a corner stays. Pushes: 7."),
      ("pishti", [:], "A fishing game of cards for two: match the top card to take the pile."),
    ] as [(String, [String: Int], String)] {
      var file = OpenLevelFile(of: try Open.game(name), name: "a")
      for (field, value) in fields {
        try file.set(field, to: .int(value), catalog: Bubbles.library)
      }
      let level = try file.level()
      #expect(level.goal(by: OpenRenderer(level)) == goal)
    }
  }

  // MARK: What calls say

  @Test(arguments: [
    ("emit('stepped', 1e300)", "emit: 1e+300 is out of range"),
    ("emit('stepped', 0.5)", "emit needs whole numbers, not fractions"),
    ("emit('stepped', 0/0)", "emit needs whole numbers, not nan"),
    ("emit('stepped', -1/0)", "emit needs whole numbers, not -inf"),
    ("emit(nil)", "emit needs the name of an event, not nil"),
    ("emit()", "emit needs the name of an event, not nothing"),
    ("emit({})", "emit needs the name of an event, not table"),
    ("grid.flod({}, 1, 1)", "grid has no 'flod'; did you mean 'flood'?"),
  ])
  func wrongCallsSayWhatWasFound(_ call: String, _ message: String) {
    let text = Open.small().replacing("emit(\"stepped\", move.step)", with: call)
    let problems = Self.problems(text)
    #expect(problems.first?.contains(message) == true, "\(problems)")
  }

  @Test(arguments: [
    ("0/0", "nan"), ("1/0", "inf"), ("-1/0", "-inf"), ("1e15", "1e+15"), ("'x'", "string"),
    ("nil", "nil"), ("{}", "table"),
  ])
  func aWrongWorthIsNamed(_ value: String, _ found: String) {
    let problems = Self.problems("function game.worth(s) return \(value) end", "")
    #expect(
      problems.first?.contains("worth must return a number from -10^15 to 10^15, not \(found) ")
        == true, "\(problems)")
  }

  @Test func aListThatNeedsMoreThanItMayHaveIsReported() {
    let problems = Self.problems(
      "", "fields = { { name = 'a', kind = 'list', min = 0, max = 3, least = 4, most = 0 } },")
    #expect(
      problems.first?.contains("a: `least` is 4, which is greater than `most`, 0") == true,
      "\(problems)")
  }

  @Test func numberRefusesArguments() {
    let problems = Self.problems(
      """
      function game.generate(random)
        return { format = "playtest-level", version = 1, game = "small", far = random:number(5, 40) }
      end
      """, "")
    #expect(
      problems.first?.contains(
        "random:number takes no arguments and gives a number from 0 to below 1; write low +"
          + " (high - low) * random:number(), or random:int(low, high) for whole numbers") == true,
      "\(problems)")
  }

  // MARK: Names

  @Test func theProgramsOwnGamesCannotBeReplaced() {
    let text = Open.small().replacing("\"small\"", with: "\"set\"")
    let problems = ScriptCheck(library: Bubbles.library)
      .report(ScriptSource(name: "games/set.lua", text: text)).problems
    #expect(
      problems == [
        "games/set.lua:2: the program's own game 'set' is played instead of this one; choose another"
          + " name"
      ])
  }

  @Test(arguments: [
    ("function game.worht(s) return 1 end", "unknown function `worht`; did you mean `worth`?"),
    ("function game.imagin(s) end", "unknown function `imagin`; did you mean `imagine`?"),
    ("function game.generat(r) end", "unknown function `generat`; did you mean `generate`?"),
    ("function game.Picture(s) end", "unknown function `Picture`; did you mean `picture`?"),
  ])
  func misspelledFunctionsAreReported(_ function: String, _ message: String) {
    #expect(Self.problems(function, "") == ["games/small.lua:13: \(message)"])
  }

  /// A game without one of its rules is a game, and not a generator of one.
  @Test func aMisspelledRuleIsReported() {
    let text = Open.small("function game.generate(random) return {} end")
      .replacing("game.apply", with: "game.aply")
    #expect(
      Self.problems(text) == [
        "games/small.lua:1: the function `apply(s, move, random, emit)` is missing; line 6: unknown"
          + " function `aply`; did you mean `apply`?"
      ])
  }

  /// Functions of other names are the author's own, also those that nearly have the name of a
  /// function that is there.
  @Test func anAuthorsOwnFunctionsAreFine() {
    #expect(
      Self.problems(
        """
        function game.around(s) return {} end
        function game.outcomes(s) return {} end
        """, "") == [])
  }

  /// A player that moves at random would choose such a move twice as often.
  @Test func movesThatAreOfferedTwiceAreReported() {
    let problems = Self.problems(
      "function game.moves(s, offer) for n = 1, 3 do offer(n) end offer(2) end", "")
    #expect(problems.count == 1)
    let message = "`moves` calls offer(2) twice; offer each move once (game 0, move 1)"
    #expect(problems.first?.contains(message) == true, "\(problems)")
  }

  @Test(arguments: ["{ size = { default = 6, min = 4, max = 9 } }", "{ size = { 9, 4, 6 } }"])
  func parametersOfTheWrongFormAreReported(_ parameters: String) {
    #expect(
      Self.problems("", "params = \(parameters)") == [
        "games/small.lua:2: `params.size` must be { default, min, max } with min <= default <= max,"
          + " all from -1e15 to 1e15"
      ])
  }

  @Test(arguments: [
    (
      "{ { 6, 4, 9 } }",
      "`params` needs a name for each parameter, such as params = { hits = { 2, 1, 9 } }"
    ),
    ("3", "`params` must be a table, such as params = { hits = { 2, 1, 9 } }, not a number"),
    (
      "{ size = { 6, 4, 9, 9 } }",
      "`params.size` must be { default, min, max }, three numbers, not 4"
    ),
  ])
  func whatIsMissingInParametersIsSaid(_ parameters: String, _ message: String) {
    #expect(Self.problems("", "params = \(parameters)") == ["games/small.lua:2: \(message)"])
  }

  // MARK: Levels

  private static let sized =
    "fields = { { name = 'size', kind = 'whole', min = 1, max = 5, default = 3 } }"

  private static func levels(_ member: String, _ more: String = "") -> [String] {
    problems(
      """
      function game.generate(random, params)
        return { format = "playtest-level", version = 1, game = "small", \(member) }
      end
      \(more)
      """, "\(sized), params = { width = { 2, 1, 9 } }")
  }

  @Test func levelsOfAGameAreMadeAndChecked() {
    #expect(Self.levels("size = 2") == [])
    // `generate` gives levels names of its own.
    #expect(Self.levels("size = 2, name = 'Two'") == [])
    #expect(
      Self.levels("sise = 2") == [
        "games/small.lua:13: seed 1: $.sise: unknown field 'sise'; did you mean 'size'? known:"
          + " format, version, game, name, id, size"
      ])
    #expect(
      Self.levels("size = params.width") == [
        "games/small.lua:13: seed 1, width 9: $.size: expected a whole number from 1 to 5, found 9"
      ])
    #expect(
      Self.levels("size = nil + 1") == [
        "games/small.lua:14: attempt to perform arithmetic on a nil value (seed 1)"
      ])
    #expect(
      Self.levels(
        "size = 2",
        "function game.check(level) if level.size < 3 then return 'size', 'too small' end end")
        == ["games/small.lua:13: seed 1: $.size: too small"])
    // Where the level leaves the field out, its name is in the words.
    #expect(
      Self.problems(
        """
        function game.check(level) if level.wide > level.size then return 'size', 'too small' end end
        function game.generate() return { format = "playtest-level", version = 1, game = "small", wide = 5 } end
        """,
        "fields = { { name = 'size', kind = 'whole', min = 1, max = 5, default = 3 },"
          + " { name = 'wide', kind = 'whole', min = 1, max = 5, default = 2 } }")
        == ["games/small.lua:14: seed 1: $: size: too small"])
    #expect(
      Self.problems("function game.generate(random) return 7 end", Self.sized) == [
        "games/small.lua:13: generate must return a level as a table, not a number (seed 1)"
      ])
  }

  // MARK: What people see and press

  private static let board = "function game.board(s) return { rows = { { 'a', 'a' } } } end"

  @Test(arguments: [
    (
      "function game.describe(s, move) return move.step end",
      "describe must return a string, not 1, for the move step 1"
    ),
    (
      "function game.describe(s, move) end",
      "describe must return a string, not nil, for the move step 1"
    ),
    ("function game.describe(s, move) return s.nope.x end", "attempt to index a nil value"),
    ("function game.picture(s) return {} end", "picture must return a string, not a table"),
    (
      "function game.key(s, key) if key == 'w' then return 9 end end",
      "key must return the numbers of a move (step: 1 to 3), or nothing, not 9, for the key 'w'"
    ),
    (
      "function game.key(s, key) if key == 'up' then return 1, 2 end end",
      "key must return the numbers of a move (step: 1 to 3), or nothing, not 1, 2, for the key 'up'"
    ),
    (
      "function game.key(s, key) if key == '1' then return key end end",
      "key must return the numbers of a move (step: 1 to 3), or nothing, not a string, for the key"
    ),
    ("function game.key(s, key) if key == '~' then error('no ' .. key) end end", "no ~"),
    (
      "function game.key(s, key) while true do end end",
      "the instruction budget of 50000000 is used up"
    ),
    (
      "\(board) function game.hand(s, move) return 'a' end",
      "hand must return the place of a tap, or two, from 1 to 2, not a string, for the move step 1"
    ),
    (
      "\(board) function game.hand(s, move) return 1, 2.5 end",
      "hand must return the place of a tap, or two, from 1 to 2, not 1, a fraction, for the move step 1"
    ),
    (
      "\(board) function game.hand(s, move) return move.step end",
      "hand must return the place of a tap, or two, from 1 to 2, not 3, for the move step 3"
    ),
  ])
  func whatPeopleAreGivenIsChecked(_ body: String, _ message: String) {
    let found = Self.problems(body, "tokens = { a = {} }")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("games/small.lua:13: \(message)") == true, "\(found)")
  }

  /// The check of a level's fields reads the level as the rules do.
  @Test func aMisspeltFieldOfALevelIsReported() {
    #expect(
      Self.problems(
        "function game.worth(s) return s.level.hrad and 1 or 3 end",
        "fields = { { name = 'hard', kind = 'flag' } }") == [
          "games/small.lua:13: s.level has no 'hrad'; did you mean 'hard'? (game 0, move 1)"
        ])
  }

  /// Tokens with one letter are noted, unless a glyph stands in its place.
  @Test func tokensWithOneLetterAreNoted() {
    func work(_ tokens: String) -> String {
      ScriptCheck(library: Bubbles.library)
        .report(
          ScriptSource(
            name: "games/small.lua", text: Open.small(Self.board, fields: "tokens = { \(tokens) }"))
        ).work
    }
    #expect(
      work("a = { letter = 'O' }, b = { letter = 'O' }").hasSuffix(
        "; the tokens a and b have the same letter, 'O', so boards in characters show them alike"))
    #expect(!work("a = { letter = 'O' }, b = { letter = 'o' }").contains(";"))
    #expect(!work("a = { letter = 'O' }, b = { letter = 'O', glyph = '•' }").contains(";"))
  }

  /// In characters one place is shown in each cell.
  @Test func placesThatCoverEachOtherAreNoted() {
    func work(_ distance: Double) -> String {
      let board = """
        function game.board(s)
          local places = {}
          for i = 1, 4 do places[i] = { x = 1, y = 1 + \(distance) * (i - 1), token = "a" } end
          return { width = 1, height = 5, places = places }
        end
        """
      let text = Open.small(board, fields: "tokens = { a = {} }")
      return ScriptCheck(library: Bubbles.library)
        .report(ScriptSource(name: "games/small.lua", text: text)).work
    }
    #expect(work(0.5).hasSuffix("and 1 of 4 places is covered; give the game a `picture`"))
    #expect(!work(1).contains("covered"))
  }

  @Test func functionsThatReturnNothingAreFine() {
    #expect(
      Self.problems(
        """
        \(Self.board)
        function game.hand(s, move) return move.step < 3 and move.step end
        function game.key(s, key) return key == "1" and 1 end
        function game.describe(s, move) return "a step" end
        """, "tokens = { a = {} }") == [])
  }

  /// The end of a game is looked at, too.
  @Test func theBoardOfTheLastPositionIsDrawn() {
    let found = Self.problems(
      "function game.board(s) return { rows = { { s.place > 9 and 'b' or 'a' } } } end",
      "tokens = { a = {} }")
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "games/small.lua:13: board: row 1, cell 1: `tokens` has no 'b'") == true, "\(found)")
    #expect(found.first?.hasSuffix("(game 0, its end)") == true, "\(found)")
  }

  // MARK: What is hidden

  /// A slip that does what it should is not blamed for moves that depend on what is hidden.
  @Test func movesThatDependOnWhatIsHiddenAreBlamed() {
    let found = Self.problems(
      """
      function game.setup(s, random)
        s.place, s.score, s.seen, s.code = 0, 0, {}, { random(3), random(3), random(3), random(3) }
      end
      function game.moves(s, offer) offer(s.code and s.code[1] or 1) end
      function game.slip(s, move, random) return 2 end
      function game.imagine(s, random)
        s.code = { random(3), random(3), random(3), random(3) }
      end
      """, "hidden = { { 'code' } }")
    #expect(
      found.map { $0.prefix { $0 != "(" } }
        == ["games/small.lua:5: moves depend on what is hidden: an imagined copy has other moves "],
      "\(found)")
  }
}
