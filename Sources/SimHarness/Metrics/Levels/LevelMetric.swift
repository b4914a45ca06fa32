/// A figure of a level over its players, from their pass rates.
struct LevelMetric: Sendable {
  let definition: MetricDefinition
  /// The report's text if it is undefined.
  let reason: String
  /// The report's text if the figure has no interval; nil for figures that always have one.
  var intervalReason: String?
  /// The figure of the level at a place of a run that is rated; nil if it is undefined.
  ///
  /// The cells are that level's.
  let value: @Sendable (_ place: Int, _ run: RunSummary, _ cells: [CellSummary]) -> Interval?
}

/// The figures of a level over its players: a metric is a row here.
enum LevelMetrics {
  static let all: [LevelMetric] = [
    LevelMetric(
      definition: .acrossPlayers(
        "skill_gap", unit: "share", interval: "Newcombe, paired",
        "pass rate of expert minus pass rate of novice, over the games that both played"),
      reason: "novice and expert did not both play"
    ) { skillGap($2) },
    LevelMetric(
      definition: .acrossPlayers(
        "strategy_share", unit: "share", interval: "parametric bootstrap",
        "share of the variation between skill cells that strategy explains; needs --agents cells"),
      reason: SkillShares.reason, intervalReason: SkillShares.intervalReason
    ) { SkillShares($2)?.strategy },
    LevelMetric(
      definition: .acrossPlayers(
        "execution_share", unit: "share", interval: "parametric bootstrap",
        "share of the variation between skill cells that execution explains; needs --agents cells"),
      reason: SkillShares.reason, intervalReason: SkillShares.intervalReason
    ) { SkillShares($2)?.execution },
    LevelMetric(
      definition: .acrossPlayers(
        "neighbour_gap", unit: "logits", interval: "normal",
        "difficulty minus the median of the two levels before and the two after"),
      reason: "no rated neighbours"
    ) { place, run, _ in neighbourGap(at: place, of: run.levels) },
  ]

  /// Those and the ratings, which are calculated for all levels at once.
  static let definitions =
    [
      RaschRating.definition, Discrimination.definition, RaschFit.definition,
      OrderAgreement.definition,
    ] + all.map(\.definition)

  /// The effect of skill on a level: how much more often `expert` passes it than `novice`.
  ///
  /// Game i has the same deal for both, so the difference is taken over the games that both played,
  /// and its interval is that of paired rates (`Statistics.pairedRateDifference`).
  private static func skillGap(_ cells: [CellSummary]) -> Interval? {
    guard let novice = cells.first(where: { $0.agent == "novice" })?.marks,
      let expert = cells.first(where: { $0.agent == "expert" })?.marks
    else { return nil }
    return Statistics.pairedRateDifference(novice.paired(with: expert))
  }

  /// How much a level differs from its place in the set: its difficulty minus its neighbours'
  /// median.
  ///
  /// The variance is the level's own and that of its neighbours' median, for which the mean of
  /// their variances is taken: no more of it averages out in a median of four.
  private static func neighbourGap(at place: Int, of levels: [LevelSummary]) -> Interval? {
    guard let own = levels[place].difficulty else { return nil }
    let around = [place - 2, place - 1, place + 1, place + 2].compactMap {
      levels.indices.contains($0) ? levels[$0].difficulty : nil
    }
    guard let middle = Statistics.median(around.map(\.value)) else { return nil }
    func square(_ interval: Interval) -> Double {
      let half = (interval.high - interval.low) / 2
      return half * half
    }
    let others = around.reduce(0) { $0 + square($1) } / Double(around.count)
    let half = (square(own) + others).squareRoot()
    let value = own.value - middle
    return Interval(value: value, low: value - half, high: value + half)
  }
}

extension MetricDefinition {
  /// A figure over players.
  static func acrossPlayers(
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
        var summary = MetricSummary(metric.definition, value: metric.value(place, self, cells))
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
