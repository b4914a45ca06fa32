/// How often there is anything to decide.
enum DecisionShare: StudiedMetric {
  static let definition = MetricDefinition.studied(
    "decision_share", unit: "share",
    "share of the turns with a real choice: with moves that have different outcomes")

  static func value(of game: StudiedGame) -> Int64? {
    game.mean { $0.isDecision ? 1 : 0 }
  }
}
