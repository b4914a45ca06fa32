import SimHarness

/// The results of shots of one colour in one turn if no script is involved: the parts of a position
/// that these depend on, extracted once for a player who tries many landings.
struct PlainForesight<Mask: CellMask> {
  private let setup: BubbleSetup
  private let held: OccupiedCells<Mask>
  /// The cells that match with the colour.
  private let matching: Mask
  private let score: Int
  private let descended: Int
  /// Whether a landed shot brings the ceiling down.
  private let descends: Bool

  init(_ position: borrowing BubblePosition<Mask>, colour: BubbleColour) {
    setup = position.setup
    held = position.board.held
    matching = position.board.matching(colour)
    score = position.score
    descended = position.descended
    let landed = position.landedShots &+ 1
    descends = setup.rules.descentEvery.map { landed % $0 == 0 } ?? false
  }

  /// The result of a shot into `cell`.
  func foresee(at cell: Cell) -> Foresight {
    var foresight = Foresight()
    var used = max(held.rowsUsed, cell.row &+ 1)
    var groupSize = 1
    if HexGrid.touches(matching, at: cell) {
      var plane = matching
      plane.insert(cell)
      let group = HexGrid.takeGroup(of: cell, from: &plane)
      groupSize = group.count
      if groupSize >= setup.rules.matchSize {
        var left = held.occupied
        left.insert(cell)
        for row in 0..<used { left[row] &= ~group[row] }
        let hanging = HexGrid.connectedToCeiling(left, rowsUsed: used)
        let fallen = left.count &- hanging.count
        while used > 0 && hanging[used &- 1] == 0 { used &-= 1 }
        foresight.cleared = groupSize &+ fallen
        foresight.score =
          setup.rules.scoring.matched &* groupSize &+ setup.rules.scoring.fall(of: fallen)
        if case .clear = setup.rules.goal, used == 0 { foresight.wins = true }
      }
    }
    if case .score(let goal) = setup.rules.goal {
      foresight.wins = score &+ foresight.score >= goal
    }
    if !foresight.wins {
      foresight.loses = used &+ descended &+ (descends ? 1 : 0) > setup.rules.rows
    }
    foresight.group = groupSize
    foresight.greedyValue = BubbleGreedyValue.value(
      foresight, cleared: foresight.cleared, group: groupSize, row: cell.row)
    return foresight
  }
}
