/// A plain game at a terminal: the position, and the list of moves to choose from.
struct PlainTerminal<Game: PlainGame>: TerminalGame {
  typealias State = Game.State

  /// The move that the arrow keys have come to.
  private var chosen = 0
  private var moves: [State.Move] = []

  init(level: State.Level, view: State.View) { moves = Game.moves(in: view) }

  func keys(_ view: State.View, _ glyphs: Glyphs) -> [KeyHelp] {
    [KeyHelp("arrows", "choose a move"), KeyHelp("Enter", "make it"), KeyHelp("1-9", "the same")]
  }

  mutating func handle(
    _ key: TerminalKey, _ moment: TerminalMoment<State.View>
  ) -> TerminalAction<State.Move> {
    guard !moves.isEmpty else { return .none }
    switch key {
    case .arrow(let direction, _):
      let step = direction == .up || direction == .left ? -1 : 1
      chosen = (chosen + step + moves.count) % moves.count
      return .moved
    case .enter, .character(" "): return .play(moves[chosen])
    case .character(let character):
      guard let number = character.wholeNumberValue, moves.indices.contains(number - 1) else {
        return .none
      }
      return .play(moves[number - 1])
    default: return .none
    }
  }

  mutating func turnDidBegin(_ view: State.View) {
    moves = Game.moves(in: view)
    chosen = 0
  }

  mutating func take(hint move: State.Move, index: Int, _ view: State.View) -> String {
    if let place = moves.firstIndex(of: move) { chosen = place }
    return Game.words(for: move) + "."
  }

  func account(of events: [State.Event], from before: State.View, to view: State.View) -> String {
    events.map { Game.words(for: $0) }.joined(separator: ", ")
  }

  func facts(
    _ view: State.View, at seconds: Double, _ glyphs: Glyphs
  ) -> [(label: String, value: StyledText)] {
    []
  }

  func draw(
    _ view: State.View, at seconds: Double, flight: ArraySlice<[TerminalPoint]>?,
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
    return try PersonSession<PlainTerminal<Self>>(level, request)
  }
}
