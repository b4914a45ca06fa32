/// The columns that tables of a run have for every game, beside those of the game's metrics.
package enum TableColumns {
  /// Of a table with a row per game, before the metrics.
  package static let games = [
    "level", "agent", "game", "end", "passed", "score", "moves", "reason", "fault", "hash",
  ]

  /// Of a table with a row per level and player, before the metrics.
  package static let cells =
    ["level", "level_hash", "agent", "games", "wins", "losses", "ended", "capped", "faults"]
    + ["inconclusive"] + interval("pass_rate") + spread("score_") + spread("moves_")

  /// Of the same table, after the metrics.
  package static let cellEnds = interval("difficulty") + ["flags"]

  /// The columns of a figure with its interval.
  package static func interval(_ name: String) -> [String] {
    [name, name + "_low", name + "_high"]
  }

  /// The columns of a distribution: the mean and the quantiles with their intervals.
  private static func spread(_ name: String) -> [String] {
    Condition.distributionFigures.flatMap { figure in
      ["sd", "min", "max"].contains(figure) ? [name + figure] : interval(name + figure)
    }
  }
}
