/// A game as comparisons see it.
package struct ComparedGame {
  package var index: Int
  package var end: GameEnd
  package var score: Int
  package var moves: Int
  package var hash: UInt64

  package init(_ result: GameResult) {
    index = result.index
    end = result.end
    score = result.score
    moves = result.moves
    hash = result.hash
  }

  /// Whether it says if the level was passed.
  package var isDecided: Bool { end == .won || end == .lost || end == .capped }
  /// Whether its score counts.
  package var isCounted: Bool { isDecided || end == .ended }

  package func isSame(as other: ComparedGame) -> Bool {
    end == other.end && score == other.score && moves == other.moves && hash == other.hash
  }
}
