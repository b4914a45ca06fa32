import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// docs/rules.md, "Grid".
@Suite struct HexGridTests {
  @Test func rowsAlternateBetweenLongAndShort() {
    #expect(HexGrid.width(ofRow: 0, columns: 12) == 12)
    #expect(HexGrid.width(ofRow: 1, columns: 12) == 11)
    #expect(HexGrid.x(row: 0, column: 0) == 0.5)
    #expect(HexGrid.x(row: 1, column: 0) == 1.0)
    #expect(abs(HexGrid.pitch * HexGrid.pitch - 0.75) < 1e-15)
  }

  /// Both parities: (r,c±1), (r±1,c-e), (r±1,c-e+1) with e = 1 in a long row, 0 in a short one.
  @Test(arguments: [
    (Cell(row: 2, column: 5), [[1, 4], [1, 5], [2, 4], [2, 6], [3, 4], [3, 5]]),
    (Cell(row: 3, column: 5), [[2, 5], [2, 6], [3, 4], [3, 6], [4, 5], [4, 6]]),
    (Cell(row: 2, column: 0), [[1, -1], [1, 0], [2, -1], [2, 1], [3, -1], [3, 0]]),
    (Cell(row: 3, column: 10), [[2, 10], [2, 11], [3, 9], [3, 11], [4, 10], [4, 11]]),
    (Cell(row: 2, column: 11), [[1, 10], [1, 11], [2, 10], [2, 12], [3, 10], [3, 11]]),
  ])
  func neighboursFollowTheParity(_ cell: Cell, _ expected: [[Int]]) {
    #expect(HexGrid.neighbours(of: cell).map { [$0.row, $0.column] } == expected)
  }

  /// Neighbours are exactly the cells one diameter away, for every cell of both edges and inside.
  @Test func neighboursAreOneDiameterAway() {
    let columns = 12
    for row in 0..<6 {
      for column in 0..<HexGrid.width(ofRow: row, columns: columns) {
        let neighbours = Set(HexGrid.neighbours(of: Cell(row: row, column: column)))
        for otherRow in 0..<7 {
          for other in 0..<HexGrid.width(ofRow: otherRow, columns: columns) {
            let dx = HexGrid.x(row: row, column: column) - HexGrid.x(row: otherRow, column: other)
            let dy = Double(row - otherRow) * HexGrid.pitch
            let isNear = abs(dx * dx + dy * dy - 1) < 1e-9
            #expect(isNear == neighbours.contains(Cell(row: otherRow, column: other)))
          }
        }
      }
    }
  }

  /// What touches a cell, or a set of cells, against the list of neighbours, on random boards.
  @Test func cellsBesideAreTheNeighboursInTheSet() {
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    for _ in 0..<300 {
      var mask = SmallMask()
      var large = LargeMask()
      var some = SmallMask()
      for row in 0..<SmallMask.rowCapacity {
        for column in 0..<16 {
          let cell = Cell(row: row, column: column)
          if random.below(3) == 0 {
            mask.insert(cell)
            large.insert(cell)
          }
          if random.below(40) == 0 { some.insert(cell) }
        }
      }
      let cell = Cell(row: random.below(SmallMask.rowCapacity), column: random.below(16))
      let beside = HexGrid.neighbours(of: cell).filter { Set(mask.cells).contains($0) }
      #expect(HexGrid.beside(cell, in: mask).cells == beside.sorted())
      #expect(HexGrid.beside(cell, in: large).cells == beside.sorted())
      #expect(HexGrid.touches(mask, at: cell) == !beside.isEmpty)
      let near = Set(some.cells.flatMap { HexGrid.neighbours(of: $0) })
      #expect(HexGrid.beside(some, in: mask).cells == mask.cells.filter { near.contains($0) })
    }
  }

  /// Floods by rows of bits against a flood by neighbours, on 2,000 random boards.
  @Test func floodsAgreeWithAPlainSearch() {
    var random = SeededRandom(key: StreamKey(rawValue: 4))
    for _ in 0..<2000 {
      let columns = 2 + random.below(15)
      let rows = 1 + random.below(12)
      let density = 1 + random.below(9)
      var mask = SmallMask()
      var large = LargeMask()
      for row in 0..<rows {
        for column in 0..<HexGrid.width(ofRow: row, columns: columns)
        where random.below(10) < density {
          mask.insert(Cell(row: row, column: column))
          large.insert(Cell(row: row, column: column))
        }
      }
      let cells = Set(mask.cells)
      let ceiling = cells.filter { $0.row == 0 }
      #expect(
        Set(HexGrid.connectedToCeiling(mask, rowsUsed: rows).cells) == flood(ceiling, cells))
      #expect(
        HexGrid.connectedToCeiling(large, rowsUsed: rows).cells
          == HexGrid.connectedToCeiling(mask, rowsUsed: rows).cells)
      if let start = mask.cells.randomElement(using: &random) {
        #expect(Set(HexGrid.group(of: start, in: mask).cells) == flood([start], cells))
        #expect(
          HexGrid.group(of: start, in: large).cells == HexGrid.group(of: start, in: mask).cells)
        var rest = mask
        let taken = HexGrid.takeGroup(of: start, from: &rest)
        #expect(taken == HexGrid.group(of: start, in: mask))
        #expect(Set(rest.cells) == cells.subtracting(taken.cells))
      }
    }
  }

  private func flood(_ seeds: Set<Cell>, _ cells: Set<Cell>) -> Set<Cell> {
    var reached = seeds
    var open = Array(seeds)
    while let cell = open.popLast() {
      for next in HexGrid.neighbours(of: cell) where cells.contains(next) {
        if reached.insert(next).inserted { open.append(next) }
      }
    }
    return reached
  }
}
