/// What shots bring in one turn where no script has a say: all of a position that this depends on,
/// taken out once for a player who tries many landings.
struct PlainForesight<Mask: CellMask> {
  private let setup: BubbleSetup
  private let held: HeldCells<Mask>
  /// The cells that match with the current and with the next colour.
  private let matching: (current: Mask, next: Mask)
  private let special: Mask
  private let score: Int
  private let descended: Int
  /// Whether a landed shot brings the ceiling down.
  private let descends: Bool
  private let hasHooks: Bool
  /// Whether only an activation can call a script.
  private let onlyActivates: Bool
  /// How many angles are offered.
  let aims: Int

  init(_ position: BubblePosition<Mask>) {
    self.init(
      position, current: position.current,
      next: position.setup.rules.swap ? position.colour(inHand: 1) : position.current)
  }

  init(_ position: BubblePosition<Mask>, current: BubbleColour, next: BubbleColour) {
    setup = position.setup
    held = position.board.held
    let plane = position.board.matching(current)
    matching = (plane, current == next ? plane : position.board.matching(next))
    special = position.board.special
    score = position.score
    descended = position.descended
    descends =
      setup.rules.descentEvery.map { (position.landedShots &+ 1) % $0 == 0 } ?? false
    hasHooks = !setup.hooks.isEmpty
    onlyActivates = setup.hooks == BubbleKind.Hooks(.onActivate)
    aims = setup.fan.count
  }

  /// Whether scripts have a say in a shot that lands in `cell`.
  func needsScripts(at cell: Cell) -> Bool {
    hasHooks && (!onlyActivates || HexGrid.touches(special, at: cell))
  }

  /// What a shot into `cell` brings, of the next colour if it is swapped.
  func foresee(isSwapped: Bool, at cell: Cell) -> Foresight {
    var foresight = Foresight()
    var used = max(held.rowsUsed, cell.row &+ 1)
    var groupSize = 1
    var plane = isSwapped ? matching.next : matching.current
    if HexGrid.touches(plane, at: cell) {
      plane.insert(cell)
      let group = HexGrid.group(of: cell, in: plane)
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
    foresight.greedyValue = Self.greedyValue(
      cleared: foresight.cleared, group: groupSize, row: cell.row, foresight)
    return foresight
  }

  /// Win, clear most, build the largest group, stay high; losing is worst.
  static func greedyValue(cleared: Int, group: Int, row: Int, _ foresight: Foresight) -> Int {
    if foresight.wins { return 4_000_000_000 }
    if foresight.loses { return -2_000_000_000 &+ cleared }
    if cleared > 0 { return 3_000_000 &+ cleared }
    if group >= 2 { return 2_000_000 &+ 128 &* group &- row }
    return 1_000_000 &- row
  }
}
