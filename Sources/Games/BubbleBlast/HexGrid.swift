import SimHarness

/// The hexagonal grid: shapes of rows, neighbours and floods on sets of cells.
///
/// The unit of length is one bubble's diameter, y grows downward. Rows are counted from the
/// ceiling row; even rows are long (`columns` cells), odd ones short (one cell less, shifted right
/// by half a diameter). Source: docs/rules.md, "Grid".
public enum HexGrid {
  /// The distance between rows, sqrt(3) / 2.
  public static let pitch = 0.866_025_403_784_438_6

  public static func isShort(_ row: Int) -> Bool { row & 1 != 0 }

  /// How many cells a row has.
  public static func width(ofRow row: Int, columns: Int) -> Int { columns &- (row & 1) }

  /// x of a cell's centre.
  public static func x(row: Int, column: Int) -> Double {
    Double(column) + (isShort(row) ? 1.0 : 0.5)
  }

  /// The fewest steps from cell to cell that lead from one cell to another.
  public static func distance(from first: Cell, to second: Cell) -> Int {
    func halves(_ cell: Cell) -> Int { 2 &* cell.column &+ (isShort(cell.row) ? 1 : 0) }
    let rows = Int(clamping: (first.row &- second.row).magnitude)
    // A step to another row brings half a column nearer as well.
    let columns = Int(clamping: (halves(first) &- halves(second)).magnitude)
    return rows &+ max(0, columns &- rows) / 2
  }

  /// The six cells around `cell`, also those outside the board, by row and column.
  public static func neighbours(of cell: Cell) -> [Cell] {
    let left = isShort(cell.row) ? 0 : -1
    return [
      Cell(row: cell.row - 1, column: cell.column + left),
      Cell(row: cell.row - 1, column: cell.column + left + 1),
      Cell(row: cell.row, column: cell.column - 1),
      Cell(row: cell.row, column: cell.column + 1),
      Cell(row: cell.row + 1, column: cell.column + left),
      Cell(row: cell.row + 1, column: cell.column + left + 1),
    ]
  }

  /// The cells in the rows above and below that touch `bits` of `row`.
  static func spread<Row: FixedWidthInteger>(_ bits: Row, fromRow row: Int) -> Row {
    isShort(row) ? bits | (bits &<< 1) : bits | (bits &>> 1)
  }

  /// The runs of `mask` that hold a bit of `seeds`; `seeds` lie within `mask`.
  static func runs<Row: FixedWidthInteger & UnsignedInteger>(of seeds: Row, in mask: Row) -> Row {
    if seeds == mask { return mask }
    // Adding a seed to its run carries to the run's end: all from the seed upward flips.
    var filled = (((mask &+ seeds) ^ mask) | seeds) & mask
    // Downward by doubling.
    var open = mask
    var step: Row = 1
    while step < Row(truncatingIfNeeded: Row.bitWidth) {
      filled |= open & (filled &>> step)
      open &= open &>> step
      step &<<= 1
    }
    return filled
  }

  /// The cells of `row` that touch a cell of `mask`.
  static func touching<Mask: CellMask>(_ mask: borrowing Mask, row: Int) -> Mask.Row {
    var bits = (mask[row] &<< 1) | (mask[row] &>> 1)
    if row > 0 { bits |= spread(mask[row &- 1], fromRow: row &- 1) }
    if row &+ 1 < Mask.rowCapacity { bits |= spread(mask[row &+ 1], fromRow: row &+ 1) }
    return bits
  }

  /// The cells of `mask` that touch `cell`.
  static func beside<Mask: CellMask>(_ cell: Cell, in mask: Mask) -> Mask {
    var found = Mask()
    let bit: Mask.Row = 1 &<< Mask.Row(truncatingIfNeeded: cell.column)
    let around = spread(bit, fromRow: cell.row)
    found[cell.row] = ((bit &<< 1) | (bit &>> 1)) & mask[cell.row]
    if cell.row > 0 { found[cell.row &- 1] = around & mask[cell.row &- 1] }
    if cell.row &+ 1 < Mask.rowCapacity { found[cell.row &+ 1] = around & mask[cell.row &+ 1] }
    return found
  }

  /// The cells of `mask` that touch one of `cells`.
  static func beside<Mask: CellMask>(_ cells: borrowing Mask, in mask: Mask) -> Mask {
    var found = Mask()
    for row in 0..<Mask.rowCapacity { found[row] = touching(cells, row: row) & mask[row] }
    return found
  }

  /// The group that a shot landed in `cell` matches, that cell included, and how many cells it has,
  /// if those are enough; `plane` holds the cells it matches with.
  @inline(__always)
  static func match<Mask: CellMask>(
    in plane: Mask, at cell: Cell, size: Int
  ) -> (group: Mask, count: Int)? {
    var plane = plane
    // Most shots touch nothing of their colour: look at the neighbours before flooding.
    guard size <= 1 || touches(plane, at: cell) else { return nil }
    plane.insert(cell)
    let group = takeGroup(of: cell, from: &plane)
    let count = group.count
    return count >= size ? (group, count) : nil
  }

  /// Whether a cell beside `cell` is in `mask`.
  ///
  /// Inlined, because a call would copy the set for each of the three rows.
  @inline(__always)
  static func touches<Mask: CellMask>(_ mask: Mask, at cell: Cell) -> Bool {
    let bit: Mask.Row = 1 &<< Mask.Row(truncatingIfNeeded: cell.column)
    let around = spread(bit, fromRow: cell.row)
    var touched = ((bit &<< 1) | (bit &>> 1)) & mask[cell.row]
    if cell.row > 0 { touched |= around & mask[cell.row &- 1] }
    if cell.row &+ 1 < Mask.rowCapacity { touched |= around & mask[cell.row &+ 1] }
    return touched != 0
  }

  /// The part of `mask` that is connected to its row 0; rows from `rowsUsed` on are empty.
  static func connectedToCeiling<Mask: CellMask>(
    _ mask: Mask, rowsUsed: Int
  ) -> Mask {
    var reached = Mask()
    guard rowsUsed > 0 else { return reached }
    // Mostly each bubble has one right above it: then all of them hang.
    var supported = 1
    while supported < rowsUsed
      && mask[supported] & ~spread(mask[supported &- 1], fromRow: supported &- 1) == 0
    {
      supported &+= 1
    }
    if supported == rowsUsed { return mask }
    for row in 0..<supported { reached[row] = mask[row] }
    var above = mask[supported &- 1]
    var complete = true
    for row in supported..<rowsUsed {
      let here = mask[row]
      let bits = runs(of: spread(above, fromRow: row &- 1) & here, in: here)
      reached[row] = bits
      if bits != here { complete = false }
      above = bits
    }
    // Most boards are done after one pass down; the rest go up and down until nothing is added.
    while !complete {
      var added = false
      var row = rowsUsed &- 2
      while row > 0 {
        let here = mask[row]
        if reached[row] != here {
          let seeds = (spread(reached[row &+ 1], fromRow: row &+ 1) & here) | reached[row]
          if seeds != reached[row] {
            reached[row] = runs(of: seeds, in: here)
            added = true
          }
        }
        row &-= 1
      }
      if !added { break }
      added = false
      for row in 1..<rowsUsed where reached[row] != mask[row] {
        let here = mask[row]
        let seeds = (spread(reached[row &- 1], fromRow: row &- 1) & here) | reached[row]
        if seeds != reached[row] {
          reached[row] = runs(of: seeds, in: here)
          added = true
        }
      }
      if !added { break }
    }
    return reached
  }

  /// The part of `mask` that is connected to `cell`, a member of it.
  static func group<Mask: CellMask>(of cell: Cell, in mask: Mask) -> Mask {
    var mask = mask
    return takeGroup(of: cell, from: &mask)
  }

  /// Takes the part of `mask` that is connected to `cell`, a member of it, out of it.
  ///
  /// Out of it, because a set that is only read would be copied for each row that is looked at.
  static func takeGroup<Mask: CellMask>(of cell: Cell, from mask: inout Mask) -> Mask {
    var group = Mask()
    let first = runs(
      of: 1 &<< Mask.Row(truncatingIfNeeded: cell.column), in: mask[cell.row])
    group[cell.row] = first
    mask[cell.row] &= ~first
    // Rows whose neighbour rows have grown since they were looked at.
    let all: Mask.RowSet = (1 &<< Mask.RowSet(truncatingIfNeeded: Mask.rowCapacity)) &- 1
    var pending = beside(cell.row) & all
    while pending != 0 {
      let row = pending.trailingZeroBitCount
      pending &= pending &- 1
      let rest = mask[row]
      if rest == 0 { continue }
      var seeds: Mask.Row = 0
      if row > 0 { seeds |= spread(group[row &- 1], fromRow: row &- 1) }
      if row &+ 1 < Mask.rowCapacity { seeds |= spread(group[row &+ 1], fromRow: row &+ 1) }
      seeds &= rest
      if seeds == 0 { continue }
      // Runs are taken whole, so those in what is left are those of the set.
      let found = runs(of: seeds, in: rest)
      group[row] |= found
      mask[row] = rest & ~found
      pending |= beside(row) & all
    }
    return group
  }

  /// The rows above and below a row, a bit each.
  private static func beside<RowSet: FixedWidthInteger & UnsignedInteger>(
    _ row: Int
  ) -> RowSet {
    (5 &<< RowSet(truncatingIfNeeded: row)) &>> 1
  }
}
