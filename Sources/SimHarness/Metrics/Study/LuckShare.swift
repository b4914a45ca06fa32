/// How much of the score is luck of the deal: the share of its variance between games of different
/// indices, each played several times by players with reseeded streams.
///
/// A one-way analysis of variance with random effects, clipped to 0...1; the interval is a
/// percentile bootstrap over the indices, of fixed draws. Source: docs/numbers.md, "Decisions,
/// luck, restrictions".
enum LuckShare {
  static let definition = MetricDefinition(
    "luck_share", unit: "share", kind: .real,
    summary: "share of the score's variance between deals, as opposed to repetitions of one deal",
    source: .study, interval: "bootstrap"
  ).about(.luck)

  /// The number of repeated games below which there is no interval: with 40 it contains the true
  /// value in 92% (docs/intervals.md).
  static let minGames = 100
  private static let resamples = 1000
  private static let key = StreamKey(rawValue: 0x6C75_636B).derived("luck_share")

  /// - Parameter scores: The scores of each index, one per repetition, equally many for each.
  /// - Returns: nil where the repetitions of each index are equal, as those of a deterministic player
  ///   are.
  static func estimate(scores: [[Int]]) -> DerivedEstimate? {
    guard scores.count >= 2, let repetitions = scores.first?.count, repetitions >= 2,
      scores.allSatisfy({ $0.count == repetitions }),
      scores.contains(where: { game in game.contains { $0 != game[0] } })
    else { return nil }
    // Sums that a resample needs of an index.
    let sums = scores.map { $0.reduce(0.0) { $0 + Double($1) } }
    let squares = scores.map { $0.reduce(0.0) { $0 + Double($1) * Double($1) } }
    func share(_ indices: [Int]) -> Double? {
      let groups = Double(indices.count)
      let each = Double(repetitions)
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
        "\(scores.count == 1 ? "1 game was" : "\(scores.count) games were") played again; an interval"
        + " needs \(minGames)"
      return estimate
    }
    var random = SeededRandom(key: key)
    var drawn: [Double] = []
    drawn.reserveCapacity(resamples)
    for _ in 0..<resamples {
      if let share = share(places.map { _ in random.below(places.count) }) { drawn.append(share) }
    }
    guard !drawn.isEmpty else { return nil }
    let interval = Interval(value, drawn: drawn)
    // No resample varies more between deals than within: how much luck there may be is not known.
    guard interval.low < interval.high else {
      var estimate = DerivedEstimate(.unknown(value), count: scores.count)
      estimate.reason = "the score varies no more between deals than between repetitions of one"
      return estimate
    }
    return DerivedEstimate(interval, count: scores.count)
  }
}
