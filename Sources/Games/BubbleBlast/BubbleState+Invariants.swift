import SimHarness

extension BubbleState {
  /// Planes agree, nothing floats, nothing lies outside the board, and the outcome agrees with the
  /// board.
  public func checkInvariants() throws(InvariantViolation) {
    let board = position.board
    let rules = position.setup.rules
    var coloured = Mask()
    for colour in BubbleColour.allCases {
      let plane = board[colour]
      for row in 0..<Mask.rowCapacity where coloured[row] & plane[row] != 0 {
        throw InvariantViolation("row \(row): a cell has two colours")
      }
      coloured.formUnion(plane)
      if board.plain(colour).isEmpty != (board.present &>> colour.rawValue & 1 == 0) {
        throw InvariantViolation("\(colour.name) is not counted as it is on the board")
      }
    }
    for row in 0..<Mask.rowCapacity {
      let plain = board.occupied[row] & ~board.special[row]
      if plain & ~coloured[row] != 0 {
        throw InvariantViolation("row \(row): a plain bubble has no colour")
      }
      if (coloured[row] | board.special[row] | board.wild[row]) & ~board.occupied[row] != 0 {
        throw InvariantViolation("row \(row): a colour or special where there is no bubble")
      }
      if board.occupied[row] == 0 { continue }
      if row >= board.rowsUsed {
        throw InvariantViolation("row \(row) is used, beyond rowsUsed \(board.rowsUsed)")
      }
      let width = HexGrid.width(ofRow: row, columns: rules.columns)
      if board.occupied[row].leadingZeroBitCount < Mask.Row.bitWidth - width {
        throw InvariantViolation("row \(row): a bubble outside the board")
      }
    }
    if board.rowsUsed > 0 && board.occupied[board.rowsUsed - 1] == 0 {
      throw InvariantViolation("rowsUsed \(board.rowsUsed) is too large")
    }
    if !board.held.loose.isEmpty {
      throw InvariantViolation("some bubbles are not connected to the ceiling")
    }
    if position.isLineLost && position.outcome == nil {
      throw InvariantViolation("a bubble is below the line and the game continues")
    }
    if position.isGoalReached && position.outcome == nil {
      throw InvariantViolation("the goal is reached and the game continues")
    }
    if let left = position.shotsLeft, left < 0 {
      throw InvariantViolation("more shots were used than there are")
    }
  }
}
