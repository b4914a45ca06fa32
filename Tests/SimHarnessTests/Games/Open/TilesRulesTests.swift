import Testing

@testable import SimHarness

/// The rules of `tiles`: lines that slide.
@Suite struct TilesRulesTests {
  private let rules = OpenGameRules(name: "tiles")

  /// A line of exponents pushed to its start, as the rules say it.
  ///
  /// The tiles stand without gaps, and equal neighbours merge once, from the start on.
  private func slid(_ line: [Int]) -> [Int] {
    let tiles = line.filter { $0 > 0 }
    var result: [Int] = []
    var place = 0
    while place < tiles.count {
      let merges = place + 1 < tiles.count && tiles[place] == tiles[place + 1]
      result.append(tiles[place] + (merges ? 1 : 0))
      place += merges ? 2 : 1
    }
    return result + Array(repeating: 0, count: line.count - result.count)
  }

  @Test(arguments: [
    ([1, 1, 1, 1], [2, 2, 0, 0]), ([2, 1, 1, 0], [2, 2, 0, 0]), ([1, 1, 2, 0], [2, 2, 0, 0]),
    ([1, 0, 0, 1], [2, 0, 0, 0]), ([1, 1, 1, 0], [2, 1, 0, 0]), ([3, 2, 2, 3], [3, 3, 3, 0]),
    ([0, 0, 1, 2], [1, 2, 0, 0]), ([1, 2, 1, 2], [1, 2, 1, 2]),
  ])
  func knownLines(_ line: [Int], _ expected: [Int]) { #expect(slid(line) == expected) }

  /// All lines of four cells with tiles up to 8, in all four directions: the game makes of them what
  /// the rules say, scores what merged, and offers exactly the moves that change something.
  @Test func everyLineSlides() throws {
    var cases: [String] = []
    for number in 0..<256 {
      let line = [number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6]
      cases.append("{ { \(list(line)) }, { \(list(slid(line))) } }")
    }
    let found = try rules.run(
      """
      -- Where the four cells of a line lie, from the side that tiles slide to.
      local places = { { 1, 2, 3, 4 }, { 4, 3, 2, 1 }, { 1, 5, 9, 13 }, { 13, 9, 5, 1 } }
      local level = { size = 4, target = 11, fours = 0, moves = 0 }
      local checked = 0
      for _, case in ipairs({ \(cases.joined(separator: ", ")) }) do
        for direction, cells in ipairs(places) do
          local s = { level = level, board = {}, score = 0, best = 0, moved = 0 }
          for cell = 1, 16 do s.board[cell] = 0 end
          for i, cell in ipairs(cells) do s.board[cell] = case[1][i] end
          local is_offered = false
          game.moves(s, function(way) is_offered = is_offered or way == direction end)
          local changes, points = false, 0
          for i = 1, 4 do changes = changes or case[1][i] ~= case[2][i] end
          assert(is_offered == changes, "offered: " .. table.concat(case[1], " "))
          -- The new tile goes to the last empty cell, which is in another line, or to one that the
          -- line has, but is read before: to the second last.
          local function last(n) return n and n - (cells[1] == 13 and 1 or 0) or 1 end
          game.apply(s, { direction = direction }, last,
            function(_, tile) points = points + (1 << tile) end)
          local line = {}
          for i, cell in ipairs(cells) do line[i] = s.board[cell] end
          assert(table.concat(line, " ") == table.concat(case[2], " "),
            ("%d: %s became %s"):format(direction, table.concat(case[1], " "), table.concat(line, " ")))
          assert(s.score == points)
          checked = checked + 1
        end
      end
      return checked
      """)
    #expect(found == "1024")
  }

  private func list(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }

  /// Tiles never leave but by merging, and each move adds one tile.
  @Test func tilesAreKept() throws {
    let found = try rules.run(
      """
      local games = 0
      for _, level in ipairs(levels) do
        for seed = 1, 5 do
          local sum, moved = nil, -1
          driver.play(level, seed, function(s)
            local now = 0
            for _, tile in ipairs(s.board) do now = now + (tile > 0 and 1 << tile or 0) end
            assert(sum == nil or now == sum + 2 or now == sum + 4, "the sum of the tiles")
            assert(s.moved == moved + 1 and #s.board == level.size ^ 2)
            sum, moved = now, s.moved
          end)
          games = games + 1
        end
      end
      return games // #levels
      """)
    #expect(found == "5")
  }
}
