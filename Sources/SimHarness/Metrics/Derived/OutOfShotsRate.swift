/// The share of the games that were lost because nothing was left to shoot, or no time.
enum OutOfShotsRate: DerivedMetric {
  private static let reasons = ["shots", "balls", "time"]

  static let definition = MetricDefinition.derived(
    "out_of_shots_rate", unit: "share", kind: .rate,
    "share of the games that were lost because shots, balls or time ran out")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    let count = reasons.reduce(0) { $0 + (games.lossReasons[$1] ?? 0) }
    return DerivedEstimate(rate: count, of: games.decided)
  }
}
