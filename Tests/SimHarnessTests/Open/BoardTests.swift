import Testing

@testable import SimHarness

/// Boards of open games: what they hold, what is said of those that are wrong, and their films.
@Suite struct BoardTests {
  /// A small game with tokens and a function `board` with this body.
  private static func game(_ board: String) throws -> OpenGame {
    try Open.game(
      "small",
      text: Open.small(
        "function game.board(s) \(board) end",
        fields: "tokens = { wall = { letter = \"#\", colour = \"grey\", shape = \"tile\" },"
          + " floor = { shape = \"tile\" }, man = { glyph = \"@\", colour = \"blue\" } }"))
  }

  private static func board(_ text: String) throws -> OpenBoard? {
    let renderer = OpenRenderer(try Open.level(try game(text)))
    return try renderer.board(of: try renderer.start().view)
  }

  @Test func rowsAndCellsAreOneBoard() throws {
    let rows = try #require(
      try Self.board("return { rows = { { 'wall', { 'floor', 'man' } }, { false, 'floor' } } }"))
    let cells = try #require(
      try Self.board(
        "return { columns = 2, cells = { 'wall', { 'floor', 'man' }, false, 'floor' } }"))
    #expect(rows == cells)
    #expect(rows.columns == 2 && rows.width == 92 && rows.height == 92)
    #expect(
      rows.places.map { $0.tokens.map(\.name) } == [["wall"], ["floor", "man"], [], ["floor"]])
    #expect(rows.places[1].words == "row 0, column 1, man")
    #expect(rows.places[1].x == 66 && rows.places[1].y == 26)
    #expect(rows.topBody(of: 1) == 5 && rows.topBody(of: 2) == nil)
    #expect(rows.text == "#@\n")
    #expect(rows.place(at: BoardPoint(60, 30)) == 1)
    #expect(rows.place(at: BoardPoint(-30, 30)) == nil)
    #expect(rows.place(at: BoardPoint(.nan, 30)) == nil)
    #expect(rows.place(.right, of: 0) == 1 && rows.place(.left, of: 0) == 0)
    #expect(rows.place(.down, of: 1) == 3)
  }

  @Test func placesHaveLooksAndMovesOfTheirOwn() throws {
    let board = try #require(
      try Self.board(
        """
        return { width = 3, height = 1.5, facts = { { 'left', 2 }, { 'best', 'none' } },
          places = { { x = 1, y = 1, token = 'man', glyph = '7', colour = 'red', label = 'seven',
            move = { 2 } }, { x = 2.5, y = 1 } } }
        """))
    #expect(board.width == 132 && board.height == 72)
    let first = try #require(board.places.first)
    #expect(first.tokens.map(\.glyph) == ["7"] && first.tokens.map(\.colour) == [.red])
    #expect(first.words == "seven" && first.move == OpenMove([2]))
    #expect(board.places[1].tokens.isEmpty && board.places[1].x == 86)
    #expect(board.facts.map { "\($0.name) \($0.value)" } == ["left 2", "best none"])
    #expect(board.text == " 7\n\nleft 2  best none")
  }

  /// What is wrong is one line, with the line of the function.
  @Test(arguments: [
    ("return 3", "board must return a table with `rows`, `cells` or `places`, not a number"),
    ("return { row = {} }", "unknown field `row`; did you mean `rows`?"),
    ("return { facts = {} }", "board must return one of `rows`, `cells` and `places`, not none"),
    ("return { rows = {}, cells = {} }", "`cells` and `places`, not rows and cells"),
    ("return { rows = 'x' }", "`rows` must be a list of lists of tokens, not a string"),
    (
      "return { rows = { { 'wall', nil, 'wall' } } }",
      "`rows[1]` must be a list of tokens, with false where nothing lies, not a table with gaps or names"
    ),
    (
      "return { cells = { a = 'wall' }, columns = 1 }",
      "`cells` must be a list of tokens, with false where nothing lies, not a table with gaps or names"
    ),
    (
      "return { rows = { { 'wall' } }, facts = { a = 1 } }",
      "`facts` must be a list of pairs, not a table with gaps or names"
    ),
    ("return { rows = {} }", "`rows` must be 1 to 64 rows, not 0"),
    ("return { rows = { { 'wall' }, {} } }", "row 2 has 0 cells, and the first has 1"),
    (
      "return { rows = { { 'wal' } } }",
      "row 1, cell 1: `tokens` has no 'wal'; did you mean 'wall'?"
    ),
    (
      "return { rows = { { 7 } } }",
      "row 1, cell 1: must be a token's name, a list of them or false"
    ),
    (
      "return { rows = { { { 7 } } } }", "row 1, cell 1: a token is named by a string, not a number"
    ),
    (
      "return { rows = { { { 'wall', 'wall', 'wall', 'wall' } } } }",
      "row 1, cell 1: at most 3 tokens can lie in one place"
    ),
    ("return { cells = { 'wall' } }", "`columns` must be the number of cells in a row, not nil"),
    ("return { cells = { 'wall' }, columns = 2 }", "1 cells are not whole rows of 2"),
    (
      "local c = {} for i = 1, 65 do c[i] = 'wall' end return { cells = c, columns = 65 }",
      "a board can have at most 64 rows and 64 columns"
    ),
    (
      "local c = {} for i = 1, 5000 do c[i] = {} end"
        + " return { places = c, width = 1, height = 1 }", "`places` can have at most 4096 places"
    ),
    (
      "return { places = {}, width = 65, height = 1 }",
      "`width` must be the board's width in cells, 1 to 64, not 65"
    ),
    (
      "return { places = { { x = 9, y = 1 } }, width = 1, height = 1 }",
      "place 1: `x` must be a number from 0.5 to 1.5"
    ),
    (
      "return { places = { { x = 1, y = 1, move = { 9 } } }, width = 1, height = 1 }",
      "place 1: `move`: `step` must be from 1 to 3, not 9"
    ),
    (
      "return { places = { { x = 1, y = 1, move = { 1, 2 } } }, width = 1, height = 1 }",
      "place 1: `move` must be the numbers of a move: { step }"
    ),
    (
      "return { cells = { 'wall' }, columns = 0 }",
      "`columns` must be the number of cells in a row, not 0"
    ),
    (
      "return { cells = { 'wall' }, columns = 1.5 }",
      "`columns` must be the number of cells in a row, not 1.5"
    ),
    (
      "return { places = { { x = 1, y = 1, token = 'man', colour = 'rod' } }, width = 1,"
        + " height = 1 }", "place 1: `colour` must be one of blue, red"
    ),
    ("return { rows = { { 'wall' } }, facts = { 'x' } }", "`facts` must be a list of pairs"),
    ("s.score = 9 return { rows = { { 'wall' } } }", "board changes the state"),
    ("error('no')", "no"),
    ("local t = {} t.t = t return t", "contains itself"),
  ])
  func wrongBoardsAreOneLine(_ text: String, _ message: String) throws {
    let error = #expect(throws: ScriptFault.self) { try Self.board(text) }
    let found = error?.message ?? ""
    #expect(found.hasPrefix("games/small.lua:") && found.contains(message), "\(found)")
    #expect(!found.contains("\n"))
  }

  /// A board that never ends uses up what a call may.
  @Test func limitsAreCharged() throws {
    let error = #expect(throws: ScriptFault.self) {
      try Self.board("while true do end")
    }
    #expect(error?.kind == .budget)
  }

  // MARK: Films

  private static func film(_ board: String, moves: Int = 2) throws -> GameFilm {
    let level = try Open.level(try game(board))
    let renderer = OpenRenderer(level)
    var film = OpenFilm(level.spec)
    try Open.play(level, host: Open.host(level.game), most: moves) { state, _ in
      var members: [(key: String, value: JSONTree)] = [("picture", "text")]
      if let board = try? renderer.board(of: state.view) { members.append(("board", board.tree)) }
      film.add(["score": .int(state.score), "state": .object(members)], words: "")
    }
    return try #require(film.film)
  }

  @Test func filmsShowTheBoard() throws {
    let film = try Self.film(
      """
      local cells = { 'floor', 'floor', 'floor', 'wall' }
      cells[s.place % 3 + 1] = { 'floor', 'man' }
      return { columns = 4, cells = cells }
      """)
    #expect(film.width == 172 && film.height == 52)
    #expect(film.start.map(\.id) == [0, 1, 4, 8, 12])
    #expect(film.kinds.map(\.style) == ["token ground", "token ball-B", "token stone"])
    // Only what changed is in a turn.
    #expect(film.turns.allSatisfy { $0.gone.count == $0.settled.count && $0.gone.count <= 1 })
  }

  /// A board that cannot be drawn leaves the picture in characters.
  @Test func textIsTheFallback() throws {
    let film = try Self.film("return 3")
    #expect(film.start.count == 4 && film.kinds.map(\.label) == ["t", "e", "x"])
  }

  // MARK: Tables of games

  @Test(arguments: [
    ("tokens = 3", "`tokens` must be a table of names"),
    ("tokens = { Wall = {} }", "`tokens`: 'Wall' must have only lower-case letters, digits and _"),
    ("tokens = { wall = 3 }", "`tokens`: wall: must be a table"),
    ("tokens = { wall = { gliph = 1 } }", "unknown field `gliph`; did you mean `glyph`?"),
    ("tokens = { wall = { glyph = 'abcde' } }", "wall: `glyph` must be a string of at most 4"),
    ("tokens = { wall = { letter = 'ab' } }", "wall: `letter` must be a string of one ASCII"),
    ("tokens = { wall = { colour = 'gray' } }", "wall: `colour` must be one of blue"),
    ("tokens = { wall = { shape = 'box' } }", "wall: `shape` must be one of disc, dot, square"),
    ("tokens = { wall = { label = '' } }", "wall: `label` must be a string of 1 to 60"),
    ("board = function() end", "`board` needs `tokens`, such as"),
    ("hand = function() end", "`hand` needs the function `board(s)`"),
    ("board = 3", "`board` must be a function, not a number"),
    ("design = 3", "`design` must be a table, such as"),
    ("design = { feld = 'map' }", "`design`: unknown field `feld`; did you mean `field`?"),
    (
      "design = { field = 'map' }",
      "`design`: `field` must be the name of a field of kind \"grid\", and there is none"
    ),
    ("\(grid) design = { field = 'mop' }", "the name of a field of kind \"grid\": map"),
    ("\(grid) design = { field = 'map' }", "`tokens` must give each letter of the field a token"),
    (
      "\(grid) tokens = { a = {} }, design = { field = 'map', tokens = { x = 'a', ['.'] = 'a',"
        + " z = 'a' } }", "'z' is not a letter of the field: '.x'"
    ),
    (
      "\(grid) tokens = { a = {} }, design = { field = 'map', tokens = { x = 'a' } }",
      "the letter '.' has no token in `tokens`"
    ),
    (
      "\(grid) tokens = { wall = {} }, design = { field = 'map', tokens = { x = 'wall', ['.'] = 'wal' } }",
      "the game's `tokens` have no 'wal'; did you mean 'wall'?"
    ),
    (
      "\(grid) tokens = { a = {} }, design = { field = 'map', tokens = { x = 'a', ['.'] = 'a' } }",
      "two letters have the token 'a'"
    ),
    (
      "\(grid) tokens = { a = {}, b = {} }, design = { field = 'map', single = 'q',"
        + " tokens = { x = 'a', ['.'] = 'b' } }",
      "`single` must be a string of letters of the field, each once: '.x'"
    ),
    (
      "\(grid) tokens = { a = {}, b = {} }, design = { field = 'map', single = '.',"
        + " tokens = { x = 'a', ['.'] = 'b' } }", "`empty` must be one letter of the field"
    ),
  ])
  func wrongTablesAreOneLine(_ table: String, _ message: String) throws {
    let error = #expect(throws: ScriptFault.self) {
      try Open.game("small", text: Open.small(fields: table))
    }
    let found = error?.message ?? ""
    #expect(found.contains(message), "\(found)")
    #expect(!found.contains("\n"))
  }

  private static let grid =
    "fields = { { name = 'map', kind = 'grid', letters = '.x', rows = { 1, 9 },"
    + " columns = { 1, 9 } } },"
}
