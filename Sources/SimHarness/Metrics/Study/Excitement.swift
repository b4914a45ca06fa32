/// How far the chance to win goes up and down in a game.
enum Excitement: StudiedMetric {
  static let definition = MetricDefinition.studied(
    "excitement", unit: "chances",
    "how much the probability of winning goes up and down in a game: the sum of its changes")

  static func value(of game: StudiedGame) -> Int64? {
    guard let chances = game.chances, let isWon = game.isWon else { return nil }
    let course = chances + [isWon ? 1 : 0]
    return MetricDefinition.fixed(
      zip(course, course.dropFirst()).reduce(0.0) { $0 + ($1.1 - $1.0).magnitude })
  }
}
