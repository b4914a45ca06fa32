import SimHarness

/// The cells that hold a bubble: the only part of a board that flights and falls depend on.
struct OccupiedCells<Mask: CellMask>: BitwiseCopyable, Sendable {
  var occupied = Mask()
  /// Rows up to the lowest one that holds a bubble.
  var rowsUsed = 0

  /// Drops empty rows at the bottom.
  mutating func trim() {
    while rowsUsed > 0 && occupied[rowsUsed &- 1] == 0 { rowsUsed &-= 1 }
  }

  /// The bubbles that are not connected to the ceiling.
  var loose: Mask {
    var loose = occupied
    loose.subtract(HexGrid.connectedToCeiling(occupied, rowsUsed: rowsUsed))
    return loose
  }
}

/// The bubbles on the board: one set of cells for each colour, and the specials.
///
/// Rows are counted from the ceiling row (see `Cell`). What a turn needs of a board in a class is
/// in `BubbleResolution+Board`: a call would copy the whole board.
public struct BubbleBoard<Mask: CellMask>: Sendable {
  /// The cells that hold a bubble.
  var held = OccupiedCells<Mask>()
  /// Cells that match as each colour: plain bubbles, and specials that match as it.
  var colours = ColourPlanes<Mask>()
  /// Cells that hold a special.
  public internal(set) var special = Mask()
  /// Specials that join the group of any shot.
  var wild = Mask()
  /// Whether there has ever been one.
  private(set) var mayHoldWild = false
  /// The colours of the plain bubbles on the board, a bit each.
  private(set) var present: UInt8 = 0
  /// Which of the level's kinds a special is, by row * stride + column; empty without specials.
  var kinds: [UInt8] = []
  /// Each bubble's own integer, in the same order; empty until a script sets one.
  var data: [Int] = []

  /// Cells per row in `kinds` and `data`.
  static var stride: Int { Mask.Row.bitWidth }

  public init() {}

  /// Cells that hold any bubble.
  public internal(set) var occupied: Mask {
    get { held.occupied }
    _modify { yield &held.occupied }
  }

  /// Rows up to the lowest one that holds a bubble.
  public internal(set) var rowsUsed: Int {
    get { held.rowsUsed }
    set { held.rowsUsed = newValue }
  }

  /// The cells that match as `colour`.
  public subscript(colour: BubbleColour) -> Mask { colours[colour] }

  /// The cells that hold a plain bubble of `colour`.
  public func plain(_ colour: BubbleColour) -> Mask {
    var mask = self[colour]
    mask.subtract(special)
    return mask
  }

  static func index(_ cell: Cell) -> Int { cell.row &* stride &+ cell.column }

  /// The colour a cell matches as, or nil.
  @inline(__always)
  public func colour(at cell: Cell) -> BubbleColour? {
    for colour in BubbleColour.allCases where colours[colour].contains(cell) {
      return colour
    }
    return nil
  }

  /// The number of the special's kind in the level's list, or nil for a plain or empty cell.
  @inline(__always)
  public func kind(at cell: Cell) -> Int? {
    special.contains(cell) ? Int(kinds[Self.index(cell)]) : nil
  }

  /// A bubble's own integer, 0 unless a script set it.
  @inline(__always)
  public func data(at cell: Cell) -> Int {
    data.isEmpty ? 0 : data[Self.index(cell)]
  }

  mutating func setData(_ value: Int, at cell: Cell) {
    if data.isEmpty {
      if value == 0 { return }
      data = Array(repeating: 0, count: Mask.rowCapacity * Self.stride)
    }
    if data[Self.index(cell)] != value { data[Self.index(cell)] = value }
  }

  /// Puts a plain bubble into an empty cell.
  mutating func place(_ colour: BubbleColour, at cell: Cell) {
    occupied.insert(cell)
    colours.change(colour) { $0.insert(cell) }
    present |= 1 &<< colour.rawValue
    if cell.row >= rowsUsed { rowsUsed = cell.row &+ 1 }
  }

  /// Puts a special into an empty cell.
  mutating func place(kind: Int, matching: BubbleKind.Matching, at cell: Cell) {
    if kinds.isEmpty { kinds = Array(repeating: 0, count: Mask.rowCapacity * Self.stride) }
    occupied.insert(cell)
    special.insert(cell)
    // Written only when it changes: the array may be another position's too.
    if kinds[Self.index(cell)] != UInt8(kind) { kinds[Self.index(cell)] = UInt8(kind) }
    switch matching {
    case .nothing: break
    case .any:
      wild.insert(cell)
      mayHoldWild = true
    case .colour(let colour): colours.change(colour) { $0.insert(cell) }
    }
    if cell.row >= rowsUsed { rowsUsed = cell.row &+ 1 }
  }

  /// Removes the bubble of a cell.
  ///
  /// Its data stays readable until the turn's end.
  mutating func remove(_ cell: Cell) {
    var mask = Mask()
    mask.insert(cell)
    remove(mask)
  }

  /// Updates which colours are still on the board.
  private mutating func refreshPresent() {
    var before = present
    while before != 0 {
      let bit = before & (0 &- before)
      before &= before &- 1
      guard let colour = BubbleColour(rawValue: UInt8(bit.trailingZeroBitCount)) else { continue }
      if colours[colour].isSubset(of: special) { present &= ~bit }
    }
  }

  /// Removes a group of plain bubbles of one colour.
  mutating func removePlain(_ group: Mask, of colour: BubbleColour) {
    held.occupied.subtract(group)
    colours.change(colour) { $0.subtract(group) }
    held.trim()
    if colours[colour].isSubset(of: special) { present &= ~(1 &<< colour.rawValue) }
  }

  /// Removes all bubbles of a set.
  mutating func remove(_ mask: borrowing Mask) {
    for row in 0..<rowsUsed {
      let bits = mask[row]
      if bits == 0 { continue }
      let kept = ~bits
      occupied[row] &= kept
      special[row] &= kept
      wild[row] &= kept
      colours.keep(kept, inRow: row)
    }
    held.trim()
    refreshPresent()
  }

  /// Forgets the data of bubbles that are gone.
  mutating func settleData() {
    guard !data.isEmpty else { return }
    var isNeeded = false
    for index in data.indices where data[index] != 0 {
      if occupied.contains(Cell(row: index / Self.stride, column: index % Self.stride)) {
        isNeeded = true
      } else {
        data[index] = 0
      }
    }
    if !isNeeded { data = [] }
  }

  /// The group that a bubble of `colour` at `cell`, which is on the board, belongs to.
  @inline(__always)
  func group(of cell: Cell, colour: BubbleColour) -> Mask {
    HexGrid.group(of: cell, in: matching(colour))
  }

  @inline(__always)
  func hash(into digest: inout StableDigest) {
    digest.combine(rowsUsed)
    // Without specials, the colours present are those that have cells.
    var among = kinds.isEmpty ? present : .max
    while among != 0 {
      let colour = BubbleColour(lowBits: UInt8(truncatingIfNeeded: among.trailingZeroBitCount))
      among &= among &- 1
      let plane = colours[colour]
      if !kinds.isEmpty && plane.isEmpty { continue }
      digest.combine(UInt64(colour.rawValue))
      // Narrow rows are packed four per word, in either representation.
      if plane.isNarrow {
        for first in Swift.stride(from: 0, to: rowsUsed, by: 4) {
          digest.combine(plane.word(first))
        }
      } else {
        for row in 0..<rowsUsed { digest.combine(UInt64(truncatingIfNeeded: plane[row])) }
      }
    }
    if !kinds.isEmpty {
      // What a special matches as stands in the planes; `wild` follows from its kind.
      for cell in special.cells {
        digest.combine(Self.index(cell) % Self.stride + 64 * cell.row)
        digest.combine(UInt64(kinds[Self.index(cell)]))
      }
    }
    for cell in data.isEmpty ? [] : occupied.cells {
      digest.combine(data(at: cell))
    }
  }
}

extension BubbleBoard: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    guard a.occupied == b.occupied, a.special == b.special, a.wild == b.wild else { return false }
    for colour in BubbleColour.allCases where a[colour] != b[colour] { return false }
    if !a.special.isEmpty {
      for cell in a.special.cells where a.kind(at: cell) != b.kind(at: cell) { return false }
    }
    if !(a.data.isEmpty && b.data.isEmpty) {
      for cell in a.occupied.cells where a.data(at: cell) != b.data(at: cell) { return false }
    }
    return true
  }
}
