/// An archive of levels over two features, the best one in each cell (MAP-Elites).
///
/// The quality of a level is how near it lies to the middle of its cell: 1 in the middle, 0 on the
/// edge. So the archive prefers levels that stay in their cell when they are measured again.
/// Source: J.-B. Mouret and J. Clune, "Illuminating search spaces by mapping elites", 2015.
struct LevelArchive<Element: Sendable>: Sendable {
  /// Where two values lie.
  struct Spot: Equatable, Sendable {
    var cell: Int
    var quality: Double
  }

  let features: [LevelFeature]
  private(set) var cells: [(element: Element, quality: Double)?]

  init(_ features: [LevelFeature]) {
    precondition(features.count == 2, "an archive has two features")
    self.features = features
    cells = Array(repeating: nil, count: features[0].bins * features[1].bins)
  }

  /// The cell of two values; nil outside the ranges.
  func spot(_ first: Double, _ second: Double) -> Spot? {
    guard let x = features[0].place(of: first), let y = features[1].place(of: second) else {
      return nil
    }
    let column = min(Int(x), features[0].bins - 1)
    let row = min(Int(y), features[1].bins - 1)
    let miss = max(abs(x - Double(column) - 0.5), abs(y - Double(row) - 0.5))
    return Spot(cell: row * features[0].bins + column, quality: 1 - 2 * miss)
  }

  /// Puts a level into a cell if that is empty or holds a worse one.
  /// - Returns: Whether it is there now.
  @discardableResult
  mutating func offer(_ element: Element, at spot: Spot) -> Bool {
    if let there = cells[spot.cell], there.quality >= spot.quality { return false }
    cells[spot.cell] = (element, spot.quality)
    return true
  }

  /// Takes a level out of its cell.
  mutating func clear(_ cell: Int) { cells[cell] = nil }

  var filled: [Int] { cells.indices.filter { cells[$0] != nil } }

  /// Filled cells beside an empty one, where the archive can grow.
  var frontier: [Int] {
    let columns = features[0].bins
    let rows = features[1].bins
    return filled.filter { cell in
      let (row, column) = (cell / columns, cell % columns)
      return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)].contains {
        (0..<rows).contains($0.0) && (0..<columns).contains($0.1)
          && cells[$0.0 * columns + $0.1] == nil
      }
    }
  }

  /// The share of the cells that hold a level.
  var coverage: Double { Double(filled.count) / Double(cells.count) }

  /// The sum of the qualities.
  var score: Double { cells.reduce(0) { $0 + ($1?.quality ?? 0) } }
}
