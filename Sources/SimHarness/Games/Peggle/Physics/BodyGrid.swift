/// The broadphase: for each cell of a grid the bodies near a ball that has its centre there.
///
/// Flat: what a cell lists stands at `starts[c]..<starts[c + 1]`, by ascending number. A removed
/// body stays listed, which is only slower. Which cells there are changes no result.
final class BodyGrid: Sendable {
  /// Two bodies of a cell's list side by side, each as the disc around it.
  ///
  /// An odd list ends with one that is too far for any ball.
  struct Pair: Sendable {
    fileprivate(set) var x: SIMD2<Double>
    fileprivate(set) var y: SIMD2<Double>
    fileprivate(set) var radius: SIMD2<Double>
    fileprivate(set) var first: Int32
    fileprivate(set) var second: Int32

    fileprivate static let none = Pair(
      x: SIMD2(repeating: 1e12), y: SIMD2(repeating: 1e12), radius: SIMD2(repeating: 0), first: -1,
      second: -1)

    /// The number of one of the two, 0 or 1; -1 at the end of an odd list.
    @inline(__always)
    func number(_ place: Int) -> Int { Int(place == 0 ? first : second) }
  }

  /// A body is listed when its distance from the cell is at most its radius plus this, in px.
  let reach: Double
  private let columns: Int
  private let lastColumn: Double
  private let lastRow: Double
  private let perX: Double
  private let perY: Double
  private let starts: [Int32]
  /// What the cells list, one after the other.
  let pairs: [Pair]

  /// How far beyond touching is looked, in px.
  static let sight = 64.0
  /// A hair more than asked, for what rounding does to the cell of a centre.
  private static let hair = 1e-6
  /// The sides of a cell, in px, where there are not too many.
  private static let side = 32.0
  private static let mostCells = 64

  /// A grid for balls of at most `radius` px.
  init(_ statics: StaticBodies, width: Double, height: Double, radius: Double) {
    let columns = max(1, min(Int(width / Self.side), Self.mostCells))
    let rows = max(1, min(Int(height / Self.side), Self.mostCells))
    let reach = radius + Self.sight + Self.hair
    self.reach = reach
    self.columns = columns
    lastColumn = Double(columns - 1)
    lastRow = Double(rows - 1)
    perX = Double(columns) / width
    perY = Double(rows) / height
    let size = Vector(width / Double(columns), height / Double(rows))
    // First how many each cell lists, then where its list begins, then the lists.
    var counts = [Int32](repeating: 0, count: columns * rows)
    func forEachCell(near number: Int, _ body: (Int) -> Void) {
      let place = statics.places[number]
      let far = place.radius + reach
      let left = Self.cell(at: (place.x - far) / size.x - 1, last: columns - 1)
      let right = Self.cell(at: (place.x + far) / size.x + 1, last: columns - 1)
      let top = Self.cell(at: (place.y - far) / size.y - 1, last: rows - 1)
      let bottom = Self.cell(at: (place.y + far) / size.y + 1, last: rows - 1)
      for row in top...bottom {
        let dy = Self.gap(place.y, cell: row, of: rows, size: size.y)
        for column in left...right {
          let dx = Self.gap(place.x, cell: column, of: columns, size: size.x)
          if dx * dx + dy * dy <= far * far { body(row * columns + column) }
        }
      }
    }
    for number in statics.places.indices where statics.isAlive[number] {
      forEachCell(near: number) { counts[$0] += 1 }
    }
    var starts: [Int32] = [0]
    for count in counts { starts.append(starts[starts.count - 1] + (count + 1) / 2) }
    var pairs = [Pair](repeating: .none, count: Int(starts[counts.count]))
    counts = counts.map { _ in 0 }
    for number in statics.places.indices where statics.isAlive[number] {
      let place = statics.places[number]
      forEachCell(near: number) { cell in
        let pair = Int(starts[cell] + counts[cell] / 2)
        let side = Int(counts[cell] % 2)
        pairs[pair].x[side] = place.x
        pairs[pair].y[side] = place.y
        pairs[pair].radius[side] = place.radius
        if side == 0 {
          pairs[pair].first = Int32(number)
        } else {
          pairs[pair].second = Int32(number)
        }
        counts[cell] += 1
      }
    }
    self.starts = starts
    self.pairs = pairs
  }

  private static func cell(at place: Double, last: Int) -> Int {
    Int(max(0, min(place, Double(last))))
  }

  /// The distance of a coordinate from a cell; the outer cells have no outer border.
  private static func gap(_ value: Double, cell: Int, of count: Int, size: Double) -> Double {
    let low = cell == 0 ? -Double.infinity : Double(cell) * size
    let high = cell == count - 1 ? Double.infinity : Double(cell + 1) * size
    return value < low ? low - value : value > high ? value - high : 0
  }

  /// The places in `pairs` of what is near (`x`, `y`).
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
