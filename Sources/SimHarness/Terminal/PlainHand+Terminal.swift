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
    board.write(list, below: row + 1, words)
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
