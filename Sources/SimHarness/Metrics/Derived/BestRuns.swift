/// The mean moves of the best runs: the wins of the fewest moves, as many as are a share of all
/// games.
///
/// Games that were not won come after all wins, so the figure is undefined where fewer are won than
/// the share asks for. Source of the figure: Kristensen, Valdivia and Burelli, "Estimating player
/// completion rate in mobile puzzle games using reinforcement learning", 2020.
enum BestRuns {
  /// With the normal interval of a trimmed mean: the influence of a game on it is
  /// min(moves - q, 0) / share, where q is the last value that counts.
  static func estimate(of games: CellGames, percent: Int) -> DerivedEstimate? {
    let all = games.decided
    let count = (all * percent + 99) / 100
    guard count > 0, games.wins >= count else { return nil }
    let histogram = games.won.moves.sorted
    var sum: Int128 = 0
    var left = count
    var last = 0
    for entry in histogram where left > 0 {
      let taken = min(left, entry.count)
      sum += Int128(entry.value) * Int128(taken)
      left -= taken
      last = entry.value
    }
    // The deviations below `last`, over all games; those above it have none.
    var deviations = FigureSum()
    var below = 0
    for entry in histogram where entry.value < last {
      below += entry.count
      for _ in 0..<entry.count { deviations.add(Int64(entry.value - last)) }
    }
    for _ in below..<all { deviations.add(0) }
    let value = Double(sum) / Double(count)
    let sd =
      Statistics.standardDeviation(
        count: deviations.count, sum: deviations.sum, sumOfSquares: deviations.sumOfSquares) ?? 0
    let error = sd / Double(all).squareRoot() * (Double(all) / Double(count))
    let half = Statistics.twoSidedNormal(0.95) * error
    return DerivedEstimate(
      Interval(value: value, low: value - half, high: value + half), count: all)
  }
}
