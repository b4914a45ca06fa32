import SimHarness

/// Where a shot flies and lands.
public enum ShotPath {
  /// The end of a flight.
  public struct Flight: Sendable {
    /// The centre's place at the end (`saga`: diameters; `frozen-bubble`: pixels, top-left corner).
    public var x: Double
    public var y: Double
    public var bounces: Int
    /// One bounce too many: the shot is lost.
    public var isLost: Bool
    /// Steps flown, in rule sets that step; else 0.
    public var frames = 0
  }

  /// Where a shot comes to rest.
  public enum Landing: Hashable, Sendable {
    case cell(Cell, bounces: Int)
    case lost(LostShot, bounces: Int)
  }

  /// Distances within this of the minimum are ties; an end this near to a wall counts as before it.
  static let tolerance = 1e-9

  /// The landing of a shot at `angle`, which lies within the clamp range.
  static func landing<Mask: CellMask>(
    angle: Double, on board: OccupiedCells<Mask>, descended: Int, setup: BubbleSetup
  ) -> Landing {
    switch setup.rules.ruleset {
    case .saga:
      let direction: AimFan.Direction
      if let aim = setup.fan.aim(of: angle) {
        direction = setup.fan.directions[aim]
        if Mask.Row.bitWidth <= 16, !setup.steps.isEmpty,
          let landing = landing(
            aim: aim, direction: direction, on: board, descended: descended, setup: setup)
        {
          return landing
        }
      } else {
        direction = AimFan.Direction(angle: angle)
      }
      return continuousLanding(direction, on: board, descended: descended, setup: setup)
    case .frozenBubble:
      return FrozenBubble.landing(angle: angle, on: board, descended: descended, setup: setup)
    }
  }

  /// The landing of an aim of the fan; nil if the unfolded flight is not certain.
  @inline(__always)
  private static func landing<Mask: CellMask>(
    aim: Int, direction: AimFan.Direction, on board: OccupiedCells<Mask>, descended: Int,
    setup: BubbleSetup
  ) -> Landing? {
    let unfolded = UnfoldedFlight(
      rowsUsed: board.rowsUsed, descended: descended, rowCapacity: Mask.rowCapacity,
      rules: setup.rules, perSpan: setup.steps.perSpan)
    let first = setup.steps.first(aim: aim, ceiling: setup.rules.rows &+ 1 &- descended)
    return unfolded?.landing(
      direction: direction,
      rows: SingleUnfoldedRows(occupied: board.occupied, columns: setup.rules.columns),
      step: { setup.steps[first &+ $0] },
      boardColumn: { setup.steps.boardColumn(place: $0, isLeftward: $1, short: $2) })
  }

  /// `landing(direction:on:descended:setup:)`, apart from the landing of an aim of the fan, which
  /// nearly all shots of a search take and which has the registers to itself without it.
  @inline(never)
  private static func continuousLanding<Mask: CellMask>(
    _ direction: AimFan.Direction, on board: OccupiedCells<Mask>, descended: Int, setup: BubbleSetup
  ) -> Landing {
    landing(direction: direction, on: board, descended: descended, setup: setup)
  }

  /// The landing of a continuous flight in `direction`.
  @inline(__always)
  static func landing<Mask: CellMask>(
    direction: AimFan.Direction, on board: OccupiedCells<Mask>, descended: Int,
    setup: BubbleSetup
  ) -> Landing {
    let columns = setup.rules.columns
    let contact = setup.rules.contact
    let odd = (setup.rules.rows &+ 1 &- descended) & 1
    if Mask.Row.bitWidth <= 16,
      let unfolded = UnfoldedFlight(
        rowsUsed: board.rowsUsed, descended: descended, rowCapacity: Mask.rowCapacity,
        rules: setup.rules, perSpan: setup.steps.perSpan),
      let landing = unfolded.landing(
        direction: direction,
        rows: SingleUnfoldedRows(occupied: board.occupied, columns: columns),
        step: {
          FlightSteps.Step(
            direction: direction, rise: $0, isShort: ($0 &+ odd) & 1 != 0, columns: columns,
            contact: contact)
        },
        boardColumn: { setup.steps.boardColumn(place: $0, isLeftward: $1, short: $2) })
    {
      return landing
    }
    return foldedLanding(direction: direction, on: board, descended: descended, setup: setup)
  }

  /// The landing of a continuous flight on a board of any size, and where ties must be broken.
  static func foldedLanding<Mask: CellMask>(
    direction: AimFan.Direction, on board: OccupiedCells<Mask>, descended: Int,
    setup: BubbleSetup
  ) -> Landing {
    let flight = foldedFlight(direction: direction, on: board, descended: descended, setup: setup)
    if flight.isLost { return .lost(.bounces, bounces: flight.bounces) }
    guard
      let cell = snap(
        x: flight.x, y: flight.y, on: board, descended: descended, setup: setup)
    else { return .lost(.overflow, bounces: flight.bounces) }
    return .cell(cell, bounces: flight.bounces)
  }

  /// A straight line from the launcher, mirrored at the walls, to its first contact with a bubble
  /// or the ceiling, on a board of any size.
  ///
  /// Solved analytically. Boards of the small representation mostly take `UnfoldedFlight`.
  /// Rows are taken from the lowest used one upward, and in each only the columns that the line
  /// can touch while it crosses the row's band.
  static func foldedFlight<Mask: CellMask>(
    direction: AimFan.Direction, on board: OccupiedCells<Mask>, descended: Int,
    setup: BubbleSetup
  ) -> Flight {
    let rules = setup.rules
    let contact = rules.contact
    let span = Double(rules.columns &- 1)
    let sine = direction.sine
    let perRise = direction.cosine / sine
    // Heights above the launcher; row r's centres are at top - r * pitch.
    let top = Double(rules.rows &+ 1 &- descended) * HexGrid.pitch
    let ceiling = max(top, 0)
    let lowest = board.rowsUsed &- 1
    let free = min(max(top - Double(lowest) * HexGrid.pitch - contact, 0), ceiling)

    // Below the lowest row's band there is nothing but walls: fold the line at once.
    var x = Double(rules.columns) * 0.5 - 0.5 + free * perRise
    var rise = free
    var bounces = 0
    var toRight = direction.cosine >= 0
    if x < 0 || x > span {
      let folds = (x / span).rounded(.down)
      bounces = Int(folds < 0 ? -folds : folds)
      if bounces > rules.maxBounces {
        return Flight(x: 0, y: 0, bounces: rules.maxBounces, isLost: true)
      }
      x -= folds * span
      if bounces & 1 != 0 {
        x = span - x
        toRight.toggle()
      }
    }

    let steepness = perRise < 0 ? -perRise : perRise
    let contactSquared = contact * contact
    var row = lowest
    while true {
      let cosine = toRight ? steepness * sine : -steepness * sine
      let slope = toRight ? steepness : -steepness
      // How much higher the wall is met.
      let riseToWall =
        steepness > 0 ? rise + (toRight ? span - x : x) / steepness : Double.infinity
      let segmentEnd = min(riseToWall, ceiling)
      // Rows whose band ends below this segment's start are done.
      while row >= 0 && top - Double(row) * HexGrid.pitch + contact < rise { row &-= 1 }
      var bestRise = Double.infinity
      var scan = row
      while scan >= 0 {
        let centre = top - Double(scan) * HexGrid.pitch
        let enter = max(centre - contact, rise)
        if enter > segmentEnd + tolerance || enter >= bestRise { break }
        let leave = min(centre + contact, segmentEnd + tolerance)
        // Columns whose centres are within `contact` of the line between enter and leave.
        let shift = HexGrid.isShort(scan) ? 0.5 : 0.0
        let enterX = x + (enter - rise) * slope - shift
        let leaveX = x + (leave - rise) * slope - shift
        var bits = board.occupied[scan]
        let first = Int(max((toRight ? enterX : leaveX) - contact, 0))
        let last = Int((toRight ? leaveX : enterX) + contact)
        if last < 0 {
          scan &-= 1
          continue
        }
        bits &= ~0 &<< Mask.Row(truncatingIfNeeded: first)
        let above = Mask.Row.bitWidth &- 1 &- last
        if above > 0 { bits &= ~0 &>> Mask.Row(truncatingIfNeeded: above) }
        while bits != 0 {
          let column = bits.trailingZeroBitCount
          bits &= bits &- 1
          let dx = Double(column) + shift - x
          let dy = centre - rise
          let across = dx * sine - dy * cosine
          let rest = contactSquared - across * across
          if rest < 0 { continue }
          let half = rest.squareRoot()
          let along = dx * cosine + dy * sine
          if along + half < 0 { continue }
          let met = rise + max(along - half, 0) * sine
          if met < bestRise { bestRise = met }
        }
        scan &-= 1
      }
      // The ceiling ends it too; an end within the tolerance of the wall comes first.
      let end = min(bestRise, ceiling)
      if end <= riseToWall + tolerance * sine {
        return Flight(
          x: x + (end - rise) * slope + 0.5,
          y: 0.5 + Double(rules.rows &+ 1) * HexGrid.pitch - end,
          bounces: bounces, isLost: false)
      }
      if bounces >= rules.maxBounces {
        return Flight(x: 0, y: 0, bounces: bounces, isLost: true)
      }
      bounces &+= 1
      x = toRight ? span : 0
      rise = riseToWall
      toRight.toggle()
    }
  }

  /// The cell nearest to (x, y) that can be landed in: empty, in a row from the ceiling to the
  /// landing row, in the ceiling row or beside a bubble.
  ///
  /// Ties: smallest row, then column.
  static func snap<Mask: CellMask>(
    x: Double, y: Double, on board: OccupiedCells<Mask>, descended: Int,
    setup: BubbleSetup
  ) -> Cell? {
    let rules = setup.rules
    let lastRow = min(rules.rows &- descended, Mask.rowCapacity &- 1)
    guard lastRow >= 0 else { return nil }
    if rules.contact > surelyFree,
      let cell = nearestOfAll(
        x: x, y: y - Double(descended) * HexGrid.pitch, columns: rules.columns, lastRow: lastRow)
    {
      return cell
    }
    let ceilingY = 0.5 + Double(descended) * HexGrid.pitch
    let near = Int(max((y - ceilingY) / HexGrid.pitch + 0.5, 0))
    let firstNear = max(near &- 1, 0)
    let lastNear = min(near &+ 1, lastRow)
    if firstNear <= lastNear {
      let found = nearest(
        x: x, y: y, rows: firstNear...lastNear, reach: 1, on: board, ceilingY: ceilingY,
        columns: rules.columns)
      // Cells not examined are at least this far away.
      if let found, found.distance < 0.99 { return found.cell }
    }
    return nearest(
      x: x, y: y, rows: 0...lastRow, reach: rules.columns, on: board, ceilingY: ceilingY,
      columns: rules.columns)?.cell
  }

  /// No point is further than 1 / sqrt(3) from the nearest cell.
  ///
  /// With a larger contact that cell is empty at a flight's end, and it lies beside the bubble that
  /// was hit (at most 1 + 0.578 away, less than sqrt(3)), so it is the one to land in.
  static let surelyFree = 0.578

  /// The cell nearest to (x, y), taken or not, y counted from the ceiling row's top; nil if two
  /// are as near or none is on the board.
  static func nearestOfAll(x: Double, y: Double, columns: Int, lastRow: Int) -> Cell? {
    let upper = Int(max((y - 0.5) / HexGrid.pitch, 0))
    var best = Double.infinity
    var second = Double.infinity
    var found = Cell(row: -1, column: 0)
    for row in upper...(upper &+ 1) {
      let short = row & 1
      let place = x - 0.5 - 0.5 * Double(short)
      let column = min(Int(max(place + 0.5, 0)), columns &- 1 &- short)
      let dx = place - Double(column)
      let dy = y - 0.5 - Double(row) * HexGrid.pitch
      // The other cell beside the point in this row.
      let aside = 1 - (dx < 0 ? -dx : dx)
      let squared = dx * dx + dy * dy
      second = min(second, max(squared, best), aside * aside + dy * dy)
      if squared < best {
        best = squared
        found = Cell(row: row, column: column)
      }
    }
    // 3e-9 in the squares covers 1e-9 in the distances.
    return found.row <= lastRow && best + 3e-9 < second && best < 0.34 ? found : nil
  }

  /// The nearest cell to land in among `rows` and the columns within about `reach` of x.
  static func nearest<Mask: CellMask>(
    x: Double, y: Double, rows: ClosedRange<Int>, reach: Int,
    on board: OccupiedCells<Mask>, ceilingY: Double, columns: Int
  ) -> (cell: Cell, distance: Double)? {
    var bestSquared = Double.infinity
    var best = Cell(row: -1, column: -1)
    // Two passes: the minimum distance, then the first cell within the tolerance of it.
    for pass in 0..<2 {
      var limit = bestSquared
      if pass == 1 {
        let distance = bestSquared.squareRoot() + tolerance
        limit = distance * distance
      }
      for row in rows {
        let width = HexGrid.width(ofRow: row, columns: columns)
        var open = ~board.occupied[row]
        if row > 0 { open &= HexGrid.touching(board.occupied, row: row) }
        let left = x - (HexGrid.isShort(row) ? 1.0 : 0.5)
        let floor = Int(left.rounded(.down))
        let first = max(floor &- reach &+ 1, 0)
        let last = min(floor &+ reach, width &- 1)
        if first > last { continue }
        let dy = ceilingY + Double(row) * HexGrid.pitch - y
        for column in first...last
        where open &>> Mask.Row(truncatingIfNeeded: column) & 1 != 0 {
          let dx = Double(column) - left
          let squared = dx * dx + dy * dy
          if pass == 0 {
            if squared < bestSquared {
              bestSquared = squared
              best = Cell(row: row, column: column)
            }
          } else if squared <= limit {
            return (Cell(row: row, column: column), bestSquared.squareRoot())
          }
        }
      }
      if best.row < 0 { return nil }
    }
    return (best, bestSquared.squareRoot())
  }
}
