/// How much of what the skill cells of a level differ in is strategy.
enum StrategyShare: LevelMetric {
  static let definition = MetricDefinition.overPlayers(
    "strategy_share", unit: "share", interval: "parametric bootstrap",
    "share of the skill cells' spread that the strategies explain; needs cells as players")
  static let reason = SkillShares.reason
  static let intervalReason: String? = SkillShares.intervalReason

  static func value(at place: Int, of run: RunSummary, _ cells: [CellSummary]) -> Interval? {
    SkillShares(cells)?.strategy
  }
}
