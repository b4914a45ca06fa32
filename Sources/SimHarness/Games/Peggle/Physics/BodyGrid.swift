/// The broadphase: for each cell of a grid the bodies near a ball that has its centre there.
///
/// Flat: what the cells list stands one after the other, by ascending number. A removed body stays
/// listed, which is only slower. Which cells there are changes no result.
final class BodyGrid: Sendable {
  /// Four bodies of a cell's list side by side, as the discs around them.
  ///
  /// Rounded, for what errs to more than can be met. Filled up with discs too far for any ball.
  struct Quad: Sendable {
    fileprivate(set) var x = SIMD4<Float>(repeating: 1e12)
    fileprivate(set) var y = SIMD4<Float>(repeating: 1e12)
    fileprivate(set) var radius = SIMD4<Float>(repeating: 0)
    /// The highest bit of a polygon: a ball may come to it while it leaves the disc around it.
    fileprivate(set) var isPolygon = SIMD4<UInt32>(repeating: 0)
  }

  /// A body as the disc around it.
  struct Disc: Sendable {
    let x: Double
    let y: Double
    let radius: Double
    /// Whether the body is that disc.
    let isRound: Bool
  }

  /// What can be reached from a cell.
  struct Cell: Sendable {
    fileprivate var first: Int32 = 0
    fileprivate var end: Int32 = 0
    /// Whether neither a wall nor the bottom nor the bucket can be reached.
    fileprivate(set) var isInner = false

    /// The places of what is listed.
    var range: Range<Int> { Range(uncheckedBounds: (Int(first), Int(end))) }
  }

  /// The cells, and what can be reached from each.
  struct Cells: Sendable {
    /// A body is listed when its distance from the cell is at most its radius plus this, in px.
    let reach: Double
    private let columns: Int
    private let lastColumn: Double
    private let lastRow: Double
    private let perX: Double
    private let perY: Double
    private let cellWidth: Double
    private let cellHeight: Double
    private var cells: [Cell]
    /// What the cells list, one after the other.
    private(set) var numbers: [Int32]

    /// The most rows and the most columns.
    private static let most = 64

    /// Cells of `side` px, where there are not too many; `room` is how deep a ball may come.
    fileprivate init(
      _ statics: StaticBodies, width: Double, height: Double, room: Double, side: Double,
      reach: Double
    ) {
      let columns = max(1, min(Int(width / side), Self.most))
      let rows = max(1, min(Int(height / side), Self.most))
      self.reach = reach
      self.columns = columns
      lastColumn = Double(columns - 1)
      lastRow = Double(rows - 1)
      perX = Double(columns) / width
      perY = Double(rows) / height
      cellWidth = width / Double(columns)
      cellHeight = height / Double(rows)
      cells = []
      numbers = []
      // First how many each cell lists, then where its list ends, then the lists; apart from self,
      // which would be copied for each body.
      var cells = [Cell](repeating: Cell(), count: columns * rows)
      let alive = statics.places.indices.filter { statics.isAlive[$0] }
      for number in alive { forEachCell(near: statics.places[number]) { cells[$0].end += 1 } }
      var end: Int32 = 0
      for cell in cells.indices {
        let count = cells[cell].end
        cells[cell].first = end
        cells[cell].end = end
        end += count
        let left = Double(cell % columns) * cellWidth
        let top = Double(cell / columns) * cellHeight
        let clear = reach + 0.01
        cells[cell].isInner =
          left >= clear && left + cellWidth + clear <= width && top >= clear
          && top + cellHeight + clear <= room
      }
      var numbers = [Int32](repeating: 0, count: Int(end))
      for number in alive {
        forEachCell(near: statics.places[number]) { cell in
          numbers[Int(cells[cell].end)] = Int32(number)
          cells[cell].end += 1
        }
      }
      self.cells = cells
      self.numbers = numbers
    }

    /// The same by fours: of each cell its quads, and in `numbers` the bodies of each quad, first
    /// those of its even lanes.
    fileprivate func byFours(_ discs: [Disc]) -> (cells: Cells, quads: [Quad]) {
      var copy = self
      var byFours: [Int32] = []
      var quads: [Quad] = []
      for cell in cells.indices {
        copy.cells[cell].first = Int32(quads.count)
        for start in stride(
          from: cells[cell].range.lowerBound, to: cells[cell].range.upperBound, by: 4)
        {
          var quad = Quad()
          var four = SIMD4<Int32>(repeating: 0)
          for lane in 0..<min(4, cells[cell].range.upperBound - start) {
            let number = numbers[start + lane]
            let disc = discs[Int(number)]
            quad.x[lane] = Float(disc.x)
            quad.y[lane] = Float(disc.y)
            quad.radius[lane] = Float(disc.radius)
            quad.isPolygon[lane] = disc.isRound ? 0 : 1 << 31
            four[lane % 2 * 2 + lane / 2] = number
          }
          quads.append(quad)
          for place in 0..<4 { byFours.append(four[place]) }
        }
        copy.cells[cell].end = Int32(quads.count)
      }
      copy.numbers = byFours
      return (copy, quads)
    }

    /// The cells from which a body can be reached.
    private func forEachCell(near place: StaticBodies.Place, _ body: (Int) -> Void) {
      let far = place.radius + reach
      let left = self.place((place.x - far) * perX - 1, last: lastColumn)
      let right = self.place((place.x + far) * perX + 1, last: lastColumn)
      let top = self.place((place.y - far) * perY - 1, last: lastRow)
      let bottom = self.place((place.y + far) * perY + 1, last: lastRow)
      for row in top...bottom {
        let dy = Self.gap(place.y, cell: row, last: Int(lastRow), side: cellHeight)
        for column in left...right {
          let dx = Self.gap(place.x, cell: column, last: Int(lastColumn), side: cellWidth)
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

    /// The cell of (`x`, `y`).
    @inline(__always)
    func cell(x: Double, y: Double) -> Cell {
      cells[place(y * perY, last: lastRow) &* columns &+ place(x * perX, last: lastColumn)]
    }

    /// Far outside is the outer cell too; on a border it is either cell.
    @inline(__always)
    private func place(_ value: Double, last: Double) -> Int {
      // Above this a double's last bit is 1: adding it rounds, and quicker than a conversion.
      let whole = 0x1p52
      let cell = max(0, min(value - 0.5, last))
      return Int(truncatingIfNeeded: (cell + whole).bitPattern &- whole.bitPattern)
    }
  }

  /// How far beyond touching `near` looks, in px.
  static let margin = 24.0
  /// The same of `far`.
  private static let sight = 64.0
  /// A hair more than asked, for what rounding does to the cell of a centre.
  private static let hair = 1e-6

  /// What a ball can meet within a step, by number.
  let near: Cells
  /// What it can meet within a look, by fours.
  let far: Cells
  /// What the cells of `far` list.
  let quads: [Quad]
  /// How far a disc of `quads` may be off, and what is worked out of it, in px.
  let blur: Float
  /// All bodies ever added, by number.
  let discs: [Disc]

  /// A grid for balls of at most `radius` px that meet nothing but bodies less than `room` deep.
  init(_ statics: StaticBodies, width: Double, height: Double, room: Double, radius: Double) {
    discs =
      statics.places.map { Disc(x: $0.x, y: $0.y, radius: $0.radius, isRound: $0.isRound) }
    near = Cells(
      statics, width: width, height: height, room: room, side: 25,
      reach: radius + Self.margin + Self.hair)
    (far, quads) = Cells(
      statics, width: width, height: height, room: room, side: 40,
      reach: radius + Self.sight + Self.hair
    ).byFours(discs)
    blur = Float(0.01 + 1e-6 * max(width, height))
  }

  /// Which bodies of the quads `first..<end`, 16 at most, a ball may meet: a bit each, in the order
  /// of `far.numbers`.
  ///
  /// Those that a disc of radius `reach` meets on the way from (`x`, `y`), but for round ones near
  /// it that it is sure to leave. `way` takes a time T, in which gravity g pulls it `fall` px; what
  /// it leaves must not come back within a time t, and `back` is g T t / 2 - `fall`. The slacks are
  /// more than what the two tests of leaving may be off. Sorted out by signs, without a jump, which
  /// the processor could not foresee; apart, so that all of it stays in registers.
  @inline(never)
  static func sighted(
    _ quads: [Quad], _ first: Int, _ end: Int, x: SIMD4<Float>, y: SIMD4<Float>,
    wayX: SIMD4<Float>, wayY: SIMD4<Float>, reach: SIMD4<Float>, fall: Float, slack: Float,
    back: Float, backSlack: Float
  ) -> UInt64 {
    let squared = wayX * wayX + wayY * wayY
    var sighted: UInt64 = 0
    var place: UInt64 = 0
    var index = first
    while index < end {
      let quad = quads[index]
      let qx = x - quad.x
      let qy = y - quad.y
      let b = qx * wayX + qy * wayY
      let far = quad.radius + reach
      let c = qx * qx + qy * qy - far * far
      let discriminant = b * b - squared * c
      // T times the product of velocity and way from the disc must be above 0, and above what
      // gravity takes of it, which is g T t / 2 for each px that the ball is above the disc.
      let comesBack = bits(b - (qy * fall + slack)) | bits(b + (qy * back - backSlack))
      let stays = comesBack | quad.isPolygon
      let isNear = bits(c)
      // Near enough for the whole way and not passing by.
      let isAhead = bits(c + (b + b)) & ~bits(discriminant)
      let isSighted = (isNear & stays) | (isAhead & ~isNear)
      let halves = unsafeBitCast(isSighted, to: SIMD2<UInt64>.self) & 0x8000_0000_8000_0000
      let signs = halves[0] &>> 31 | halves[1] &>> 30
      sighted |= ((signs | signs &>> 30) & 15) &<< place
      place &+= 4
      index &+= 1
    }
    return sighted
  }

  @inline(__always)
  private static func bits(_ numbers: SIMD4<Float>) -> SIMD4<UInt32> {
    unsafeBitCast(numbers, to: SIMD4<UInt32>.self)
  }
}
