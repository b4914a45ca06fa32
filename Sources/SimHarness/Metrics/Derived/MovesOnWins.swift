/// The mean moves of the games that were won.
enum MovesOnWins: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "moves_on_wins", unit: "moves", "mean moves of the games that were won")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(meanOf: games.won.moves.sorted)
  }
}
