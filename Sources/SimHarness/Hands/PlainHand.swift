/// A hand in a plain game: the list of moves to choose from.
struct PlainHand<Game: PlainGame>: Hand {
  typealias State = Game.State

  private(set) var list: MoveList<State.Move>

  init(level: State.Level, view: State.View) { list = MoveList(Game.moves(in: view)) }

  func keys(_ view: State.View) -> [KeyHelp] { MoveList<State.Move>.keys }

  func offers(_ view: State.View) -> [HandOffer] { list.offers(words) }

  mutating func handle(
    _ input: HandInput, _ moment: HandMoment<State.View>
  ) -> HandAction<State.Move> { list.handle(input) }

  func preview(at place: BoardPoint?, _ moment: HandMoment<State.View>) -> HandPreview {
    var preview = HandPreview()
    if !list.moves.isEmpty { preview.words = words(list.chosen) }
    return preview
  }

  func words(_ place: Int) -> String { Game.words(for: list.moves[place]) }

  mutating func turnDidBegin(_ view: State.View) { list = MoveList(Game.moves(in: view)) }

  mutating func take(hint move: State.Move, index: Int, _ view: State.View) -> String {
    list.choose(move)
    return Game.words(for: move) + "."
  }

  func account(of events: [State.Event], from before: State.View, to view: State.View) -> String {
    events.map { Game.words(for: $0) }.joinedWithTimes()
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
