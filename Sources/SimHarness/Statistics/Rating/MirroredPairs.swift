/// How two players' pairs of games went, between which they change seats on one deal.
///
/// Points are counted in halves: 2 for a win, 1 for a draw, 0. A pair of which a game is missing or
/// failed does not count. Games may come in any order.
public struct MirroredPairs: Sendable, Equatable {
  /// The points of a win as a game's row keeps them: a real figure of 1.
  static let win = Int64(1) << 32

  /// Pairs by the points of the player named first: three times those in the first seat plus those
  /// in the second.
  private(set) var counts = [Int](repeating: 0, count: 9)
  /// The halves of a game whose other game has not come, by the pair's number.
  private var waiting: [Int: Int] = [:]

  /// Notes a game by its index: in even ones the player named first has the first seat.
  mutating func add(game index: Int, halves: Int) {
    guard let other = waiting.removeValue(forKey: index >> 1) else {
      waiting[index >> 1] = halves
      return
    }
    let (first, second) = index & 1 == 0 ? (halves, other) : (other, halves)
    counts[3 * first + second] += 1
  }

  mutating func add(_ other: MirroredPairs) {
    for place in counts.indices { counts[place] += other.counts[place] }
  }

  /// Pairs that count.
  var count: Int { counts.reduce(0, +) }

  /// The points in either seat, from 0 to 1, and how many pairs had them.
  var outcomes: [(first: Double, second: Double, count: Int)] {
    counts.enumerated().filter { $1 > 0 }.map { place, count in
      (Double(place / 3) / 2, Double(place % 3) / 2, count)
    }
  }

  /// The share of the points that the player named first got; nil without pairs.
  var points: Interval? { mean { first, second in first + second } }

  /// The share of the points that the first seat got, whoever sat there; nil without pairs.
  var firstSeatPoints: Interval? { mean { first, second in first + 2 - second } }

  /// The mean over the pairs, which are independent of each other, with its interval; `quarters`
  /// takes the halves of a pair.
  private func mean(_ quarters: (Int, Int) -> Int) -> Interval? {
    var histogram = [Int](repeating: 0, count: 5)
    for (place, count) in counts.enumerated() { histogram[quarters(place / 3, place % 3)] += count }
    let values = histogram.enumerated().filter { $1 > 0 }.map { (value: Double($0) / 4, count: $1) }
    guard let interval = MeanEvidence(values, naturalEnds: 0...1).interval else { return nil }
    guard interval.isKnown else { return interval }
    return Interval(
      value: interval.value, low: max(0, interval.low), high: min(1, interval.high))
  }
}
