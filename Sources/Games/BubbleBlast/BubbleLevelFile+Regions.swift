import SimHarness

extension BubbleLevelFile {
  /// The cells of a rectangle of rows and columns, both corners in it; a short row has one cell
  /// fewer on the board.
  func rectangle(from one: Cell, to other: Cell) -> [Cell] {
    let rows = min(one.row, other.row)...max(one.row, other.row)
    let columns = min(one.column, other.column)...max(one.column, other.column)
    return rows.flatMap { row in columns.map { Cell(row: row, column: $0) } }.filter(contains)
  }

  /// The connected cells that hold the same as a cell, that cell included: a group of one colour or
  /// kind, or the empty cells around.
  func region(at start: Cell) -> [Cell] {
    let token = bubbles[start]
    var found: Set<Cell> = [start]
    var open = [start]
    while let cell = open.popLast() {
      for next in HexGrid.neighbours(of: cell)
      where contains(next) && bubbles[next] == token && found.insert(next).inserted {
        open.append(next)
      }
    }
    return found.sorted()
  }

  /// The level with its sides exchanged, or with one half copied to the other.
  func mirrored(_ mirror: LevelMirror) -> BubbleLevelFile {
    var copy = self
    for row in 0..<rules.rows {
      let width = HexGrid.width(ofRow: row, columns: rules.columns)
      for column in 0..<width {
        let other = Cell(row: row, column: width - 1 - column)
        let isSource =
          switch mirror {
          case .flip: true
          case .left: 2 * column < width
          case .right: 2 * column >= width - 1
          }
        if isSource { copy.bubbles[other] = bubbles[Cell(row: row, column: column)] }
      }
    }
    return copy
  }

  /// The level with all bubbles moved by rows and columns.
  ///
  /// By an odd number of rows they also move half a cell to the side, as short rows are shifted.
  /// - Throws: Which bubble would leave the board.
  func shifted(rows: Int, columns: Int) throws(LevelEditorError) -> BubbleLevelFile {
    var copy = self
    copy.bubbles = [:]
    for (cell, token) in bubbles.sorted(by: { $0.key < $1.key }) {
      let place = Cell(row: cell.row + rows, column: cell.column + columns)
      guard contains(place) else {
        throw .misplaced(
          "the bubble in row \(cell.row), column \(cell.column) would leave the board; erase it"
            + " first or shift by less")
      }
      copy.bubbles[place] = token
    }
    return copy
  }

  /// The level with a rectangle copied, empty cells too, so that its upper left corner comes to
  /// lie in a cell.
  /// - Throws: Which cell would leave the board.
  func copying(
    from one: Cell, to other: Cell, at place: Cell
  ) throws(LevelEditorError) -> BubbleLevelFile {
    var copy = self
    let (top, left) = (min(one.row, other.row), min(one.column, other.column))
    for cell in rectangle(from: one, to: other) {
      let target = Cell(
        row: cell.row - top + place.row, column: cell.column - left + place.column)
      guard copy.contains(target) else {
        // A rectangle of whole rows has one cell more where its rows are long.
        if bubbles[cell] == nil { continue }
        throw .misplaced(
          "the bubble in row \(cell.row), column \(cell.column) would be copied to row"
            + " \(target.row),"
            + " column \(target.column), which is not on the board; choose another place")
      }
      copy.bubbles[target] = bubbles[cell]
    }
    return copy
  }
}
