/// A recorded game that was studied turn by turn.
package struct StudiedGame: Sendable {
  /// The turns looked at, in their order.
  let turns: [StudiedTurn]
  /// Whether the game was won; nil if it could not be.
  let isWon: Bool?

  package init(_ turns: [StudiedTurn], isWon: Bool?) {
    self.turns = turns
    self.isWon = isWon
  }

  /// The figures in the order of `StudyMetrics.ofGames`.
  package var values: [Int64?] { StudyMetrics.ofGames.map { $0.value(self) } }

  /// The chances to win before the turns; nil without turns, or where a turn has none.
  var chances: [Double]? {
    let chances = turns.compactMap(\.chance)
    return chances.isEmpty || chances.count < turns.count ? nil : chances
  }

  /// The chance to win up to which a win is a comeback.
  private static let longShot = 0.2

  /// How far the chance to win goes up and down, as a multiple of 2^-32.
  var excitement: Int64? {
    guard let chances, let isWon else { return nil }
    let course = chances + [isWon ? 1 : 0]
    return MetricDefinition.fixed(
      zip(course, course.dropFirst()).reduce(0.0) { $0 + ($1.1 - $1.0).magnitude })
  }

  /// Whether the game had as good as been lost before it was won; nil if it was not won.
  var isComeback: Bool? {
    guard let least = chances?.min(), isWon == true else { return nil }
    return least <= Self.longShot
  }

  /// The mean of a turn's figure over the turns that have it; nil if none has.
  func mean(_ figure: (StudiedTurn) -> Double?) -> Int64? {
    let figures = turns.compactMap(figure)
    return figures.isEmpty
      ? nil : MetricDefinition.fixed(figures.reduce(0, +) / Double(figures.count))
  }
}
