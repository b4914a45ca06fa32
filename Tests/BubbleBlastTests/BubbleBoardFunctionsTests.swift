import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import SimHarness

/// What a bubble's script can ask of the board beside what bundled bubbles ask: rows and columns,
/// distances, moves.
@Suite struct BubbleBoardFunctionsTests {
  /// What a bubble prints at the end of the first turns.
  ///
  /// It is the `m` of a board of 6 columns, to the left of which reds hang; it moves on no account.
  private func printed(
    _ body: String, grid: [String] = ["RR..m."], fields: String = "",
    queue: String = "\"blue\",\"green\",\"blue\"", turns: Int = 1
  ) throws -> [String] {
    let library = ScriptLibrary(kept: [
      ScriptSource(
        name: "bubbles/mine.lua",
        text: """
          local mine = { name = "mine", glyph = "m", obstacle = true }
          function mine.on_turn(board, cell)
          \(body)
          end
          return mine
          """),
      ScriptSource(
        name: "agents/first.lua",
        text: """
          return { name = "first", games = { "bubble-blast" }, choose = function() return 1 end }
          """),
    ])
    let rows = grid.map { "\"\($0)\"" }.joined(separator: ",")
    let text = """
      {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Mine",\(fields)
      "queue":[\(queue)],      "legend":{"m":"mine"},"grid":[\(rows)],"columns":6,"rows":9}
      """
    let file = try LevelFile.read(Array(text.utf8), file: "a.json", catalog: library)
    let level = try BubbleBlast.entry.ready(file, library, .none)
    let player = try Roster.player("first", game: BubbleBlast.entry, library: library)
    var lines: [String] = []
    let host = ScriptHost(interfaces: BubbleBlast.entry.interfaces) { lines.append($0) }
    let request = BatchRequest(
      seed: 1, levelID: level.id, games: 0..<1, maxMoves: turns, checks: true)
    player.play(
      request, level, host, { false },
      { row in
        if let fault = row.result.fault { lines.append(fault) }
      })
    return lines
  }

  @Test func aCellHasARowAndAColumnAndBack() throws {
    #expect(
      try printed(
        """
        print(cell, board:position(cell))
        print(board:cell(0, 4), board:cell(1, 0), board:cell(9, 5), board:cell(9, 4))
        print(board:position(1), board:position(7))
        print(board:cell(-1, 0), board:cell(0, 6), board:cell(10, 0), board:cell(1, 5))
        print(board:position(12), board:cell(math.maxinteger, math.mininteger))
        for number = 1, board.columns * (board.rows + 1) do
          local row, column = board:position(number)
          assert(row == nil or board:cell(row, column) == number)
        end
        """)
        == [
          "5\t0\t4", "5\t7\tnil\t59", "0\t1\t0", "nil\tnil\tnil\tnil", "nil\tnil",
        ])
  }

  /// Rows are counted from the top of the screen: where the ceiling has come down, it has no cells.
  @Test func rowsAreThoseOfTheScreen() throws {
    let lines = try printed(
      "print(board:cell(0, 0), board:position(cell))", fields: "\"descent\":{\"every\":1},",
      turns: 3)
    #expect(lines == ["1\t0\t4", "nil\t1\t4", "nil\t2\t4"])
  }

  @Test func distancesAreCountedInSteps() throws {
    #expect(
      try printed(
        """
        local function steps(...) return board:distance(board:cell(0, 0), board:cell(...)) end
        print(steps(0, 0), steps(0, 1), steps(1, 0), steps(0, 5), steps(1, 4), steps(2, 0))
        print(steps(2, 1), steps(2, 2), steps(9, 0), board:distance(12, 1), board:distance(1, 12))
        for number = 1, board.columns * (board.rows + 1) do
          for _, other in ipairs(board:neighbours(number)) do
            assert(board:distance(number, other) == 1)
            assert(board:distance(other, number) == 1)
          end
        end
        """)
        == ["0\t1\t1\t5\t5\t2", "2\t3\t9\tnil\tnil"])
  }

  /// The distance is the number of waves in which a flood over neighbours reaches a cell.
  @Test func distancesAreThoseOfAFlood() {
    let columns = 7
    func isInside(_ cell: Cell) -> Bool {
      (0..<9).contains(cell.row) && cell.column >= 0
        && cell.column < HexGrid.width(ofRow: cell.row, columns: columns)
    }
    for start in [Cell(row: 0, column: 0), Cell(row: 3, column: 2), Cell(row: 8, column: 6)] {
      var reached = [start: 0]
      var wave = [start]
      while !wave.isEmpty {
        var next: [Cell] = []
        for cell in wave {
          for neighbour in HexGrid.neighbours(of: cell)
          where isInside(neighbour) && reached[neighbour] == nil {
            reached[neighbour] = (reached[cell] ?? 0) + 1
            next.append(neighbour)
          }
        }
        wave = next
      }
      #expect(reached.count == 59)
      for (cell, steps) in reached {
        #expect(HexGrid.distance(from: start, to: cell) == steps)
        #expect(HexGrid.distance(from: cell, to: start) == steps)
      }
    }
  }

  @Test func shotsLeftAreThoseAfterThisOne() throws {
    #expect(
      try printed("print(board.shots_left)", fields: "\"shots\":3,", turns: 2) == ["2", "1"])
    #expect(try printed("print(board.shots_left)") == ["nil"])
  }

  /// A special moves with what it carries, and hooks run once per turn wherever it goes.
  @Test func aBubbleMovesWithItsNumber() throws {
    #expect(
      try printed(
        """
        print(cell, board:data(cell), board:kind(cell))
        board:set_data(cell, board:data(cell) + 1)
        board:move(cell, cell + 1)
        """, grid: ["RRm..."], turns: 3)
        == ["3\t0\tmine", "4\t1\tmine", "5\t2\tmine"])
  }

  /// A plain bubble keeps its colour.
  ///
  /// A move from an empty cell, or to one that is taken by then, does nothing.
  @Test func movesAreCarriedOutWhereThereIsRoom() throws {
    #expect(
      try printed(
        """
        if board.turn == 0 then
          board:move(1, 4)        -- free
          board:move(2, 4)        -- taken by then
          board:move(1, 6)        -- empty by then
          board:remove(cell)
          board:move(4, cell)     -- free by then
        end
        """ + "\nfor n = 1, 6 do print(n, board:kind(n)) end", grid: ["RR..mm"], turns: 2
      )
      .suffix(6)
        == ["1\tnil", "2\tred", "3\tnil", "4\tnil", "5\tred", "6\tmine"])
  }

  @Test func unsupportedBubblesFallAfterAMove() throws {
    #expect(
      try printed(
        "print(board:kind(1)) if board.turn == 0 then board:move(1, 19) end\nprint(board:kind(19))",
        turns: 2) == ["red", "nil", "nil", "nil"])
  }

  @Test(arguments: [
    ("board:move(1, 12)", "board:move: the cell to move to is not on the board"),
    ("board:move(1, 61)", "board:move: there is no cell 61; cells are 1 to 60"),
    ("board:move(0, 1)", "board:move: there is no cell 0; cells are 1 to 60"),
    ("board:move(1)", "board:move needs a cell's number, not nil"),
    ("board:cell(1)", "board:cell needs a row and a column, whole numbers from 0, not nil"),
    (
      "board:cell('a', 2)",
      "board:cell needs a row and a column, whole numbers from 0, not a string"
    ),
    ("board:position(0.5)", "board:position needs a cell's number, not 0.5"),
    (
      "board:set(2, 'red', 'blue')",
      "board:set: a bubble that is red cannot have another colour; leave the third value out"
    ),
    ("board:distance(1, 99)", "board:distance: there is no cell 99; cells are 1 to 60"),
  ])
  func badArgumentsAreErrors(_ call: String, _ message: String) throws {
    let lines = try printed("print(pcall(function() return \(call) end))")
    #expect(lines.count == 1 && lines[0].hasSuffix(message), "\(lines)")
  }

  /// As when a script copies a cell by `board:kind` and `board:colour`.
  @Test func aColourMayBeSetWithItself() throws {
    #expect(
      try printed("print(pcall(function() board:set(2, 'red', 'red') end))") == ["true"])
  }

  /// The fault names the line of the hook, which is no call of the script's that fails.
  @Test func activationsWithoutAnEndAreAFault() throws {
    let kind = try ScriptedBubble.kind(
      from: ScriptSource(
        name: "bubbles/mine.lua",
        text: """
          local mine = { name = "mine", glyph = "m" }
          function mine.on_activate(board, cell) board:set(cell, "mine") board:remove(cell) end
          return mine
          """))
    var game = try BubbleGame<SmallMask>(Bubbles.row(around: kind, queue: [.green, .green]))
    do {
      try game.shoot(atRow: 1, column: 2)
      Issue.record("no fault")
    } catch MoveError.script(let fault) {
      #expect(
        fault.message.hasPrefix(
          "bubbles/mine.lua:2: more than 20000 activations in one turn; on_activate must not set"),
        "\(fault.message)")
      #expect(fault.context == "on_activate of mine")
    }
  }

  /// A move is an event of traces.
  @Test func aMoveIsAnEvent() throws {
    let kind = try ScriptedBubble.kind(
      from: ScriptSource(
        name: "bubbles/mine.lua",
        text: """
          local mine = { name = "mine", glyph = "m" }
          function mine.on_turn(board, cell) board:move(1, board:cell(1, 0)) end
          return mine
          """))
    var game = try BubbleGame<SmallMask>(Bubbles.row(around: kind, queue: [.green, .green]))
    try game.shoot(atRow: 1, column: 3)
    #expect(game.names().last == #"{"type":"moved","from":[0,0],"to":[1,0]}"#)
    #expect(game.rows.prefix(2) == [".RmBBB", "R..G."])
  }
}
