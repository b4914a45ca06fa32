/// How far a level stands out of its place in the set: its difficulty beside its neighbours'.
enum NeighbourGap: LevelMetric {
  static let definition = MetricDefinition.overPlayers(
    "neighbour_gap", unit: "logits", interval: "normal",
    "difficulty minus the median of the two levels before and the two after")
  static let reason = "no rated neighbours"

  /// The variance is the level's own and that of its neighbours' median, for which the mean of
  /// their variances is taken: no more of it averages out in a median of four.
  static func value(at place: Int, of run: RunSummary, _ cells: [CellSummary]) -> Interval? {
    guard let own = run.levels[place].difficulty else { return nil }
    let around = [place - 2, place - 1, place + 1, place + 2].compactMap {
      run.levels.indices.contains($0) ? run.levels[$0].difficulty : nil
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
