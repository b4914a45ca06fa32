/// All figures that a game's reports give, of whatever source.
public enum MetricCatalog {
  /// The figures of every game, not those that it counts itself.
  public static let general: [MetricDefinition] =
    [
      MetricDefinition(
        "pass_rate", unit: "share", kind: .rate,
        summary: "games won, of those won, lost or stopped at the move limit", source: .rows),
      MetricDefinition(
        "score", unit: "points", kind: .count,
        summary: "the score of a game: mean, sd, extremes and quantiles", source: .rows),
      MetricDefinition(
        "moves", unit: "moves", kind: .count,
        summary: "the moves of a game: mean, sd, extremes and quantiles", source: .rows),
      MetricDefinition(
        "hazard", unit: "share", kind: .rate,
        summary: "of the games going on, the share lost at a move: a series", source: .rows),
    ] + DerivedMetrics.definitions + LevelMetrics.definitions + StudyMetrics.all
}
