/// The mean score of the games that were not won.
enum ScoreOnLosses: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "score_on_losses", unit: "points", "mean score of the games that were not won")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(meanOf: games.lost.scores.sorted)
  }
}
