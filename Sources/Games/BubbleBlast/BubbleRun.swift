import SimHarness

/// The cells under a straight drag over the board.
public enum BubbleRun {
  /// The cells from one to another, each a neighbour of the one before, along the straight line.
  ///
  /// The line is cut into as many steps as the cells are apart; each step takes the nearest cell in
  /// cube coordinates, and the board's last one where the line leaves the board beside a short row.
  /// - Complexity: O(cells of the run).
  public static func cells(from start: Cell, to end: Cell, columns: Int) -> [Cell] {
    let first = Cube(start)
    let last = Cube(end)
    let apart = (q: last.q - first.q, r: last.r - first.r, s: last.s - first.s)
    let steps = max(abs(apart.q), abs(apart.r), abs(apart.s))  // in range: cells of a board
    guard steps > 0 else { return [start] }
    var run: [Cell] = []
    for step in 0...steps {
      let cell = Cube.nearest(
        q: first.q * (steps - step) + last.q * step, r: first.r * (steps - step) + last.r * step,
        over: steps
      ).cell
      let width = HexGrid.width(ofRow: cell.row, columns: columns)
      let inside = Cell(row: cell.row, column: min(max(cell.column, 0), width - 1))
      if run.last != inside { run.append(inside) }
    }
    return run
  }
}

/// A cell in the three axes of a hexagonal grid, which sum to 0.
private struct Cube {
  let q: Int
  let r: Int
  var s: Int { -q - r }

  init(_ cell: Cell) {
    q = cell.column - cell.row / 2
    r = cell.row
  }

  private init(q: Int, r: Int) {
    self.q = q
    self.r = r
  }

  var cell: Cell { Cell(row: r, column: q + r / 2) }

  /// The cell nearest to a point, given in fractions of one divisor; exact in integers.
  static func nearest(q: Int, r: Int, over divisor: Int) -> Cube {
    let s = -q - r
    let whole = (q: rounded(q, divisor), r: rounded(r, divisor), s: rounded(s, divisor))
    let error = (
      q: (whole.q * divisor - q).magnitude, r: (whole.r * divisor - r).magnitude,
      s: (whole.s * divisor - s).magnitude
    )
    // The coordinate that was rounded most follows from the other two.
    if error.q > error.r && error.q > error.s {
      return Cube(q: -whole.r - whole.s, r: whole.r)
    }
    if error.r > error.s { return Cube(q: whole.q, r: -whole.q - whole.s) }
    return Cube(q: whole.q, r: whole.r)
  }

  private static func rounded(_ value: Int, _ divisor: Int) -> Int {
    let doubled = 2 * value + divisor
    let quotient = doubled / (2 * divisor)
    return doubled % (2 * divisor) < 0 ? quotient - 1 : quotient
  }
}
