extension ImportedRows {
  /// The rows of a cell, in the order of their games, as the run stores them.
  struct Cell {
    let level: Int
    let player: Int
    /// Places in the columns, in the order of the games.
    let rows: ArraySlice<Int>
  }

  /// The maximum number of duplicates that are counted.
  private static let maxDuplicates = 100_000

  /// Numbers the games of each level and player, and reports duplicate numbers.
  ///
  /// Without a column for it, games are numbered in the order of the rows.
  mutating func sort() -> [FileIssue] {
    let cells = cells()
    var issues: [FileIssue] = []
    for cell in cells {
      var last: Int?
      for (number, row) in cell.rows.enumerated() {
        guard game[row] >= 0 else {
          game[row] = number
          continue
        }
        if let last, game[last] == game[row], issues.count < Self.maxDuplicates {
          issues.append(
            FileIssue(
              line: line[row], path: "column 'game'",
              message: "game \(game[row]) of \(SafeText.quoted(players[cell.player].name)) on"
                + " \(SafeText.quoted(levels[cell.level].name)) is already on line \(line[last]);"
                + " give each game a different number, or leave the column out with --ignore game"))
        }
        last = row
      }
    }
    return issues
  }

  /// The rows by level and player: all cells, level by level.
  func cells() -> [Cell] {
    let width = players.count
    var starts = [Int](repeating: 0, count: levels.count * width + 1)
    for row in level.indices { starts[Int(level[row]) * width + Int(player[row]) + 1] += 1 }
    for cell in 1..<max(1, starts.count) { starts[cell] += starts[cell - 1] }
    var next = starts
    var order = [Int](repeating: 0, count: count)
    for row in level.indices {
      let cell = Int(level[row]) * width + Int(player[row])
      order[next[cell]] = row
      next[cell] += 1
    }
    return (0..<levels.count * width).map { cell in
      let range = starts[cell]..<starts[cell + 1]
      let isSorted = zip(range, range.dropFirst()).allSatisfy {
        game[order[$0]] <= game[order[$1]]
      }
      if !isSorted {
        order[range].sort { (game[$0], $0) < (game[$1], $1) }
      }
      return Cell(level: cell / width, player: cell % width, rows: order[range])
    }
  }
}
