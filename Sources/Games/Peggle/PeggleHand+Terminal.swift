import SimHarness

/// Peggle at a terminal.
extension PeggleHand: TerminalGame {
  mutating func input(
    for key: TerminalKey, _ moment: TerminalMoment<PegglePosition>
  ) -> HandInput? {
    guard case .click(let column, let row) = key else { return key.input }
    let grid = grid(width: moment.width, height: moment.height)
    return .aim(grid.place(column: column, row: row))
  }

  static func apply(
    _ move: PeggleMove, to state: inout PeggleState, in context: inout GameContext,
    emit: (PeggleEvent) -> Void
  ) throws(MoveError) -> [[BoardPoint]] {
    var frames: [[BoardPoint]] = []
    let stride = max(
      1, Int(saturating: (1 / (state.view.setup.rules.step * TerminalFlight.rate)).rounded()))
    try state.apply(
      move, in: &context,
      frame: { step in
        guard step.number % stride == 0 else { return }
        frames.append(step.balls.map { BoardPoint($0.x, $0.y) })
      }, emit: emit)
    return frames
  }

  func legend(_ view: PegglePosition, _ glyphs: Glyphs) -> [StyledText] {
    var present: Set<Character> = []
    for index in file.objects.indices where view.world.isAlive(index) {
      present.insert(letters.letter(of: file.objects[index]))
    }
    var lines: [StyledText] = []
    for line in TerminalText.wrapped(
      SafeText.escaped(goal, limit: 200), width: TerminalLayout.sideWidth)
    {
      lines.append(StyledText(line))
    }
    let names = file.pegNames.filter { present.contains(letters.letter(ofPeg: $0)) }
    for start in stride(from: 0, to: names.count, by: 2) {
      var line = StyledText([])
      for name in names[start..<min(start + 2, names.count)] {
        let text = " " + SafeText.escaped(name, limit: 10)
        let gap = String(repeating: " ", count: max(1, 13 - text.count))
        line =
          line
          + StyledText(
            String(letters.letter(ofPeg: name)),
            CanvasStyle(CanvasColour(named: name), isBold: true))
          + StyledText(text + gap, .dim)
      }
      lines.append(line)
    }
    return lines
  }
  // MARK: Picture

  /// The grid inside a border that keeps the board's proportions, a character being twice as high
  /// as it is wide.
  func grid(width: Int, height: Int) -> TerminalGrid {
    let rules = file.rules
    let room = (columns: max(width - 2, 1), rows: max(height - 2, 1))
    let cell = max(
      rules.height / Double(room.rows), 2 * rules.width / Double(room.columns))
    let columns = min(max(Int(saturating: (2 * rules.width / cell).rounded()), 1), room.columns)
    let rows = min(max(Int(saturating: (rules.height / cell).rounded()), 1), room.rows)
    return TerminalGrid(
      row: 1 + (room.rows - rows) / 2, column: 1 + (room.columns - columns) / 2, rows: rows,
      columns: columns, width: rules.width / Double(columns), height: rules.height / Double(rows))
  }

  func draw(
    _ view: PegglePosition, at seconds: Double, flight: ArraySlice<[BoardPoint]>?,
    on board: inout Canvas, _ glyphs: Glyphs
  ) {
    let grid = grid(width: board.width, height: board.height)
    board.frame(
      CanvasArea(
        row: grid.row - 1, column: grid.column - 1, width: grid.columns + 2,
        height: grid.rows + 2), glyphs)
    for column in 0..<grid.columns {
      // Balls leave at the bottom.
      board.put(" ", row: grid.row + grid.rows, column: grid.column + column)
    }
    drawBucket(view, flight: flight, on: &board, grid)
    if flight == nil, view.outcome == nil { drawAim(view, on: &board, grid, glyphs) }
    for index in file.objects.indices where view.world.isAlive(index) {
      drawObject(index, view, isLit: isLit(index, view, flight), on: &board, grid, glyphs)
    }
    board.put(
      glyphs.cannon, row: grid.row(file.rules.cannon.y), column: grid.column(file.rules.cannon.x),
      .bold)
    for ball in flight?.last ?? [] {
      board.put(
        glyphs.ball, row: grid.row(ball.y), column: grid.column(ball.x),
        CanvasStyle(.white, isBold: true))
    }
    if let target, flight == nil, view.outcome == nil {
      board.put(
        glyphs.cross, row: grid.row(target.y), column: grid.column(target.x),
        CanvasStyle(.yellow, isBold: true))
    }
  }

  /// The bucket keeps moving while balls fly.
  private func drawBucket(
    _ view: PegglePosition, flight: ArraySlice<[BoardPoint]>?, on board: inout Canvas,
    _ grid: TerminalGrid
  ) {
    let rules = file.rules
    let seconds = (flight.map { Double($0.count - 1) } ?? 0) / TerminalFlight.rate
    guard let middle = view.world.bucketX(after: seconds), let rim = view.world.bucketRim else {
      return
    }
    let left = grid.column(middle - rules.bucketWidth / 2)
    let right = grid.column(middle + rules.bucketWidth / 2)
    let style = CanvasStyle(.cyan)
    let bottom = grid.row + grid.rows - 1
    for row in grid.row(rim)...bottom {
      board.put("\\", row: row, column: left, style)
      board.put("/", row: row, column: right, style)
      guard row == bottom, right > left + 1 else { continue }
      for column in (left + 1)..<right { board.put("_", row: row, column: column, style) }
    }
  }

  /// The path of the ball up to its first contact.
  private func drawAim(
    _ view: PegglePosition, on board: inout Canvas, _ grid: TerminalGrid, _ glyphs: Glyphs
  ) {
    for point in aimedPath(view, at: target).points {
      guard point.y >= 0, point.y < file.rules.height else { continue }
      board.put(glyphs.dot, row: grid.row(point.y), column: grid.column(point.x))
    }
  }

  /// Whether the flight has reached a peg.
  private func isLit(
    _ index: Int, _ view: PegglePosition, _ flight: ArraySlice<[BoardPoint]>?
  ) -> Bool {
    guard let flight, case .peg(_, let radius) = file.objects[index].form else { return false }
    let place = view.world.body(index).position
    // The distance of a ball between two frames, so that none is missed.
    let near = radius + file.rules.ballRadius + file.rules.ballSpeed / TerminalFlight.rate / 2
    return flight.contains { balls in
      balls.contains { ball in
        let (x, y) = (ball.x - place.x, ball.y - place.y)
        return x * x + y * y <= near * near
      }
    }
  }

  private func drawObject(
    _ index: Int, _ view: PegglePosition, isLit: Bool, on board: inout Canvas, _ grid: TerminalGrid,
    _ glyphs: Glyphs
  ) {
    let body = view.world.body(index)
    var object = file.objects[index]
    object.x = body.position.x
    object.y = body.position.y
    object.rotation = body.rotation
    let letter = letters.letter(of: object)
    var style = CanvasStyle(object.colour.map { CanvasColour(named: $0) } ?? .grey)
    style.isBold = object.colour != nil
    if isLit { style = CanvasStyle(.black, on: .yellow, isBold: true) }
    let middle = (row: grid.row(object.y), column: grid.column(object.x))
    if case .peg(_, let radius) = object.form, 2 * radius < 2 * grid.height {
      // A line is enough: a letter between brackets.
      let half = min(Int(saturating: (radius / grid.width).rounded(.down)), 2)
      if half > 0 {
        board.put("(", row: middle.row, column: middle.column - half, style)
        board.put(")", row: middle.row, column: middle.column + half, style)
        for column in (1 - half)..<half {
          board.put(letter, row: middle.row, column: middle.column + column, style)
        }
      }
    } else {
      let outline = object.outline
      let box = PeggleGeometry.box(of: outline)
      let fill: Character = object.colour == nil && glyphs.isUnicode ? "▒" : letter
      for row in grid.row(box.top)...grid.row(box.bottom) {
        for column in grid.column(box.left)...grid.column(box.right) {
          let place = grid.place(column: column, row: row)
          if PeggleGeometry.contains(PegglePoint(x: place.x, y: place.y), in: outline) {
            board.put(fill, row: row, column: column, style)
          }
        }
      }
    }
    if object.colour != nil { board.put(letter, row: middle.row, column: middle.column, style) }
  }
}
