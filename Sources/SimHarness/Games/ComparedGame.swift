/// A game as comparisons see it.
package struct ComparedGame {
  package var index: Int
  package var end: GameEnd
  package var score: Int
  package var moves: Int
  package var hash: UInt64

  /// Whether the level was passed; nil where the game does not say.
  package var isPassed: Bool?

  package init(_ result: GameResult, isForTwo: Bool) {
    index = result.index
    end = result.end
    isPassed = result.end.isPassed(isForTwo: isForTwo)
    score = result.score
    moves = result.moves
    hash = result.hash
  }

  /// Whether it says if the level was passed.
  package var isDecided: Bool { isPassed != nil }

  package func isSame(as other: ComparedGame) -> Bool {
    end == other.end && score == other.score && moves == other.moves && hash == other.hash
  }
}

extension PassCount {
  /// The passes of games, of which two each may share a deal.
  package init(_ games: [ComparedGame], hasPairs: Bool) {
    self.init(hasPairs: hasPairs, marks: zip(games.map(\.index), games.map(\.isPassed)))
  }
}
