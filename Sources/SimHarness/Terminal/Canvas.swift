/// A screen of characters, drawn as a whole before any of it is shown.
///
/// Rows and columns count from 0; what lies outside is cut off.
public struct Canvas: Sendable, Equatable {
  public struct Cell: Sendable, Hashable {
    public var character: Character
    public var style: CanvasStyle

    package init(character: Character, style: CanvasStyle) {
      self.character = character
      self.style = style
    }
  }

  public let width: Int
  public let height: Int
  private var cells: [Cell]

  public init(width: Int, height: Int) {
    self.width = max(width, 0)
    self.height = max(height, 0)
    cells = Array(repeating: Cell(character: " ", style: .plain), count: self.width * self.height)
  }

  /// The cell at a place; nil outside.
  public subscript(row: Int, column: Int) -> Cell? {
    guard (0..<height).contains(row), (0..<width).contains(column) else { return nil }
    return cells[row * width + column]
  }

  public mutating func put(
    _ character: Character, row: Int, column: Int, _ style: CanvasStyle = .plain
  ) {
    guard (0..<height).contains(row), (0..<width).contains(column) else { return }
    cells[row * width + column] = Cell(character: character, style: style)
  }

  /// Writes a text, of at most `limit` characters, and gives the column behind it.
  @discardableResult
  public mutating func write(
    _ text: String, row: Int, column: Int, _ style: CanvasStyle = .plain, limit: Int = .max
  ) -> Int {
    var column = column
    for character in text.prefix(limit) {
      put(Self.narrowed(character), row: row, column: column, style)
      column += 1
    }
    return column
  }

  @discardableResult
  public mutating func write(
    _ text: StyledText, row: Int, column: Int, limit: Int = .max
  ) -> Int {
    let end = limit == .max ? Int.max : column + limit
    var column = column
    for piece in text.pieces {
      column = write(piece.text, row: row, column: column, piece.style, limit: max(0, end - column))
    }
    return column
  }

  /// A character that takes one column, in the place of those that take none or two.
  static func narrowed(_ character: Character) -> Character {
    let scalars = character.unicodeScalars
    guard let scalar = scalars.first, scalars.count == 1 else { return "?" }
    switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0x0300, 0x0370..<0x0483, 0x048A..<0x0591: return character
    // Punctuation, arrows, lines, blocks, shapes, suits of cards.
    case 0x2010..<0x2028, 0x2030..<0x205F, 0x2190..<0x2600, 0x2660..<0x2668: return character
    default: return "?"
    }
  }

  // MARK: Output

  /// The text alone, without spaces at the ends of lines.
  public var lines: [String] {
    (0..<height).map { row in
      var line = String(cells[row * width..<(row + 1) * width].map(\.character))
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The bytes that make a terminal show it, whatever it showed before.
  public func frame(_ depth: ColourDepth) -> String {
    var text = "\u{1B}[H"
    for row in 0..<height {
      if row > 0 { text += "\r\n" }
      var style = CanvasStyle.plain
      var end = width
      while end > 0, cells[row * width + end - 1] == Cell(character: " ", style: .plain) {
        end -= 1
      }
      for cell in cells[row * width..<row * width + end] {
        if cell.style != style {
          style = cell.style
          text += style.sequence(depth)
        }
        text.append(cell.character)
      }
      if style != .plain { text += CanvasStyle.plain.sequence(depth) }
      if end < width { text += "\u{1B}[K" }
    }
    return text
  }
}

/// A part of a screen.
public struct CanvasArea: Sendable, Hashable {
  public var row: Int
  public var column: Int
  public var width: Int
  public var height: Int

  public init(row: Int, column: Int, width: Int, height: Int) {
    self.row = row
    self.column = column
    self.width = width
    self.height = height
  }
}

extension Canvas {
  /// Draws the border of an area.
  package mutating func frame(_ area: CanvasArea, _ glyphs: Glyphs, _ style: CanvasStyle = .dim) {
    let (bottom, right) = (area.row + area.height - 1, area.column + area.width - 1)
    for column in area.column...max(right, area.column) {
      put(glyphs.horizontal, row: area.row, column: column, style)
      put(glyphs.horizontal, row: bottom, column: column, style)
    }
    for row in area.row...max(bottom, area.row) {
      put(glyphs.vertical, row: row, column: area.column, style)
      put(glyphs.vertical, row: row, column: right, style)
    }
    put(glyphs.corners[0], row: area.row, column: area.column, style)
    put(glyphs.corners[1], row: area.row, column: right, style)
    put(glyphs.corners[2], row: bottom, column: area.column, style)
    put(glyphs.corners[3], row: bottom, column: right, style)
  }
}
