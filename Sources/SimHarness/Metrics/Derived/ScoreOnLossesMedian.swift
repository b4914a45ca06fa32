/// The median score of the games that were not won.
enum ScoreOnLossesMedian: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "score_on_losses_median", unit: "points", interval: "order statistics",
    "median score of the games that were not won")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(medianOf: games.lost.scores.sorted)
  }
}
