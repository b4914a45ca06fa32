/// All figures that a game's reports give, of whatever source.
public enum MetricCatalog {
  /// The figures of every game, not those that it counts itself.
  public static let general: [MetricDefinition] =
    [
      MetricDefinition(
        "pass_rate", unit: "share", kind: .rate,
        summary:
          "share of games won, among games won, lost or stopped at the move limit (which between two"
          + " players is a draw and left out)",
        source: .rows),
      MetricDefinition(
        "score", unit: "points", kind: .count,
        summary: "score per game: mean, sd, minimum, maximum and quantiles", source: .rows),
      MetricDefinition(
        "moves", unit: "moves", kind: .count,
        summary: "moves per game: mean, sd, minimum, maximum and quantiles", source: .rows),
      MetricDefinition(
        "hazard", unit: "share", kind: .rate,
        summary:
          "hazard: share of the games still in play that are not won at a move (lost, or stopped at the move limit); a series",
        source: .rows),
    ] + DerivedMetrics.definitions + LevelMetrics.definitions + StudyMetrics.all
}
