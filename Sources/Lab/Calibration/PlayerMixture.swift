/// Which players, in which shares, pass levels as often as people do.
///
/// Every attempt is one of a player drawn by the weights. The weights maximise the likelihood of
/// the passes, binomial at each level; it is concave in them, so expectation maximisation from
/// equal weights comes to the maximum. Source of the method: Dempster, Laird and Rubin 1977.
public struct PlayerMixture: Sendable, Equatable {
  /// The players' shares; they add up to 1.
  public let weights: [Double]

  /// People's results on one level.
  public struct Result: Sendable, Equatable {
    public var attempts: Int
    public var passes: Int

    public init(attempts: Int, passes: Int) {
      self.attempts = attempts
      self.passes = passes
    }
  }

  /// The steps of expectation maximisation; more change the fourth decimal.
  static let steps = 500
  /// What the prior counts, in attempts of each player; it breaks ties where players are alike.
  private static let prior = 0.01

  public init(weights: [Double]) { self.weights = weights }

  /// Fits the weights.
  /// - Parameters:
  ///   - rates: Of each level, the pass rates of all players, within 0...1 without its ends.
  ///   - results: Of each level, what people reached.
  public init(fitting rates: [[Double]], to results: [Result]) {
    precondition(rates.count == results.count && !rates.isEmpty, "as many levels as results")
    let count = rates[0].count
    var weights = [Double](repeating: 1 / Double(count), count: count)
    for _ in 0..<Self.steps {
      var shares = [Double](repeating: Self.prior, count: count)
      for (level, result) in results.enumerated() {
        var pass = 0.0
        for player in 0..<count { pass += weights[player] * rates[level][player] }
        let (passes, fails) = (
          Double(result.passes) / pass, Double(result.attempts - result.passes) / (1 - pass)
        )
        for player in 0..<count {
          let rate = rates[level][player]
          shares[player] += weights[player] * (passes * rate + fails * (1 - rate))
        }
      }
      let total = shares.reduce(0, +)
      for player in 0..<count { weights[player] = shares[player] / total }
    }
    self.weights = weights
  }

  /// The pass rate of the mixture on a level whose pass rates by player these are.
  public func rate(_ rates: [Double]) -> Double {
    zip(weights, rates).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The mean of a number that the players have.
  public func mean(of numbers: [Double]) -> Double { rate(numbers) }

  /// The mixture of the players with a weight of at least `minimum`, and their places.
  public func pruned(below minimum: Double) -> (places: [Int], mixture: PlayerMixture) {
    let places = weights.indices.filter { weights[$0] >= minimum }
    let total = places.reduce(0) { $0 + weights[$1] }
    guard total > 0 else { return (Array(weights.indices), self) }
    return (places, PlayerMixture(weights: places.map { weights[$0] / total }))
  }
}
