import SimHarness

/// Flights on boards of at most 16 columns, unfolded at the walls.
///
/// The walls go through centres of bubbles, so the board and its mirror images make one lattice of
/// period 2 * (columns - 1), in long and short rows alike, and a flight is one straight line
/// through it. In each row the bubble that is hit lowest is the first or second one at or after
/// `split`, where the line is a contact's length below the row. Gives the same landings as
/// `ShotPath.foldedFlight` with `ShotPath.snap` (a test).
struct UnfoldedFlight {
  private let contact: Double
  private let contactSquared: Double
  private let columns: Int
  /// One over the distance of the walls.
  private let perSpan: Double
  private let maxBounces: Int
  /// How many rows the ceiling row is above the launcher.
  private let ceiling: Int
  /// Height of the ceiling row's centres above the launcher.
  private let top: Double
  /// The launcher, in columns from the first one.
  private let start: Double
  /// The last row to land in.
  private let lastRow: Int
  private let rowsUsed: Int

  /// nil if the lattice does not help: the board hangs as low as the launcher, or the contact
  /// is so small that the nearest lattice point may be taken.
  init?(
    rowsUsed: Int, descended: Int, rowCapacity: Int, rules: borrowing BubbleRules, perSpan: Double
  ) {
    contact = rules.contact
    contactSquared = contact * contact
    columns = rules.columns
    self.perSpan = perSpan
    maxBounces = rules.maxBounces
    ceiling = rules.rows &+ 1 &- descended
    top = Double(ceiling) * HexGrid.pitch
    start = FlightSteps.start(columns: columns)
    lastRow = min(rules.rows &- descended, rowCapacity &- 1)
    self.rowsUsed = rowsUsed
    let lowest = Double(ceiling &- (rowsUsed &- 1)) * HexGrid.pitch
    if columns > FlightSteps.maxColumns || contact <= ShotPath.surelyFree || ceiling < 0
      || lowest < contact
    {
      return nil
    }
  }

  /// The landing of a flight in `direction`; nil if it is not certain, so that `ShotPath` must
  /// look closer: two cells as near as each other, or one below the board.
  ///
  /// `step` gives how the flight crosses a row, `boardColumn` the column on the board of a lattice
  /// column.
  @inline(__always)
  func landing<Rows: UnfoldedRows>(
    direction: AimFan.Direction, rows: borrowing Rows, step: (Int) -> FlightSteps.Step,
    boardColumn: (_ place: Int, _ isLeftward: Int, _ short: Int) -> Int?
  ) -> ShotPath.Landing? {
    let sine = direction.sine
    if sine < FlightSteps.flattest { return nil }
    let cosine = direction.cosine.magnitude
    let end = end(sine: sine, cosine: cosine, rows: rows, step: step)

    let x = start + end * direction.steepness
    // An end this near to a wall comes before the bounce.
    let bounces = QuickRounding.down((x - ShotPath.tolerance * cosine) * perSpan)
    if bounces > maxBounces { return .lost(.bounces, bounces: maxBounces) }

    // The nearest lattice point is in the row above the end or in the one below it; an end on a
    // row's line may count as either.
    let depth = (top - end) * (1 / HexGrid.pitch)
    let upper = QuickRounding.nearest(depth - 0.5)
    let upperHalf = Self.half(ifOdd: upper.whole)
    let upperX = x - upperHalf
    let lowerX = x - (0.5 - upperHalf)
    let upperColumn = QuickRounding.nearest(upperX)
    let lowerColumn = QuickRounding.nearest(lowerX)
    let upperAside = upperX - upperColumn.value
    let lowerAside = lowerX - lowerColumn.value
    let upperY = (depth - upper.value) * HexGrid.pitch
    let lowerY = HexGrid.pitch - upperY
    let difference =
      lowerAside * lowerAside + lowerY * lowerY - (upperAside * upperAside + upperY * upperY)
    // Which one it is, and to which side the flight goes, are unpredictable branches, so signs are
    // used as numbers.
    let isLower = Self.signMask(difference)
    let found = upper.whole &- isLower
    let aside = max(upperAside.magnitude, lowerAside.magnitude)
    let isTie = difference.magnitude < 1e-8 || aside > 0.5 - 1e-8
    if isTie || found > lastRow { return nil }

    let place = (upperColumn.whole & ~isLower) | (lowerColumn.whole & isLower)
    guard let column = boardColumn(place, Self.signMask(direction.cosine) & 1, found & 1) else {
      return nil
    }
    return .cell(Cell(row: found, column: column), bounces: bounces)
  }

  /// 0.5 for an odd number, else 0.
  @inline(__always)
  private static func half(ifOdd number: Int) -> Double {
    let mask = 0 &- UInt64(truncatingIfNeeded: number & 1)
    return Double(bitPattern: mask & 0.5.bitPattern)
  }

  /// All bits set for a negative number, else none.
  @inline(__always)
  private static func signMask(_ number: Double) -> Int {
    Int(truncatingIfNeeded: Int64(bitPattern: number.bitPattern) &>> 63)
  }

  /// The height above the launcher at which a flight ends.
  @inline(__always)
  private func end<Rows: UnfoldedRows>(
    sine: Double, cosine: Double, rows: borrowing Rows, step: (Int) -> FlightSteps.Step
  ) -> Double {
    var end = top
    var row = rowsUsed &- 1
    var rise = ceiling &- row
    var centre = Double(rise) * HexGrid.pitch
    while row >= 0 && centre - contact < end {
      let step = step(rise)
      let split = Int(step.split)
      let ahead = rows.bubbles(inRow: row) &>> UInt64(truncatingIfNeeded: step.turned)
      // Different widths, so that the compiler does not count both in one vector, which is slower.
      let nearest = UInt32(truncatingIfNeeded: ahead) | FlightSteps.beyond
      let first = split &+ nearest.trailingZeroBitCount
      let others = (ahead & (ahead &- 1)) | UInt64(FlightSteps.beyond)
      let second = split &+ others.trailingZeroBitCount
      let firstMet = met(Double(first) - step.crossing, sine: sine, cosine: cosine)
      let secondMet = met(Double(second) - step.crossing, sine: sine, cosine: cosine)
      let met = (firstMet < secondMet ? firstMet : secondMet) + centre
      end = met < end ? met : end
      row &-= 1
      rise &+= 1
      centre += HexGrid.pitch
    }
    return end
  }

  /// How high above its row a line that crosses it `dx` columns before a bubble meets the bubble;
  /// beyond all heights where it passes the bubble by.
  @inline(__always)
  private func met(_ dx: Double, sine: Double, cosine: Double) -> Double {
    let aside = dx * sine
    let rest = contactSquared - aside * aside
    // Written without a conditional, which would become an unpredictable branch; without the
    // maximum there would be one for the library's square root of negative numbers.
    let inside = max(rest, 0)
    return (dx * cosine - inside.squareRoot()) * sine - (rest - inside) * Self.never
  }

  /// Turns the height of a miss into one that no flight reaches.
  private static let never = 1e300

  /// A row and its mirror images side by side, over 64 bits: bit i is the bubble at lattice
  /// column i.
  @inline(__always)
  static func unfolded(_ bits: UInt64, isShort: Bool, columns: Int) -> UInt64 {
    var mirror = bits.byteSwapped
    mirror = ((mirror &>> 4) & (0x0F0F &<< 48)) | ((mirror & (0x0F0F &<< 48)) &<< 4)
    mirror = ((mirror &>> 2) & (0x3333 &<< 48)) | ((mirror & (0x3333 &<< 48)) &<< 2)
    mirror = ((mirror &>> 1) & (0x5555 &<< 48)) | ((mirror & (0x5555 &<< 48)) &<< 1)
    // Now bit 63 - c; needed is bit period - c, in short rows period - 1 - c.
    let width = UInt64(truncatingIfNeeded: 2 &* (columns &- 1))
    let top = width &+ (isShort ? 0 : 1)
    let once = (bits | (mirror &>> (64 &- top))) & ((1 &<< width) &- 1)
    let twice = once | (once &<< width)
    // At most 60 places further: boards are at most 16 columns wide.
    return twice | (twice &<< (2 &* width))
  }
}

/// The rows of a small board, unfolded.
protocol UnfoldedRows {
  /// A row's bubbles and their mirror images, bit i for lattice column i.
  func bubbles(inRow row: Int) -> UInt64
}

/// All rows unfolded at once, for players who try many aims; its memory is reused.
///
/// An array: to read a fixed-size one at a place known only at run time copies it.
struct AllUnfoldedRows: UnfoldedRows {
  private var rows: [UInt64] = []

  /// Loads a board.
  mutating func unfold<Mask: CellMask>(_ board: OccupiedCells<Mask>, columns: Int) {
    rows.removeAll(keepingCapacity: true)
    for row in 0..<board.rowsUsed {
      rows.append(
        UnfoldedFlight.unfolded(
          UInt64(truncatingIfNeeded: board.occupied[row]), isShort: HexGrid.isShort(row),
          columns: columns))
    }
  }

  @inline(__always)
  func bubbles(inRow row: Int) -> UInt64 { rows[row] }
}

/// Unfolds each row on demand, for a single shot.
struct SingleUnfoldedRows<Mask: CellMask>: UnfoldedRows {
  let occupied: Mask
  let columns: Int

  @inline(__always)
  func bubbles(inRow row: Int) -> UInt64 {
    UnfoldedFlight.unfolded(
      UInt64(truncatingIfNeeded: occupied[row]), isShort: HexGrid.isShort(row), columns: columns)
  }
}
