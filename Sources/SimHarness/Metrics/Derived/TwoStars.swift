/// The share of the games with two stars at least.
enum TwoStars: DerivedMetric {
  static let definition = StarRates.definition("two_stars", "two stars")
  static func estimate(of games: CellGames) -> DerivedEstimate? {
    StarRates.estimate(of: games, stars: 2)
  }
}
