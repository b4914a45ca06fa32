/// The mean moves of the best runs: the wins of the fewest moves, as many as are a share of all
/// games.
///
/// Games that were not won come after all wins, so the figure is undefined where fewer are won than
/// the share asks for. Source of the figure: Kristensen, Valdivia and Burelli, "Estimating player
/// completion rate in mobile puzzle games using reinforcement learning", 2020.
enum BestRuns {
  /// The number of best games below which there is no interval: fewer say too little about where
  /// the best ones end.
  static let minBest = 10

  /// With the interval of the mean of each game's contribution, which is q for the games from the
  /// last that counts on, and q minus its moves' distance from q over the share for those before.
  ///
  /// Any other q makes the mean smaller, so the lower end is valid. The upper end is the highest of
  /// those of all q that may be the true one: games up to `last` may be fewer than the share says.
  static func estimate(of games: CellGames, percent: Int) -> DerivedEstimate? {
    let all = games.decided
    let count = (all * percent + 99) / 100
    guard count > 0, games.wins >= count else { return nil }
    let histogram = games.won.moves.sorted
    var place = 0
    var reached = histogram[0].count
    while reached < count {
      place += 1
      reached += histogram[place].count
    }
    let effect = games.won.moves.maxEffect
    let evidence = MeanEvidence(
      parts(histogram, last: place, best: count, of: all), effect: effect)
    guard var estimate = DerivedEstimate(.mean(evidence)) else { return nil }
    if count < minBest {
      estimate.interval = .unknown(estimate.interval.value)
      estimate.evidence = nil
      estimate.reason =
        "the best \(percent)% are \(count) of \(all) games; an interval needs at least \(minBest)"
        + " such games"
    }
    let share = Double(percent) / 100
    while place + 1 < histogram.count, estimate.interval.isKnown,
      1 - Statistics.binomialCDF(reached - 1, trials: all, probability: share, effect: effect)
        > 0.025
    {
      place += 1
      reached += histogram[place].count
      let later = MeanEvidence(
        parts(histogram, last: place, best: count, of: all), effect: effect)
      if let high = later.interval?.high, high.isFinite {
        estimate.interval.high = max(estimate.interval.high, high)
      }
    }
    return estimate
  }

  /// The games' parts in the mean of the best, if the last of these has the moves at a place of the
  /// histogram.
  private static func parts(
    _ histogram: [(value: Int, count: Int)], last place: Int, best: Int, of all: Int
  ) -> [(value: Double, count: Int)] {
    let last = Double(histogram[place].value)
    var rest = all
    var parts = histogram.prefix(place).map { entry in
      rest -= entry.count
      let distance = (last - Double(entry.value)) * Double(all) / Double(best)
      return (value: last - distance, count: entry.count)
    }
    parts.append((last, rest))
    return parts
  }
}
