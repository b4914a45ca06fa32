/// The share of the games that were lost because the board overflowed.
enum OverflowRate: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "overflow_rate", unit: "share", kind: .rate,
    "share of the games that were lost because a bubble crossed the line")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(rate: games.lossReasons["line"] ?? 0, of: games.decided)
  }
}
