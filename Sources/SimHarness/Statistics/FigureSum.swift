/// Exact sums of whole-numbered figures, the same in any order and grouping.
package struct FigureSum: Sendable {
  package private(set) var count = 0
  package private(set) var sum: Int128 = 0
  package private(set) var sumOfSquares = SquareSum()

  package init() {}

  /// Sums that were added up elsewhere.
  init(count: Int, sum: Int128, sumOfSquares: Int128) {
    self.count = count
    self.sum = sum
    if sumOfSquares > 0 { self.sumOfSquares.add(sumOfSquares.magnitude) }
  }

  package mutating func add(_ value: Int64, count times: Int = 1) {
    count += times
    sum += Int128(value) * Int128(times)
    let square = UInt128(value.magnitude) * UInt128(value.magnitude)
    if times == 1 { sumOfSquares.add(square) } else { sumOfSquares.add(square, times: times) }
  }
}

/// A sum of squares, in 256 bits: two values of 2^63 need more than 127, and real metrics are
/// counted in units of 2^-32.
package struct SquareSum: Sendable, Equatable {
  private(set) var high: UInt128 = 0
  private(set) var low: UInt128 = 0

  mutating func add(_ square: UInt128) {
    let (sum, isCarried) = low.addingReportingOverflow(square)
    low = sum
    if isCarried { high += 1 }
  }

  mutating func add(_ square: UInt128, times: Int) {
    let product = square.multipliedFullWidth(by: UInt128(times))
    add(product.low)
    high += product.high
  }
}

/// The counts of a figure's values.
package struct FigureHistogram {
  /// Counts of the values from 0 to the largest one, at most `maxListed`.
  private var listed: [Int] = []
  private var others: [Int: Int] = [:]
  private var sum: GameSum

  package init() { self.init(hasPairs: false) }

  package init(hasPairs: Bool) { sum = GameSum(hasPairs: hasPairs) }

  /// Values below are counted in a list, which is quicker.
  private static let maxListed = 2048

  /// Adds the value of a game; its index matters only if games are played in pairs.
  package mutating func add(_ value: Int, game index: Int = 0) {
    sum.add(Int64(value), game: index)
    guard value >= 0 && value < Self.maxListed else {
      others[value, default: 0] += 1
      return
    }
    while value >= listed.count { listed.append(0) }
    listed[value] += 1
  }

  /// Counts by value, sorted by value.
  var sorted: [(value: Int, count: Int)] {
    let far = others.map { (value: $0.key, count: $0.value) }.sorted { $0.value < $1.value }
    let near = listed.indices.lazy.filter { listed[$0] > 0 }
      .map { (value: $0, count: listed[$0]) }
    return far.filter { $0.value < 0 } + near + far.filter { $0.value > 0 }
  }

  /// The count of a value.
  func count(of value: Int) -> Int {
    listed.indices.contains(value) ? listed[value] : others[value] ?? 0
  }

  var total: FigureSum { sum.total }
  /// The design effect on the mean, and the largest one on any other figure.
  var meanEffect: Double { sum.effect }
  var maxEffect: Double { sum.maxEffect }

  /// A quantile with its 95% interval; nil without games.
  package func quantile(_ p: Double) -> Interval? {
    Statistics.quantileInterval(p, of: sorted, effect: maxEffect)
  }

  /// The figure's spread; nil without games.
  package var distribution: Distribution? {
    let histogram = sorted
    guard let lowest = histogram.first, let highest = histogram.last else { return nil }
    let count = total.count
    func quantile(_ p: Double) -> Int { Statistics.quantile(p, of: histogram) ?? lowest.value }
    let meanEffect = meanEffect
    return Distribution(
      count: count, mean: Double(total.sum) / Double(count),
      meanInterval: MeanEvidence(histogram, effect: meanEffect).interval,
      sd: Statistics.standardDeviation(total),
      minimum: lowest.value, p5: quantile(0.05), p25: quantile(0.25), p50: quantile(0.5),
      p75: quantile(0.75), p95: quantile(0.95), maximum: highest.value, histogram: histogram,
      meanEffect: meanEffect, maxEffect: maxEffect)
  }
}
