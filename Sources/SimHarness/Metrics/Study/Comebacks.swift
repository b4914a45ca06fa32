/// How often a game is won that had as good as been lost.
enum Comebacks: StudiedMetric {
  static let definition = MetricDefinition.studied(
    "comebacks", unit: "share", kind: .rate,
    "share of the wins in which the probability of winning was once at most 0.2")

  /// The chance to win up to which a win is a comeback.
  private static let longShot = 0.2

  static func value(of game: StudiedGame) -> Int64? {
    guard let least = game.chances?.min(), game.isWon == true else { return nil }
    return least <= longShot ? 1 : 0
  }
}
