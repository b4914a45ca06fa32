/// Figures of a level over its players, from their pass rates.
enum LevelMetrics {
  static let skillGap = definition(
    "skill_gap", "share", "Newcombe", "pass rate of expert less that of novice")
  static let strategyShare = definition(
    "strategy_share", "share", "parametric bootstrap",
    "share of the skill cells' spread that the strategies explain; needs cells as players")
  static let executionShare = definition(
    "execution_share", "share", "parametric bootstrap",
    "share of the skill cells' spread that the executions explain; needs cells as players")
  static let neighbourGap = definition(
    "neighbour_gap", "logits", "normal",
    "difficulty above the median of the two levels before and the two after")

  static let all = [
    definition("difficulty", "logits", "normal", "Rasch's rating; 0 is the level in the middle"),
    definition(
      "discrimination", "logits a logit", "normal",
      "how steeply the pass rate rises with the players' ability; 1 is usual"),
    definition(
      "order_agreement", "correlation", "none",
      "Spearman's correlation of a player's pass rates over the levels with the others'"),
    skillGap, strategyShare, executionShare, neighbourGap,
  ]

  private static func definition(
    _ name: String, _ unit: String, _ interval: String, _ summary: String
  ) -> MetricDefinition {
    MetricDefinition(
      name, unit: unit, kind: .real, summary: summary, source: .players, interval: interval)
  }

  static func figure(_ definition: MetricDefinition, _ value: Interval?, _ reason: String)
    -> MetricSummary
  {
    var summary = MetricSummary(
      name: definition.name, unit: definition.unit, summary: definition.summary, value: value)
    summary.kind = .real
    if value == nil { summary.reason = reason }
    return summary
  }
}

extension RunSummary {
  /// Adds the figures of each level over its players.
  mutating func addLevelMetrics() {
    let table = CellTable(cells)
    for index in levels.indices {
      let cells = table.cells(of: levels[index], agents: agents)
      let shares = SkillShares(cells)
      levels[index].metrics += [
        LevelMetrics.figure(
          LevelMetrics.skillGap, Self.skillGap(cells), "novice and expert did not both play"),
        LevelMetrics.figure(
          LevelMetrics.strategyShare, shares?.strategy,
          "no two strategies were played with the same two executions, or all passed alike"),
        LevelMetrics.figure(
          LevelMetrics.executionShare, shares?.execution,
          "no two strategies were played with the same two executions, or all passed alike"),
        LevelMetrics.figure(
          LevelMetrics.neighbourGap, neighbourGap(at: index), "no rated neighbours"),
      ]
    }
  }

  private static func skillGap(_ cells: [CellSummary]) -> Interval? {
    guard let expert = cells.first(where: { $0.agent == "expert" }),
      let novice = cells.first(where: { $0.agent == "novice" })
    else { return nil }
    return Statistics.rateDifference(
      successes: expert.wins, trials: expert.decided, lessSuccesses: novice.wins,
      lessTrials: novice.decided)
  }

  private func neighbourGap(at index: Int) -> Interval? {
    guard let own = levels[index].difficulty else { return nil }
    let places = [index - 2, index - 1, index + 1, index + 2]
    let around = places.compactMap {
      levels.indices.contains($0) ? levels[$0].difficulty?.value : nil
    }
    guard let middle = Statistics.median(around) else { return nil }
    return Interval(
      value: own.value - middle, low: own.low - middle, high: own.high - middle)
  }
}
