/// How much of what the skill cells of a level differ in is strategy.
enum StrategyShare: LevelMetric {
  static let definition = MetricDefinition.overPlayers(
    "strategy_share", unit: "share", interval: "parametric bootstrap",
    "share of the variation between skill cells that strategy explains; needs --agents cells")
  static let reason = SkillShares.reason
  static let intervalReason: String? = SkillShares.intervalReason

  static func value(at place: Int, of run: RunSummary, _ cells: [CellSummary]) -> Interval? {
    SkillShares(cells)?.strategy
  }
}
