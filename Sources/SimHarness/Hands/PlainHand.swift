/// A hand in a plain game: the list of moves to choose from.
struct PlainHand<Game: PlainGame>: Hand {
  typealias State = Game.State

  /// The move that the arrow keys have come to.
  private(set) var chosen = 0
  private(set) var moves: [State.Move] = []

  init(level: State.Level, view: State.View) { moves = Game.moves(in: view) }

  func keys(_ view: State.View) -> [KeyHelp] {
    [KeyHelp("arrows", "choose a move"), KeyHelp("Enter", "make it"), KeyHelp("1-9", "the same")]
  }

  func offers(_ view: State.View) -> [HandOffer] {
    moves.enumerated().map { place, move in
      HandOffer(
        HandText.sentence(Game.words(for: move)), key: place < 9 ? Character("\(place + 1)") : nil)
    }
  }

  mutating func handle(
    _ input: HandInput, _ moment: HandMoment<State.View>
  ) -> HandAction<State.Move> {
    guard !moves.isEmpty else { return .none }
    switch input {
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
    case .offer(let number): return moves.indices.contains(number) ? .play(moves[number]) : .none
    case .aim, .press: return .none
    }
  }

  func preview(at place: BoardPoint?, _ moment: HandMoment<State.View>) -> HandPreview {
    var preview = HandPreview()
    if moves.indices.contains(chosen) { preview.words = Game.words(for: moves[chosen]) }
    return preview
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

  func facts(_ view: State.View, at seconds: Double) -> [HandFact] { [] }

  func picture(_ view: State.View) -> String? { Game.picture(of: view) }
}

extension PlainGame {
  /// Begins a game that a person plays by buttons.
  static func handSession(_ request: HandRequest) throws(LevelError) -> (any HandSession)? {
    guard let level = request.level.content(as: State.Level.self) else { return nil }
    return try PointedGame<PlainHand<Self>>(level, request)
  }
}
