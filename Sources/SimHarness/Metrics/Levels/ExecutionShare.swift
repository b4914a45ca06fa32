/// How much of what the skill cells of a level differ in is execution.
enum ExecutionShare: LevelMetric {
  static let definition = MetricDefinition.overPlayers(
    "execution_share", unit: "share", interval: "parametric bootstrap",
    "share of the variation between skill cells that execution explains; needs --agents cells")
  static let reason = SkillShares.reason
  static let intervalReason: String? = SkillShares.intervalReason

  static func value(at place: Int, of run: RunSummary, _ cells: [CellSummary]) -> Interval? {
    SkillShares(cells)?.execution
  }
}
