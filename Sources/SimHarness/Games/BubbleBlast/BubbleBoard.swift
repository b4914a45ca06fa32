/// The bubbles on the board: one set of cells for each colour, and the specials.
///
/// Rows are counted from the ceiling row (see `Cell`).
public struct BubbleBoard<Mask: CellMask>: Sendable {
  /// Cells that hold any bubble.
  public internal(set) var occupied = Mask()
  /// Cells that match as each colour: plain bubbles, and specials that match as it.
  var colours: InlineArray<8, Mask> = InlineArray(repeating: Mask())
  /// Cells that hold a special.
  public internal(set) var special = Mask()
  /// Specials that join the group of any shot.
  var wild = Mask()
  /// Rows up to the lowest one that holds a bubble.
  public internal(set) var rowsUsed = 0
  /// Which of the level's kinds a special is, by row * stride + column; empty without specials.
  var kinds: [UInt8] = []
  /// Each bubble's own integer, in the same order; empty until a script sets one.
  var data: [Int] = []

  /// Cells a row has room for in `kinds` and `data`.
  static var stride: Int { Mask.Row.bitWidth }

  public init() {}

  /// The cells that match as `colour`.
  public subscript(colour: BubbleColour) -> Mask { colours[colour.index] }

  /// The cells that hold a plain bubble of `colour`.
  public func plain(_ colour: BubbleColour) -> Mask {
    var mask = colours[colour.index]
    mask.subtract(special)
    return mask
  }

  static func index(_ cell: Cell) -> Int { cell.row &* stride &+ cell.column }

  /// The colour a cell matches as, or nil.
  public func colour(at cell: Cell) -> BubbleColour? {
    for colour in BubbleColour.allCases where colours[colour.index].contains(cell) {
      return colour
    }
    return nil
  }

  /// The number of the special's kind in the level's list, or nil for a plain or empty cell.
  public func kind(at cell: Cell) -> Int? {
    special.contains(cell) ? Int(kinds[Self.index(cell)]) : nil
  }

  /// The specials beside a cell, by row and column.
  func specialsBeside(_ cell: Cell) -> [Cell] {
    var found: [Cell] = []
    let bit: Mask.Row = 1 &<< Mask.Row(truncatingIfNeeded: cell.column)
    let around = HexGrid.spread(bit, fromRow: cell.row)
    for row in max(cell.row &- 1, 0)...min(cell.row &+ 1, Mask.rowCapacity &- 1) {
      var bits = (row == cell.row ? (bit &<< 1) | (bit &>> 1) : around) & special[row]
      while bits != 0 {
        found.append(Cell(row: row, column: bits.trailingZeroBitCount))
        bits &= bits &- 1
      }
    }
    return found
  }

  /// The specials beside a set of cells.
  func specials(beside removed: borrowing Mask) -> Mask {
    var found = Mask()
    for row in 0..<Mask.rowCapacity {
      found[row] = HexGrid.touching(removed, row: row) & special[row]
    }
    return found
  }

  /// A bubble's own integer, 0 unless a script set it.
  public func data(at cell: Cell) -> Int {
    data.isEmpty ? 0 : data[Self.index(cell)]
  }

  mutating func setData(_ value: Int, at cell: Cell) {
    if data.isEmpty {
      if value == 0 { return }
      data = Array(repeating: 0, count: Mask.rowCapacity * Self.stride)
    }
    data[Self.index(cell)] = value
  }

  /// Puts a plain bubble into an empty cell.
  mutating func place(_ colour: BubbleColour, at cell: Cell) {
    occupied.insert(cell)
    colours[colour.index].insert(cell)
    if cell.row >= rowsUsed { rowsUsed = cell.row &+ 1 }
  }

  /// Puts a special into an empty cell.
  mutating func place(kind: Int, matching: BubbleKind.Matching, at cell: Cell) {
    if kinds.isEmpty { kinds = Array(repeating: 0, count: Mask.rowCapacity * Self.stride) }
    occupied.insert(cell)
    special.insert(cell)
    kinds[Self.index(cell)] = UInt8(kind)
    switch matching {
    case .nothing: break
    case .any: wild.insert(cell)
    case .colour(let colour): colours[colour.index].insert(cell)
    }
    if cell.row >= rowsUsed { rowsUsed = cell.row &+ 1 }
  }

  /// Takes the bubble of a cell off the board.
  ///
  /// Its data stays readable until the turn's end.
  mutating func remove(_ cell: Cell) {
    var mask = Mask()
    mask.insert(cell)
    remove(mask)
  }

  /// Takes all bubbles of a set off the board.
  mutating func remove(_ mask: borrowing Mask) {
    for row in 0..<rowsUsed {
      let bits = mask[row]
      if bits == 0 { continue }
      let kept = ~bits
      occupied[row] &= kept
      special[row] &= kept
      wild[row] &= kept
      for colour in 0..<8 { colours[colour][row] &= kept }
    }
    while rowsUsed > 0 && occupied[rowsUsed &- 1] == 0 { rowsUsed &-= 1 }
  }

  /// Forgets the data of bubbles that are gone.
  mutating func settleData() {
    guard !data.isEmpty else { return }
    for row in 0..<Mask.rowCapacity {
      for column in 0..<Self.stride where data[row * Self.stride + column] != 0 {
        let cell = Cell(row: row, column: column)
        if !occupied.contains(cell) { data[Self.index(cell)] = 0 }
      }
    }
    if data.allSatisfy({ $0 == 0 }) { data = [] }
  }

  /// The group that a bubble of `colour` at `cell`, which is on the board, belongs to.
  func group(of cell: Cell, colour: BubbleColour) -> Mask {
    var plane = colours[colour.index]
    if !kinds.isEmpty { plane.formUnion(wild) }
    return HexGrid.group(of: cell, in: plane)
  }

  /// The bubbles that hang from nothing.
  func loose() -> Mask {
    var loose = occupied
    let connected = HexGrid.connectedToCeiling(occupied, rowsUsed: rowsUsed)
    for row in 0..<rowsUsed { loose[row] &= ~connected[row] }
    return loose
  }

  func hash(into digest: inout StableDigest) {
    digest.combine(rowsUsed)
    for row in 0..<rowsUsed {
      digest.combine(UInt64(truncatingIfNeeded: occupied[row]))
      digest.combine(UInt64(truncatingIfNeeded: special[row]))
      digest.combine(UInt64(truncatingIfNeeded: wild[row]))
      for colour in 0..<8 where colours[colour][row] != 0 {
        digest.combine(UInt64(colour))
        digest.combine(UInt64(truncatingIfNeeded: colours[colour][row]))
      }
    }
    if !special.isEmpty {
      for cell in special.cells { digest.combine(UInt64(kinds[Self.index(cell)])) }
    }
    for cell in data.isEmpty ? [] : occupied.cells {
      digest.combine(data(at: cell))
    }
  }
}

extension BubbleBoard: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    guard a.occupied == b.occupied, a.special == b.special, a.wild == b.wild else { return false }
    for colour in 0..<8 where a.colours[colour] != b.colours[colour] { return false }
    if !a.special.isEmpty {
      for cell in a.special.cells where a.kind(at: cell) != b.kind(at: cell) { return false }
    }
    if !(a.data.isEmpty && b.data.isEmpty) {
      for cell in a.occupied.cells where a.data(at: cell) != b.data(at: cell) { return false }
    }
    return true
  }
}
