/// Sums over pairs of games on one deal, such as those between which two players change seats.
///
/// Such games say less than as many on different deals, the less the more they are alike. By how
/// much is the design effect: the variance of the mean over what it would be if all games were
/// independent. Games may come in any order.
///
/// Source: L. Kish, "Survey Sampling", 1965; for rates E. L. Korn and B. I. Graubard, "Confidence
/// intervals for proportions with small expected number of positive counts estimated from survey
/// data", Survey Methodology 24, 1998, who take the number of games divided by the effect.
package struct PairSums: Sendable {
  /// The values of games whose other game has not come, by the pair's number.
  private var waiting: [Int: Int64] = [:]
  private(set) var pairs = 0
  /// The sum of the values of all games of pairs, and that of the products of their two values.
  private var sum: Int128 = 0
  private var products: Int128 = 0
  /// Whether the products do not fit: values of 2^31 and more in units of 2^-32.
  private var isTooLarge = false

  /// The largest effect that pairs can have: that of games which are equal.
  package static let maxEffect = 2.0

  /// Notes a game by its index.
  mutating func add(_ value: Int64, game index: Int) {
    guard let other = waiting.removeValue(forKey: index >> 1) else {
      waiting[index >> 1] = value
      return
    }
    pairs += 1
    sum += Int128(value) + Int128(other)
    let (total, isBeyond) = products.addingReportingOverflow(Int128(value) * Int128(other))
    products = total
    if isBeyond { isTooLarge = true }
  }

  /// The design effect on the mean of these values, of which some may be in no pair; never below 1,
  /// so that games of which one is lost where the other is won count as independent ones.
  func effect(on total: FigureSum) -> Double {
    guard pairs > 0, total.count > 1 else { return 1 }
    let mean = Double(total.sum) / Double(total.count)
    let shared = Double(products) - mean * Double(sum) + Double(pairs) * mean * mean
    // Where all games came out the same, nothing shows that the two of a pair are not alike.
    guard
      let deviation = Statistics.standardDeviation(total), deviation > 0
    else { return maxEffect(games: total.count) }
    let alike = 2 * shared / (deviation * deviation * Double(total.count - 1))
    return Self.corrected(
      isTooLarge ? Self.maxEffect : Swift.min(Swift.max(1, 1 + alike), Self.maxEffect),
      games: total.count, pairs: pairs)
  }

  /// The effect where all pairs are alike.
  func maxEffect(games: Int) -> Double {
    pairs > 0 ? Self.corrected(Self.maxEffect, games: games, pairs: pairs) : 1
  }

  /// An effect that also widens intervals by what is less known of the spread from fewer deals.
  private static func corrected(_ effect: Double, games: Int, pairs: Int) -> Double {
    let deals = games - pairs
    guard deals > 1 else { return effect }
    let ratio =
      Statistics.studentT(quantile: 0.975, degreesOfFreedom: Double(deals - 1))
      / Statistics.studentT(quantile: 0.975, degreesOfFreedom: Double(games - 1))
    return effect * ratio * ratio
  }
}

/// The sums of a figure over games, and the design effect on its mean if two games each share a
/// deal.
package struct GameSum: Sendable {
  package private(set) var total = FigureSum()
  /// nil if every game has a deal of its own.
  private var pairs: PairSums?

  package init(hasPairs: Bool) { pairs = hasPairs ? PairSums() : nil }

  /// Adds the value of a game; its index matters only if games are played in pairs.
  package mutating func add(_ value: Int64, game index: Int) {
    total.add(value)
    pairs?.add(value, game: index)
  }

  /// The design effect on the mean, and the largest one on any other figure.
  package var effect: Double { pairs?.effect(on: total) ?? 1 }
  var maxEffect: Double { pairs?.maxEffect(games: total.count) ?? 1 }
  /// The deals that the games were played on.
  package var deals: Int { total.count - (pairs?.pairs ?? 0) }
}
