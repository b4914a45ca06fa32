/// How much of the score is the deal's doing: the share of its variance that lies between games of
/// different indices, where each was played several times by players with fresh streams of their own.
///
/// A one-way analysis of variance with random effects, clipped to 0...1; the interval is a
/// percentile bootstrap over the indices, of fixed draws. Source: docs/numbers.md, "Decisions,
/// luck, restrictions".
enum LuckShare {
  static let definition = MetricDefinition(
    "luck_share", unit: "share", kind: .real,
    summary: "share of the score's variance between deals, as opposed to repetitions of one deal",
    source: .study, interval: "bootstrap")

  /// Games played again below which there is no interval: of 40 it holds the truth in 92%
  /// (docs/intervals.md).
  static let minGames = 100
  private static let resamples = 1000
  private static let key = StreamKey(rawValue: 0x6C75_636B).derived("luck_share")

  /// - Parameter scores: The scores of each index, one a take, as many for each.
  /// - Returns: nil for a player without noise of its own, whose takes are all alike.
  static func estimate(scores: [[Int]]) -> DerivedEstimate? {
    guard scores.count >= 2, let takes = scores.first?.count, takes >= 2,
      scores.allSatisfy({ $0.count == takes }),
      scores.contains(where: { game in game.contains { $0 != game[0] } })
    else { return nil }
    // Sums that a resample needs of an index.
    let sums = scores.map { $0.reduce(0.0) { $0 + Double($1) } }
    let squares = scores.map { $0.reduce(0.0) { $0 + Double($1) * Double($1) } }
    func share(_ indices: [Int]) -> Double? {
      let groups = Double(indices.count)
      let each = Double(takes)
      var sum = 0.0
      var square = 0.0
      var between = 0.0
      for index in indices {
        sum += sums[index]
        square += squares[index]
        between += sums[index] * sums[index] / each
      }
      let within = max(0, square - between) / (groups * (each - 1))
      let among = max(0, between - sum * sum / (groups * each)) / (groups - 1)
      let component = max(0, (among - within) / each)
      return component + within > 0 ? component / (component + within) : nil
    }
    let places = Array(scores.indices)
    guard let value = share(places) else { return nil }
    guard scores.count >= minGames else {
      var estimate = DerivedEstimate(.unknown(value), count: scores.count)
      estimate.reason =
        "\(scores.count) games were played again; an interval needs \(minGames)"
      return estimate
    }
    var random = SeededRandom(key: key)
    var drawn: [Double] = []
    drawn.reserveCapacity(resamples)
    for _ in 0..<resamples {
      if let share = share(places.map { _ in random.below(places.count) }) { drawn.append(share) }
    }
    guard !drawn.isEmpty else { return nil }
    return DerivedEstimate(Interval(value, drawn: drawn), count: scores.count)
  }
}
