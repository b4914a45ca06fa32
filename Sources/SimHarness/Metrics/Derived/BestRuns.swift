/// The mean moves of the best runs: the wins of the fewest moves, as many as are a share of all
/// games.
///
/// Games that were not won come after all wins, so the figure is undefined where fewer are won than
/// the share asks for. Source of the figure: Kristensen, Valdivia and Burelli, "Estimating player
/// completion rate in mobile puzzle games using reinforcement learning", 2020.
enum BestRuns {
  /// The best games below which there is no interval: the slowest and the fastest of fewer say too
  /// little of where the best ones end.
  static let minBest = 10

  /// With the interval of the mean of each game's part in it, which is q for the games from the
  /// last that counts on, and q less its moves' distance from q over the share for those before.
  static func estimate(of games: CellGames, percent: Int) -> DerivedEstimate? {
    let all = games.decided
    let count = (all * percent + 99) / 100
    guard count > 0, games.wins >= count else { return nil }
    let histogram = games.won.moves.sorted
    var left = count
    var last = 0
    for entry in histogram where left > 0 {
      left -= min(left, entry.count)
      last = entry.value
    }
    let faster = histogram.filter { $0.value < last }
    var parts = faster.map { entry in
      let distance = Double(last - entry.value) * Double(all) / Double(count)
      return (value: Double(last) - distance, count: entry.count)
    }
    parts.append((Double(last), all - faster.reduce(0) { $0 + $1.count }))
    let evidence = MeanEvidence(parts)
    guard var estimate = DerivedEstimate(.mean(evidence)) else { return nil }
    if count < minBest {
      estimate.interval = .unknown(estimate.interval.value)
      estimate.evidence = nil
      estimate.reason =
        "the best \(percent)% are \(count) of \(all) games; an interval needs \(minBest) of them"
    }
    return estimate
  }
}
