/// How much hangs on a turn's choice.
enum Criticality: StudiedMetric {
  static let definition = MetricDefinition.studied(
    "criticality", unit: "value",
    "value of the best outcome of a turn minus that of the second best; 0 if all outcomes are "
      + "worth the same")

  static func value(of game: StudiedGame) -> Int64? {
    game.mean(\.criticality)
  }
}

extension StudiedTurn {
  /// Best minus second best; 0 where all moves bring the same, nil without a choice of moves.
  var criticality: Double? {
    guard isDecision else { return isChoice ? 0 : nil }
    let best = values.sorted().suffix(2)
    return (best.last ?? 0) - (best.first ?? 0)
  }
}
