/// The options of a turn of a recorded game, estimated by games continued from it.
package struct StudiedTurn: Sendable {
  /// Moves offered.
  package var moves: Int
  /// The value of each outcome: its share of wins, or the mean score as a share of the best of the
  /// turn, counted from the lowest score where that is below 0; in 0...1.
  ///
  /// An outcome is defined by results, not positions: moves after which the same imagined games all
  /// end equally are one.
  package var values: [Double]
  /// The share of wins of games played on greedily from here; nil in a level without a goal.
  package var chance: Double?

  package init(moves: Int, values: [Double], chance: Double?) {
    self.moves = moves
    self.values = values
    self.chance = chance
  }

  /// - Parameters:
  ///   - moves: The moves offered.
  ///   - results: Of each move that was tried, how the imagined games after it ended, in the same
  ///     order for all: 1 won and 0 not won in a level with a goal, else the score.
  ///   - hasGoal: Whether the level can be won or lost.
  ///   - chance: The share of wins of games played on greedily from here.
  package init(moves: Int, results: [[Double]], hasGoal: Bool, chance: Double?) {
    var kinds = Set<[Double]>()
    // In the order of the moves, so that sums over the outcomes do not depend on a set's order.
    let outcomes = results.filter { !$0.isEmpty && kinds.insert($0).inserted }
    // Scores below 0 are counted from the lowest, so that they too lie within 0...1.
    let floor = hasGoal ? 0 : min(0, outcomes.lazy.joined().min() ?? 0)
    let scale = hasGoal ? 1 : (outcomes.lazy.joined().max() ?? 0) - floor
    values = outcomes.map { results in
      let mean = results.reduce(0, +) / Double(results.count)
      return scale > 0 ? (mean - floor) / scale : 0
    }
    // If all moves lead to one place none is tried: the turn has one outcome, of any value.
    if values.isEmpty && !results.isEmpty { values = [0] }
    self.moves = moves
    self.chance = chance
  }

  /// Whether there was a decision: moves with different results.
  var isDecision: Bool { values.count > 1 }
  /// Whether a player had a choice of moves, even if all have the same result.
  var isChoice: Bool { moves > 1 && !values.isEmpty }

  /// What hangs on the choice: best minus second best; 0 where all moves bring the same, nil
  /// without a choice of moves.
  var criticality: Double? {
    guard isDecision else { return isChoice ? 0 : nil }
    let best = values.sorted().suffix(2)
    return (best.last ?? 0) - (best.first ?? 0)
  }

  /// The minimum gain over the median for a turn not to be dead.
  private static let minGain = 0.01

  /// Whether no outcome is better than the median one.
  var isDead: Bool {
    guard let most = values.max(), let middle = Statistics.median(values) else { return true }
    return most - middle <= Self.minGain
  }

  /// The temperature of the softmax: the difference of values for odds of e.
  private static let temperature = 0.1

  /// How evenly the outcomes are worth playing: the Shannon entropy of softmax(value / 0.1) over
  /// log of the count; 1 if all moves have the same result, nil without a choice of moves.
  ///
  /// Source: docs/numbers.md, "Decisions, luck, restrictions".
  var entropy: Double? {
    guard isDecision, let most = values.max() else { return isChoice ? 1 : nil }
    let weights = values.map { DeterministicMath.exp(($0 - most) / Self.temperature) }
    let total = weights.reduce(0, +)
    let sum = weights.reduce(0.0) { sum, weight in
      let share = weight / total
      return share > 0 ? sum - share * DeterministicMath.log(share) : sum
    }
    return sum / DeterministicMath.log(Double(values.count))
  }
}
