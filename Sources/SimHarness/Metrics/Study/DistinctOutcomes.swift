/// The moves of a turn that a player can tell apart by what they bring.
enum DistinctOutcomes: StudiedMetric {
  static let definition = MetricDefinition.studied(
    "distinct_outcomes", unit: "moves",
    "moves that can be told apart by what they bring, the mean")

  static func value(of game: StudiedGame) -> Int64? {
    game.mean { Double($0.values.count) }
  }
}
