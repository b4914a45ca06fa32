/// Whether Rasch's model fits the players' pass rates on a level.
///
/// Pearson's statistic of the passed games against the model, level by level. Its mean and variance
/// under the model are exact for given ratings (those of a binomial's squared deviation, so players
/// who pass nearly all or nothing do no harm); a chi-square variable of the same mean and variance
/// gives the p-value. Each level gives up the share of the ratings that were fitted.
///
/// Sources: B. D. Wright and G. N. Masters, "Rating Scale Analysis", 1982 (mean squares);
/// F. E. Satterthwaite, Biometrics Bulletin 2, 1946 (the matched chi-square).
struct RaschFit: Equatable {
  static let definition = MetricDefinition.acrossPlayers(
    "rasch_misfit", unit: "mean square", interval: "none",
    "how far the pass rates are from Rasch's model; 1: only chance, much more: this level orders"
      + " the players differently or separates them more or less")

  /// Why it has no interval.
  static let reason = "a test statistic; the notes list the levels that chance does not explain"

  /// The statistic over its expectation under the model.
  var meanSquare: Double
  var pValue: Double
  /// The player whose pass rate lies farthest from the model, and the rate that it expects.
  var farthest: Int
  var expected: Double

  /// The fit of a level; nil with fewer than two players there or two levels in all.
  init?(level: Int, of rating: RaschRating, _ outcomes: RaschRating.Outcomes) {
    let players = (0..<outcomes.players).filter {
      outcomes.games[level * outcomes.players + $0] > 0
    }
    guard players.count >= 2, outcomes.levels >= 2 else { return nil }
    var statistic = 0.0
    var variance = 0.0
    var largest = -1.0
    (farthest, expected) = (players[0], 0)
    for player in players {
      let place = level * outcomes.players + player
      let games = Double(outcomes.games[place])
      let rate = RaschRating.logistic(
        rating.abilities[player].value - rating.difficulties[level].value)
      let spread = Swift.max(games * rate * (1 - rate), 1e-12)
      let excess = Double(outcomes.wins[place]) - games * rate
      let square = excess * excess / spread
      statistic += square
      variance += 2 + (1 - 6 * rate * (1 - rate)) / spread
      if square > largest { (largest, farthest, expected) = (square, player, rate) }
    }
    let share =
      Double(players.count - 1) / Double(players.count) * Double(outcomes.levels - 1)
      / Double(outcomes.levels)
    let mean = Double(players.count) * share
    variance *= share
    meanSquare = statistic / mean
    let scale = variance / (2 * mean)
    pValue = Statistics.chiSquare(beyond: statistic / scale, degreesOfFreedom: mean / scale)
  }
}
