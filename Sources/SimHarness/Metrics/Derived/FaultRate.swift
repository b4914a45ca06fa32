/// The share of the games that a script's fault or a time limit ended.
enum FaultRate: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "fault_rate", unit: "share", kind: .rate,
    "share of all games that ended because of a script fault or a time limit")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(rate: games.faulted, of: games.games)
  }
}
