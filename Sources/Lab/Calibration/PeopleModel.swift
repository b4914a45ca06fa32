import SimHarness

/// People who play until they pass or stop, individually: each is one player of the mixture on all
/// levels.
///
/// On a level where an attempt passes with p, k attempts of which the last passed are as likely as
/// p (1 - p)^(k - 1), k that all failed as (1 - p)^k. The chances to stop are the same for all
/// players of the mixture, so they cancel in who somebody is. A person's record over the levels is
/// the product, and the weights are those of the people who began, however many of the weaker ones
/// were left later.
///
/// Of a level that is not fitted to, only whether it was passed in the end counts, at its chance
/// under the stopping rule: it decides who is seen on the levels after it, so leaving it out would
/// take those who are left for everybody. Expectation maximisation as in `PlayerMixture`.
struct PeopleModel: CalibrationModel {
  let rates: [[Double]]
  /// Of each person, in the order of the levels.
  let people: [[PersonTrial]]

  private static let steps = 1000
  /// The steps with people resampled, starting at the mixture found.
  private static let redrawnSteps = 60
  private static let prior = 0.01
  /// Weights that change by less than this in a step have converged.
  private static let rest = 1e-5

  init(rates: [[Double]], people: [[PersonTrial]]) {
    self.rates = rates
    self.people = people.map { $0.sorted { $0.level < $1.level } }
  }

  private var players: Int { rates[0].count }

  private func rule(_ levels: [Int]) -> StoppingRule {
    let isFitted = rates.indices.map(levels.contains)
    var counts = StoppingCounts()
    for trials in people { for trial in trials where isFitted[trial.level] { counts.add(trial) } }
    return counts.rule
  }

  // MARK: Likelihood

  /// The logarithms that a person's likelihood is made of, by level and player.
  private struct Logarithms {
    var pass: [[Double]]
    var fail: [[Double]]
    /// Passed, or not, in the end.
    var end: [[Double]]
    var stop: [[Double]]
    /// How often each level counts; 0 where it is held out.
    var times: [Double]

    /// Adds a trial to the log likelihoods of the players.
    func add(_ trial: PersonTrial, to sums: inout [Double]) {
      let level = trial.level
      if times[level] > 0 {
        let (passes, failures) = (
          times[level] * Double(trial.passes), times[level] * Double(trial.failures)
        )
        for player in sums.indices {
          sums[player] += passes * pass[level][player] + failures * fail[level][player]
        }
      } else if trial.hasQuit != false || trial.isPassed {
        for player in sums.indices {
          sums[player] += trial.isPassed ? end[level][player] : stop[level][player]
        }
      }
    }
  }

  private func logarithms(_ rule: StoppingRule, times: [Double]) -> Logarithms {
    func log(_ value: Double) -> Double { DeterministicMath.log(max(value, 1e-12)) }
    let ends = rates.map { $0.map { min(1, $0 * rule.attempts(rate: $0)) } }
    return Logarithms(
      pass: rates.map { $0.map(log) }, fail: rates.map { $0.map { log(1 - $0) } },
      end: ends.map { $0.map(log) }, stop: ends.map { $0.map { log(1 - $0) } }, times: times)
  }

  private func times(_ levels: [Int]) -> [Double] {
    levels.reduce(into: rates.map { _ in 0.0 }) { $0[$1] += 1 }
  }

  /// The likelihoods of the players given a person's trials, the largest being 1.
  private static func likelihoods(_ sums: [Double]) -> [Double] {
    let maximum = sums.max() ?? 0
    return sums.map { DeterministicMath.exp(max(-700, $0 - maximum)) }
  }

  // MARK: Fit

  func mixture(fittedTo levels: [Int]) -> PlayerMixture {
    let start = [Double](repeating: 1 / Double(players), count: players)
    return fit(
      people.indices.map { $0 }, times: times(levels), rule: rule(levels), from: start,
      steps: Self.steps)
  }

  func redrawn(
    _ levels: [Int], near mixture: PlayerMixture, using random: inout SeededRandom
  ) -> PlayerMixture {
    let drawnLevels = levels.map { _ in levels[random.below(levels.count)] }
    let drawn = people.map { _ in random.below(people.count) }
    return fit(
      drawn, times: times(drawnLevels), rule: rule(levels), from: mixture.weights,
      steps: Self.redrawnSteps)
  }

  private func fit(
    _ persons: [Int], times: [Double], rule: StoppingRule, from start: [Double], steps: Int
  ) -> PlayerMixture {
    let logarithms = logarithms(rule, times: times)
    // One contiguous row per person: the loop below reads it a thousand times.
    var rows: [Double] = []
    rows.reserveCapacity(persons.count * players)
    for person in persons {
      var sums = [Double](repeating: 0, count: players)
      for trial in people[person] { logarithms.add(trial, to: &sums) }
      rows += Self.likelihoods(sums)
    }
    var weights = start
    for _ in 0..<steps {
      var shares = [Double](repeating: Self.prior, count: players)
      for row in stride(from: 0, to: rows.count, by: players) {
        var whole = 0.0
        for player in 0..<players { whole += weights[player] * rows[row + player] }
        guard whole > 0 else { continue }
        for player in 0..<players {
          shares[player] += weights[player] * rows[row + player] / whole
        }
      }
      let total = shares.reduce(0, +)
      var moved = 0.0
      for player in 0..<players {
        let next = shares[player] / total
        moved = max(moved, (next - weights[player]).magnitude)
        weights[player] = next
      }
      if moved < Self.rest { break }
    }
    return PlayerMixture(weights: weights)
  }

  // MARK: Prediction

  /// Of those who tried the level, by what they had done before it: how their first attempts and
  /// the later ones go.
  func prediction(
    of mixture: PlayerMixture, fittedTo levels: [Int], on level: Int
  ) -> Calibration.Prediction {
    let rule = rule(levels)
    let logarithms = logarithms(rule, times: times(levels))
    var shares = [Double](repeating: 0, count: players)
    var trials: [PersonTrial] = []
    for person in people {
      guard let trial = person.first(where: { $0.level == level }) else { continue }
      var sums = [Double](repeating: 0, count: players)
      for earlier in person where earlier.level < level { logarithms.add(earlier, to: &sums) }
      let parts = zip(Self.likelihoods(sums), mixture.weights).map { $0 * $1 }
      let whole = parts.reduce(0, +)
      guard whole > 0 else { continue }
      for player in 0..<players { shares[player] += parts[player] / whole }
      trials.append(trial)
    }
    let attempts = rates[level].map(rule.attempts)
    func exposure(_ attempts: (Int) -> Double) -> [Double] {
      shares.indices.map { shares[$0] * attempts($0) }
    }
    func part(_ shares: [Double], _ count: (PersonTrial) -> PlayerMixture.Result)
      -> Calibration.Part
    {
      Calibration.Part(trials.map(count), shares: shares, rates: rates[level])
    }
    let first = part(shares) {
      PlayerMixture.Result(attempts: 1, passes: $0.attempts == 1 ? $0.passes : 0)
    }
    let later = part(exposure { attempts[$0] - 1 }) {
      PlayerMixture.Result(
        attempts: $0.attempts - 1, passes: $0.attempts > 1 ? $0.passes : 0)
    }
    return Calibration.Prediction(
      level: level,
      whole: part(exposure { attempts[$0] }) {
        PlayerMixture.Result(attempts: $0.attempts, passes: $0.passes)
      },
      parts: [first, later].filter { $0.attempts > 0 })
  }
}
