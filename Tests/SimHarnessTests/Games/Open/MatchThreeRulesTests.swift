import Testing

@testable import SimHarness

/// The rules of `match-three`: lines go, and there is always a move.
@Suite struct MatchThreeRulesTests {
  private let rules = OpenGameRules(name: "match-three")

  /// In random games of every level, no position has a line, an empty cell or no move; the goals
  /// count what lies on the board.
  @Test func everyPositionIsAtRestAndHasAMove() throws {
    let found = try rules.run(
      """
      local games, bombs = 0, 0
      for _, level in ipairs(levels) do
        for seed = 1, 8 do
          local score = -1
          local _, s, counts = driver.play(level, seed, function(s, moves)
            assert(#grid.lines(s.board, s.width) == 0, "a line is left")
            assert(grid.count(s.board, 0) == 0, "an empty cell")
            assert(not s.stuck and #grid.swaps(s.board, s.width) > 0, "no move")
            assert(grid.count(s.jelly, 1) == s.jelly_left, "jelly")
            assert(grid.count(s.board, -1) == s.crates_left, "crates")
            local missing = 0
            for _, count in ipairs(s.collect) do missing = missing + count end
            assert(missing == s.missing and s.score >= score and #moves > 0)
            for cell, value in ipairs(s.board) do
              assert(value <= level.colours and (s.bombs[cell] == 0 or value > 0), "a bomb alone")
              assert((value == -2) == (level.map[cell] == 4), "a hole moved")
            end
            score = s.score
          end)
          games, bombs = games + 1, bombs + (counts.bomb or 0)
        end
      end
      assert(bombs > 0, "no bomb went off")
      return games // #levels
      """)
    #expect(found == "8")
  }

  /// What a move makes of a position: board, score, events, bombs, and what the goals still want.
  ///
  /// New cells have the colours 5, 4, 5, 4 and so on, in the order of the cells.
  private func after(_ move: String, board: String, width: Int, more: String = "") throws -> String
  {
    try rules.run(
      """
      local s = { board = { \(board) }, width = \(width), score = 0, moves_left = 5, hammers = 1,
        jelly = {}, bombs = {}, jelly_left = 0, crates_left = 0, missing = 0,
        collect = { 0, 0, 0, 0, 0, 0 }, stuck = false,
        level = { colours = 5, bombs = true, target = 0 } }
      for cell = 1, #s.board do s.jelly[cell], s.bombs[cell] = 0, 0 end
      \(more)
      local draws, events = 0, {}
      local function random() draws = draws + 1 return 4 + draws % 2 end
      game.apply(s, \(move), random, function(name, n)
        events[#events + 1] = name .. (n and " " .. n or "")
      end)
      return table.concat(s.board, " ") .. "; " .. s.score .. "; " .. table.concat(events, ", ")
        .. "; " .. table.concat(s.bombs, "") .. "; " .. s.missing .. " " .. s.jelly_left
      """)
  }

  @Test func aLineGoesAndWhatIsAboveFalls() throws {
    // Cell 5 (a 1) changes places with cell 9 (a 2) below it: 1 1 1 in the third row goes, which is
    // on jelly in one cell, and of a colour to collect.
    let found = try after(
      "{ cell = 5, act = 2 }",
      board: """
        3, 1, 2, 3,
        1, 3, 2, 3,
        2, 1, 1, 2,
        3, 3, 1, 1
        """, width: 4, more: "s.collect[1], s.missing, s.jelly[9], s.jelly_left = 2, 2, 1, 1")
    #expect(
      found == "5 4 5 3 3 1 2 3 2 3 2 2 3 3 1 1; 30; jelly, cleared 3; 0000000000000000; 0 0")
  }

  @Test func aLineOfFourLeavesABomb() throws {
    let found = try after(
      "{ cell = 6, act = 2 }",
      board: """
        3, 2, 2, 3,
        3, 1, 3, 2,
        1, 2, 1, 1,
        2, 3, 2, 3
        """, width: 4)
    // All four of the third row go, but a bomb of their colour stays in its second cell.
    #expect(found == "5 2 4 5 3 2 2 3 3 1 3 2 2 3 2 3; 40; cleared 4; 0000000001000000; 0 0")
  }

  @Test func aBombClearsWhatIsAroundIt() throws {
    let found = try after(
      "{ cell = 13, act = 0 }",
      board: """
        3, 2, 2, 3,
        3, 1, 3, 2,
        1, 2, 3, 1,
        3, 3, 2, 3
        """, width: 4, more: "s.bombs[13] = 1")
    // The hammer hits the bomb in the corner: it and the three cells around it go.
    #expect(found.contains("; 40; bomb, cleared 4; 0000000000000000; "))
  }

  @Test func cratesBreakBesideALine() throws {
    let found = try after(
      "{ cell = 5, act = 2 }",
      board: """
        3, 1, 2, 3,
        1, 3, 2, 3,
        2, 1, 1, -1,
        3, 3, 1, 1
        """, width: 4, more: "s.crates_left = 1")
    #expect(found.contains("; 30; crate, cleared 3; "))
    #expect(!found.contains("-1"))
  }
}
