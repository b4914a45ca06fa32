/// A plain game at a terminal: the position, and the list of moves.
extension PlainHand: TerminalGame {
  func draw(
    _ view: State.View, at seconds: Double, flight: ArraySlice<[BoardPoint]>?,
    on board: inout Canvas, _ glyphs: Glyphs
  ) {
    var row = 0
    for line in Game.picture(of: view).split(separator: "\n", omittingEmptySubsequences: false) {
      board.write(String(line), row: row, column: 0)
      row += 1
    }
    row += 1
    // As many of the moves as there is room for, the chosen one among them.
    let room = max(1, board.height - row)
    let first = min(max(0, chosen - room / 2), max(0, moves.count - room))
    for (place, move) in moves.enumerated().dropFirst(first).prefix(room) {
      let number = place < 9 ? "\(place + 1)" : " "
      board.write(
        "\(place == chosen ? ">" : " ") \(number) \(Game.words(for: move))", row: row, column: 0,
        CanvasStyle(isBold: place == chosen))
      row += 1
    }
  }
}

extension PlainGame {
  /// Begins a game at a terminal.
  static func session(
    _ request: SessionRequest
  ) throws(LevelError) -> (any TerminalSession)? {
    guard let level = request.level.content(as: State.Level.self) else { return nil }
    return try PersonSession<PlainHand<Self>>(level, request)
  }
}
