/// What a turn of a recorded game offered, by games played on from it.
package struct StudiedTurn: Sendable {
  /// Moves offered.
  package var moves: Int
  /// What each outcome is worth: its share of wins, or the mean score as a share of the best of the
  /// turn, counted from the lowest score where that is below 0; in 0...1.
  ///
  /// An outcome is what moves bring, not where they lead: moves after which the same imagined games
  /// all end alike are one.
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
    // Where all moves lead to one place none is tried: the turn has one outcome, of any worth.
    if values.isEmpty && !results.isEmpty { values = [0] }
    self.moves = moves
    self.chance = chance
  }

  /// Whether there was anything to decide: moves that bring different things.
  var isDecision: Bool { values.count > 1 }
  /// Whether a player had moves to choose from, even if all bring the same.
  var isChoice: Bool { moves > 1 && !values.isEmpty }
}
