/// The pass rates of two sides that played the same games, game by game.
package struct PairedPasses: Sendable {
  package private(set) var outcomes = PairedOutcomes()
  /// Two games each share a deal.
  private let hasPairs: Bool
  /// The games that count on a side, with what they say.
  private var games: [(index: Int, before: Bool?, after: Bool?)] = []

  package init(hasPairs: Bool) { self.hasPairs = hasPairs }

  /// Adds a game by its index, nil where a side does not say whether it was passed.
  package mutating func add(before: Bool?, after: Bool?, game index: Int) {
    guard before != nil || after != nil else { return }
    outcomes.add(before: before, after: after)
    games.append((index, before, after))
  }

  /// The rate of each side, as it is by itself.
  package var before: PassCount {
    PassCount(hasPairs: hasPairs, marks: games.lazy.map { ($0.index, $0.before) })
  }
  package var after: PassCount {
    PassCount(hasPairs: hasPairs, marks: games.lazy.map { ($0.index, $0.after) })
  }

  /// The rate after minus the rate before; nil if one side has no game that counts.
  package var difference: Interval? {
    Statistics.pairedRateDifference(outcomes, effect: effect)
  }

  /// The p-value of a difference beyond the tolerance; only where the difference is known.
  package func pValue(beyond tolerance: Double) -> Double {
    if tolerance <= 0, hasPairs, outcomes.oneSided == 0 {
      var deals: [Int: Int] = [:]
      for game in games { deals[game.index >> 1, default: 0] += Self.change(game) }
      return Statistics.pValue(ofDeals: deals.values)
    }
    if tolerance <= 0, outcomes.oneSided == 0 { return Statistics.pValue(outcomes, beyond: 0) }
    return Statistics.pValue(outcomes, effect: effect, beyond: tolerance)
  }

  private static func change(_ game: (index: Int, before: Bool?, after: Bool?)) -> Int {
    (game.after == true ? 1 : 0) - (game.before == true ? 1 : 0)
  }

  /// The design effect of the changes (`PairSums`).
  ///
  /// Where games count on one side only, the change of a game is what it adds to the difference of the
  /// two ratios, linearised, in units of 2^-24.
  private var effect: Double {
    guard hasPairs else { return 1 }
    var changes = GameSum(hasPairs: true)
    let (first, second) = (
      Self.influence(outcomes.before, of: outcomes.beforeGames, among: games.count),
      Self.influence(outcomes.after, of: outcomes.afterGames, among: games.count)
    )
    for game in games {
      let value =
        outcomes.oneSided == 0
        ? Int64(Self.change(game)) : second(game.after) - first(game.before)
      changes.add(value, game: game.index)
    }
    return changes.effect
  }

  /// What a game adds to a rate: (passed - rate) times all games over those that count.
  private static func influence(
    _ passed: Int, of counted: Int, among games: Int
  ) -> (Bool?) -> Int64 {
    let rate = Double(passed) / Double(max(1, counted))
    let scale = Double(games) / Double(max(1, counted))
    return { isPassed in
      isPassed.map { Int64(saturating: ((($0 ? 1 : 0) - rate) * scale * 0x1p24).rounded()) } ?? 0
    }
  }
}
