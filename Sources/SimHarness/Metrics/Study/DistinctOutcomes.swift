/// How many different things the moves of a turn bring.
enum DistinctOutcomes: StudiedMetric {
  static let definition = MetricDefinition.studied(
    "distinct_outcomes", unit: "outcomes",
    "different outcomes per turn: moves count as one if the same imagined games end alike after "
      + "them (won or not in a level with a goal, otherwise with the same score)")

  static func value(of game: StudiedGame) -> Int64? {
    game.mean { Double($0.values.count) }
  }
}
