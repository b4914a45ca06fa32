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
}
