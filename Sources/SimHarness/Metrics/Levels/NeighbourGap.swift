/// How far a level stands out of its place in the set: its difficulty beside its neighbours'.
enum NeighbourGap: LevelMetric {
  static let definition = MetricDefinition.overPlayers(
    "neighbour_gap", unit: "logits", interval: "normal",
    "difficulty above the median of the two levels before and the two after")
  static let reason = "no rated neighbours"

  /// The interval is that of the level's own difficulty.
  static func value(at place: Int, of run: RunSummary, _ cells: [CellSummary]) -> Interval? {
    guard let own = run.levels[place].difficulty else { return nil }
    let around = [place - 2, place - 1, place + 1, place + 2].compactMap {
      run.levels.indices.contains($0) ? run.levels[$0].difficulty?.value : nil
    }
    guard let middle = Statistics.median(around) else { return nil }
    return Interval(value: own.value - middle, low: own.low - middle, high: own.high - middle)
  }
}
