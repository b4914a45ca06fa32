/// An open game at a terminal: its picture, and the list of moves.
extension OpenHand: TerminalGame {
  func draw(
    _ view: OpenView, at seconds: Double, flight: ArraySlice<[BoardPoint]>?,
    on board: inout Canvas, _ glyphs: Glyphs
  ) {
    var row = 0
    for line in shown.split(separator: "\n", omittingEmptySubsequences: false) {
      for (column, character) in line.enumerated() {
        let colour = level.spec.colours[character].flatMap { name in
          CanvasColour.allCases.first { "\($0)" == name }
        }
        board.write(String(character), row: row, column: column, CanvasStyle(colour))
      }
      row += 1
    }
    row += 1
    // As many of the moves as there is room for, the chosen one among them.
    let room = max(1, board.height - row)
    let first = min(max(0, chosen - room / 2), max(0, moves.count - room))
    for place in moves.indices.dropFirst(first).prefix(room) {
      let number = place < 9 ? "\(place + 1)" : " "
      board.write(
        "\(place == chosen ? ">" : " ") \(number) \(words(at: place))", row: row, column: 0,
        CanvasStyle(isBold: place == chosen))
      row += 1
    }
  }
}

extension OpenGames: TerminalModule {
  public static func session(
    _ request: SessionRequest
  ) throws(LevelError) -> (any TerminalSession)? {
    guard let level = request.level.content(as: OpenLevel.self) else { return nil }
    guard level.isForTwo, request.secondPlayer.isPresent else {
      return try PersonSession<OpenHand>(level, request)
    }
    let seat: UInt8 = request.index == request.deal ? 1 : 2
    return try PersonSession<OpenHand>(
      level, request,
      configure: {
        $0.table = OpenHandTable(
          secondPlayer: request.secondPlayer, name: request.player, seat: seat)
      }, arrange: { $0.seatPerson(at: seat) })
  }
}
