/// Where the parts of a screen are.
package struct TerminalLayout {
  static let minWidth = 64
  static let minHeight = 20
  /// The columns of the side with score and keys.
  package static let sideWidth = 27

  package let board: CanvasArea
  let side: CanvasArea

  /// The top row is the heading, the two lowest are message and prompt.
  init(width: Int, height: Int) {
    board = CanvasArea(
      row: 1, column: 0, width: max(1, width - Self.sideWidth - 1), height: max(1, height - 3))
    side = CanvasArea(
      row: 1, column: max(0, width - Self.sideWidth), width: Self.sideWidth,
      height: max(1, height - 3))
  }
}

extension TerminalScreen {
  var layout: TerminalLayout { TerminalLayout(width: width, height: height) }

  /// Whether the window is large enough for the game, which otherwise takes no move.
  var isShown: Bool {
    width >= TerminalLayout.minWidth && height >= TerminalLayout.minHeight
  }

  /// The whole screen as it is at a time.
  func canvas(at seconds: Double) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    guard isShown else {
      canvas.write("This window is \(width) \(glyphs.times) \(height).", row: 0, column: 0)
      canvas.write(
        "Make it at least \(TerminalLayout.minWidth) \(glyphs.times)"
          + " \(TerminalLayout.minHeight),", row: 1, column: 0)
      canvas.write("or leave with q.", row: 2, column: 0)
      return canvas
    }
    drawHeading(on: &canvas)
    drawBoard(on: &canvas, at: seconds)
    drawSide(on: &canvas, at: seconds)
    drawFoot(on: &canvas)
    return canvas
  }

  private func drawHeading(on canvas: inout Canvas) {
    let right =
      "\(SafeText.escaped(heading.player, limit: 20))\(glyphs.separator)game \(heading.index)"
    let start = max(0, width - right.count)
    canvas.write(right, row: 0, column: start, .dim)
    let end = canvas.write(
      heading.game, row: 0, column: 0, .bold, limit: max(0, start - 1))
    canvas.write(
      "\(glyphs.separator)\(SafeText.escaped(heading.level))", row: 0, column: end,
      limit: max(0, start - 1 - end))
  }

  private func drawBoard(on canvas: inout Canvas, at seconds: Double) {
    let area = layout.board
    var board = Canvas(width: area.width, height: area.height)
    game.draw(
      flight?.view ?? view, at: seconds - began,
      flight: flight.map { $0.flight.shown(at: seconds) }, on: &board, glyphs)
    for row in 0..<area.height {
      for column in 0..<area.width {
        guard let cell = board[row, column] else { continue }
        canvas.put(cell.character, row: area.row + row, column: area.column + column, cell.style)
      }
    }
  }

  private func drawSide(on canvas: inout Canvas, at seconds: Double) {
    let area = layout.side
    var row = area.row
    func line(_ text: StyledText) {
      guard row < area.row + area.height else { return }
      canvas.write(text, row: row, column: area.column, limit: area.width)
      row += 1
    }
    let shown = flight?.score ?? shownScore ?? score
    var facts: [(label: String, value: StyledText)] = [("score", StyledText("\(shown)", .bold))]
    if let highest {
      facts.append(("highest", StyledText("\(highest)" + (shown > highest ? " passed" : ""))))
    }
    facts += game.facts(flight?.view ?? view, at: seconds - began, glyphs)
    if hints > 0 { facts.append(("hints", StyledText("\(hints)"))) }
    let labels = facts.map(\.label.count).max() ?? 0
    for fact in facts {
      let gap = String(repeating: " ", count: labels - fact.label.count + 1)
      line(StyledText(fact.label + gap, .dim) + fact.value)
    }
    row += 1
    if stage == .over, flight == nil, !standings.isEmpty {
      line(StyledText("high scores", .dim))
      for (place, standing) in standings.enumerated() {
        line(
          StyledText(
            "\(place + 1) \(standing.score)  \(SafeText.escaped(standing.player, limit: 14))",
            standing.isNew ? .bold : .plain))
      }
      return
    }
    let keys = game.keys(view, glyphs) + generalKeys
    let widest = keys.map(\.key.count).max() ?? 0
    for key in keys {
      let gap = String(repeating: " ", count: widest - key.key.count + 1)
      line(StyledText(key.key, .bold) + StyledText(gap + key.meaning))
    }
    row += 1
    for text in game.legend(view, glyphs) { line(text) }
  }

  private var generalKeys: [KeyHelp] {
    var keys = [KeyHelp("h", "hint")]
    if Game.canDealAgain { keys.append(KeyHelp("r", "new deal")) }
    return keys + [KeyHelp("q", "leave")]
  }

  private func drawFoot(on canvas: inout Canvas) {
    var prompt = ""
    switch stage {
    case .ready: prompt = "Press space to start the clock."
    case .leaving:
      prompt = "Leave? The game is saved. y leaves, any other key continues"
    case .dealingAgain:
      prompt = "A new deal? This game is saved. y deals, any other key continues"
    case .over: prompt = "n next game   q leave"
    case .playing:
      let board = layout.board
      if let size = game.size(view), size.width > board.width || size.height > board.height {
        let whole = (
          width: size.width + TerminalLayout.sideWidth + 1, height: size.height + 3
        )
        prompt =
          "The board is cut off: it needs a window of \(whole.width) \(glyphs.times)"
          + " \(whole.height)."
      }
    }
    // Not before what flies has arrived.
    if flight != nil { prompt = "Press any key to skip." }
    if flight == nil { drawMessage(on: &canvas, lines: prompt.isEmpty ? 2 : 1) }
    let end = canvas.write(prompt, row: height - 1, column: 0)
    if stage == .over, flight == nil, !note.isEmpty {
      canvas.write(
        note, row: height - 1, column: end + 3, .dim, limit: max(0, width - end - 3))
    }
  }

  /// The message; a long one goes on in the line of the prompt where that is free, such as the goal
  /// of a level.
  private func drawMessage(on canvas: inout Canvas, lines: Int) {
    guard message.count > width, lines > 1 else {
      canvas.write(
        TerminalText.cut(message, to: width, glyphs), row: height - 2, column: 0, .bold)
      return
    }
    let wrapped = TerminalText.wrapped(message, width: width)
    let rest = wrapped.dropFirst().joined(separator: " ")
    canvas.write(wrapped.first ?? "", row: height - 2, column: 0, .bold, limit: width)
    canvas.write(
      TerminalText.cut(rest, to: width, glyphs), row: height - 1, column: 0, .bold)
  }
}
