@testable import Lab
@testable import SimHarness

/// People who play levels in order, each until it is passed or given up, as tests make them up.
struct MadeUpPeople: Sendable {
  /// Of each level, the pass rates of the players that people are a mix of.
  var rates: [[Double]]
  /// The players' shares of the people who begin.
  var shares: [Double]
  var people = 600
  /// The chance to give up after a failure.
  var quit = 0.1
  /// The rate of an attempt: what the mix says, unless a test wants people that are no such mix.
  var rate: @Sendable (_ level: Int, _ player: Int, _ failures: Int) -> Double

  init(rates: [[Double]], shares: [Double]) {
    self.rates = rates
    self.shares = shares
    rate = { level, player, _ in rates[level][player] }
  }

  /// Levels on which three players of logits 0, 1.5 and 3 pass by Rasch's model.
  static let rasch: [[Double]] = (0..<12).map { level in
    (0..<3).map { player in
      let logit = 1.5 * Double(player) - Double(level * 5 % 6) * 0.6
      return 1 / (1 + DeterministicMath.exp(-logit))
    }
  }

  func trials(seed: UInt64) -> [[PersonTrial]] {
    var random = SeededRandom(key: StreamKey(rawValue: seed).derived("made-up people"))
    return (0..<people).map { _ in
      var left = random.uniform()
      let player = shares.indices.first { place in
        left -= shares[place]
        return left < 0
      }
      return trials(of: player ?? shares.count - 1, using: &random)
    }
  }

  private func trials(of player: Int, using random: inout SeededRandom) -> [PersonTrial] {
    var trials: [PersonTrial] = []
    for level in rates.indices {
      var attempts = 0
      while true {
        attempts += 1
        if random.uniform() < rate(level, player, attempts - 1) {
          trials.append(PersonTrial(level: level, attempts: attempts, isPassed: true))
          break
        }
        if random.uniform() < quit {
          return trials
            + [PersonTrial(level: level, attempts: attempts, isPassed: false, hasQuit: true)]
        }
      }
    }
    return trials
  }

  /// What a calibration knows of the levels these people played.
  func levels(_ trials: [[PersonTrial]]) -> [Calibration.Level] {
    rates.indices.map { level in
      let own = trials.joined().filter { $0.level == level }
      return Calibration.Level(
        name: "\(level)",
        result: .init(
          attempts: own.reduce(0) { $0 + $1.attempts }, passes: own.reduce(0) { $0 + $1.passes }),
        rates: rates[level])
    }
  }

  func groups(_ trials: [[PersonTrial]]) -> [PeopleCount] {
    rates.indices.map { level in
      let own = trials.joined().filter { $0.level == level }
      return PeopleCount(players: own.count, passed: own.count { $0.isPassed })
    }
  }

  func calibration(seed: UInt64) -> Calibration {
    let trials = trials(seed: seed)
    return Calibration(levels(trials), people: trials)
  }
}
