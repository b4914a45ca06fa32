import SimHarness

/// What changed between two runs in one level, played by one agent.
public struct CellComparison: Sendable, Equatable {
  /// What is compared.
  public enum Figure: String, Sendable {
    /// The share of passed games, where there is a goal.
    case passRate = "pass_rate"
    /// The mean score, where there is none.
    case score
  }

  public var level: String
  public var agent: String
  public var figure: Figure
  /// The level's content is another than before.
  public var isEdited: Bool
  /// The same games were played on both sides, so each is compared with itself.
  public var isPaired: Bool
  /// Two games each share a deal: two players change seats between them.
  var sharesDeals = false
  /// The games behind `base` and `new`: of paired games those that count on each side.
  public var baseGames = 0
  public var newGames = 0
  /// Paired games that say on one side only whether they were passed, such as a draw that is won now.
  public var oneSided = 0
  /// Games that a fault or a time limit ended: they have no result, and are behind no figure.
  public var baseFaults = 0
  public var newFaults = 0
  /// nil if no game counts.
  public var base: Double?
  public var new: Double?
  /// `new` minus `base`; nil with too few games, without ends where all changes are equal.
  public var difference: Interval?
  /// The p-value of a difference beyond the tolerance; nil with too few games.
  public var p: Double?
  /// `p` corrected for the number of cells (Holm).
  public var correctedP: Double?
  /// The width of the interval as a share of what it would be on different games; nil if games
  /// are not paired or one of the two has no interval.
  public var widthRatio: Double?
  /// The games that each side has, whether they count or not.
  var basePlayed = 0
  var newPlayed = 0
  /// Games that were played on both sides; 0 where they are not paired.
  public var playedPairs = 0
  /// Paired games that did not end in the very same state with the same score.
  public var differing = 0
  /// The paired games that say on a side whether they were passed.
  package var decidedGames: Int { (baseGames + newGames + oneSided) / 2 }
  /// The first game that was passed on one side alone, else the first that only one side decided, or
  /// else the first that differs.
  public var example: Int?

  /// The familywise error rate over all cells.
  static let error = 0.05

  /// The figure moved: in 19 of 20 comparisons without any change, no cell says so.
  public var hasMoved: Bool { correctedP.map { $0 < Self.error } ?? false }

  /// Whether a larger share of the games has no result than before.
  public var failsMore: Bool {
    newFaults > 0 && (basePlayed == 0 || newFaults * basePlayed > baseFaults * newPlayed)
  }
}

extension CellComparison {
  /// Compares the games of a cell, both sorted by index.
  ///
  /// The tolerance is a share: of all games for a pass rate, of the mean score before for scores.
  mutating func compare(_ base: [ComparedGame], _ new: [ComparedGame], tolerance: Double) {
    (basePlayed, newPlayed) = (base.count, new.count)
    (baseFaults, newFaults) = (base.count { !$0.end.isCounted }, new.count { !$0.end.isCounted })
    if isPaired {
      let pairs = Self.pairs(base, new)
      playedPairs = pairs.count
      differing = pairs.count { !$0.isSame(as: $1) }
      example =
        (pairs.first { ($0.end == .won) != ($1.end == .won) }
        ?? pairs.first { $0.isPassed != $1.isPassed }
        ?? pairs.first { !$0.isSame(as: $1) })?.0.index
      switch figure {
      case .passRate: compareOutcomes(pairs, tolerance: tolerance)
      case .score: compareScores(pairs, tolerance: tolerance)
      }
    } else {
      switch figure {
      case .passRate: compareRates(base, new, tolerance: tolerance)
      case .score: compareMeans(base, new, tolerance: tolerance)
      }
    }
  }

  /// The games that were played on both sides.
  private static func pairs(
    _ base: [ComparedGame], _ new: [ComparedGame]
  ) -> [(ComparedGame, ComparedGame)] {
    var pairs: [(ComparedGame, ComparedGame)] = []
    pairs.reserveCapacity(min(base.count, new.count))
    var next = 0
    for game in base {
      while next < new.count, new[next].index < game.index { next += 1 }
      if next < new.count, new[next].index == game.index { pairs.append((game, new[next])) }
    }
    return pairs
  }

  private mutating func compareOutcomes(
    _ pairs: [(ComparedGame, ComparedGame)], tolerance: Double
  ) {
    var passes = PairedPasses(hasPairs: sharesDeals)
    for (before, after) in pairs {
      passes.add(before: before.isPassed, after: after.isPassed, game: after.index)
    }
    let outcomes = passes.outcomes
    (baseGames, newGames) = (outcomes.beforeGames, outcomes.afterGames)
    oneSided = outcomes.oneSided
    base = Self.share(outcomes.before, of: baseGames)
    new = Self.share(outcomes.after, of: newGames)
    guard baseGames > 0, newGames > 0 else { return }
    difference = passes.difference
    p = passes.pValue(beyond: tolerance)
    let apart = Statistics.rateDifference(passes.after, less: passes.before)
    widthRatio = Self.ratio(difference, apart)
  }

  private mutating func compareScores(
    _ pairs: [(ComparedGame, ComparedGame)], tolerance: Double
  ) {
    var before = GameSum(hasPairs: sharesDeals)
    var after = GameSum(hasPairs: sharesDeals)
    var changes = GameSum(hasPairs: sharesDeals)
    for (game, other) in pairs where game.end.isCounted && other.end.isCounted {
      before.add(Int64(game.score), game: game.index)
      after.add(Int64(other.score), game: game.index)
      changes.add(Int64(Saturating.sum(other.score, -game.score)), game: game.index)
    }
    setMeans(before, after)
    let change = changes.total
    guard changes.deals > 1, let base, let spread = Statistics.standardDeviation(change) else {
      return
    }
    let value = Double(change.sum) / Double(change.count)
    // Equal changes say nothing of how far the others may lie, even where no game changed.
    difference =
      spread > 0
      ? Statistics.meanInterval(change, effect: changes.effect) : .unknown(value)
    let error = spread / Double(change.count).squareRoot() * changes.effect.squareRoot()
    p = Statistics.pValue(
      difference: value, error: error,
      freedom: Double(change.count - 1), beyond: tolerance * base.magnitude,
      // A sign test: the chance that all changes have one sign.
      constant: DeterministicMath.pow(2, Double(1 - changes.deals)))
    widthRatio = Self.ratio(difference, Statistics.meanDifference(after, less: before))
  }

  private mutating func compareRates(
    _ base: [ComparedGame], _ new: [ComparedGame], tolerance: Double
  ) {
    let before = PassCount(base, hasPairs: sharesDeals)
    let after = PassCount(new, hasPairs: sharesDeals)
    (baseGames, newGames) = (before.trials, after.trials)
    self.base = Self.share(before.wins, of: before.trials)
    self.new = Self.share(after.wins, of: after.trials)
    guard baseGames > 0, newGames > 0 else { return }
    difference = Statistics.rateDifference(after, less: before)
    p = Statistics.pValue(after, less: before, beyond: tolerance)
  }

  private mutating func compareMeans(
    _ base: [ComparedGame], _ new: [ComparedGame], tolerance: Double
  ) {
    func sample(_ games: [ComparedGame]) -> FigureSample {
      games.reduce(into: FigureSample(hasPairs: sharesDeals)) {
        if $1.end.isCounted { $0.add(Int64($1.score), game: $1.index) }
      }
    }
    let (oldSample, newSample) = (sample(base), sample(new))
    let (before, after) = (oldSample.sum, newSample.sum)
    setMeans(before, after)
    guard let mean = self.base, let error = Statistics.welch(after, before) else { return }
    difference = Statistics.meanDifference(after, less: before)
    guard var interval = difference else { return }
    func welch(beyond tolerance: Double) -> Double {
      Statistics.pValue(
        difference: interval.value, error: error.value, freedom: error.freedom, beyond: tolerance,
        // The chance that all games of one side lie above all of the other.
        constant: 2 / Statistics.choices(of: before.deals, from: before.deals + after.deals))
    }
    let allowed = tolerance * mean.magnitude
    let found = welch(beyond: allowed)
    p = found
    // A small skewed sample whose mean is low has a low spread, too: Welch's test finds it to differ
    // far too often. The interval is the same with any tolerance.
    guard error.value > 0, welch(beyond: 0) < 0.05 else { return }
    let (now, then) = (MeanEvidence(newSample), MeanEvidence(oldSample))
    if found < 0.05 { p = max(found, Statistics.pValue(now, less: then, beyond: allowed)) }
    guard let wider = Statistics.meanDifference(now, less: then) else { return }
    interval.low = min(interval.low, wider.low)
    interval.high = max(interval.high, wider.high)
    difference = interval
  }

  private mutating func setMeans(_ sumBefore: GameSum, _ sumAfter: GameSum) {
    let (before, after) = (sumBefore.total, sumAfter.total)
    (baseGames, newGames) = (before.count, after.count)
    base = before.count > 0 ? Double(before.sum) / Double(before.count) : nil
    new = after.count > 0 ? Double(after.sum) / Double(after.count) : nil
  }

  private static func share(_ passes: Int, of games: Int) -> Double? {
    games > 0 ? Double(passes) / Double(games) : nil
  }

  private static func ratio(_ paired: Interval?, _ apart: Interval?) -> Double? {
    guard let paired, let apart, paired.isKnown, apart.isKnown, apart.high > apart.low else {
      return nil
    }
    return (paired.high - paired.low) / (apart.high - apart.low)
  }
}
