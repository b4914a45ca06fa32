/// How often nothing that a player can do is better than anything else.
enum DeadTurns: StudiedMetric {
  static let definition = MetricDefinition.studied(
    "dead_turns", unit: "share",
    "share of the turns where no outcome is worth at least 0.01 more than the median")

  static func value(of game: StudiedGame) -> Int64? {
    game.mean { $0.isDead ? 1 : 0 }
  }
}

extension StudiedTurn {
  /// What a turn must offer above the median not to be dead.
  private static let leastGain = 0.01

  /// Whether no outcome is worth more than the one in the middle.
  var isDead: Bool {
    guard let most = values.max(), let middle = Statistics.median(values) else { return true }
    return most - middle <= Self.leastGain
  }
}
