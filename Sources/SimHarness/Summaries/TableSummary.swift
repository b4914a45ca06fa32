/// How the players of a two-player game did against each other, and what the first seat is worth.
///
/// Made of the pairs of games of all `A:B` of a run.
public struct TableSummary: Sendable, Equatable {
  /// A player and its rating.
  public struct Player: Sendable, Equatable {
    public var name: String
    /// In Elo points, the mean of the players being 0.
    public var rating: Interval
    /// The pairs of games that it played against others.
    public var pairs: Int
  }

  /// Two players on a level.
  public struct Match: Sendable, Equatable {
    public var level: String
    /// As they were named: `A:B`.
    public var agent: String
    public var pairs: Int
    /// The share of the points that the one named first got.
    public var points: Interval
  }

  /// The first seat on a level.
  public struct Seat: Sendable, Equatable {
    public var level: String
    public var pairs: Int
    /// The share of the points that whoever sat there got; above 1/2 it is an advantage.
    public var points: Interval
  }

  /// The best player first.
  public var players: [Player]
  /// What the first seat is worth, in Elo points.
  public var firstSeat: Interval
  /// The same on each level, in points.
  public var seats: [Seat]
  /// Level by level, in the order of the run's agents.
  public var matches: [Match]

  /// The players in groups, the best first in each.
  ///
  /// Those of different groups never met, not even by way
  /// of others, so that nothing says how their ratings compare.
  package var groups: [[String]] {
    var groups = players.map { [$0.name] }
    for match in matches {
      let pair = TableNames.names(in: match.agent)
      let met = groups.indices.filter { !groups[$0].allSatisfy { !pair.contains($0) } }
      guard met.count == 2 else { continue }
      groups[met[0]] += groups.remove(at: met[1])
    }
    return groups.map { group in players.map(\.name).filter(group.contains) }
  }
}
