/// The mean moves of the best 5% of the games.
enum BestMoves5: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "best_moves_5", unit: "moves", interval: "t, widened",
    "mean moves of the best 5% of the games: the wins with the fewest moves")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    BestRuns.estimate(of: games, percent: 5)
  }
}
