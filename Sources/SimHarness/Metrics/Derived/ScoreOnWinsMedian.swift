/// The median score of the games that were won.
enum ScoreOnWinsMedian: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "score_on_wins_median", unit: "points", interval: "order statistics",
    "median score of the games that were won")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(medianOf: games.won.scores.sorted)
  }
}
