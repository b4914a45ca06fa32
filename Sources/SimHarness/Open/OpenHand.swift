/// A person's hand in an open game: the list of moves to choose from, and the game's own keys.
struct OpenHand: Hand {
  typealias State = OpenState

  let level: OpenLevel
  /// Who else sits at the table of a game for two.
  var table = OpenHandTable()
  let renderer: OpenRenderer
  /// The move that the arrow keys have come to.
  private(set) var chosen = 0
  private(set) var moves: [OpenMove] = []
  /// The moves in words, and the picture, of the view that was looked at last.
  private var words: [String] = []
  private(set) var shown = ""

  /// The moves that are put into words; the others are shown by their numbers.
  private static let maxWords = 200

  init(level: OpenLevel, view: OpenView) {
    self.level = level
    renderer = OpenRenderer(level)
    turnDidBegin(view)
  }

  func keys(_ view: OpenView) -> [KeyHelp] {
    [KeyHelp("arrows", "choose a move"), KeyHelp("Enter", "make it"), KeyHelp("1-9", "the same")]
  }

  func offers(_ view: OpenView) -> [HandOffer] {
    moves.indices.map { place in
      HandOffer(
        HandText.sentence(words(at: place)), key: place < 9 ? Character("\(place + 1)") : nil)
    }
  }

  mutating func handle(
    _ input: HandInput, _ moment: HandMoment<OpenView>
  ) -> HandAction<OpenMove> {
    table.said = ""
    let action = action(of: input, moment)
    guard case .play(var move) = action, table.secondPlayer.isPresent else { return action }
    move.player = 1
    return .play(move)
  }

  private mutating func action(
    of input: HandInput, _ moment: HandMoment<OpenView>
  ) -> HandAction<OpenMove> {
    guard !moves.isEmpty else { return .none }
    if let name = Self.name(of: input), let move = renderer.move(ofKey: name, in: moment.view) {
      return .play(move)
    }
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

  /// How a game's function `key` is given a key.
  private static func name(of input: HandInput) -> String? {
    switch input {
    case .arrow(let direction, _): "\(direction)"
    case .character(let character): String(character)
    case .enter, .offer, .aim, .press: nil
    }
  }

  func preview(at place: BoardPoint?, _ moment: HandMoment<OpenView>) -> HandPreview {
    var preview = HandPreview()
    if moves.indices.contains(chosen) { preview.words = words(at: chosen) }
    return preview
  }

  mutating func turnDidBegin(_ view: OpenView) {
    moves = view.moves
    chosen = 0
    words = moves.prefix(Self.maxWords).map { renderer.words(for: $0, in: view) }
    shown = renderer.picture(of: view)
  }

  mutating func take(hint move: OpenMove, index: Int, _ view: OpenView) -> String {
    let place = moves.firstIndex(of: move) ?? 0
    chosen = place
    return words(at: place) + "."
  }

  func words(at place: Int) -> String {
    words.indices.contains(place) ? words[place] : level.words(for: moves[place])
  }

  func account(of events: [OpenEvent], from before: OpenView, to view: OpenView) -> String {
    ([table.said] + events.map { level.words(for: $0) }).filter { !$0.isEmpty }
      .joined(separator: ", ")
  }

  func facts(_ view: OpenView, at seconds: Double) -> [HandFact] { [] }

  func picture(_ view: OpenView) -> String? { renderer.picture(of: view) }
}

extension OpenGames: HandModule {
  public static func handSession(
    _ request: HandRequest
  ) throws(LevelError) -> (any HandSession)? {
    guard let level = request.level.content(as: OpenLevel.self) else { return nil }
    return try PointedGame<OpenHand>(level, request)
  }
}
