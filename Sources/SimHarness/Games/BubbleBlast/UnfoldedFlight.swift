extension ShotPath {
  /// The flight on a board of at most 16 columns, unfolded at the walls.
  ///
  /// The walls go through centres of bubbles, so the board and its mirror images make one lattice
  /// of period 2 * (columns - 1), in long and short rows alike, and the flight is one straight
  /// line through it. In each row the bubble that is met lowest is the first or second one at or
  /// after `split`, where the line is a contact's length below the row.
  /// nil where the flight begins inside a row's band; `foldedFlight` sees to that.
  static func unfoldedFlight<Mask: CellMask>(
    direction: AimFan.Direction, on board: borrowing BubbleBoard<Mask>, descended: Int,
    setup: BubbleSetup
  ) -> Flight? {
    let rules = setup.rules
    let contact = rules.contact
    let sine = direction.sine
    let toLeft = direction.cosine < 0
    let cosine = toLeft ? -direction.cosine : direction.cosine
    let steepness = cosine / sine
    let span = rules.columns &- 1
    let period = 2 &* span
    // Heights above the launcher; row r's centres are at top - r * pitch.
    let top = Double(rules.rows &+ 1 &- descended) * HexGrid.pitch
    let start = Double(rules.columns) * 0.5 - 0.5
    var end = max(top, 0)
    var row = board.rowsUsed &- 1
    var centre = top - Double(row) * HexGrid.pitch
    if centre < contact { return nil }

    // Flying left is flying right on the mirrored lattice, which is the same moved by half.
    let shift = toLeft ? span : 0
    let perPeriod = 1 / Double(period)
    let reach = contact / sine
    let behind = steepness * contact
    let contactSquared = contact * contact
    let sineSquared = sine * sine
    while row >= 0 && centre - contact < end {
      let bits = UInt64(truncatingIfNeeded: board.occupied[row])
      if bits != 0 {
        let half = HexGrid.isShort(row) ? 0.5 : 0.0
        let crossing = start + centre * steepness - half
        let split = Int(crossing - behind + 1) &- 1
        let place = split &+ shift
        let turned = place &- Int(Double(place) * perPeriod) &* period
        var ahead =
          unfolded(bits, isShort: row & 1 != 0, period: period)
          &>> UInt64(truncatingIfNeeded: turned)
        var tries = 2
        while tries > 0 && ahead != 0 {
          let dx = Double(split &+ ahead.trailingZeroBitCount) - crossing
          if dx > reach { break }
          let rest = contactSquared - dx * dx * sineSquared
          if rest >= 0 {
            let met = centre + (dx * cosine - rest.squareRoot()) * sine
            if met < end { end = met }
          }
          ahead &= ahead &- 1
          tries &-= 1
        }
      }
      row &-= 1
      centre += HexGrid.pitch
    }

    let x = start + end * steepness
    // An end this near to a wall comes before the bounce.
    let bounces = Int((x - tolerance * cosine) / Double(span))
    if bounces > rules.maxBounces {
      return Flight(x: 0, y: 0, bounces: rules.maxBounces, isLost: true)
    }
    let along = x - Double(bounces &* span)
    let isMirrored = (bounces & 1 != 0) != toLeft
    return Flight(
      x: (isMirrored ? Double(span) - along : along) + 0.5,
      y: 0.5 + Double(rules.rows &+ 1) * HexGrid.pitch - end, bounces: bounces, isLost: false)
  }

  /// A row and its mirror images side by side, over 64 bits.
  private static func unfolded(_ bits: UInt64, isShort: Bool, period: Int) -> UInt64 {
    var mirror = bits
    mirror = ((mirror &>> 1) & 0x5555) | ((mirror & 0x5555) &<< 1)
    mirror = ((mirror &>> 2) & 0x3333) | ((mirror & 0x3333) &<< 2)
    mirror = ((mirror &>> 4) & 0x0F0F) | ((mirror & 0x0F0F) &<< 4)
    mirror = ((mirror &>> 8) & 0x00FF) | ((mirror & 0x00FF) &<< 8)
    // Now bit 15 - c; wanted is bit period - c, in short rows period - 1 - c.
    let top = UInt64(truncatingIfNeeded: isShort ? period : period &+ 1)
    let width = UInt64(truncatingIfNeeded: period)
    let once = (bits | ((mirror &<< 48) &>> (64 &- top))) & ((1 &<< width) &- 1)
    let twice = once | (once &<< width)
    return twice | (twice &<< (2 &* width) & (2 &* width < 64 ? ~0 : 0))
  }
}
