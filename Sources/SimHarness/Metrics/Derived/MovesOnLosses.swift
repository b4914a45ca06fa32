/// The mean moves of the games that were not won.
enum MovesOnLosses: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "moves_on_losses", unit: "moves", "mean moves of the games that were not won")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(meanOf: games.lost.moves.sorted)
  }
}
