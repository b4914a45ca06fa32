/// The sums over the rows of a level and player, as integers, from which derived metrics are
/// calculated.
///
/// Sums are independent of order and grouping.
struct CellGames: Sendable {
  /// Scores and moves of games of one kind of end.
  struct Part: Sendable {
    var moves = FigureHistogram()
    var scores = FigureHistogram()

    mutating func add(_ result: GameResult) {
      moves.add(result.moves)
      scores.add(result.score)
    }
  }

  private(set) var games = 0
  private(set) var wins = 0
  /// Games that were not won though they could have been: lost or capped.
  private(set) var failed = 0
  private(set) var capped = 0
  private(set) var ended = 0
  /// Faulted and inconclusive games, which count nowhere else.
  private(set) var faulted = 0
  private(set) var won = Part()
  /// Lost and capped games.
  private(set) var lost = Part()
  private(set) var scores = FigureHistogram()
  /// A game's score over its moves, in multiples of 2^-32.
  private(set) var scorePerMove = FigureSample()
  private(set) var lossReasons: [String: Int] = [:]
  /// The level's scores for one, two and three stars; empty without.
  var stars: [Int] = []

  /// Games that could be won.
  var decided: Int { wins + failed }
  /// Games that neither faulted nor were inconclusive.
  var counted: Int { decided + ended }

  mutating func add(_ row: GameRow) {
    let result = row.result
    games += 1
    switch result.end {
    case .faulted, .inconclusive:
      faulted += 1
      return
    case .won:
      wins += 1
      won.add(result)
    case .lost, .capped:
      failed += 1
      if result.end == .capped { capped += 1 }
      lost.add(result)
      if let reason = row.lossReason { lossReasons[reason, default: 0] += 1 }
    case .ended: ended += 1
    }
    scores.add(result.score)
    if result.moves > 0 {
      scorePerMove.add(MetricDefinition.fixed(Double(result.score) / Double(result.moves)))
    }
  }
}
