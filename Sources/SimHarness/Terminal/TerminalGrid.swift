/// How a board's px lie on the characters of a screen.
package struct TerminalGrid {
  package let row: Int
  package let column: Int
  package let rows: Int
  package let columns: Int
  /// Px of a character.
  package let width: Double
  package let height: Double

  package init(row: Int, column: Int, rows: Int, columns: Int, width: Double, height: Double) {
    self.row = row
    self.column = column
    self.rows = rows
    self.columns = columns
    self.width = width
    self.height = height
  }

  package func column(_ x: Double) -> Int {
    column + min(max(Int(saturating: (x / width).rounded(.down)), 0), columns - 1)
  }

  package func row(_ y: Double) -> Int {
    row + min(max(Int(saturating: (y / height).rounded(.down)), 0), rows - 1)
  }

  /// The middle of a character.
  package func place(column: Int, row: Int) -> BoardPoint {
    BoardPoint(
      (Double(column - self.column) + 0.5) * width, (Double(row - self.row) + 0.5) * height)
  }
}
