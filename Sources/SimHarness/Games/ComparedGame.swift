/// A game as comparisons see it.
struct ComparedGame {
  var index: Int
  var end: GameEnd
  var score: Int
  var moves: Int
  var hash: UInt64

  init(_ result: GameResult) {
    index = result.index
    end = result.end
    score = result.score
    moves = result.moves
    hash = result.hash
  }

  /// Whether it says if the level was passed.
  var isDecided: Bool { end == .won || end == .lost || end == .capped }
  /// Whether its score counts.
  var isCounted: Bool { isDecided || end == .ended }

  func isSame(as other: ComparedGame) -> Bool {
    end == other.end && score == other.score && moves == other.moves && hash == other.hash
  }
}
