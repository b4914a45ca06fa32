/// The score over time: points a move.
enum ScorePerMove: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "score_per_move", unit: "points", "score divided by moves, mean over the games")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(mean: games.scorePerMove, scale: 0x1p-32)
  }
}
