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
  /// A level before its game.
  public static func text(of file: BubbleLevelFile) -> String {
    let tokens = Set(file.bubbles.values).sorted()
    let meanings = tokens.map { "\(file.legend.letter(for: $0) ?? "?") \($0.name)" }
    let columns = file.rules.columns
    let lines =
      board(rows(of: file), columns: columns, ceiling: 0, line: file.rules.rows)
      + [cannon("^", columns: columns)] + legend(meanings)
    return lines.joined(separator: "\n")
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
