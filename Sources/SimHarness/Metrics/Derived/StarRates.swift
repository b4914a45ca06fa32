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
