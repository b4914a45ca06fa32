/// The moves of a turn as a list to choose from by arrows, digits and buttons.
struct MoveList<Move: Equatable> {
  private(set) var moves: [Move] = []
  /// The move that the arrow keys have come to.
  private(set) var chosen = 0

  init(_ moves: [Move] = []) { self.moves = moves }

  /// What the keys do.
  static var keys: [KeyHelp] {
    [KeyHelp("arrows", "choose a move"), KeyHelp("Enter", "make it"), KeyHelp("1-9", "the same")]
  }

  /// A button for each move; `words` says it by its place.
  func offers(_ words: (Int) -> String) -> [HandOffer] {
    moves.indices.map { place in
      HandOffer(HandText.sentence(words(place)), key: Self.key(of: place))
    }
  }

  /// The digit that stands for a place; nil behind the ninth.
  static func key(of place: Int) -> Character? { place < 9 ? Character("\(place + 1)") : nil }

  /// What an input means.
  mutating func handle(_ input: HandInput) -> HandAction<Move> {
    guard !moves.isEmpty else { return .none }
    switch input {
    case .arrow(let direction, _):
      let step = direction == .up || direction == .left ? -1 : 1
      chosen = (chosen + step + moves.count) % moves.count
      return .moved
    case .enter, .character(" "): return .play(moves[chosen])
    case .character, .offer: return numbered(input)
    case .aim, .press: return .none
    }
  }

  /// The move of a digit or of a button.
  func numbered(_ input: HandInput) -> HandAction<Move> {
    let place: Int? =
      switch input {
      case .character(let character): character.wholeNumberValue.map { $0 - 1 }
      case .offer(let number): number
      default: nil
      }
    return place.flatMap { moves.indices.contains($0) ? .play(moves[$0]) : nil } ?? .none
  }

  /// Goes to a move, if it is one of the list.
  mutating func choose(_ move: Move) {
    if let place = moves.firstIndex(of: move) { chosen = place }
  }
}
