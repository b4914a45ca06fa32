/// The drawn field of a level: rows of letters that change.
struct OpenCells: Equatable {
  /// A place, from 0.
  struct Cell: Hashable {
    let row: Int
    let column: Int
  }

  private(set) var rows: [[Character]]
  private let design: OpenDesign

  init(_ rows: [String], _ design: OpenDesign) {
    self.rows = rows.map { Array($0) }
    self.design = design
  }

  var columns: Int { rows.first?.count ?? 0 }

  /// As a level keeps them.
  var text: [String] { rows.map { String($0) } }

  subscript(cell: Cell) -> Character { rows[cell.row][cell.column] }

  func has(_ cell: Cell) -> Bool {
    rows.indices.contains(cell.row) && (0..<columns).contains(cell.column)
  }

  /// - Throws: That the cell is not on the board.
  func require(_ cell: Cell) throws(LevelEditorError) {
    guard has(cell) else {
      throw .outside(
        row: cell.row, column: cell.column,
        board: "it has rows 0 to \(rows.count - 1) and columns 0"
          + " to \(columns - 1)")
    }
  }

  /// Puts a letter into cells; of a letter that may be there once only the last cell gets it.
  mutating func fill(_ cells: [Cell], with letter: Character) {
    guard design.single.contains(letter), let last = cells.last else {
      for cell in cells { rows[cell.row][cell.column] = letter }
      return
    }
    // What stands for the same elsewhere leaves.
    for row in rows.indices {
      for column in rows[row].indices where design.single.contains(rows[row][column]) {
        rows[row][column] = design.empty
      }
    }
    rows[last.row][last.column] = letter
  }

  mutating func tap(_ cell: Cell) { fill([cell], with: design.next(after: self[cell])) }

  /// The cells of a rectangle by two of its corners.
  static func rectangle(_ a: Cell, _ b: Cell) -> [Cell] {
    (min(a.row, b.row)...max(a.row, b.row)).flatMap { row in
      (min(a.column, b.column)...max(a.column, b.column)).map { Cell(row: row, column: $0) }
    }
  }

  /// The cells nearest to the straight line from one cell to another, both included.
  static func line(_ a: Cell, _ b: Cell) -> [Cell] {
    let (down, across) = (b.row - a.row, b.column - a.column)
    let steps = Int(max(down.magnitude, across.magnitude))
    /// The nearest whole number to `distance * step / steps`, a half being rounded away from 0.
    func place(_ distance: Int, _ step: Int) -> Int {
      let twice = 2 * Int(distance.magnitude) * step + steps
      return distance.signum() * (twice / (2 * steps))
    }
    guard steps > 0 else { return [a] }
    return (0...steps).map { step in
      Cell(row: a.row + place(down, step), column: a.column + place(across, step))
    }
  }

  /// Copies the cells of a rectangle, the first one to a place.
  ///
  /// What there may be one of is not doubled.
  ///
  /// - Throws: If a cell would be copied to a place that is not on the board.
  mutating func copy(_ cells: [Cell], to place: Cell) throws(LevelEditorError) {
    guard let first = cells.first else { return }
    let before = rows
    for cell in cells {
      let target = Cell(
        row: place.row + cell.row - first.row, column: place.column + cell.column - first.column)
      try require(target)
      let letter = before[cell.row][cell.column]
      rows[target.row][target.column] = design.single.contains(letter) ? design.empty : letter
    }
  }

  /// The cells with the same letter that are connected with one along rows and columns.
  func region(at start: Cell) -> [Cell] {
    var found: Set<Cell> = [start]
    var order = [start]
    var next = 0
    while next < order.count {
      let cell = order[next]
      next += 1
      for direction in LevelDirection.allCases {
        let step = direction.step
        let other = Cell(row: cell.row + step.down, column: cell.column + step.across)
        if has(other), self[other] == self[start], found.insert(other).inserted {
          order.append(other)
        }
      }
    }
    return order
  }

  /// What there may be one of is not doubled.
  mutating func mirror(_ mirror: LevelMirror) {
    for row in rows.indices {
      let before = rows[row]
      for column in 0..<columns {
        let isSource =
          switch mirror {
          case .flip: false
          case .left: 2 * column < columns
          case .right: 2 * column + 1 >= columns
          }
        guard !isSource else { continue }
        let letter = before[columns - 1 - column]
        rows[row][column] =
          mirror != .flip && design.single.contains(letter) ? design.empty : letter
      }
    }
  }

  /// Moves everything; what leaves the board is lost.
  mutating func shift(_ direction: LevelDirection, by steps: Int) {
    let before = rows
    let step = direction.step
    for row in rows.indices {
      for column in 0..<columns {
        let from = Cell(row: row - step.down * steps, column: column - step.across * steps)
        rows[row][column] = has(from) ? before[from.row][from.column] : design.empty
      }
    }
  }

  /// Gives the board another size: cells are added or removed at the right and at the bottom.
  mutating func resize(rows height: Int, columns width: Int) {
    rows = (0..<height).map { row in
      (0..<width).map { column in
        let cell = Cell(row: row, column: column)
        return has(cell) ? self[cell] : design.empty
      }
    }
  }

  /// Whether a board has in each of its places, on top, the token of the cell there.
  func isShown(by board: OpenBoard) -> Bool {
    board.columns == columns && board.places.count == columns * rows.count
      && zip(board.places, rows.joined()).allSatisfy { $0.tokens.last == design.token(of: $1) }
  }

  /// The letters with the numbers of rows and columns beside them.
  var withRulers: String {
    let width = "\(max(rows.count - 1, 0))".count
    let margin = String(repeating: " ", count: width + 1)
    var lines: [String] = []
    if columns > 10 {
      let tens = (0..<columns).map { $0 % 10 == 0 && $0 > 0 ? "\($0 / 10)" : " " }
      lines.append(margin + tens.joined())
    }
    lines.append(margin + (0..<columns).map { "\($0 % 10)" }.joined())
    for (row, letters) in rows.enumerated() {
      let number = "\(row)"
      lines.append(
        String(repeating: " ", count: width - number.count) + number + " " + String(letters))
    }
    return lines.joined(separator: "\n")
  }

  /// How many cells differ from others of the same size, and the letter that all of them have now;
  /// nil if the sizes differ.
  func difference(from before: OpenCells) -> (count: Int, letter: Character?)? {
    guard rows.map(\.count) == before.rows.map(\.count) else { return nil }
    let changed = zip(rows.joined(), before.rows.joined()).filter { $0 != $1 }.map(\.0)
    return (changed.count, Set(changed).count == 1 ? changed[0] : nil)
  }
}
