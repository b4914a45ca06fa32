/// A figure of a game that was looked at turn by turn.
protocol StudiedMetric: Sendable {
  static var definition: MetricDefinition { get }

  /// A real figure as a multiple of 2^-32, a mark as 0 or 1; nil where it is undefined.
  static func value(of game: StudiedGame) -> Int64?
}

extension MetricDefinition {
  /// A figure of studied games.
  static func studied(
    _ name: String, unit: String, kind: Kind = .real, _ summary: String
  ) -> MetricDefinition {
    MetricDefinition(name, unit: unit, kind: kind, summary: summary, source: .study)
  }
}
