/// An open game at a terminal: its board in colours, or its picture, and the list of moves.
extension OpenHand: TerminalGame {
  mutating func input(
    for key: TerminalKey, _ moment: TerminalMoment<OpenView>
  ) -> HandInput? {
    guard case .click(let column, let row) = key else { return key.input }
    guard let board, taps != nil else { return nil }
    let grid = OpenBoardCharacters(board, width: moment.width)
    return grid.place(column: column, row: row).map { place in
      .press(BoardPoint(Double(board.places[place].x), Double(board.places[place].y)))
    }
  }

  func draw(
    _ view: OpenView, at seconds: Double, flight: ArraySlice<[BoardPoint]>?,
    on canvas: inout Canvas, _ glyphs: Glyphs
  ) {
    var end = board.map { draw($0, on: &canvas) } ?? drawPicture(on: &canvas)
    // Whole, whatever the width: the end of a message says what to do.
    for line in problem.map({ TerminalText.wrapped($0, width: canvas.width) }) ?? [] {
      canvas.write(line, row: end, column: 0)
      end += 1
    }
    if !list.moves.isEmpty { canvas.write(list, below: end + 1, words(at:)) }
  }

  /// Draws the game's picture in characters; gives the row below it.
  private func drawPicture(on canvas: inout Canvas) -> Int {
    var row = 0
    for line in shown.split(separator: "\n", omittingEmptySubsequences: false) {
      for (column, character) in line.enumerated() {
        let colour = level.spec.colours[character].flatMap { BoardToken.colour(named: $0) }
        canvas.write(String(character), row: row, column: column, CanvasStyle(colour))
      }
      row += 1
    }
    return row
  }

  /// Draws the board; gives the row below it.
  private func draw(_ board: OpenBoard, on canvas: inout Canvas) -> Int {
    let grid = OpenBoardCharacters(board, width: canvas.width)
    for place in board.places.indices { grid.write(place, on: &canvas) }
    if let hinted, cursor == hinted.way.last {
      // The hint's places alone, so that no other move is taken for it.
      grid.mark(hinted.way.from, "<", ">", on: &canvas)
      grid.mark(hinted.way.last, "[", "]", on: &canvas)
    } else if let taps {
      let start = selected ?? cursor.flatMap { taps.begins(at: $0) ? $0 : nil }
      for place in start.map({ taps.ends(of: $0) }) ?? [] {
        grid.mark(place, "(", ")", on: &canvas)
      }
      if let selected { grid.mark(selected, "<", ">", on: &canvas) }
      if let cursor {
        let isSelected = cursor == selected
        grid.mark(cursor, isSelected ? "{" : "[", isSelected ? "}" : "]", on: &canvas)
      }
    }
    return grid.height
  }
}

/// How the places of a board lie on a screen of characters.
struct OpenBoardCharacters {
  private let board: OpenBoard
  private let columns: Int
  /// Characters of a cell.
  private let cell: Int

  init(_ board: OpenBoard, width: Int) {
    self.board = board
    let longest = board.places.compactMap(\.tokens.last).map(\.text.count).max() ?? 1
    columns = max(1, (board.width - 2 * OpenBoard.gap) / BoardToken.cell)
    cell = max(1, min(max(longest, 1) + 2, width / columns))
  }

  /// Columns of the screen that the board takes.
  var width: Int { columns * cell }

  /// Rows of the screen that the board takes.
  var height: Int { (board.height - 2 * OpenBoard.gap + BoardToken.cell - 1) / BoardToken.cell }

  private func row(of place: Int) -> Int {
    max(0, (board.places[place].y - OpenBoard.gap) / BoardToken.cell)
  }

  /// The first character of a place.
  private func column(of place: Int) -> Int {
    let left = board.places[place].x - OpenBoard.gap - BoardToken.cell / 2
    return max(0, left * cell / BoardToken.cell)
  }

  /// The place at a character, the last one that lies there.
  func place(column: Int, row: Int) -> Int? {
    board.places.indices.last { place in
      self.row(of: place) == row
        && (self.column(of: place)..<self.column(of: place) + cell).contains(column)
    }
  }

  /// Writes what lies at a place.
  func write(_ place: Int, on canvas: inout Canvas) {
    guard let top = board.places[place].tokens.last else { return }
    let ground = board.places[place].tokens.last { $0.isGround && $0.colour != nil }
    let text = top.text
    var style = CanvasStyle(top.colour, isBold: top.colour != nil)
    if top.isWhite {
      let ink = top.colour == .white ? .black : top.colour
      style = CanvasStyle(ink, on: .white, isBold: true)
    } else if let colour = ground?.colour {
      style.background = colour
      if top == ground { style.colour = colour == .black ? .white : .black }
    }
    let (row, column) = (row(of: place), column(of: place))
    for offset in 0..<cell { canvas.put(" ", row: row, column: column + offset, style) }
    canvas.write(
      text, row: row, column: column + max(0, (cell - text.count) / 2), style, limit: cell)
  }

  /// How many places are not seen, as others lie at the same character.
  var coveredPlaces: Int {
    let places = board.places.indices.filter { !board.places[$0].tokens.isEmpty }
    return places.count - Set(places.map { [row(of: $0), column(of: $0)] }).count
  }

  /// Puts signs beside what lies at a place, where a cell is wide enough.
  func mark(
    _ place: Int, _ before: Character, _ after: Character, on canvas: inout Canvas
  ) {
    let (row, column) = (row(of: place), column(of: place))
    guard cell >= 3 else {
      if let found = canvas[row, column] {
        canvas.put(
          found.character, row: row, column: column, CanvasStyle(.black, on: .white, isBold: true))
      }
      return
    }
    canvas.put(before, row: row, column: column, .bold)
    canvas.put(after, row: row, column: column + cell - 1, .bold)
  }
}
