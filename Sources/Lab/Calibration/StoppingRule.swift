import SimHarness

/// How people go on trying a level: they stop when they pass, and after each failure some stop too.
///
/// The chance to stop may change with the number of failures. It is the same for everybody, so the
/// time of stopping says nothing about a person's ability; the number of attempts does.
public struct StoppingRule: Sendable, Equatable {
  /// The first failure of each band, from 1.
  public static let bands = [1, 2, 3, 5, 9]

  /// The chance to stop after a failure of each band, below 1.
  let chances: [Double]

  /// Nobody stops.
  static let never = StoppingRule(chances: bands.map { _ in 0 })

  /// The mean number of attempts, until the pass or the stop, of a person who passes each with this
  /// chance.
  ///
  /// The mean number of passes is `rate` times that.
  func attempts(rate: Double) -> Double {
    var attempts = 0.0
    var alive = 1.0
    for (place, chance) in chances.enumerated() {
      let stay = (1 - rate) * (1 - chance)
      guard place + 1 < Self.bands.count else { return attempts + alive / (1 - stay) }
      for _ in Self.bands[place]..<Self.bands[place + 1] {
        attempts += alive
        alive *= stay
      }
    }
    return attempts
  }
}

/// How often people stopped after a failure, by how many failures there had been.
public struct StoppingCounts: Sendable, Equatable {
  /// Failures of each band, and those of them after which the person stopped.
  public private(set) var failures = StoppingRule.bands.map { _ in 0 }
  public private(set) var stops = StoppingRule.bands.map { _ in 0 }
  /// The same over all bands, leaving out people who may still be playing.
  private(set) var decided = 0
  private(set) var quits = 0

  public init() {}

  public mutating func add(_ trial: PersonTrial) {
    for (place, first) in StoppingRule.bands.enumerated() where trial.failures >= first {
      let next = place + 1 < StoppingRule.bands.count ? StoppingRule.bands[place + 1] : Int.max
      failures[place] += min(trial.failures, next - 1) - first + 1
      if !trial.isPassed, trial.failures < next { stops[place] += 1 }
    }
    let isOpen = !trial.isPassed && trial.hasQuit == false
    decided += trial.failures - (isOpen ? 1 : 0)
    if !trial.isPassed && !isOpen { quits += 1 }
  }

  /// Added up, the number of failures before each stop is not known.
  public mutating func add(_ group: PeopleCount, attempts: Int) {
    let stopped = group.players - group.passed
    failures[0] += attempts - group.passed
    stops[0] += stopped
    let open = group.quit.map { stopped - $0 } ?? 0
    decided += attempts - group.passed - open
    quits += stopped - open
  }

  /// The share of failures after which a person gave up; nil without failures.
  public var quitShare: Interval? { Statistics.rate(successes: quits, trials: decided) }

  /// The chances to stop, drawn towards the mean of all by one failure.
  var rule: StoppingRule {
    let all = failures.reduce(0, +)
    guard all > 0 else { return .never }
    let mean = Double(stops.reduce(0, +)) / Double(all)
    return StoppingRule(
      chances: zip(stops, failures).map { min(0.999, (Double($0) + mean) / (Double($1) + 1)) })
  }
}
