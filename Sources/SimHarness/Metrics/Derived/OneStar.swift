/// The share of the games with a star at least.
enum OneStar: DerivedMetric {
  static let definition = StarRates.definition("one_star", "one star")
  static func estimate(of games: CellGames) -> DerivedEstimate? {
    StarRates.estimate(of: games, stars: 1)
  }
}
