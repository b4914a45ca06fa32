import SimHarness

/// Bubble Blast at a terminal.
extension BubbleHand: TerminalGame {
  mutating func input(
    for key: TerminalKey, _ moment: TerminalMoment<BubblePosition<Mask>>
  ) -> HandInput? {
    guard case .click(let column, let row) = key else { return key.input }
    let frame = frame(moment.view, width: moment.width, height: moment.height)
    let x = (Double(column - frame.column - 1) + 1) / 2
    let y = 0.5 + Double(row - frame.row - 1) * HexGrid.pitch
    return .aim(BoardPoint(x, y))
  }

  static func apply(
    _ move: BubbleMove, to state: inout State, in context: inout GameContext,
    emit: (BubbleEvent<Mask>) -> Void
  ) throws(MoveError) -> [[BoardPoint]] {
    let path = BubbleFlightPath(angle: move.angle, on: state.view)
    try state.apply(move, in: &context, emit: emit)
    return path.frames
  }

  func legend(_ view: BubblePosition<Mask>, _ glyphs: Glyphs) -> [StyledText] {
    var kinds: Set<Int> = []
    var colours: Set<BubbleColour> = [view.current]
    colours.formUnion(view.next)
    for cell in view.board.occupied.cells {
      if let kind = view.board.kind(at: cell) {
        kinds.insert(kind)
      } else if let colour = view.board.colour(at: cell) {
        colours.insert(colour)
      }
    }
    var lines: [StyledText] = []
    if !glyphs.hasColour {
      let words = colours.sorted { $0.rawValue < $1.rawValue }.map { "\($0.letter) \($0.name)" }
      for start in stride(from: 0, to: words.count, by: 3) {
        lines.append(
          StyledText(words[start..<min(start + 3, words.count)].joined(separator: "  "), .dim))
      }
    }
    for kind in kinds.sorted() {
      let letter = String(letters.letter(ofKind: kind))
      let name = SafeText.escaped(view.setup.kinds[kind].name, limit: 20)
      lines.append(StyledText(letter, .bold) + StyledText(" \(name)", .dim))
    }
    return lines
  }

  private func colour(_ colour: BubbleColour) -> CanvasColour { CanvasColour(named: colour.name) }

  // MARK: Picture

  func size(_ view: BubblePosition<Mask>) -> (width: Int, height: Int)? {
    (2 * view.setup.rules.columns + 1, view.setup.rules.rows + 3)
  }

  /// Where the picture is: in the middle; where it is cut off, its lower part is kept.
  private func frame(
    _ view: BubblePosition<Mask>, width: Int, height: Int
  ) -> CanvasArea {
    let rules = view.setup.rules
    let size = (width: 2 * rules.columns + 1, height: rules.rows + 3)
    return CanvasArea(
      row: size.height > height ? height - size.height : (height - size.height) / 2,
      column: (width - size.width) / 2, width: size.width, height: size.height)
  }

  func draw(
    _ view: BubblePosition<Mask>, at seconds: Double, flight: ArraySlice<[BoardPoint]>?,
    on board: inout Canvas, _ glyphs: Glyphs
  ) {
    let rules = view.setup.rules
    let frame = frame(view, width: board.width, height: board.height)
    board.frame(
      CanvasArea(
        row: frame.row, column: frame.column, width: frame.width, height: frame.height + 1),
      glyphs)
    for column in 0..<frame.width where column > 0 && column < frame.width - 1 {
      // The cannon stands below an open end.
      board.put(" ", row: frame.row + frame.height, column: frame.column + column)
      for row in 0...view.descended {
        board.put(
          glyphs.ceiling, row: frame.row + row, column: frame.column + column, .dim)
      }
      if column % 2 == 1 {
        board.put(
          glyphs.horizontal, row: frame.row + 1 + rules.rows, column: frame.column + column, .dim)
      }
    }
    if flight == nil, view.outcome == nil { drawAim(view, on: &board, frame, glyphs) }
    for cell in view.board.occupied.cells {
      let glyph = glyph(at: cell, view, glyphs)
      let row = view.screenRow(cell.row)
      board.put(
        glyph.character, row: frame.row + 1 + row,
        column: frame.column + Int(2 * HexGrid.x(row: cell.row, column: cell.column)), glyph.style)
    }
    drawHand(view, flight: flight, on: &board, frame, glyphs)
  }

  /// The path of the shot and where it lands.
  private func drawAim(
    _ view: BubblePosition<Mask>, on board: inout Canvas, _ frame: CanvasArea, _ glyphs: Glyphs
  ) {
    let path = BubbleFlightPath(angle: angle, on: view)
    for point in path.points { put(glyphs.dot, at: point, on: &board, frame, .plain) }
    if case .cell(let cell, _) = path.landing {
      board.put(
        glyphs.ring, row: frame.row + 1 + view.screenRow(cell.row),
        column: frame.column + Int(2 * HexGrid.x(row: cell.row, column: cell.column)),
        CanvasStyle(colour(shot(view)), isBold: true))
    }
  }

  private func drawHand(
    _ view: BubblePosition<Mask>, flight: ArraySlice<[BoardPoint]>?, on board: inout Canvas,
    _ frame: CanvasArea, _ glyphs: Glyphs
  ) {
    let rules = view.setup.rules
    let launcher = BoardPoint(
      Double(rules.columns) / 2, 0.5 + Double(rules.rows + 1) * HexGrid.pitch)
    let shot = glyph(of: shot(view), glyphs)
    if let point = flight?.last?.first {
      put(shot.character, at: point, on: &board, frame, shot.style)
    } else if view.outcome == nil {
      put(shot.character, at: launcher, on: &board, frame, shot.style)
    }
  }

  private func put(
    _ character: Character, at point: BoardPoint, on board: inout Canvas, _ frame: CanvasArea,
    _ style: CanvasStyle
  ) {
    let row = Int(saturating: ((point.y - 0.5) / HexGrid.pitch).rounded())
    board.put(
      character, row: frame.row + 1 + row,
      column: frame.column + Int(saturating: (2 * point.x).rounded()),
      style)
  }

  private func glyph(
    at cell: Cell, _ view: BubblePosition<Mask>, _ glyphs: Glyphs
  ) -> Canvas.Cell {
    if let colour = view.board.colour(at: cell), view.board.kind(at: cell) == nil {
      return glyph(of: colour, glyphs)
    }
    return Canvas.Cell(character: letters.letter(at: cell, in: view.board), style: .bold)
  }

  /// A plain bubble: coloured, or its colour's letter.
  private func glyph(of colour: BubbleColour, _ glyphs: Glyphs) -> Canvas.Cell {
    Canvas.Cell(
      character: glyphs.hasColour ? glyphs.ball : letters.letter(of: colour),
      style: CanvasStyle(self.colour(colour), isBold: true))
  }
}
