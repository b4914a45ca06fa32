/// The median moves of the games that were not won.
enum MovesOnLossesMedian: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "moves_on_losses_median", unit: "moves", interval: "order statistics",
    "median moves of the games that were not won")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(medianOf: games.lost.moves.sorted)
  }
}
