/// A figure of a game that was studied turn by turn.
struct StudiedMetric: Sendable {
  let definition: MetricDefinition
  /// A real figure as a multiple of 2^-32, a mark as 0 or 1; nil if it is undefined.
  let value: @Sendable (StudiedGame) -> Int64?

  init(
    _ name: String, unit: String, kind: MetricDefinition.Kind = .real,
    about group: MetricDefinition.Group, _ summary: String,
    value: @escaping @Sendable (StudiedGame) -> Int64?
  ) {
    definition = MetricDefinition(
      name, unit: unit, kind: kind, summary: summary, source: .study
    ).about(group)
    self.value = value
  }

  /// The mean of a figure over the turns that have it: of the choices that a player has.
  static func mean(
    _ name: String, unit: String, _ summary: String,
    of figure: @escaping @Sendable (StudiedTurn) -> Double?
  ) -> StudiedMetric {
    StudiedMetric(name, unit: unit, about: .choice, summary) { $0.mean(figure) }
  }
}
