import SimHarness

/// A gate on a rate of one level, decided game by game.
///
/// Half of its error goes to sequential tests, one for each end of its bound, the other half to the
/// test of all games at the end. The sequential tests distinguish the bound from the rate that the
/// final test detects with a probability of 0.85, and miss it in one case of 20, which leaves a
/// power of 0.8.
///
/// Games of two players who change seats come in pairs on one deal, which may be worth no more than
/// one game: pairs are tested as a whole, and everything is calculated for half of the games.
struct SequentialGate {
  private enum Side {
    /// Decided in favour of the gate, or never to be decided before the end.
    case holds
    case isUndecidable
    case open(SequentialTest, countsFailures: Bool)
  }

  private let metric: String
  /// Whether two players play, so that the move limit makes a draw.
  private let isForTwo: Bool
  /// Whether two games each are played on one deal.
  private let hasPairs: Bool
  /// The first game of a pair whose second has not come.
  private var first: GameEnd?
  private var sides: [Side]
  private(set) var hasFailed = false
  /// Whether no game can decide against it, because no rate is beyond its bound: it needs no games,
  /// but what it measures does.
  private(set) var cannotFail = false

  static let finalPower = 0.85

  /// The part of a gate's error that the test of all games at the end has.
  static func finalError(of error: Double) -> Double { error / 2 }

  /// Whether a metric is a rate of outcomes, so that games decide it one by one.
  private static func tests(_ metric: String) -> Bool {
    metric == "pass_rate" || metric == "capped_rate"
  }

  /// What a gate detects with a probability of at least 0.8, by its early tests and that of the end
  /// together.
  ///
  /// - Parameters:
  ///   - evidence: What the games said.
  ///   - condition: The gate's condition.
  ///   - games: The games that were asked for, where the gate was decided before the last one; nil
  ///     where all of them were tested.
  ///   - error: The false alarms allowed to the gate.
  ///   - hasPairs: Whether two games each are played on one deal.
  /// - Returns: The deviation that is detected.
  static func power(
    _ evidence: FigureEvidence, _ condition: Condition, games: Int?, error: Double,
    hasPairs: Bool = false
  ) -> GatePower {
    let error = finalError(of: error)
    guard tests(condition.metric) else { return GatePower(evidence, condition.bound, error: error) }
    let trials = worth(games ?? evidence.games, hasPairs: hasPairs)
    return GatePower(
      .rate(successes: 0, trials: trials), condition.bound, error: error, power: finalPower)
  }

  /// How many independent games these are worth at least.
  private static func worth(_ games: Int, hasPairs: Bool) -> Int {
    hasPairs ? Int(saturating: Double(games) / PairSums.maxEffect) : games
  }

  /// Nil for a metric that is no rate of outcomes.
  init?(
    _ condition: Condition, games: Int, error: Double, isForTwo: Bool, hasPairs: Bool = false
  ) {
    guard Self.tests(condition.metric) else { return nil }
    metric = condition.metric
    self.isForTwo = isForTwo
    self.hasPairs = hasPairs
    sides = []
    let ends = [condition.bound.low, condition.bound.high].compactMap { $0 }.count
    let share = (error - Self.finalError(of: error)) / Double(max(ends, 1))
    func side(limit: Double, countsFailures: Bool) -> Side {
      guard limit > 0 else { return .holds }
      guard limit < 1,
        let found = GatePower.rate(
          below: limit, trials: Self.worth(games, hasPairs: hasPairs), error: share,
          power: Self.finalPower), found > 0
      else { return .isUndecidable }
      return .open(
        SequentialTest(
          base: limit, alternative: found, alpha: share, beta: 0.05,
          share: hasPairs ? 1 / PairSums.maxEffect : 1),
        countsFailures: countsFailures)
    }
    if let low = condition.bound.low { sides.append(side(limit: low, countsFailures: false)) }
    if let high = condition.bound.high {
      // A rate above `high` is a rate of failures below 1 - high.
      sides.append(side(limit: 1 - high, countsFailures: true))
    }
    cannotFail = isDecided
  }

  /// Whether no more games are needed.
  var isDecided: Bool {
    hasFailed
      || sides.allSatisfy {
        if case .holds = $0 { true } else { false }
      }
  }

  /// Adds the next game, in the order of their indexes.
  mutating func add(_ end: GameEnd) {
    guard !isDecided else { return }
    guard hasPairs else {
      add([end])
      return
    }
    guard let other = first else {
      first = end
      return
    }
    first = nil
    add([other, end])
  }

  /// Adds a game, or both of a pair.
  private mutating func add(_ ends: [GameEnd]) {
    let marks = ends.compactMap(isSuccess)
    guard !marks.isEmpty else { return }
    for index in sides.indices {
      guard case .open(var test, let countsFailures) = sides[index] else { continue }
      test.add(marks.count { $0 != countsFailures }, of: marks.count)
      switch test.decision {
      case .base: sides[index] = .holds
      case .alternative: hasFailed = true
      case nil: sides[index] = .open(test, countsFailures: countsFailures)
      }
    }
  }

  /// A game's outcome for the test; nil if it does not count.
  private func isSuccess(_ end: GameEnd) -> Bool? {
    if metric == "pass_rate" { return end.isPassed(isForTwo: isForTwo) }
    return end.isCounted ? end == .capped : nil
  }
}
