import SimHarness

/// A set of cells as one bit per cell, one word per row: the board's unit of work.
///
/// Two representations of one thing: `SmallMask` for boards up to 16 x 16, `LargeMask` up to
/// 64 x 64. Everything above them is generic and gives the same game in both (a test). Fixed-size
/// values, so that copying a board copies memory and allocates nothing.
public protocol CellMask: Equatable, BitwiseCopyable, Sendable {
  associatedtype Row: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable
  /// A bit for each row.
  associatedtype RowSet: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable

  /// Rows it has room for: the tallest board's playable rows and the one to land in.
  static var rowCapacity: Int { get }

  /// The empty set.
  init()

  /// The cells of a row, bit c for column c.
  subscript(row: Int) -> Row { get set }

  /// How many cells it holds.
  var count: Int { get }

  /// Four rows from `first` on, a multiple of 4, as one word; for masks that are narrow.
  func word(_ first: Int) -> UInt64

  /// Removes the cells of another set.
  mutating func subtract(_ other: Self)

  /// Whether another set holds all of its cells.
  func isSubset(of other: Self) -> Bool

  /// Sets up the board that a level's games begin with, and gives what dropped from it, if
  /// anything did.
  static func begin(_ board: inout BubbleBoard<Self>, of level: BubbleLevel) -> Self?
}

/// Sets of cells on boards up to 16 columns and 16 rows.
public struct SmallMask: CellMask {
  public typealias RowSet = UInt32

  var rows: InlineArray<17, UInt16>

  public static var rowCapacity: Int { 17 }

  public init() { rows = InlineArray(repeating: 0) }

  public subscript(row: Int) -> UInt16 {
    get { rows[row] }
    set { rows[row] = newValue }
  }

  /// Each place a constant: reading an array of fixed size at a place known only at run time copies
  /// it.
  @inline(__always)
  public func word(_ first: Int) -> UInt64 {
    switch first {
    case 0: Self.joined(rows[0], rows[1], rows[2], rows[3])
    case 4: Self.joined(rows[4], rows[5], rows[6], rows[7])
    case 8: Self.joined(rows[8], rows[9], rows[10], rows[11])
    case 12: Self.joined(rows[12], rows[13], rows[14], rows[15])
    default: UInt64(rows[16])
    }
  }

  /// Not `word & ~other`: the compiler would spread the complement over the four rows.
  public mutating func subtract(_ other: Self) {
    setWord(0, word(0) ^ (word(0) & other.word(0)))
    setWord(4, word(4) ^ (word(4) & other.word(4)))
    setWord(8, word(8) ^ (word(8) & other.word(8)))
    setWord(12, word(12) ^ (word(12) & other.word(12)))
    rows[16] &= ~other.rows[16]
  }

  public func isSubset(of other: Self) -> Bool {
    var beyond = word(0) ^ (word(0) & other.word(0))
    beyond |= word(4) ^ (word(4) & other.word(4))
    beyond |= word(8) ^ (word(8) & other.word(8))
    beyond |= word(12) ^ (word(12) & other.word(12))
    return beyond | UInt64(rows[16] & ~other.rows[16]) == 0
  }

  @inline(__always)
  private mutating func setWord(_ first: Int, _ bits: UInt64) {
    rows[first] = UInt16(truncatingIfNeeded: bits)
    rows[first &+ 1] = UInt16(truncatingIfNeeded: bits &>> 16)
    rows[first &+ 2] = UInt16(truncatingIfNeeded: bits &>> 32)
    rows[first &+ 3] = UInt16(truncatingIfNeeded: bits &>> 48)
  }

  private static func joined(_ a: UInt16, _ b: UInt16, _ c: UInt16, _ d: UInt16) -> UInt64 {
    UInt64(a) | UInt64(b) &<< 16 | UInt64(c) &<< 32 | UInt64(d) &<< 48
  }

  /// Counted in 64-bit words: not every processor counts bits by itself.
  public var count: Int {
    var nibbles: UInt64 = 0
    var row = 0
    while row < 16 {
      var bits = word(row)
      bits &-= (bits &>> 1) & 0x5555_5555_5555_5555
      bits = (bits & 0x3333_3333_3333_3333) &+ ((bits &>> 2) & 0x3333_3333_3333_3333)
      // At most 4 per nibble and 8 per byte; four words make at most 32 per byte.
      nibbles &+= (bits &+ (bits &>> 4)) & 0x0F0F_0F0F_0F0F_0F0F
      row &+= 4
    }
    var last = UInt64(rows[16])
    last &-= (last &>> 1) & 0x5555
    last = (last & 0x3333) &+ ((last &>> 2) & 0x3333)
    nibbles &+= (last &+ (last &>> 4)) & 0x0F0F
    // Up to 272 in all, which a byte does not hold.
    let lanes = (nibbles & 0x00FF_00FF_00FF_00FF) &+ ((nibbles &>> 8) & 0x00FF_00FF_00FF_00FF)
    return Int((lanes &* 0x0001_0001_0001_0001) &>> 48)
  }
}

/// Sets of cells on boards up to 64 columns and 64 rows.
public struct LargeMask: CellMask {
  public typealias RowSet = UInt128

  var rows: InlineArray<65, UInt64>

  public static var rowCapacity: Int { 65 }

  public init() { rows = InlineArray(repeating: 0) }

  public subscript(row: Int) -> UInt64 {
    get { rows[row] }
    set { rows[row] = newValue }
  }

  // Through spans: by subscript, each row would be read by copying all of them.

  public mutating func subtract(_ other: Self) {
    var own = rows.mutableSpan
    let others = other.rows.span
    for row in 0..<Self.rowCapacity { own[row] &= ~others[row] }
  }

  public func isSubset(of other: Self) -> Bool {
    let own = rows.span
    let others = other.rows.span
    var beyond: Row = 0
    for row in 0..<Self.rowCapacity { beyond |= own[row] & ~others[row] }
    return beyond == 0
  }

  public var count: Int {
    let own = rows.span
    var total = 0
    for row in 0..<Self.rowCapacity { total &+= own[row].nonzeroBitCount }
    return total
  }
}

extension CellMask {
  public static func == (a: Self, b: Self) -> Bool {
    for row in 0..<Self.rowCapacity where a[row] != b[row] { return false }
    return true
  }

  public func contains(_ cell: Cell) -> Bool {
    self[cell.row] &>> Row(truncatingIfNeeded: cell.column) & 1 != 0
  }

  public mutating func insert(_ cell: Cell) {
    self[cell.row] |= 1 &<< Row(truncatingIfNeeded: cell.column)
  }

  public mutating func remove(_ cell: Cell) {
    self[cell.row] &= ~(1 &<< Row(truncatingIfNeeded: cell.column))
  }

  public mutating func formUnion(_ other: Self) {
    for row in 0..<Self.rowCapacity { self[row] |= other[row] }
  }

  public mutating func formIntersection(_ other: Self) {
    for row in 0..<Self.rowCapacity { self[row] &= other[row] }
  }

  /// Whether no cell is in both.
  func isDisjoint(with other: Self) -> Bool {
    var shared: Row = 0
    for row in 0..<Self.rowCapacity { shared |= self[row] & other[row] }
    return shared == 0
  }

  public var isEmpty: Bool { isSubset(of: Self()) }

  /// Whether no row has a cell beyond column 15.
  public var isNarrow: Bool {
    if Row.bitWidth <= 16 { return true }
    for row in 0..<Self.rowCapacity where self[row] &>> 16 != 0 { return false }
    return true
  }

  public func word(_ first: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in 0..<4 where first &+ place < Self.rowCapacity {
      word |= UInt64(truncatingIfNeeded: self[first &+ place]) &<< UInt64(16 &* place)
    }
    return word
  }

  /// Calls `body` with each cell, by row, then column.
  @inline(__always)
  func forEachCell<Failure: Error>(
    _ body: (Cell) throws(Failure) -> Void
  ) throws(Failure) {
    for row in 0..<Self.rowCapacity {
      var bits = self[row]
      while bits != 0 {
        try body(Cell(row: row, column: bits.trailingZeroBitCount))
        bits &= bits &- 1
      }
    }
  }

  /// The cells by row, then column.
  ///
  /// For printing and scripts, not for the hot loop.
  public var cells: [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(count)
    for row in 0..<Self.rowCapacity {
      var bits = self[row]
      while bits != 0 {
        cells.append(Cell(row: row, column: bits.trailingZeroBitCount))
        bits &= bits &- 1
      }
    }
    return cells
  }
}

/// A place on the board, counted from the ceiling: row 0 is the ceiling row, which is always long.
///
/// Counted so, a row never changes its shape and the ceiling's descent moves no bubble. Files,
/// traces and scripts count rows from the top of the screen: `row + descended`.
public struct Cell: Hashable, Sendable, BitwiseCopyable, Comparable {
  public var row: Int
  public var column: Int

  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }

  public static func < (a: Cell, b: Cell) -> Bool {
    (a.row, a.column) < (b.row, b.column)
  }
}
