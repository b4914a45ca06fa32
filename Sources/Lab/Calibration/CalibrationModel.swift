import SimHarness

/// A likelihood of people's results under a mixture of players whose pass rates are known.
protocol CalibrationModel: Sendable {
  /// The mixture that is likeliest by what people did on some levels.
  func mixture(fittedTo levels: [Int]) -> PlayerMixture

  /// The same with levels and people resampled, starting at the mixture that was found.
  func redrawn(
    _ levels: [Int], near mixture: PlayerMixture, using random: inout SeededRandom
  ) -> PlayerMixture

  /// What a mixture that was fitted to some levels says of another level.
  func prediction(of mixture: PlayerMixture, fittedTo levels: [Int], on level: Int)
    -> Calibration.Prediction
}

/// Attempts that count each for itself: binomial at each level.
struct AttemptsModel: CalibrationModel {
  let rates: [[Double]]
  let results: [PlayerMixture.Result]

  func mixture(fittedTo levels: [Int]) -> PlayerMixture {
    PlayerMixture(fitting: levels.map { rates[$0] }, to: levels.map { results[$0] })
  }

  func redrawn(
    _ levels: [Int], near mixture: PlayerMixture, using random: inout SeededRandom
  ) -> PlayerMixture {
    let levels = levels.map { _ in levels[random.below(levels.count)] }
    let drawn = levels.map { redrawn($0, using: &random) }
    return PlayerMixture(fitting: levels.map { rates[$0] }, to: drawn)
  }

  /// A level's passes, resampled around their share.
  func redrawn(_ level: Int, using random: inout SeededRandom) -> PlayerMixture.Result {
    let result = results[level]
    let count = Double(result.attempts)
    let share = Double(result.passes) / count
    let spread = (share * (1 - share) * count).squareRoot()
    let passes = share * count + spread * random.gaussian()
    return PlayerMixture.Result(
      attempts: result.attempts,
      passes: min(result.attempts, max(0, Int(saturating: passes.rounded()))))
  }

  func prediction(
    of mixture: PlayerMixture, fittedTo levels: [Int], on level: Int
  ) -> Calibration.Prediction {
    let whole = Calibration.Part(
      results[level], shares: mixture.weights, rates: rates[level])
    return Calibration.Prediction(level: level, whole: whole, parts: [whole])
  }
}

/// People who play until they pass or stop, added up over each level.
///
/// The attempts on a level are made by those who got there, by weaker players more often. Of a
/// player with pass rate p, A(p) attempts are expected (`StoppingRule`), and p A(p) is the chance
/// to go on; so the attempts are shared by weight, times the chance to have come so far, times
/// A(p), and passes are binomial given them. Levels are taken to be played in their order where no
/// more people begin a level than passed the one before; else everybody is taken to begin each.
///
/// The weights are found by a minorisation (K. Lange, D. R. Hunter and I. Yang, "Optimization
/// transfer using surrogate objective functions", 2000): expected passes and failures of each
/// player over the expected exposure.
struct GroupsModel: CalibrationModel {
  let rates: [[Double]]
  let results: [PlayerMixture.Result]
  let groups: [PeopleCount]

  private static let steps = 2000
  private static let prior = 0.01

  /// Whether each level is begun by those who passed the one before.
  var isSequential: Bool {
    zip(groups, groups.dropFirst()).allSatisfy { $1.players <= $0.passed }
  }

  private func rule(_ levels: [Int]) -> StoppingRule {
    levels.reduce(into: StoppingCounts()) {
      $0.add(groups[$1], attempts: results[$1].attempts)
    }.rule
  }

  /// Of each level, how many attempts a person of each player makes there, by weight 1 at the
  /// start.
  private func exposures(_ rule: StoppingRule) -> [[Double]] {
    var arriving = rates[0].map { _ in 1.0 }
    return rates.map { rates in
      let attempts = rates.map(rule.attempts)
      let exposure = zip(arriving, attempts).map { $0 * $1 }
      if isSequential {
        arriving = zip(exposure, rates).map { max(1e-12, $0 * $1) }
      }
      return exposure
    }
  }

  func mixture(fittedTo levels: [Int]) -> PlayerMixture {
    let exposures = exposures(rule(levels))
    return mixture(levels, levels.map { results[$0] }, exposures)
  }

  private func mixture(
    _ levels: [Int], _ results: [PlayerMixture.Result], _ exposures: [[Double]]
  ) -> PlayerMixture {
    let count = rates[0].count
    var weights = [Double](repeating: 1 / Double(count), count: count)
    for _ in 0..<Self.steps {
      var expected = [Double](repeating: Self.prior, count: count)
      var exposed = [Double](repeating: Self.prior * Double(count), count: count)
      for (level, result) in zip(levels, results) {
        let (rates, exposure) = (rates[level], exposures[level])
        var whole = 0.0
        var passing = 0.0
        for player in 0..<count {
          let share = weights[player] * exposure[player]
          whole += share
          passing += share * rates[player]
        }
        let (passes, fails) = (
          Double(result.passes) / passing,
          Double(result.attempts - result.passes) / (whole - passing)
        )
        for player in 0..<count {
          let rate = rates[player]
          let share = weights[player] * exposure[player]
          expected[player] += share * (passes * rate + fails * (1 - rate))
          exposed[player] += Double(result.attempts) * exposure[player] / whole
        }
      }
      let next = zip(expected, exposed).map { $0 / $1 }
      let total = next.reduce(0, +)
      weights = next.map { $0 / total }
    }
    return PlayerMixture(weights: weights)
  }

  func redrawn(
    _ levels: [Int], near mixture: PlayerMixture, using random: inout SeededRandom
  ) -> PlayerMixture {
    let drawn = levels.map { _ in levels[random.below(levels.count)] }
    let plain = AttemptsModel(rates: rates, results: results)
    return self.mixture(
      drawn, drawn.map { plain.redrawn($0, using: &random) }, exposures(rule(drawn)))
  }

  func prediction(
    of mixture: PlayerMixture, fittedTo levels: [Int], on level: Int
  ) -> Calibration.Prediction {
    let exposure = exposures(rule(levels))[level]
    let whole = Calibration.Part(
      results[level], shares: zip(mixture.weights, exposure).map { $0 * $1 }, rates: rates[level])
    return Calibration.Prediction(level: level, whole: whole, parts: [whole])
  }
}
