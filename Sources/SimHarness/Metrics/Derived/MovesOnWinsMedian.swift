/// The median moves of the games that were won.
enum MovesOnWinsMedian: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "moves_on_wins_median", unit: "moves", interval: "order statistics",
    "median moves of the games that were won")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(medianOf: games.won.moves.sorted)
  }
}
