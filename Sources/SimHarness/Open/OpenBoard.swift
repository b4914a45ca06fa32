/// The board of a position as its game's function `board` gives it: tokens in places.
///
/// Places are in the unit of films, y downward.
struct OpenBoard: Equatable {
  /// A place, which may hold nothing.
  struct Place: Equatable {
    /// The middle.
    var x: Int
    var y: Int
    /// What lies there, the lowest first.
    var tokens: [BoardToken]
    /// What a tap on it plays; nil if that is for the game's `hand` to say.
    var move: OpenMove?
    /// For a screen reader: `row 3, column 5, crate`.
    var words: String
  }

  /// A line beside the board, such as the moves that are left.
  struct Fact: Equatable {
    var name: String
    var value: String
  }

  var width: Int
  var height: Int
  /// Cells in a row; nil on a board of free places.
  var columns: Int?
  var places: [Place]
  var facts: [Fact] = []

  /// The room around the cells.
  static let gap = 6
  /// The most cells of a side, places, and tokens in one place.
  static let maxSide = 64
  static let maxPlaces = 4096
  static let maxLayers = 3
  static let maxFacts = 12
  /// Places' ids are this far apart, so that each of their tokens has one.
  private static let idsPerPlace = 4

  /// The middle of a cell, whose number begins with 0.
  static func middle(_ cell: Double) -> Int {
    gap + FilmPath.whole((cell + 0.5) * Double(BoardToken.cell))
  }

  /// The size of a number of cells in px.
  static func size(_ cells: Double) -> Int {
    2 * gap + FilmPath.whole(cells * Double(BoardToken.cell))
  }

  /// The number of a token's body in films.
  static func body(_ place: Int, _ layer: Int = 0) -> Int { place * idsPerPlace + layer }

  /// The body that is seen at a place; nil if there is none.
  func topBody(of place: Int) -> Int? {
    let count = places[place].tokens.count
    return count == 0 ? nil : Self.body(place, count - 1)
  }

  /// The body that a place as a whole is marked by: its floor, else what is seen there.
  func groundBody(of place: Int) -> Int? {
    places[place].tokens.first?.shape == .tile ? Self.body(place) : topBody(of: place)
  }

  /// The place at a point: the nearest one whose cell it is in; of several, the last.
  func place(at point: BoardPoint) -> Int? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    let reach = Double(BoardToken.cell) / 2
    var best: (place: Int, distance: Double)?
    for (index, place) in places.enumerated() {
      let (x, y) = ((point.x - Double(place.x)).magnitude, (point.y - Double(place.y)).magnitude)
      guard x <= reach, y <= reach else { continue }
      let distance = x * x + y * y
      if best.map({ distance <= $0.distance }) ?? true { best = (index, distance) }
    }
    return best?.place
  }

  /// The place that an arrow leads to from another: the nearest in its direction, preferring those
  /// straight ahead; the place itself where there is none.
  func place(_ direction: HandInput.Direction, of start: Int) -> Int {
    let from = places[start]
    var best: (place: Int, cost: Int)?
    for (index, place) in places.enumerated() where index != start {
      let (dx, dy) = (place.x - from.x, place.y - from.y)
      let (ahead, aside) =
        switch direction {
        case .left: (-dx, dy.magnitude)
        case .right: (dx, dy.magnitude)
        case .up: (-dy, dx.magnitude)
        case .down: (dy, dx.magnitude)
        }
      guard ahead > 0, aside <= UInt(ahead) else { continue }
      let cost = ahead + 3 * Int(aside)
      if best.map({ cost < $0.cost }) ?? true { best = (index, cost) }
    }
    return best?.place ?? start
  }

  // MARK: Text

  /// The board in characters, with its facts below.
  var text: String {
    var lines: [String] = []
    if let columns, columns > 0 {
      let rows = stride(from: 0, to: places.count, by: columns).map { start in
        places[start..<min(start + columns, places.count)].map { place in
          // Of what lies on one another the uppermost first.
          place.tokens.reversed().map(\.text).filter { $0 != " " }.joined()
        }
      }
      let width = rows.joined().map(\.count).max() ?? 1
      for row in rows {
        let cells = row.map { $0 + String(repeating: " ", count: width - $0.count) }
        lines.append(Self.trimmed(cells.joined(separator: width == 1 ? "" : " ")))
      }
    } else {
      let grid = OpenBoardCharacters(self, width: .max)
      var canvas = Canvas(width: grid.width, height: grid.height)
      for place in places.indices { grid.write(place, on: &canvas) }
      lines += canvas.lines
    }
    if !facts.isEmpty { lines.append(factsText) }
    return lines.joined(separator: "\n")
  }

  /// The facts in one line.
  var factsText: String { facts.map { "\($0.name) \($0.value)" }.joined(separator: "  ") }

  private static func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
