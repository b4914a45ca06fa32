/// The broadphase: for each cell of a grid the bodies near a ball that has its centre there.
///
/// Flat: what a cell lists stands at `starts[c]..<starts[c + 1]`, by ascending number. A removed
/// body stays listed, which is only slower. Which cells there are changes no result.
final class BodyGrid: Sendable {
  /// Two bodies of a cell's list side by side, by number.
  ///
  /// An odd list ends with one that is too far for any ball.
  typealias Pair = SIMD2<Int32>

  /// A body as the disc around it.
  struct Disc: Sendable {
    let x: Double
    let y: Double
    let radius: Double
    /// Whether the body is that disc.
    let isRound: Bool
  }

  /// The cells of one size, and what can be reached from each.
  struct Cells: Sendable {
    /// A body is listed when its distance from the cell is at most its radius plus this, in px.
    let reach: Double
    private let columns: Int
    private let lastColumn: Double
    private let lastRow: Double
    private let perX: Double
    private let perY: Double
    private var starts: [Int32] = [0]
    /// What the cells list, one after the other.
    private(set) var pairs: [Pair]

    /// The sides of a cell, in px, where there are not too many.
    private static let side = 25.0
    private static let mostCells = 64

    fileprivate init(_ statics: StaticBodies, width: Double, height: Double, reach: Double) {
      let columns = max(1, min(Int(width / Self.side), Self.mostCells))
      let rows = max(1, min(Int(height / Self.side), Self.mostCells))
      self.reach = reach
      self.columns = columns
      lastColumn = Double(columns - 1)
      lastRow = Double(rows - 1)
      perX = Double(columns) / width
      perY = Double(rows) / height
      pairs = []
      // First how many each cell lists, then where its list begins, then the lists.
      var counts = [Int32](repeating: 0, count: columns * rows)
      let alive = statics.places.indices.filter { statics.isAlive[$0] }
      for number in alive { forEachCell(near: statics.places[number]) { counts[$0] += 1 } }
      for count in counts { starts.append(starts[starts.count - 1] + (count + 1) / 2) }
      let none = Int32(statics.count)
      pairs = [Pair](repeating: Pair(repeating: none), count: Int(starts[counts.count]))
      counts = counts.map { _ in 0 }
      for number in alive {
        forEachCell(near: statics.places[number]) { cell in
          pairs[Int(starts[cell] + counts[cell] / 2)][Int(counts[cell] % 2)] = Int32(number)
          counts[cell] += 1
        }
      }
    }

    /// The cells from which a body can be reached.
    private func forEachCell(near place: StaticBodies.Place, _ body: (Int) -> Void) {
      let far = place.radius + reach
      let left = self.place((place.x - far) * perX - 1, last: lastColumn)
      let right = self.place((place.x + far) * perX + 1, last: lastColumn)
      let top = self.place((place.y - far) * perY - 1, last: lastRow)
      let bottom = self.place((place.y + far) * perY + 1, last: lastRow)
      for row in top...bottom {
        let dy = Self.gap(place.y, cell: row, last: Int(lastRow), perPixel: perY)
        for column in left...right {
          let dx = Self.gap(place.x, cell: column, last: Int(lastColumn), perPixel: perX)
          if dx * dx + dy * dy <= far * far { body(row * columns + column) }
        }
      }
    }

    /// The distance of a coordinate from a cell; the outer cells have no outer border.
    private static func gap(_ value: Double, cell: Int, last: Int, perPixel: Double) -> Double {
      let low = cell == 0 ? -Double.infinity : Double(cell) / perPixel
      let high = cell == last ? Double.infinity : Double(cell + 1) / perPixel
      return value < low ? low - value : value > high ? value - high : 0
    }

    /// The places in `pairs` of what can be reached from (`x`, `y`).
    @inline(__always)
    func range(x: Double, y: Double) -> Range<Int> {
      let cell = place(y * perY, last: lastRow) &* columns &+ place(x * perX, last: lastColumn)
      return Int(starts[cell])..<Int(starts[cell &+ 1])
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

  /// What a ball can meet within a step.
  let near: Cells
  /// What it can meet within a look.
  let far: Cells
  /// All bodies ever added, by number, and one far away.
  let discs: [Disc]

  /// A grid for balls of at most `radius` px.
  init(_ statics: StaticBodies, width: Double, height: Double, radius: Double) {
    near = Cells(statics, width: width, height: height, reach: radius + Self.margin + Self.hair)
    far = Cells(statics, width: width, height: height, reach: radius + Self.sight + Self.hair)
    discs =
      statics.places.map { Disc(x: $0.x, y: $0.y, radius: $0.radius, isRound: $0.isRound) }
      + [Disc(x: 1e12, y: 1e12, radius: 0, isRound: true)]
  }
}
