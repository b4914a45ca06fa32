import SimHarness

extension PopState: PlanningGame {
  public typealias Plans = PopPlanning
}

/// What bubble pop's players who look several touches ahead know: the points so far minus the
/// average points of the time they took.
///
/// They know the speed of their own hand. Only touches before the next refresh are followed,
/// because it removes bubbles at random; a later touch is weighted by the chance that its bubble is
/// still there.
public struct PopPlanning: Planning {
  public typealias State = PopState

  private let hand: Execution
  private var lookahead = PopLookahead()
  /// The player's average points per second.
  private var rate = 0.0
  /// When the next refresh comes.
  private var horizon = 0.0

  public static var treeDepth: Int { 3 }
  public static var rolloutDepth: Int { 2 }
  /// The points per second that a player expects at first, and the seconds of experience that this
  /// counts for.
  private static var expected: (rate: Double, seconds: Double) { (4, 10) }

  public init(hand: Execution) { self.hand = hand }

  public mutating func begin(_ turn: borrowing Turn<PopState>) {
    let position = turn.state.position
    let (rate, seconds) = Self.expected
    self.rate = (Double(position.score) + rate * seconds) / (position.time + seconds)
    horizon = position.refreshTime
  }

  public mutating func scan(
    _ turn: borrowing Turn<PopState>, isDecision: Bool, in imagination: inout GameContext,
    into prospects: inout [Prospect<PopMove>]
  ) throws(AgentError) {
    let position = turn.state.position
    for index in position.bubbles.indices {
      let move = position.touch(ofBubble: index, reaction: hand.reaction)
      if !isDecision && move.time > horizon { continue }
      let points = try lookahead.foresee(index, of: turn, in: &imagination).score
      let seconds = move.time - position.time
      prospects.append(
        Prospect(
          move: move, index: index, outcome: position.bubbles[index].id,
          order: Double(points) * PopLookahead.chance(ofArrival: move.time, in: position)
            - rate * seconds))
    }
    guard isDecision, turn.moveCount > position.bubbles.count else { return }
    prospects.append(
      Prospect(
        move: position.wait, index: position.bubbles.count, outcome: 0,
        order: rate * (position.time - position.wait.time)))
  }

  /// What comes after the refresh is weighted by its chance, not taken as imagined.
  public mutating func allowForHand(
    _ turn: borrowing Turn<PopState>, values: [Double], prospects: inout [Prospect<PopMove>]
  ) {
    for place in prospects.indices where prospects[place].move.time > horizon {
      prospects[place].allowance =
        Double(turn.score) - rate * turn.state.position.time + prospects[place].order
        - values[place]
    }
  }

  public mutating func rolloutMove(
    _ turn: borrowing Turn<PopState>, in imagination: inout GameContext
  ) throws(AgentError) -> PopMove {
    let index = try lookahead.greedyMove(turn, in: &imagination)
    guard index < turn.state.position.bubbles.count else { return turn.move(at: index) }
    return turn.state.position.touch(ofBubble: index, reaction: hand.reaction)
  }

  public func worth(
    of state: PopState, in imagination: inout GameContext
  ) throws(AgentError) -> Double {
    let worth = Double(state.position.score) - rate * state.position.time
    return state.position.outcome == .won ? worth + 1000 : worth
  }
}
