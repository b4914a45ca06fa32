/// The broadphase: for each cell of a grid the bodies that a ball with its centre there can reach.
///
/// Flat: what a cell lists stands at `starts[c]..<starts[c + 1]`, by ascending number. A removed
/// body stays listed, which is only slower. Which cells there are changes no result.
final class BodyGrid: Sendable {
  /// A body: a disc, or the disc around a polygon.
  struct Item: Sendable {
    let x: Double
    let y: Double
    let radius: Double
    let number: Int32
    let isRound: Bool
  }

  /// The cells of one size, and the places in `BodyGrid.bodies` of what can be reached from each.
  struct Cells: Sendable {
    /// A body is listed when its distance from the cell is at most its radius plus this, in px.
    let reach: Double
    private let columns: Int
    private let rows: Int
    private let perX: Double
    private let perY: Double
    private var starts: [Int32]
    /// Numbers of bodies.
    private(set) var numbers: [Int32]

    private static let mostCells = 64

    fileprivate init(
      _ bodies: [Item], isAlive: [Bool], width: Double, height: Double, side: Double,
      reach: Double
    ) {
      let columns = max(1, min(Int(width / side), Self.mostCells))
      let rows = max(1, min(Int(height / side), Self.mostCells))
      self.reach = reach
      self.columns = columns
      self.rows = rows
      perX = Double(columns) / width
      perY = Double(rows) / height
      starts = [Int32](repeating: 0, count: columns * rows + 1)
      numbers = []
      let size = Vector(width / Double(columns), height / Double(rows))
      // First how many each cell lists, then where its list begins, then the lists.
      for item in bodies where isAlive[Int(item.number)] {
        forEachCell(near: item, size: size) { starts[$0 + 1] += 1 }
      }
      for cell in 0..<(columns * rows) { starts[cell + 1] += starts[cell] }
      numbers = [Int32](repeating: 0, count: Int(starts[columns * rows]))
      var ends = starts
      for item in bodies where isAlive[Int(item.number)] {
        forEachCell(near: item, size: size) { cell in
          numbers[Int(ends[cell])] = item.number
          ends[cell] += 1
        }
      }
    }

    /// The cells from which a body can be reached.
    private func forEachCell(near item: Item, size: Vector, _ body: (Int) -> Void) {
      let far = item.radius + reach
      let left = place((item.x - far) * perX - 1, in: columns)
      let right = place((item.x + far) * perX + 1, in: columns)
      let top = place((item.y - far) * perY - 1, in: rows)
      let bottom = place((item.y + far) * perY + 1, in: rows)
      for row in top...bottom {
        let dy = Self.gap(item.y, cell: row, of: rows, size: size.y)
        for column in left...right {
          let dx = Self.gap(item.x, cell: column, of: columns, size: size.x)
          if dx * dx + dy * dy <= far * far { body(row * columns + column) }
        }
      }
    }

    /// The distance of a coordinate from a cell; the outer cells have no outer border.
    private static func gap(_ value: Double, cell: Int, of count: Int, size: Double) -> Double {
      let low = cell == 0 ? -Double.infinity : Double(cell) * size
      let high = cell == count - 1 ? Double.infinity : Double(cell + 1) * size
      return value < low ? low - value : value > high ? value - high : 0
    }

    /// The places in `numbers` of what can be reached from (`x`, `y`).
    @inline(__always)
    func range(x: Double, y: Double) -> Range<Int> {
      let cell = place(y * perY, in: rows) &* columns &+ place(x * perX, in: columns)
      return Int(starts[cell])..<Int(starts[cell &+ 1])
    }

    /// Far outside is the outer cell too; on a border it is either cell.
    @inline(__always)
    private func place(_ value: Double, in count: Int) -> Int {
      // Above this a double's last bit is 1: adding it rounds, and quicker than a conversion.
      let whole = 0x1p52
      let cell = max(0, min(value - 0.5, Double(count &- 1)))
      return Int(truncatingIfNeeded: (cell + whole).bitPattern &- whole.bitPattern)
    }
  }

  /// How far beyond touching `near` looks, in px.
  static let margin = 24.0
  /// The same of `far`.
  private static let sight = 32.0
  /// A hair more than asked, for what rounding does to the cell of a centre.
  private static let hair = 1e-6

  /// All bodies ever added, by number.
  let bodies: [Item]
  /// What a ball can meet within a step.
  let near: Cells
  /// What it can meet on a way of which the middle is given.
  let far: Cells

  /// A grid for balls of at most `radius` px.
  init(_ statics: StaticBodies, width: Double, height: Double, radius: Double) {
    bodies = statics.places.enumerated().map { number, place in
      Item(
        x: place.x, y: place.y, radius: place.radius, number: Int32(number),
        isRound: place.isRound)
    }
    near = Cells(
      bodies, isAlive: statics.isAlive, width: width, height: height, side: 25,
      reach: radius + Self.margin + Self.hair)
    far = Cells(
      bodies, isAlive: statics.isAlive, width: width, height: height, side: 40,
      reach: radius + Self.sight + Self.hair)
  }
}
