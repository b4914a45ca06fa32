/// How many games of a level and player were passed, and how many count for the pass rate.
public struct PassCount: Sendable, Equatable {
  /// The games that were passed.
  public var wins: Int
  /// The games that count for the pass rate.
  public var trials: Int
  /// The design effect of games in pairs (`PairSums`); 1 where every game has a deal of its own.
  package var effect = 1.0
  /// Whether two games each are played on one deal.
  var hasPairs = false

  public init(wins: Int, trials: Int) {
    self.wins = wins
    self.trials = trials
  }

  /// The passes of games from index 0 on, nil where a game says nothing; pairs may share a deal.
  package init(_ passed: [Bool?], hasPairs: Bool) {
    self.init(hasPairs: hasPairs, marks: zip(passed.indices, passed))
  }

  /// The same with the games' indexes.
  init(hasPairs: Bool, marks: some Sequence<(Int, Bool?)>) {
    var sum = GameSum(hasPairs: hasPairs)
    for case (let game, let isPassed?) in marks { sum.add(isPassed ? 1 : 0, game: game) }
    self.init(wins: Int(sum.total.sum), trials: sum.total.count)
    (effect, self.hasPairs) = (sum.effect, hasPairs)
  }

  /// The interval of the rate; nil without games.
  package func rate(level: Double = 0.95) -> Interval? {
    Statistics.rate(successes: wins, trials: trials, level: level, effect: effect)
  }

  /// Independent games that are worth as much.
  var independent: PassCount {
    func worth(_ games: Int) -> Int { Int(saturating: (Double(games) / effect).rounded()) }
    guard effect != 1 else { return self }
    let passed = worth(wins)
    return PassCount(wins: passed, trials: passed + worth(trials - wins))
  }
}

/// Playing until a pass rate has the required precision.
///
/// A cell is played in rounds. How large a round is, and whether there is another, depends on the
/// counts of whole rounds alone, so it is the same for any number of workers and after a resume.
public struct PrecisionGoal: Sendable, Hashable {
  /// The 95% interval's half width at which a cell stops, such as 0.02.
  public let halfWidth: Double
  /// The games after which a cell stops in any case.
  public let maxGames: Int

  /// The half widths that can be asked for.
  public static let halfWidths = 0.0005...0.5
  public static let firstRound = 64
  public static let defaultMaxGames = 100_000

  public init(halfWidth: Double, maxGames: Int) {
    self.halfWidth = halfWidth
    self.maxGames = maxGames
  }

  /// The games of a cell after its first round.
  public var firstTotal: Int { min(Self.firstRound, maxGames) }

  /// How many games a cell needs next.
  ///
  /// - Parameters:
  ///   - total: The games played so far, in whole rounds.
  ///   - passes: How many of them were passed.
  /// - Returns: The games of the cell after its next round; nil when it is done.
  public func nextTotal(after total: Int, _ passes: PassCount) -> Int? {
    guard total < maxGames, !isMet(by: passes) else { return nil }
    // At the rate seen so far, that many games suffice; at least an eighth more, so that a rate
    // near the goal does not take many small rounds, and at most as many again, because a rate from
    // few games is unreliable.
    let needed = passes.trials > 0 ? needed(passes) : .max
    let (fewest, greatest) = (
      total + max(16, total / 8), total > maxGames / 2 ? maxGames : 2 * total
    )
    let next = max(fewest, min(needed, greatest))
    // No game without the other one of its pair.
    return min(maxGames, passes.hasPairs && next % 2 != 0 ? next + 1 : next)
  }

  /// The games after which a cell is expected to be done, at the rate seen so far.
  public func expectedTotal(after total: Int, _ passes: PassCount) -> Int {
    guard total < maxGames, !isMet(by: passes) else { return total }
    guard passes.trials > 0 else { return maxGames }
    // Games that do not count, such as those that a fault ended, have to be played as well.
    let needed = Double(needed(passes))
    let games = Int(saturating: (needed * Double(total) / Double(passes.trials)).rounded(.up))
    return min(maxGames, max(total, games))
  }

  /// Whether the interval is narrow enough.
  public func isMet(by passes: PassCount) -> Bool {
    passes.rate().map(isMet) ?? false
  }

  /// Whether a pass rate's interval is narrow enough.
  public func isMet(by rate: Interval) -> Bool {
    rate.isKnown && (rate.high - rate.low) / 2 <= halfWidth
  }

  /// The trials at which a rate's Wilson interval has this half width.
  ///
  /// The half width is z sqrt(n p q + z^2 / 4) / (n + z^2); solved for n + z^2, a quadratic. Games in
  /// pairs count for one divided by the design effect.
  private func needed(_ passes: PassCount) -> Int {
    let z = Statistics.twoSidedNormal(0.95)
    let square = z * z
    let rate = Double(passes.wins) / Double(passes.trials)
    let spread = rate * (1 - rate)
    let half = square * spread / (halfWidth * halfWidth)
    let rest = square * square * (0.25 - spread) / (halfWidth * halfWidth)
    let games = ((half + (half * half + 4 * rest).squareRoot()) / 2 - square) * passes.effect
    guard games < 1e15 else { return .max }
    return games > 0 ? Int(saturating: games.rounded(.up)) : 0
  }
}
