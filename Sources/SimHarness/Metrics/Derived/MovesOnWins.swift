/// The mean moves of the games that were won.
enum MovesOnWins: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "moves_on_wins", unit: "moves", "moves of a game that was won, the mean")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(meanOf: games.won.moves.sorted)
  }
}
