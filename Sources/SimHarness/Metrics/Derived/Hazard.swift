/// Where games end without a win: the share of the games still in play that is lost, or stopped at
/// the move limit, by move.
///
/// Neighbouring moves are grouped, so that there are at most `maxSteps` steps.
public struct Hazard: Sendable, Equatable {
  /// Some moves in a row.
  public struct Step: Sendable, Equatable {
    /// The first and the last move.
    public var moves: ClosedRange<Int>
    /// Games in play before the first of these moves.
    public var games: Int
    /// Games that were lost, or stopped at the move limit, at one of these moves.
    public var lost: Int
    /// Games that were won at one of these moves.
    public var won: Int
    /// lost / games, Wilson 95%.
    public var rate: Interval
  }

  public static let maxSteps = 20

  public let steps: [Step]

  public init(of cell: CellSummary) {
    // Where nothing can be lost there is no hazard.
    guard cell.decided > 0, let last = cell.endsByMove.last?.moves, last > 0 else {
      steps = []
      return
    }
    let width = (last + Self.maxSteps - 1) / Self.maxSteps
    var steps: [Step] = []
    var left = cell.endsByMove.reduce(0) { $0 + $1.wins + $1.lost + $1.ended }
    var first = 1
    while first <= last {
      let moves = first...min(first + width - 1, last)
      // Games that ended before any move belong to the first step.
      let ends = cell.endsByMove.filter { moves.contains(max($0.moves, 1)) }
      let lost = ends.reduce(0) { $0 + $1.lost }
      let won = ends.reduce(0) { $0 + $1.wins }
      let rate = Statistics.rate(
        successes: lost, trials: left, effect: cell.moves?.maxEffect ?? 1)
      if let rate {
        steps.append(Step(moves: moves, games: left, lost: lost, won: won, rate: rate))
      }
      left -= ends.reduce(0) { $0 + $1.wins + $1.lost + $1.ended }
      first += width
    }
    self.steps = steps
  }
}
