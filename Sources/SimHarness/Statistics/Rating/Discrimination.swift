/// A level's discrimination: the slope of its pass rate's logit over the players' abilities.
///
/// 1 is a level that follows Rasch's model; 0 one that all players pass equally often, such as one
/// of luck. The mode of the posterior with normal priors, of mean 1 and sd 1 on the slope and of sd
/// 3 on the intercept, abilities taken as known.
enum Discrimination {
  static let definition = MetricDefinition.acrossPlayers(
    "discrimination", unit: "logits per logit", interval: "normal",
    "how steeply the pass rate rises with the players' ability; 1 is typical")

  /// Why a level's slope has no interval.
  static let reason = "needs two players who passed some of their games and failed others"

  /// Whether games say how steep a slope is.
  ///
  /// Players who passed everything or nothing bound a slope to one side only, and the prior decides
  /// how far: with fewer than two others its intervals held the true slope in half of the samples
  /// (docs/intervals.md).
  static func isKnown(wins: [Int], games: [Int]) -> Bool {
    zip(wins, games).count { wins, games in wins > 0 && wins < games } >= 2
  }

  /// - Parameters:
  ///   - abilities: The players' abilities, in logits.
  ///   - wins: Their passed games.
  ///   - games: Their games.
  /// - Returns: The slope with its standard error; nil without two players of different ability.
  static func slope(
    abilities: [Double], wins: [Int], games: [Int]
  ) -> RaschRating.Estimate? {
    let played = abilities.indices.filter { games[$0] > 0 }
    guard let lowest = played.map({ abilities[$0] }).min(),
      let highest = played.map({ abilities[$0] }).max(), highest > lowest
    else { return nil }
    let center = (lowest + highest) / 2
    let weak = 1 / (RaschRating.priorDeviation * RaschRating.priorDeviation)
    var (intercept, slope) = (0.0, 1.0)
    var matrix = SymmetricMatrix(size: 2)
    for _ in 0..<100 {
      matrix = SymmetricMatrix(size: 2)
      matrix[0, 0] = weak
      matrix[1, 1] = 1
      var gradient = [-intercept * weak, 1 - slope]
      for player in played {
        let ability = abilities[player] - center
        let rate = RaschRating.logistic(intercept + slope * ability)
        let excess = Double(wins[player]) - Double(games[player]) * rate
        let information = Double(games[player]) * rate * (1 - rate)
        gradient[0] += excess
        gradient[1] += excess * ability
        matrix[0, 0] += information
        matrix[1, 0] += information * ability
        matrix[1, 1] += information * ability * ability
      }
      let step = matrix.factored().solve(gradient)
      // Long steps are shortened: far from the mode the curvature is unreliable.
      let longest = Swift.max(step[0].magnitude, step[1].magnitude)
      let share = longest > 2 ? 2 / longest : 1
      intercept += share * step[0]
      slope += share * step[1]
      if longest < 1e-10 { break }
    }
    let error = matrix.factored().solve([0, 1])[1].squareRoot()
    return RaschRating.Estimate(value: slope, error: error)
  }
}
