/// An open game at a terminal: its picture, and the list of moves to choose from.
struct OpenTerminal: TerminalGame {
  typealias State = OpenState

  private let level: OpenLevel
  private let renderer: OpenRenderer
  /// The move that the arrow keys have come to.
  private var chosen = 0
  private var moves: [OpenMove] = []
  /// The moves in words, and the picture, of the view that was looked at last.
  private var words: [String] = []
  private var picture: [String] = []

  init(level: OpenLevel, view: OpenView) {
    self.level = level
    renderer = OpenRenderer(level)
    turnDidBegin(view)
  }

  func keys(_ view: OpenView, _ glyphs: Glyphs) -> [KeyHelp] {
    [KeyHelp("arrows", "choose a move"), KeyHelp("Enter", "make it"), KeyHelp("1-9", "the same")]
  }

  mutating func handle(
    _ key: TerminalKey, _ moment: TerminalMoment<OpenView>
  ) -> TerminalAction<OpenMove> {
    guard !moves.isEmpty else { return .none }
    if let name = Self.name(of: key), let move = renderer.move(ofKey: name, in: moment.view) {
      return .play(move)
    }
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

  /// How a game's function `key` is told of a key.
  private static func name(of key: TerminalKey) -> String? {
    switch key {
    case .arrow(let direction, _): "\(direction)"
    case .character(let character): String(character)
    default: nil
    }
  }

  mutating func turnDidBegin(_ view: OpenView) {
    moves = view.moves
    chosen = 0
    words = moves.prefix(200).map { renderer.words(for: $0, in: view) }
    picture = renderer.picture(of: view)
      .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  mutating func take(hint move: OpenMove, index: Int, _ view: OpenView) -> String {
    if let place = moves.firstIndex(of: move) { chosen = place }
    return words(at: moves.firstIndex(of: move) ?? 0) + "."
  }

  private func words(at place: Int) -> String {
    words.indices.contains(place) ? words[place] : level.words(for: moves[place])
  }

  func account(of events: [OpenEvent], from before: OpenView, to view: OpenView) -> String {
    events.map { level.words(for: $0) }.joined(separator: ", ")
  }

  func facts(
    _ view: OpenView, at seconds: Double, _ glyphs: Glyphs
  ) -> [(label: String, value: StyledText)] {
    []
  }

  func draw(
    _ view: OpenView, at seconds: Double, flight: ArraySlice<[TerminalPoint]>?,
    on board: inout Canvas, _ glyphs: Glyphs
  ) {
    var row = 0
    for line in picture {
      for (column, character) in line.enumerated() {
        let colour = level.spec.colours[character].flatMap { name in
          CanvasColour.allCases.first { "\($0)" == name }
        }
        board.write(
          String(character), row: row, column: column, CanvasStyle(colour))
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
