/// What a turn of a recorded game offered, by games played on from it.
package struct StudiedTurn: Sendable {
  /// Moves offered.
  package var moves: Int
  /// What each distinct outcome is worth: its share of wins, or the mean score as a share of the
  /// best of the turn; in 0...1.
  package var values: [Double]
  /// The share of wins of games played on greedily from here; nil in a level without a goal.
  package var chance: Double?

  package init(moves: Int, values: [Double], chance: Double?) {
    self.moves = moves
    self.values = values
    self.chance = chance
  }

  /// Whether there was anything to decide.
  var isDecision: Bool { values.count > 1 }

  /// The Shannon entropy of softmax(value / 0.1) over log of the count; nil without a decision.
  ///
  /// Source: METRICS, "Choice".
  var entropy: Double? {
    guard isDecision, let most = values.max() else { return nil }
    let weights = values.map { DeterministicMath.exp(($0 - most) / Self.temperature) }
    let total = weights.reduce(0, +)
    let sum = weights.reduce(0.0) { sum, weight in
      let share = weight / total
      return share > 0 ? sum - share * DeterministicMath.log(share) : sum
    }
    return sum / DeterministicMath.log(Double(values.count))
  }

  /// Best less second best; nil without a decision.
  var criticality: Double? {
    guard isDecision else { return nil }
    let best = values.sorted().suffix(2)
    return (best.last ?? 0) - (best.first ?? 0)
  }

  /// Whether no outcome is worth more than the one in the middle.
  var isDead: Bool {
    guard let most = values.max(), let middle = Statistics.median(values) else { return true }
    return most - middle <= Self.leastGain
  }

  /// How far apart values are that are chosen e times as often.
  private static let temperature = 0.1
  /// What a turn must offer above the middle not to be dead.
  private static let leastGain = 0.01
}

/// A recorded game that was looked at turn by turn.
package struct StudiedGame: Sendable {
  /// The figures in the order of `StudyMetrics.ofGames`: real ones as multiples of 2^-32, marks as
  /// 0 or 1; nil where one is undefined.
  package let values: [Int64?]

  /// - Parameters:
  ///   - turns: The turns looked at, in their order.
  ///   - isWon: Whether the game was won; nil where it could not be.
  package init(_ turns: [StudiedTurn], isWon: Bool?) {
    func mean(_ values: [Double]) -> Int64? {
      values.isEmpty
        ? nil : MetricDefinition.fixed(values.reduce(0, +) / Double(values.count))
    }
    let chances = turns.compactMap(\.chance)
    var changes: Int64?
    var comeback: Int64?
    if let isWon, !chances.isEmpty, chances.count == turns.count {
      let course = chances + [isWon ? 1 : 0]
      let sum = zip(course, course.dropFirst()).reduce(0.0) { $0 + ($1.1 - $1.0).magnitude }
      changes = MetricDefinition.fixed(sum)
      if isWon { comeback = (chances.min() ?? 1) <= Self.longShot ? 1 : 0 }
    }
    values = [
      mean(turns.map { Double($0.moves) }), mean(turns.map { Double($0.values.count) }),
      mean(turns.map { $0.isDecision ? 1 : 0 }), mean(turns.compactMap(\.entropy)),
      mean(turns.compactMap(\.criticality)), mean(turns.map { $0.isDead ? 1 : 0 }), changes,
      comeback,
    ]
  }

  /// The chance to win below which a win is a comeback.
  private static let longShot = 0.2
}
