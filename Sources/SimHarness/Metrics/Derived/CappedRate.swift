/// The share of the games that hit the move limit.
enum CappedRate: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "capped_rate", unit: "share", kind: .rate, "share of the games that hit the move limit")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(rate: games.capped, of: games.counted)
  }
}
