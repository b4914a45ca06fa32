/// What skill is worth on a level: how much more often `expert` passes it than `novice`.
///
/// Game i has the same deal for both, so the difference is taken over the games that both played,
/// and its interval is that of paired rates (`Statistics.pairedRateDifference`).
enum SkillGap: LevelMetric {
  static let definition = MetricDefinition.overPlayers(
    "skill_gap", unit: "share", interval: "Newcombe, paired",
    "pass rate of expert minus pass rate of novice, over the games that both played")
  /// The better player last.
  static let players = ["novice", "expert"]
  static let reason = "novice and expert did not both play"

  static func value(at place: Int, of run: RunSummary, _ cells: [CellSummary]) -> Interval? {
    let marks = players.map { name in cells.first { $0.agent == name }?.marks }
    guard let novice = marks[0], let expert = marks[1] else { return nil }
    return Statistics.pairedRateDifference(novice.paired(with: expert))
  }
}
