/// The mean moves of the best 15% of the games.
enum BestMoves15: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "best_moves_15", unit: "moves", interval: "t, widened",
    "mean moves of the best 15% of the games: the wins with the fewest moves")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    BestRuns.estimate(of: games, percent: 15)
  }
}
