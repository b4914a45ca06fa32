/// The share of the games that reach the level's score for some stars.
enum StarRates {
  static func definition(_ name: String, _ stars: String) -> MetricDefinition {
    .derived(
      name, unit: "share", kind: .rate,
      "share of the games that reach the level's score for \(stars)")
  }

  /// Undefined where the level has no such score.
  static func estimate(of games: CellGames, stars: Int) -> DerivedEstimate? {
    guard games.stars.count >= stars, games.counted > 0 else { return nil }
    let reached = games.scores.sorted.reduce(0) {
      $1.value >= games.stars[stars - 1] ? $0 + $1.count : $0
    }
    return DerivedEstimate(rate: reached, of: games.counted)
  }
}

/// The share of the games with a star at least.
enum OneStar: DerivedMetric {
  static let definition = StarRates.definition("one_star", "one star")
  static func estimate(of games: CellGames) -> DerivedEstimate? {
    StarRates.estimate(of: games, stars: 1)
  }
}

/// The share of the games with two stars at least.
enum TwoStars: DerivedMetric {
  static let definition = StarRates.definition("two_stars", "two stars")
  static func estimate(of games: CellGames) -> DerivedEstimate? {
    StarRates.estimate(of: games, stars: 2)
  }
}

/// The share of the games with three stars.
enum ThreeStars: DerivedMetric {
  static let definition = StarRates.definition("three_stars", "three stars")
  static func estimate(of games: CellGames) -> DerivedEstimate? {
    StarRates.estimate(of: games, stars: 3)
  }
}
