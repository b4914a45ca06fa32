/// Sums of whole-numbered figures, exact in any order and grouping.
struct FigureSum {
  private(set) var count = 0
  private(set) var sum: Int128 = 0
  private(set) var sumOfSquares: Int128 = 0

  mutating func add(_ value: Int64) {
    count += 1
    sum += Int128(value)
    sumOfSquares += Int128(value) * Int128(value)
  }
}

/// How often each value of a figure came up, and the first game it came up in.
struct FigureHistogram {
  private struct Entry {
    var count = 0
    var first: Int

    init(first: Int) { self.first = first }

    mutating func add(_ game: Int) {
      count += 1
      first = min(first, game)
    }
  }

  private var entries: [Int: Entry] = [:]
  private(set) var total = FigureSum()

  mutating func add(_ value: Int, game: Int) {
    total.add(Int64(value))
    entries[value, default: Entry(first: game)].add(game)
  }

  /// Counts by value, sorted by value.
  var sorted: [(value: Int, count: Int)] {
    entries.map { (value: $0.key, count: $0.value.count) }.sorted { $0.value < $1.value }
  }

  /// The first game in which a value came up.
  func firstGame(of value: Int) -> Int? { entries[value]?.first }

  /// The figure's spread; nil without games.
  var distribution: Distribution? {
    let histogram = sorted
    guard let lowest = histogram.first, let highest = histogram.last else { return nil }
    let count = total.count
    let interval = Statistics.meanInterval(
      count: count, sum: total.sum, sumOfSquares: total.sumOfSquares)
    func quantile(_ p: Double) -> Int { Statistics.quantile(p, of: histogram) ?? lowest.value }
    return Distribution(
      count: count, mean: Double(total.sum) / Double(count), meanInterval: interval,
      sd: Statistics.standardDeviation(
        count: count, sum: total.sum, sumOfSquares: total.sumOfSquares),
      minimum: lowest.value, p5: quantile(0.05), p25: quantile(0.25), p50: quantile(0.5),
      p75: quantile(0.75), p95: quantile(0.95), maximum: highest.value, histogram: histogram)
  }
}
