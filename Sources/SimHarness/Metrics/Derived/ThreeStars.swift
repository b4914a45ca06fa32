/// The share of the games with three stars.
enum ThreeStars: DerivedMetric {
  static let definition = StarRates.definition("three_stars", "three stars")
  static func estimate(of games: CellGames) -> DerivedEstimate? {
    StarRates.estimate(of: games, stars: 3)
  }
}
