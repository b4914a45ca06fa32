/// How a board's px lie on the characters of a screen.
struct TerminalGrid {
  let row: Int
  let column: Int
  let rows: Int
  let columns: Int
  /// Px of a character.
  let width: Double
  let height: Double

  func column(_ x: Double) -> Int {
    column + min(max(Int(saturating: (x / width).rounded(.down)), 0), columns - 1)
  }

  func row(_ y: Double) -> Int {
    row + min(max(Int(saturating: (y / height).rounded(.down)), 0), rows - 1)
  }

  /// The middle of a character.
  func place(column: Int, row: Int) -> BoardPoint {
    BoardPoint(
      (Double(column - self.column) + 0.5) * width, (Double(row - self.row) + 0.5) * height)
  }
}
