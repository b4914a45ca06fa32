/// The mean score of the games that were won.
enum ScoreOnWins: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "score_on_wins", unit: "points", "mean score of the games that were won")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(meanOf: games.won.scores.sorted)
  }
}
