import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// `board:remove` with a list of cells: the same as one cell after another, and as safe.
@Suite struct RemovalListTests {
  private func kind(_ body: String) throws -> BubbleKind {
    let text = """
      return { name = "bad", glyph = "b",
        on_activate = function(board, cell, cause)
          \(body)
        end }
      """
    return try ScriptedBubble.kind(from: ScriptSource(name: "bubbles/bad.lua", text: text))
  }

  /// Two red bubbles, the special, and three blue ones: cells 1 to 6.
  private func game(
    _ body: String, host: ScriptHost = Bubbles.host()
  ) throws -> BubbleGame<SmallMask> {
    try BubbleGame<SmallMask>(
      Bubbles.row(around: try kind(body), queue: [.green, .green, .green]), host: host)
  }

  private func fault(
    _ body: String, host: ScriptHost = Bubbles.host()
  ) throws -> String {
    var game = try game(body, host: host)
    let error = #expect(throws: MoveError.self) { try game.shoot(atRow: 1, column: 2) }
    guard case .script(let fault) = error else { return String(describing: error) }
    return fault.message
  }

  /// Lists of cells 1 and 2, however they came about.
  @Test(
    arguments: [
      "board:remove({1, 2})", "board:remove({2, 1, 2})", "board:remove({1.0, 2})",
      "board:remove({[2] = 2, [1] = 1})", "board:remove({1, 2, nil})",
      "local t = {} for i = 2, 1, -1 do t[i] = i end board:remove(t)",
      "local t = {9, 1, 2} table.remove(t, 1) board:remove(t)",
      "local t = {} for i = 1, 40 do t[i] = i end for i = 40, 3, -1 do t[i] = nil end"
        + " board:remove(t)",
      // The last number of a short row is no cell.
      "board:remove({1, 2, 12})",
      "board:remove(setmetatable({1, 2}, {__index = function() error('read') end}))",
      "board:remove(1) board:remove({2})",
    ])
  func listsAreTaken(_ body: String) throws {
    var game = try game(body)
    try game.shoot(atRow: 1, column: 2)
    #expect(game.rows[0] == "...BBB")
    // 50 for the special, 10 for each bubble; the shot falls.
    var alone = try self.game("board:remove(1) board:remove(2)")
    try alone.shoot(atRow: 1, column: 2)
    #expect(game.names() == alone.names())
    #expect(game.state.stableHash == alone.state.stableHash)
  }

  @Test(arguments: ["board:remove({})", "board:remove(board.params)", "board:remove({n = 1})"])
  func aListWithoutMembersRemovesNothing(_ body: String) throws {
    var game = try game(body)
    try game.shoot(atRow: 1, column: 2)
    #expect(game.rows[0] == "RR.BBB")
  }

  @Test(
    arguments: [
      ("board:remove({1, 'x'})", "takes a list of whole numbers; element 2 is not one"),
      ("board:remove({'1'})", "takes a list of whole numbers; element 1 is not one"),
      ("board:remove({1.5})", "takes a list of whole numbers; element 1 is not one"),
      ("board:remove({1, nil, 3})", "takes a list of whole numbers; element 2 is not one"),
      ("board:remove({{}})", "takes a list of whole numbers; element 1 is not one"),
      ("board:remove({1, 61})", ": there is no cell 61; cells are 1 to 60"),
      (
        "local t = {} for i = 1, 8193 do t[i] = 1 end board:remove(t)",
        "takes a list of at most 8192 numbers"
      ),
      ("board:remove('1')", "needs a cell's number, not a string"),
      ("board:score({1})", "needs a whole number"),
    ])
  func otherListsAreFaultsWithTheLine(_ body: String, _ what: String) throws {
    let message = try fault(body)
    #expect(message.hasPrefix("bubbles/bad.lua:3: board:"), "\(message)")
    #expect(message.contains(what), "\(message)")
  }

  /// Lists are paid for by their length, inside `pcall` as well.
  @Test func longListsEndWithTheBudget() throws {
    var limits = ScriptLimits.standard
    limits.instructions = 200_000
    let host = ScriptHost(limits: limits, interfaces: BubbleBlast.entry.interfaces)
    let message = try fault(
      """
      local t = {} for i = 1, 8192 do t[i] = 1 end
          for i = 1, 20 do pcall(board.remove, board, t) end
      """, host: host)
    #expect(message == "bubbles/bad.lua:4: the instruction budget of 200000 is used up")
  }

  /// Whole random games, with scripts that hand over lists and with scripts that go through them.
  @Test func listsGiveTheSameGamesAsLoops() throws {
    let lists = ["board:neighbours(cell)", "board:row(cell)", "board:cells(cause.colour)"]
    for list in lists {
      let once = try played("board:remove(\(list))")
      let each = try played("for _, other in ipairs(\(list)) do board:remove(other) end")
      #expect(once == each)
      #expect(Set(once).count > 10)
    }
  }

  private func played(_ body: String) throws -> [String] {
    let kind = try kind(body)
    let host = Bubbles.host()
    return try (0..<15).map { index in
      var random = SeededRandom(key: StreamKey(rawValue: UInt64(index)))
      var grid: [(cell: Cell, bubble: BubbleContent)] = []
      for row in 0..<6 {
        for column in 0..<HexGrid.width(ofRow: row, columns: 9) {
          grid.append(
            (
              cell: Cell(row: row, column: column),
              bubble: random.below(8) == 0
                ? .kind(0) : .colour(BubbleColour.standard[random.below(4)])
            ))
        }
      }
      var rules = BubbleRules()
      rules.columns = 9
      let level = BubbleLevel(name: "list", rules: rules, kinds: [kind], grid: grid)
      host.beginGame()
      var game = try BubbleGame<SmallMask>(level, host: host, index: index)
      var turns = 0
      while game.state.outcome == nil, turns < 30 {
        let move = game.state.legalMove(at: random.below(game.state.legalMoveCount))
        try game.shoot(move.angle)
        turns += 1
      }
      return "\(StableDigest.hex(game.state.stableHash)) \(game.state.score) \(turns)"
    }
  }
}
