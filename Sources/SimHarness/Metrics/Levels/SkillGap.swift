/// What skill is worth on a level: how much more often `expert` passes it than `novice`.
enum SkillGap: LevelMetric {
  static let definition = MetricDefinition.overPlayers(
    "skill_gap", unit: "share", interval: "Newcombe", "pass rate of expert less that of novice")
  static let reason = "novice and expert did not both play"

  static func value(at place: Int, of run: RunSummary, _ cells: [CellSummary]) -> Interval? {
    guard let expert = cells.first(where: { $0.agent == "expert" }),
      let novice = cells.first(where: { $0.agent == "novice" })
    else { return nil }
    return Statistics.rateDifference(
      successes: expert.wins, trials: expert.decided, lessSuccesses: novice.wins,
      lessTrials: novice.decided)
  }
}
