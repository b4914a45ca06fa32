import SimHarness

/// Bubble pop at a terminal.
extension PopHand: TerminalGame {
  mutating func input(
    for key: TerminalKey, _ moment: TerminalMoment<PopPosition>
  ) -> HandInput? {
    guard case .click(let column, let row) = key else { return key.input }
    let grid = Self.grid(moment.view.setup.rules, width: moment.width, height: moment.height)
    return .press(grid.place(column: column, row: row))
  }

  func legend(_ view: PopPosition, _ glyphs: Glyphs) -> [StyledText] {
    view.setup.colours.indices.map { index in
      let colour = view.setup.colours[index]
      let points = "\(colour.points) point\(colour.points == 1 ? "" : "s")"
      let mark = glyphs.hasColour ? "  " : "\(letters[index]) "
      return StyledText(mark, Self.style(of: colour.name))
        + StyledText(" \(SafeText.escaped(colour.name, limit: 14)) ") + StyledText(points, .dim)
    }
  }

  // MARK: Picture

  private static func grid(_ rules: PopRules, width: Int, height: Int) -> TerminalGrid {
    let room = (columns: max(width - 2, 1), rows: max(height - 2, 1))
    // Wide enough for a key and a colour on each bubble, even where that stretches the screen.
    let even = 2 * rules.width / rules.height * Double(room.rows)
    let minColumns = 12 * rules.width / (2 * rules.radius)
    let columns = min(
      room.columns, max(Int(saturating: even.rounded()), min(Int(minColumns), 46), 1))
    return TerminalGrid(
      row: 1, column: 1 + (room.columns - columns) / 2, rows: room.rows, columns: columns,
      width: rules.width / Double(columns), height: rules.height / Double(room.rows))
  }

  func draw(
    _ view: PopPosition, at seconds: Double, flight: ArraySlice<[BoardPoint]>?,
    on board: inout Canvas, _ glyphs: Glyphs
  ) {
    let grid = Self.grid(view.setup.rules, width: board.width, height: board.height)
    board.frame(
      CanvasArea(
        row: grid.row - 1, column: grid.column - 1, width: grid.columns + 2,
        height: grid.rows + 2), glyphs)
    let now = view.outcome == nil ? seconds : view.time
    for bubble in view.bubbles {
      draw(bubble, at: Self.place(of: bubble, view, at: now), view, on: &board, grid, glyphs)
    }
    if let cross, view.outcome == nil {
      board.put(
        glyphs.cross, row: grid.row(cross.y), column: grid.column(cross.x),
        CanvasStyle(.yellow, isBold: true))
    }
  }

  private func draw(
    _ bubble: PopBubble, at place: BoardPoint, _ view: PopPosition, on board: inout Canvas,
    _ grid: TerminalGrid, _ glyphs: Glyphs
  ) {
    let colour = Int(bubble.colour)
    let key = labels.first { $0.id == bubble.id }.map { String($0.key) } ?? " "
    let text = glyphs.hasColour ? " \(key) " : "\(key)\(letters[colour])"
    let isHinted = hinted == bubble.id
    let marked = isHinted ? "[\(text)]" : glyphs.hasColour ? text : "(\(text))"
    let start = min(
      max(grid.column(place.x) - marked.count / 2, grid.column),
      grid.column + grid.columns - marked.count)
    board.write(
      marked, row: grid.row(place.y), column: start,
      Self.style(of: view.setup.colours[colour].name))
  }

  /// A bubble of a colour: dark letters on it, and light ones on black.
  private static func style(of name: String) -> CanvasStyle {
    let colour = CanvasColour(named: name)
    return colour == .black
      ? CanvasStyle(.white, on: .grey, isBold: true)
      : CanvasStyle(.black, on: colour, isBold: true)
  }
}
