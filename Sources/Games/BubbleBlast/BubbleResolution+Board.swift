import SimHarness

/// What a turn asks of its board, of the board's parts.
///
/// The position is stored in a class: a method of the board or the position would copy it first and
/// retain everything that it refers to.
extension BubbleResolution {
  /// The number of the special's kind in the level's list, or nil for a plain or empty cell.
  @inline(__always)
  func kind(at cell: Cell) -> Int? {
    position.board.special.contains(cell)
      ? Int(position.board.kinds[BubbleBoard<Mask>.index(cell)]) : nil
  }

  /// The colour a cell matches as, or nil.
  func colour(at cell: Cell) -> BubbleColour? {
    for colour in BubbleColour.allCases where position.board.colours[colour].contains(cell) {
      return colour
    }
    return nil
  }

  /// A bubble's own integer, 0 unless a script set it.
  func data(at cell: Cell) -> Int {
    position.board.data.isEmpty ? 0 : position.board.data[BubbleBoard<Mask>.index(cell)]
  }

  /// The cells that a shot of `colour` matches with: its own colour's, and those of any colour.
  func matching(_ colour: BubbleColour) -> Mask {
    var plane = position.board.colours[colour]
    if position.board.mayHoldWild { plane.formUnion(position.board.wild) }
    return plane
  }

  /// The result of the resolved turn for a player who had `bubbles` bubbles and `score` before it.
  func foresight(bubbles: Int, score: Int, shotAt cell: Cell) -> Foresight {
    var foresight = Foresight()
    let occupied = position.board.held.occupied
    let rowsUsed = position.board.held.rowsUsed
    foresight.cleared = bubbles + 1 - occupied.count
    foresight.score = position.score - score
    foresight.wins = setup.rules.goal.isReached(
      score: position.score,
      isCleared: rowsUsed == 0 || (position.board.present == 0 && position.onlyObstaclesLeft))
    if !foresight.wins {
      foresight.loses = setup.rules.losesByLine(
        rowsUsed: rowsUsed, descended: position.descended, landedShots: position.landedShots)
    }
    if foresight.cleared <= 0, let colour = colour(at: cell) {
      foresight.group = HexGrid.group(of: cell, in: matching(colour)).count
    }
    foresight.greedyValue = BubbleGreedyValue.value(
      foresight, cleared: foresight.cleared, group: foresight.group, row: cell.row)
    return foresight
  }
}

extension BubbleRules {
  /// Whether the turn that has just been resolved, with the descent it brings, loses by the line;
  /// `landedShots` are those before it.
  @inline(__always)
  func losesByLine(rowsUsed: Int, descended: Int, landedShots: Int) -> Bool {
    let descends = descentEvery.map { (landedShots &+ 1) % $0 == 0 } ?? false
    return rowsUsed &+ descended &+ (descends ? 1 : 0) > rows
  }
}
