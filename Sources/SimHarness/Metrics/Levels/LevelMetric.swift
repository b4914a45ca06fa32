/// A figure of a level over its players, from their pass rates.
protocol LevelMetric: Sendable {
  static var definition: MetricDefinition { get }
  /// What a report says where it is undefined.
  static var reason: String { get }
  /// What a report says where the figure has no interval; nil for figures that always have one.
  static var intervalReason: String? { get }

  /// The figure of the level at a place of a run that is rated; nil where it is undefined.
  ///
  /// `cells` are that level's.
  static func value(at place: Int, of run: RunSummary, _ cells: [CellSummary]) -> Interval?
}

extension LevelMetric {
  static var intervalReason: String? { nil }
}

/// The figures of a level over its players: a metric is a line here.
enum LevelMetrics {
  static let all: [any LevelMetric.Type] = [
    SkillGap.self, StrategyShare.self, ExecutionShare.self, NeighbourGap.self,
  ]

  /// Those and the ratings, which are worked out for all levels at once.
  static let definitions =
    [
      RaschRating.definition, Discrimination.definition, RaschFit.definition,
      OrderAgreement.definition,
    ]
    + all.map { $0.definition }
}

extension MetricDefinition {
  /// A figure over players.
  static func overPlayers(
    _ name: String, unit: String, interval: String, _ summary: String
  ) -> MetricDefinition {
    MetricDefinition(
      name, unit: unit, kind: .real, summary: summary, source: .players, interval: interval)
  }
}

extension RunSummary {
  /// Adds the figures of each level over its players to the ratings.
  mutating func addLevelMetrics() {
    let table = CellTable(cells)
    for place in levels.indices {
      let cells = table.cells(of: levels[place], agents: agents)
      for metric in LevelMetrics.all {
        var summary = MetricSummary(
          metric.definition, value: metric.value(at: place, of: self, cells))
        summary.reason =
          switch summary.value?.isKnown {
          case nil: metric.reason
          case false?: metric.intervalReason
          case true?: nil
          }
        levels[place].metrics.append(summary)
      }
    }
  }
}
