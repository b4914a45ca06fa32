/// The broadphase: for each cell of a grid the bodies that a ball with its centre there can reach.
///
/// Flat: the items of cell c are `items[starts[c]..<starts[c + 1]]`, by ascending number. A removed
/// body stays listed, which is only slower. Which cells there are changes no result.
struct BodyGrid: Sendable {
  /// A body in a cell: a disc, or the disc around a polygon.
  struct Item: Sendable {
    let x: Double
    let y: Double
    let radius: Double
    let number: Int32
    let isRound: Bool
  }

  /// How far beyond touching a cell looks, in px.
  static let margin = 24.0
  private static let cellSize = 25.0
  private static let mostCells = 64

  /// A body is listed when its distance from the cell is at most its radius plus this, in px.
  let reach: Double
  private let columns: Int
  private let rows: Int
  private let perX: Double
  private let perY: Double
  let starts: [Int32]
  let items: [Item]

  /// A grid for balls of at most `radius` px.
  init(_ statics: StaticBodies, width: Double, height: Double, radius: Double) {
    let columns = max(1, min(Int(width / Self.cellSize), Self.mostCells))
    let rows = max(1, min(Int(height / Self.cellSize), Self.mostCells))
    let size = (x: width / Double(columns), y: height / Double(rows))
    // A hair more than asked, for what rounding does to the cell of a centre.
    let reach = radius + Self.margin + 1e-6
    var starts: [Int32] = [0]
    starts.reserveCapacity(columns * rows + 1)
    var items: [Item] = []
    for row in 0..<rows {
      for column in 0..<columns {
        for (number, place) in statics.places.enumerated() where statics.isAlive[number] {
          let dx = Self.gap(place.x, cell: column, of: columns, size: size.x)
          let dy = Self.gap(place.y, cell: row, of: rows, size: size.y)
          let far = place.radius + reach
          if dx * dx + dy * dy <= far * far {
            items.append(
              Item(
                x: place.x, y: place.y, radius: place.radius, number: Int32(number),
                isRound: place.isRound))
          }
        }
        starts.append(Int32(items.count))
      }
    }
    self.reach = reach
    self.columns = columns
    self.rows = rows
    perX = 1 / size.x
    perY = 1 / size.y
    self.starts = starts
    self.items = items
  }

  /// The distance of a coordinate from a cell; the outer cells have no outer border.
  private static func gap(_ value: Double, cell: Int, of count: Int, size: Double) -> Double {
    let low = cell == 0 ? -Double.infinity : Double(cell) * size
    let high = cell == count - 1 ? Double.infinity : Double(cell + 1) * size
    return value < low ? low - value : value > high ? value - high : 0
  }

  /// The places in `items` of what a ball at (`x`, `y`) can reach.
  @inline(__always)
  func range(x: Double, y: Double) -> Range<Int> {
    let cell = place(y * perY, in: rows) &* columns &+ place(x * perX, in: columns)
    return Int(starts[cell])..<Int(starts[cell &+ 1])
  }

  @inline(__always)
  private func place(_ value: Double, in count: Int) -> Int {
    // Far outside is the outer cell too.
    let cell = Int(max(-1, min(value, 1e6)))
    return max(0, min(cell, count &- 1))
  }
}
