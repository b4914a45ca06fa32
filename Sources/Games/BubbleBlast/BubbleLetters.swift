import SimHarness

/// Which character each bubble is printed as: a level's legend, else the colours' letters and the
/// kinds' glyphs.
public struct BubbleLetters: Sendable {
  private let kindLetters: [Character]
  private let colourLetters: [Character]

  /// `legend` has the level's own letters, by kind or colour name.
  public init(setup: BubbleSetup, legend: [String: Character] = [:]) {
    kindLetters = setup.kinds.map { legend[$0.name] ?? $0.glyph }
    colourLetters = BubbleColour.allCases.map { legend[$0.name] ?? $0.letter }
  }

  /// The board as `rows` + 1 strings, each of its row's length, from the top of the screen.
  public func rows<Mask: CellMask>(of position: BubblePosition<Mask>) -> [String] {
    let rules = position.setup.rules
    return (0...rules.rows).map { screenRow in
      let row = screenRow - position.descended
      // Above the ceiling the rows keep alternating.
      let width = HexGrid.width(ofRow: row & 1, columns: rules.columns)
      return String(
        (0..<width).map { column in
          row < 0 ? "." : letter(at: Cell(row: row, column: column), in: position.board)
        })
    }
  }

  /// The character of one cell.
  public func letter<Mask: CellMask>(at cell: Cell, in board: BubbleBoard<Mask>) -> Character {
    if let kind = board.kind(at: cell) { return kindLetters[kind] }
    if let colour = board.colour(at: cell) { return colourLetters[colour.index] }
    return "."
  }

  func letter(ofKind kind: Int) -> Character { kindLetters[kind] }

  func letter(of colour: BubbleColour) -> Character { colourLetters[colour.index] }
}
