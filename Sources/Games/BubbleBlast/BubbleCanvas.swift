import SimHarness

/// Where the cells of a board are drawn, and what bubbles look like, in films and in the designer.
struct BubbleCanvas {
  /// A bubble's diameter in the film's unit.
  static let size = 40.0
  /// The radius that a bubble is drawn with.
  static let radius = 19
  private static let columnsInID = 64

  let rules: BubbleRules

  /// A film of the board without bubbles: the line that must not be crossed, and room for the
  /// launcher below it.
  var blank: GameFilm {
    let width = Double(rules.columns) * Self.size
    let line = FilmPath.whole(y(ofRow: rules.rows) - Self.size * 0.43)
    var film = GameFilm(
      width: FilmPath.whole(width),
      height: FilmPath.whole(y(ofRow: rules.rows + 1) + Self.size * 0.6))
    film.backdrop = [("board-line", "M0 \(line)H\(film.width)")]
    return film
  }

  func y(ofRow row: Int) -> Double { (0.5 + Double(row) * HexGrid.pitch) * Self.size }

  /// The id of a cell's body.
  func id(_ row: Int, _ column: Int) -> Int { row * Self.columnsInID + column }

  /// A cell's body on the screen; rows alternate from the ceiling on.
  func body(_ row: Int, _ column: Int, kind: Int, descended: Int = 0) -> GameFilm.Body {
    let boardRow = row - descended
    return GameFilm.Body(
      id: id(row, column), kind: kind,
      x: FilmPath.whole(HexGrid.x(row: boardRow & 1, column: column) * Self.size),
      y: FilmPath.whole(y(ofRow: row)))
  }

  // MARK: Kinds

  /// A bubble by the letter that stands for it in a trace.
  static func kind(ofLetter letter: Character) -> GameFilm.Kind {
    kind(BubbleColour.allCases.first { $0.letter == letter }, label: String(letter))
  }

  /// A colour by its name.
  static func kind(ofColour name: String, radius: Int = radius) -> GameFilm.Kind {
    let colour = BubbleColour(name: name)
    return kind(colour, label: colour.map { String($0.letter) } ?? "", radius: radius)
  }

  /// A bubble of a colour, or a special, with what is written on it.
  static func kind(
    _ colour: BubbleColour?, label: String, radius: Int = radius
  ) -> GameFilm.Kind {
    GameFilm.Kind(
      style: colour.map { "ball-\($0.letter)" } ?? "ball-special", label: label,
      outline: .circle(radius: radius))
  }
}
