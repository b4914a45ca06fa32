/// How much hangs on a turn's choice.
enum Criticality: StudiedMetric {
  static let definition = MetricDefinition.studied(
    "criticality", unit: "value",
    "what the best outcome of a turn is worth above the second best")

  static func value(of game: StudiedGame) -> Int64? {
    game.mean(\.criticality)
  }
}

extension StudiedTurn {
  /// Best less second best; nil without a decision.
  var criticality: Double? {
    guard isDecision else { return nil }
    let best = values.sorted().suffix(2)
    return (best.last ?? 0) - (best.first ?? 0)
  }
}
