extension BodyGrid {
  /// Cells side by side over the whole board.
  struct Cells: Sendable {
    let columns: Int
    let rows: Int
    /// The size of each, in px.
    let width: Double
    let height: Double
    private let perX: Double
    private let perY: Double
    private let lastColumn: Double
    private let lastRow: Double

    /// The most rows and the most columns.
    private static let most = 64

    /// Cells of `side` px, where there are not too many.
    init(_ parameters: PhysicsParameters, side: Double) {
      columns = max(1, min(Int(parameters.width / side), Self.most))
      rows = max(1, min(Int(parameters.height / side), Self.most))
      width = parameters.width / Double(columns)
      height = parameters.height / Double(rows)
      perX = Double(columns) / parameters.width
      perY = Double(rows) / parameters.height
      lastColumn = Double(columns - 1)
      lastRow = Double(rows - 1)
    }

    var count: Int { columns * rows }

    /// The cell of (`x`, `y`), by rows.
    @inline(__always)
    func number(x: Double, y: Double) -> Int {
      place(y * perY, last: lastRow) &* columns &+ place(x * perX, last: lastColumn)
    }

    /// Far outside is the outer cell too; on a border it is either cell.
    @inline(__always)
    private func place(_ value: Double, last: Double) -> Int {
      Int(rounded: max(0, min(value - 0.5, last)))
    }

    /// The cells that are at most `far` px from (`x`, `y`).
    func forEach(within far: Double, ofX x: Double, y: Double, _ body: (Int) -> Void) {
      let left = place((x - far) * perX - 1, last: lastColumn)
      let right = place((x + far) * perX + 1, last: lastColumn)
      let top = place((y - far) * perY - 1, last: lastRow)
      let bottom = place((y + far) * perY + 1, last: lastRow)
      for row in top...bottom {
        let dy = Self.gap(y, cell: row, last: rows - 1, side: height)
        for column in left...right {
          let dx = Self.gap(x, cell: column, last: columns - 1, side: width)
          if dx * dx + dy * dy <= far * far { body(row * columns + column) }
        }
      }
    }

    /// The distance of a coordinate from a cell; the outer cells have no outer border.
    private static func gap(_ value: Double, cell: Int, last: Int, side: Double) -> Double {
      let low = cell == 0 ? -Double.infinity : Double(cell) * side
      let high = cell == last ? Double.infinity : Double(cell + 1) * side
      return value < low ? low - value : value > high ? value - high : 0
    }
  }

  /// For each cell the bodies that can be reached from it, by ascending number.
  ///
  /// Flat: what the cells list stands one after the other. A body that was removed after they were
  /// made stays listed, which is only slower.
  struct Lists: Sendable {
    /// A body is listed when its distance from the cell is at most its radius plus this, in px.
    let reach: Double
    let numbers: [Int32]
    fileprivate let cells: Cells
    /// Where each cell's list begins; and, after the last, where that ends.
    private let starts: [Int32]

    init(_ statics: StaticBodies, _ parameters: PhysicsParameters, side: Double, reach: Double) {
      let cells = Cells(parameters, side: side)
      let alive = statics.places.indices.filter { statics.isAlive[$0] }
      func forEachCell(near number: Int, _ body: (Int) -> Void) {
        let place = statics.places[number]
        cells.forEach(within: place.radius + reach, ofX: place.x, y: place.y, body)
      }
      // First how many each cell lists, then where its list ends; filled from the end.
      var starts = [Int32](repeating: 0, count: cells.count + 1)
      for number in alive { forEachCell(near: number) { starts[$0] += 1 } }
      for cell in 0..<cells.count { starts[cell + 1] += starts[cell] }
      var numbers = [Int32](repeating: 0, count: Int(starts[cells.count]))
      for number in alive.reversed() {
        forEachCell(near: number) { cell in
          starts[cell] -= 1
          numbers[Int(starts[cell])] = Int32(number)
        }
      }
      self.reach = reach
      self.cells = cells
      self.starts = starts
      self.numbers = numbers
    }

    /// The places in `numbers` of what can be reached from (`x`, `y`).
    @inline(__always)
    func range(x: Double, y: Double) -> Range<Int> { range(cells.number(x: x, y: y)) }

    @inline(__always)
    fileprivate func range(_ cell: Int) -> Range<Int> {
      Range(uncheckedBounds: (Int(starts[cell]), Int(starts[cell &+ 1])))
    }
  }

  /// Four bodies of a cell's list side by side, as the discs around them.
  ///
  /// Rounded, for tests that err to more than can be hit. Filled with discs too far for any ball.
  struct Quad: Sendable {
    var x = SIMD4<Float>(repeating: 1e12)
    var y = SIMD4<Float>(repeating: 1e12)
    var radius = SIMD4<Float>(repeating: 0)
    /// The highest bit of a polygon: a ball may come to it while it leaves the disc around it.
    var isPolygon = SIMD4<UInt32>(repeating: 0)
  }

  /// The same lists by fours, and what else can be reached.
  struct QuadLists: Sendable {
    /// What can be reached from a cell.
    struct Cell: Sendable {
      fileprivate var first: Int32 = 0
      fileprivate var end: Int32 = 0
      /// Whether neither a wall nor the bottom nor the bucket can be reached.
      fileprivate(set) var isInner = false

      /// The places of its quads.
      @inline(__always)
      var range: Range<Int> { Range(uncheckedBounds: (Int(first), Int(end))) }
    }

    /// As that of the lists.
    let reach: Double
    let quads: [Quad]
    /// The bodies of each quad, first those of its even lanes.
    let numbers: [Int32]
    private let cells: Cells
    private let reached: [Cell]

    init(_ lists: Lists, _ discs: [Disc], _ parameters: PhysicsParameters) {
      reach = lists.reach
      cells = lists.cells
      var reached = [Cell](repeating: Cell(), count: lists.cells.count)
      var numbers: [Int32] = []
      var quads: [Quad] = []
      for cell in reached.indices {
        let range = lists.range(cell)
        reached[cell].first = Int32(quads.count)
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 4) {
          var quad = Quad()
          var four = SIMD4<Int32>(repeating: 0)
          for lane in 0..<min(4, range.upperBound - start) {
            let number = lists.numbers[start + lane]
            let disc = discs[Int(number)]
            quad.x[lane] = Float(disc.x)
            quad.y[lane] = Float(disc.y)
            quad.radius[lane] = Float(disc.radius)
            quad.isPolygon[lane] = disc.isRound ? 0 : 1 << 31
            four[lane % 2 * 2 + lane / 2] = number
          }
          quads.append(quad)
          for place in 0..<4 { numbers.append(four[place]) }
        }
        reached[cell].end = Int32(quads.count)
        reached[cell].isInner = Self.isInner(cell, of: lists, parameters)
      }
      self.reached = reached
      self.numbers = numbers
      self.quads = quads
    }

    private static func isInner(
      _ cell: Int, of lists: Lists, _ parameters: PhysicsParameters
    ) -> Bool {
      let cells = lists.cells
      let left = Double(cell % cells.columns) * cells.width
      let top = Double(cell / cells.columns) * cells.height
      let clear = lists.reach + 0.01
      let bottom = Bucket(parameters)?.top ?? parameters.height
      return left >= clear && left + cells.width + clear <= parameters.width && top >= clear
        && top + cells.height + clear <= bottom
    }

    /// What can be reached from (`x`, `y`).
    @inline(__always)
    func cell(x: Double, y: Double) -> Cell { reached[cells.number(x: x, y: y)] }
  }
}

extension Int {
  /// A number in 0...2^51, rounded; quicker than a conversion, which asks whether it fits.
  @inline(__always)
  init(rounded value: Double) {
    // Above this a double's last bit is 1: adding it rounds.
    let whole = 0x1p52
    self.init(truncatingIfNeeded: (value + whole).bitPattern &- whole.bitPattern)
  }
}
