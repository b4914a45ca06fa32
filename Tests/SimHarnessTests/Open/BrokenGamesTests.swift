import Testing

@testable import SimHarness

/// Everything wrong with a game's table is one line with the script's line and a way out.
@Suite struct BrokenGamesTests {
  /// A broken game: what stands in its table in place of `move`, or beside it, and what is said.
  struct Broken: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String

    var testDescription: String { message }

    /// `fields` stand in the table of a game that is fine without them.
    init(_ fields: String, _ message: String, head: String? = nil) {
      let head = head ?? "name = \"small\", move = { { \"step\", 1, 3 } },"
      text = """
        local game = { \(head)
          \(fields)
        }
        function game.setup(s) s.score = 0 end
        function game.moves(s, offer) offer(1) end
        function game.apply(s) end
        function game.outcome(s) return "won" end
        return game
        """
      self.message = message
    }

    init(text: String, _ message: String) {
      self.text = text
      self.message = message
    }
  }

  /// A game's field of kind `grid`.
  private static func grid(_ setting: String, letters: String = "letters = \".x\", ") -> String {
    "fields = { { name = \"map\", kind = \"grid\", \(letters)rows = { 2, 6 }, columns = { 2, 3 },"
      + " \(setting) } }"
  }

  /// What is wrong with fields and tokens is not said of the design that names them, too.
  @Test(arguments: [
    (
      grid("default = { \"x.\" }") + ", tokens = { a = {}, b = {} },",
      "2: `fields`: map: `default` must have 2 to 6 rows, as `rows` says, not 1"
    ),
    (
      grid("default = { \"x.\", \"..\" }") + ", tokens = { a = {}, b = \"tile\" },",
      "2: `tokens`: b: must be a table, such as tokens = { wall = { glyph = \"#\", colour = \"grey\","
        + " shape = \"tile\" } }"
    ),
  ])
  func aDesignIsNotBlamedForWhatItNames(_ fields: String, _ message: String) {
    let design = "design = { field = \"map\", tokens = { x = \"a\", [\".\"] = \"b\" } }"
    let error = #expect(throws: ScriptFault.self) {
      try Open.game("small", text: Broken("\(fields) \(design)", "").text)
    }
    #expect(error?.message == "games/small.lua:\(message)")
  }

  /// A level's text may have several lines, and an engine's words are made printable.
  @Test func linesOfATextAreNoControlCharacters() throws {
    let lines = Broken("fields = { { name = \"a\", kind = \"text\", default = \"x\\n\\ty\" } }", "")
    #expect(try Open.game("small", text: lines.text).spec.fields[0].usual == .text("x\n\ty"))
    let spec = try GameSpec(
      ofEngine: "e",
      [
        "summary": "a\u{1B}b", "move": [["end", 1, 2]],
        "fields": [["name": "in", "kind": "flag", "summary": "x\ny"]],
      ], hasPicture: false)
    #expect(spec.summary == "a\\u{1B}b" && spec.fields[0].summary == "x\\u{A}y")
    #expect(spec.move[0].name == "end" && spec.fields[0].name == "in")
  }

  static let games: [Broken] = [
    Broken(
      "", "1: `name` must be a string, such as \"my_game\", not nil",
      head: "move = { { \"a\", 1, 2 } },"),
    Broken(
      "",
      "1: `name` is \"other\", but a game is found by its file, small.lua; give both the same name",
      head: "name = \"other\", move = { { \"a\", 1, 2 } },"),
    Broken(
      "", "1: `name` must be letters, digits, - and _, at most 40",
      head: "name = \"a b\", move = { { \"a\", 1, 2 } },"),
    Broken("sumary = \"x\"", "2: unknown field `sumary`; did you mean `summary`?"),
    Broken("counters = 'score'", "2: `counters` must be a list of 1 to 32 fields of the state"),
    Broken("counters = {}", "2: `counters` must be a list of 1 to 32 fields of the state"),
    Broken("counters = { 'a', 'a' }", "2: `counters`: 'a' appears twice; remove one"),
    Broken(
      "hidden = { { 'a' } }, counters = { 'a' }",
      "2: `counters`: 'a' is hidden, so players do not see it anyway; remove it"),
    Broken(
      "players = 2, counters = { 'a' }",
      "2: `counters` has no meaning in a two-player game, whose players never see a position twice"),
    Broken(
      "reasons = 'steps'",
      "2: `reasons` must be a list of at most 16 names for why a game is lost, such as"),
    Broken("reasons = { steps = 'x' }", "2: `reasons` must be a list of at most 16 names"),
    Broken(
      "reasons = { \(String(repeating: "'a',", count: 17)) }",
      "2: `reasons` must be a list of at most 16 names"),
    Broken(
      "reasons = { 'No way' }",
      "2: `reasons`: 'No way' must be lower-case words of letters, digits, - and _, each"
        + " beginning with a letter, at most 24 characters"),
    Broken("reasons = { 'no  way' }", "2: `reasons`: 'no  way' must be lower-case words"),
    Broken("reasons = { '' }", "2: `reasons`: '' must be lower-case words"),
    Broken(
      "reasons = { 'this-is-longer-than-it-may-be' }",
      "2: `reasons`: 'this-is-longer-than-it-may-be' must be lower-case words"),
    Broken("reasons = { 'a', 'a' }", "2: `reasons`: 'a' appears twice; remove one"),
    Broken(
      "reasons = { 'lost' }",
      "2: `reasons`: 'lost' is true of each lost game; name what ended it, such as moves"),
    Broken(
      "reasons = { 'capped' }",
      "2: `reasons`: 'capped' is taken by games that the maximum of moves ended; rename it"),
    Broken("reasons = { '50 moves' }", "2: `reasons`: '50 moves' must be lower-case words"),
    Broken("summary = 3", "2: `summary` must be a string, not a number"),
    Broken(
      "", "1: `move` is missing: the numbers of a move, such as", head: "name = \"small\","),
    Broken(
      "", "1: `move` needs at least one number", head: "name = \"small\", move = {},"),
    Broken(
      "", "1: `move`: each number is { name, min, max }",
      head: "name = \"small\", move = { { \"step\", 1 } },"),
    Broken(
      "", "1: `move`: step: min and max must be whole numbers from -32768 to 32767",
      head: "name = \"small\", move = { { \"step\", 3, 1 } },"),
    Broken(
      "", "1: `move`: step: min and max must be whole numbers from -32768 to 32767",
      head: "name = \"small\", move = { { \"step\", 0, 40000 } },"),
    Broken(
      "", "1: `move`: 'step' appears twice; remove one",
      head: "name = \"small\", move = { { \"step\", 1, 2 }, { \"step\", 1, 2 } },"),
    Broken(
      "", "1: `move` can have at most 4 entries",
      head:
        "name = \"small\", move = { {\"a\",1,2}, {\"b\",1,2}, {\"c\",1,2}, {\"d\",1,2}, {\"e\",1,2} },"
    ),
    Broken("fields = 7", "2: `fields` must be a list of tables, such as"),
    Broken("fields = { { kind = \"flag\" } }", "2: `fields`: every field needs a `name`"),
    Broken(
      "fields = { { name = \"size\", kind = \"wole\" } }",
      "2: `fields`: size: `kind` must be one of whole, number, flag, choice, text, list, grid;"
        + " did you mean \"whole\"?"),
    Broken(
      "fields = { { name = \"size\", kind = \"whole\", max = 4 } }",
      "2: `fields`: size: `min` is missing"),
    Broken(
      "fields = { { name = \"size\", kind = \"whole\", min = 5, max = 4 } }",
      "2: `fields`: size: `min` is greater than `max`"),
    Broken(
      "fields = { { name = \"size\", kind = \"whole\", min = 1, max = 4, default = 9 } }",
      "2: `fields`: size: `default` must be a whole number from 1 to 4"),
    Broken(
      "fields = { { name = \"size\", kind = \"whole\", min = 1, max = 4, defalt = 2 } }",
      "2: `fields`: size: unknown field `defalt`; did you mean `default`?"),
    Broken(
      "fields = { { name = \"Size\", kind = \"flag\" } }",
      "2: `fields`: 'Size' must begin with a lower-case letter"),
    Broken(
      "fields = { { name = \"game\", kind = \"flag\" } }",
      "2: `fields`: the name 'game' is taken; choose another"),
    Broken(
      "fields = {\n{ name = \"one\", kind = \"flag\" },\n{ name = \"one\", kind = \"flag\" } }",
      "3: `fields`: 'one' appears twice; remove one"),
    Broken(
      "fields = { { name = \"share\", kind = \"number\", min = 0 } }",
      "2: `fields`: share: `min` and `max` must be numbers from -10^12 to 10^12, min <= max"),
    Broken(
      "fields = { { name = \"mode\", kind = \"choice\", of = {} } }",
      "2: `fields`: mode: `of` must be a list of different words"),
    Broken(
      "fields = { { name = \"mode\", kind = \"choice\", of = { \"a\" }, default = \"b\" } }",
      "2: `fields`: mode: `default` must be one of a"),
    Broken(
      "fields = { { name = \"map\", kind = \"grid\", rows = { 2, 3 }, columns = { 2, 3 } } }",
      "2: `fields`: map: `letters` must be 1 to 64 different characters"),
    Broken(
      "fields = { { name = \"map\", kind = \"grid\", letters = \".x\", columns = { 2, 3 } } }",
      "2: `fields`: map: `rows` must be { min, max } from 1 to 64"),
    Broken(
      "fields = { { name = \"map\", kind = \"grid\", letters = \".x\", rows = { 1, 2 },"
        + " columns = { 2, 3 }, default = { \"..\", \"...\" } } }",
      "2: `fields`: map: `default` must have rows of equal length: row 2 has 3 letters, and row 1 has"
        + " 2"),
    Broken(
      grid("default = { \"x.\" }"),
      "2: `fields`: map: `default` must have 2 to 6 rows, as `rows` says, not 1"),
    Broken(
      grid("default = { \"..\", \"....\" }"),
      "2: `fields`: map: `default` must have 2 to 3 letters in a row, as `columns` says, not 4, in row"
        + " 2"),
    Broken(
      grid("default = { \"..\", \".o\" }"),
      "2: `fields`: map: `default` has 'o' in row 2, which is not one of the letters '.x'"),
    Broken(
      grid("default = { \"..\", 3 }"),
      "2: `fields`: map: `default` must be a list of rows, each a string of the letters"),
    Broken(
      grid("letters = \".○\"", letters: ""),
      "2: `fields`: map: `letters`: '○' cannot be a letter; use visible ASCII characters except for \""
        + " and \\, such as letters = \".RGB\""),
    Broken(
      grid("letters = \". \"", letters: ""), "2: `fields`: map: `letters`: ' ' cannot be a letter"),
    Broken(
      grid("letters = \"..\"", letters: ""),
      "2: `fields`: map: `letters` must be 1 to 64 different characters"),
    Broken(
      "", "1: `move`: 'end' is a Lua keyword, so move.end is a syntax error; choose another",
      head: "name = \"small\", move = { { \"end\", 1, 2 } },"),
    Broken(
      "fields = { { name = \"repeat\", kind = \"flag\" } }",
      "2: `fields`: 'repeat' is a Lua keyword, so s.level.repeat is a syntax error; choose another"),
    Broken(
      "summary = \"a\\27[1mb\"",
      "2: `summary` has control characters or other invisible ones: \"a\\u{1B}[1mb\"; remove them"),
    Broken(
      "summary = string.rep(\"é\", 401)", "2: `summary` has 401 characters; use at most 400"),
    Broken(
      "events = { hit = string.rep(\"b\", 5000) }",
      "2: `events.hit` has 5000 characters; use at most 400"),
    Broken(
      "events = { hit = \"a\\nb\" }",
      "2: `events.hit` has control characters or other invisible ones: \"a\\u{A}b\"; remove them"),
    Broken(
      "metrics = { { name = \"best\", unit = \"\\u{202E}x\", value = function() return 1 end } }",
      "2: `metrics`: best: `unit` has control characters or other invisible ones: \"\\u{202E}x\";"
        + " remove them"),
    Broken(
      "fields = { { name = \"a\", kind = \"whole\", min = 1, max = 2, summary = \"\\t\" } }",
      "2: `fields`: a: `summary` has control characters or other invisible ones: \"\\u{9}\""),
    Broken(
      "fields = { { name = \"a\", kind = \"text\", default = \"\\7\" } }",
      "2: `fields`: a: `default` has control characters or other invisible ones: \"\\u{7}\""),
    Broken(
      "fields = { { name = \"a\", kind = \"choice\", of = { \"x\\0\" } } }",
      "2: `fields`: a: `of` has control characters or other invisible ones: \"x\\u{0}\""),
    Broken(
      "tokens = { a = { glyph = \"\\n\\27[\" } }",
      "2: `tokens`: a: `glyph` has control characters or other invisible ones: \"\\u{A}\\u{1B}[\""),
    Broken(
      "tokens = { a = { label = \"b\\r\" } }",
      "2: `tokens`: a: `label` has control characters or other invisible ones: \"b\\u{D}\""),
    Broken(
      "fields = { { name = \"list\", kind = \"list\", min = 1, max = 3, default = { 4 } } }",
      "2: `fields`: list: `default` must be a list of whole numbers from `min` to `max`"),
    Broken(
      "fields = { { name = \"size\", kind = \"whole\", min = 1, max = 4, step = 0.5 } }",
      "2: `fields`: size: `step` must be a whole number above 0"),
    Broken("hidden = { \"deck\" }", "2: `hidden` must be a list of tables, such as"),
    Broken("hidden = { {} }", "2: `hidden` must be a list of pools"),
    Broken("hidden = { { \"score\" } }", "2: `hidden`: the name 'score' is taken"),
    Broken("hidden = { { \"a\" }, { \"a\" } }", "2: `hidden`: 'a' appears twice; remove one"),
    Broken("events = { \"hit\" }", "2: `events` must be a table of names, such as"),
    Broken(
      "events = { hit = 3 }", "2: `events.hit` must be a string that says what it is, not a number"
    ),
    Broken("metrics = { { unit = \"x\" } }", "2: `metrics`: every metric needs a `name`"),
    Broken(
      "metrics = { { name = \"best\" } }", "2: `metrics`: best: `value` must be a function(s)"),
    Broken(
      "events = { best = \"x\" }, metrics = { { name = \"best\", value = function() end } }",
      "2: `metrics`: 'best' appears twice; remove one"),
    Broken(
      "events = { passed = \"x\" }",
      "2: `events`: 'passed' is the name of a figure or a column that every game has; choose another"
    ),
    Broken(
      "events = { hit = \"x\" }, metrics = { { name = \"hit_sum\", value = function() end } }",
      "2: `metrics`: 'hit_sum' appears twice; remove one"),
    Broken(
      "events = { hit = \"x\" }, metrics = { { name = \"hit_low\", value = function() end } }",
      "2: `metrics`: the column 'hit_low' would be in tables twice, because of 'hit'; choose"),
    // A name that stands elsewhere before is not the one that is wrong.
    Broken(
      "counters = { \"moves\" },\nevents = {\n  moves = \"x\" }",
      "4: `events`: 'moves' is the name of a figure"),
    Broken(
      "events = { hit = \"\" }",
      "2: `events.hit` must be a string that says what it is, not an empty one"
    ),
    Broken("observation = { \"place\" }", "2: `observation` must be a list of tables, such as"),
    Broken(
      "observation = { { \"place\", 1, 0 } }",
      "2: `observation`: each field is { name, length, min, max }, such as"),
    Broken(
      "observation = { { \"place\", 0, 0, 9 } }",
      "2: `observation`: place: the length must be from 1 to 4096"),
    Broken(
      "observation = { { \"place\", 1, 9, 0 } }",
      "2: `observation`: place: min and max must be whole numbers of 32 bits, min <= max"),
    Broken(
      "observation = { { \"a\", 1, 0, 9 } }, hidden = { { \"a\" } }",
      "2: `observation`: 'a' is hidden, so no player may observe it; remove it"),
    Broken("max_moves = 0", "2: `max_moves` must be a whole number from 1 to 1000000"),
    Broken("goals = true", "2: unknown field `goals`; did you mean `goal`?"),
    Broken(
      "goal = 1",
      "2: `goal` must be a function that says what wins, or false where nothing does, not a number"),
    Broken(
      "colours = { R = \"rd\" }",
      "2: `colours`: each name must be one character, and its colour one of blue, red"),
    Broken(
      text: """
        local game = { name = "small", move = { { "step", 1, 3 } } }
        function game.setup(s) end
        function game.moves(s) end
        function game.outcome(s) end
        return game
        """, "1: the function `apply(s, move, random, emit)` is missing"),
    Broken(
      text: """
        local game = { name = "small", move = { { "step", 1, 3 } }, picture = "x" }
        function game.setup(s) end
        function game.moves(s) end
        function game.apply(s) end
        function game.outcome(s) end
        return game
        """, "1: `picture` must be a function, not a string"),
    Broken(
      text: """
        local game = { name = "small", move = { { "step", 1, 3 } } }
        function game.setup(s) end
        function game.moves(s) end
        function game.apply(s) end
        function game.outcome(s) end
        function game.imagine(s) end
        return game
        """, "6: `imagine` draws hidden fields, and there are none"),
  ]

  @Test func thereAreAtLeastForty() { #expect(Self.games.count >= 40) }

  @Test(arguments: games)
  func saysWhatIsWrong(_ broken: Broken) throws {
    let error = #expect(throws: ScriptFault.self) {
      try Open.game("small", text: broken.text)
    }
    let message = try #require(error?.message)
    #expect(message.hasPrefix("games/small.lua:\(broken.message)"), "\(message)")
    #expect(!message.contains("\n"))
  }
}
