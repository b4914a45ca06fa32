import Testing

@testable import BubbleBlastGame
@testable import SimHarness

@Suite struct BubbleRunTests {
  @Test func followsRowsAndDiagonals() {
    func run(_ start: (Int, Int), _ end: (Int, Int)) -> [[Int]] {
      BubbleRun.cells(
        from: Cell(row: start.0, column: start.1), to: Cell(row: end.0, column: end.1), columns: 8
      ).map { [$0.row, $0.column] }
    }
    #expect(run((2, 3), (2, 3)) == [[2, 3]])
    #expect(run((0, 1), (0, 4)) == [[0, 1], [0, 2], [0, 3], [0, 4]])
    #expect(run((1, 4), (1, 2)) == [[1, 4], [1, 3], [1, 2]])
    #expect(run((0, 2), (3, 3)) == [[0, 2], [1, 2], [2, 3], [3, 3]])
    #expect(run((0, 2), (3, 0)) == [[0, 2], [1, 1], [2, 1], [3, 0]])
    #expect(run((0, 0), (2, 0)) == [[0, 0], [1, 0], [2, 0]])
    #expect(run((0, 7), (2, 7)) == [[0, 7], [1, 6], [2, 7]])
  }

  @Test(arguments: [2, 3, 8, 12])
  func everyRunIsUnbrokenAndOnTheBoard(columns: Int) {
    var level = BubbleLevelFile(name: "R")
    level.rules.columns = columns
    level.rules.rows = 10
    let cells = (0..<10).flatMap { row in
      (0..<HexGrid.width(ofRow: row, columns: columns)).map { Cell(row: row, column: $0) }
    }
    for start in cells {
      for end in cells {
        let run = BubbleRun.cells(from: start, to: end, columns: columns)
        #expect(run.first == start && run.last == end)
        #expect(run.allSatisfy(level.contains))
        let isUnbroken = zip(run, run.dropFirst()).allSatisfy {
          HexGrid.neighbours(of: $0).contains($1)
        }
        #expect(isUnbroken, "\(start) to \(end)")
        #expect(Set(run).count == run.count)
      }
    }
  }
}
