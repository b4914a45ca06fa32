/// Figures that are shares, from 0 to 1, and the message for users who write percentages.
package enum Share {
  /// Whether a metric of a game is a share.
  package static func isMetric(_ name: String, of game: GameEntry) -> Bool {
    name == "pass_rate"
      || (game.metrics + DerivedMetrics.definitions).contains {
        $0.name == name && $0.unit == "share"
      }
  }

  /// Numbers that were meant as percentages, as shares; nil if they cannot be.
  package static func corrected(_ values: [Double]) -> [Double]? {
    // Slightly more than 1 is no percentage but too much.
    guard values.allSatisfy({ (0...100).contains($0) }),
      !values.contains(where: { $0 > 1 && $0 < 2 })
    else { return nil }
    return values.map { ($0 * 1e10).rounded() / 1e12 }
  }

  /// The sentence about a share outside 0...1.
  package static func complaint(_ metric: String, instead: String?) -> String {
    "\(metric) is a share from 0 to 1" + (instead.map { "; write \($0)" } ?? "")
  }
}
