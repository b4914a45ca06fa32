import SimHarness

/// How scripts number cells: row * columns + column + 1, rows counted from the top of the screen.
///
/// Every row has `columns` numbers, short or not; a short row's last one is unused.
struct CellNumbering {
  let columns: Int
  let rows: Int
  /// Rows the ceiling has come down.
  let descended: Int

  func number(of cell: Cell) -> Int {
    (cell.row &+ descended) &* columns &+ cell.column &+ 1
  }

  /// Whether the board has this cell now, the row to land in included.
  func isOnBoard(_ cell: Cell) -> Bool {
    cell.row >= 0 && cell.column >= 0 && cell.row + descended <= rows
      && cell.column < HexGrid.width(ofRow: cell.row, columns: columns)
  }

  /// The cell a script means; nil for a number that no cell of the board has now, such as a short
  /// row's last one or one above the ceiling.
  func cell(_ datum: ScriptDatum, calledBy function: String) throws(ScriptCallError) -> Cell? {
    guard let number = datum.integer else {
      throw ScriptCallError("\(function) needs a cell's number, not \(datum.found)")
    }
    return try cell(number, calledBy: function)
  }

  /// The cell of a number, or nil as above.
  @inline(__always)
  func cell(_ number: Int, calledBy function: String) throws(ScriptCallError) -> Cell? {
    let cellCount = columns * (rows + 1)
    guard number >= 1, number <= cellCount else {
      throw ScriptCallError("\(function): there is no cell \(number); cells are 1 to \(cellCount)")
    }
    let (row, column) = (number &- 1).quotientAndRemainder(dividingBy: columns)
    let cell = Cell(row: row &- descended, column: column)
    return isOnBoard(cell) ? cell : nil
  }
}
