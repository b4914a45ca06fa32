import SimHarness

/// Boards for people: cells with spaces between them, short rows moved in by one, the ceiling, the
/// line that must not be crossed, the cannon and what the letters mean.
///
///     =========
///      R R B B
///       . B .
///     - - - - -
///         R   next: B
///     B blue, R red
public enum BubblePicture {
  /// A level before its game; with rulers, the numbers of its rows and columns stand beside it.
  public static func text(of file: BubbleLevelFile, withRulers: Bool = false) -> String {
    let tokens = Set(file.bubbles.values).sorted()
    let meanings = tokens.map { "\(file.legend.letter(for: $0) ?? "?") \($0.name)" }
    let columns = file.rules.columns
    var lines =
      board(rows(of: file), columns: columns, ceiling: 0, line: file.rules.rows)
      + [cannon("^", columns: columns)]
    if withRulers { lines = ruled(lines, rows: file.rules.rows, columns: columns) }
    return (lines + legend(meanings)).joined(separator: "\n")
  }

  /// A game in progress.
  public static func text<Mask: CellMask>(
    of position: BubblePosition<Mask>, letters: BubbleLetters
  ) -> String {
    let rules = position.setup.rules
    let meanings = meanings(position, letters)
    func letter(_ colour: BubbleColour) -> Character { meanings.letters[colour] ?? colour.letter }
    var hand = cannon(letter(position.current), columns: rules.columns)
    if rules.preview > 0 {
      hand += "   next: " + position.next.map { String(letter($0)) }.joined(separator: " ")
    }
    if let left = position.shotsLeft { hand += "   shots left: \(left)" }
    let lines =
      board(
        letters.rows(of: position), columns: rules.columns, ceiling: position.descended,
        line: rules.rows)
      + [hand] + legend(meanings.lines)
    return lines.joined(separator: "\n")
  }

  /// A level's playable rows, empty ones included, each of its own length.
  public static func rows(of file: BubbleLevelFile) -> [String] {
    let rows = file.gridRows
    let empty = (rows.count..<max(file.rules.rows, rows.count)).map { row in
      String(
        repeating: BubbleLegend.empty,
        count: HexGrid.width(ofRow: row, columns: file.rules.columns))
    }
    return rows + empty
  }

  // MARK: Parts

  /// What the letters on a board mean, colours first, and the letters of its colours.
  private static func meanings<Mask: CellMask>(
    _ position: BubblePosition<Mask>, _ letters: BubbleLetters
  ) -> (lines: [String], letters: [BubbleColour: Character]) {
    let board = position.board
    var colours: [BubbleColour: Character] = [:]
    var kinds: [Int: Character] = [:]
    for cell in board.occupied.cells {
      let letter = letters.letter(at: cell, in: board)
      if let kind = board.kind(at: cell) {
        kinds[kind] = letter
      } else if let colour = board.colour(at: cell) {
        colours[colour] = letter
      }
    }
    for colour in [position.current] + position.next where colours[colour] == nil {
      colours[colour] = colour.letter
    }
    let lines =
      colours.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.name)" }
      + kinds.sorted { $0.key < $1.key }.map { "\($0.value) \(position.setup.kinds[$0.key].name)" }
    return (lines, colours)
  }

  private static func board(
    _ rows: [String], columns: Int, ceiling: Int, line: Int
  ) -> [String] {
    var lines: [String] = []
    for (row, cells) in rows.enumerated() {
      if row == ceiling { lines.append(String(repeating: "=", count: 2 * columns + 1)) }
      if row == line { lines.append(dashes(columns)) }
      let indentation = HexGrid.isShort(row - ceiling) ? "  " : " "
      lines.append(indentation + cells.map { String($0) }.joined(separator: " "))
    }
    if ceiling >= rows.count { lines.append(String(repeating: "=", count: 2 * columns + 1)) }
    if rows.count <= line { lines.append(dashes(columns)) }
    return lines
  }

  /// A level's lines with row numbers before them, the columns of even rows above and those of odd
  /// rows, which lie half a cell to the right, below.
  private static func ruled(_ lines: [String], rows: Int, columns: Int) -> [String] {
    let margin = "     "
    let numbered = lines.enumerated().map { index, line in
      // The ceiling is line 0, and the rows follow.
      guard (1...rows).contains(index) else { return margin + line }
      let number = "\(index - 1)"
      return String(repeating: " ", count: 4 - number.count) + number + " " + line
    }
    let even = digits(of: columns)
    let odd = digits(of: columns - 1)
    let top = [
      even.tens.map { margin + " " + $0 }, "\(margin) \(even.units)   column in even rows",
    ].compactMap(\.self)
    let bottom = [
      "\(margin)  \(odd.units)   column in odd rows", odd.tens.map { margin + "  " + $0 },
    ].compactMap(\.self)
    let cannon = numbered.suffix(1)
    return top + numbered.dropLast() + bottom + cannon
  }

  /// The numbers from 0 in columns of two characters, their last digits apart from the first ones.
  private static func digits(of count: Int) -> (tens: String?, units: String) {
    let units = (0..<count).map { "\($0 % 10)" }.joined(separator: " ")
    guard count > 10 else { return (nil, units) }
    return ((0..<count).map { $0 < 10 ? " " : "\($0 / 10)" }.joined(separator: " "), units)
  }

  private static func dashes(_ columns: Int) -> String {
    (0...columns).map { _ in "-" }.joined(separator: " ")
  }

  private static func cannon(_ letter: Character, columns: Int) -> String {
    String(repeating: " ", count: columns) + String(letter)
  }

  private static func legend(_ meanings: [String]) -> [String] {
    meanings.isEmpty ? [] : [meanings.joined(separator: ", ")]
  }
}

extension BubbleLevelFile {
  /// The level before its game: see `BubblePicture`.
  public func picture(catalog: any BubbleKindCatalog, withRulers: Bool) -> String {
    BubblePicture.text(of: self, withRulers: withRulers)
  }

  public func drawing(catalog: any BubbleKindCatalog) -> LevelPictureKind {
    .hexagons(rows: BubblePicture.rows(of: self))
  }
}
