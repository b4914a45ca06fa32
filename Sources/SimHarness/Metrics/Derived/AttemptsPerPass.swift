/// How often a level is played, on average, until it is passed: 1 / p.
enum AttemptsPerPass: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "attempts_per_pass", unit: "attempts", interval: "Wilson",
    "games played per game won: 1 / pass rate; undefined without a win")

  /// The ends are those of the pass rate's interval, turned over.
  static func estimate(of games: CellGames) -> DerivedEstimate? {
    games.wins > 0
      ? DerivedEstimate(.attempts(successes: games.wins, trials: games.decided)) : nil
  }
}
