/// Looks several moves ahead in an open game: its lookahead orders the moves, and the worth of a
/// position is what the game says, or the score.
public struct OpenPlanning: Planning {
  private var lookahead = OpenLookahead()
  private var call = RulesCall()

  /// What the worths met since the decision began call for.
  private var scale = WorthScale()
  /// The moves of a scan, to be put in order.
  private var drawn: [DrawnMove] = []

  /// A move's value and what decides between moves of the same value.
  private struct DrawnMove {
    var value: Int
    var draw: Double
    var place: Int
  }

  public static var endWorth: Double { WorthScale.end }

  public static func standing(of state: OpenState) -> Int { state.outcome.standing }

  public init(hand: Execution) {}

  public mutating func begin(_ turn: borrowing Turn<OpenState>) {
    if turn.index == 0 { lookahead.gameDidStart(remembering: 0) }
    lookahead.begin(turn)
    scale = WorthScale()
  }

  public mutating func scan(
    _ turn: borrowing Turn<OpenState>, isDecision: Bool, in imagination: inout GameContext,
    into prospects: inout [Prospect<OpenMove>]
  ) throws(AgentError) {
    lookahead.beginImagined()
    var random = SeededRandom(
      key: imagination.streams.agents, count: imagination.nextImaginedOffset())
    drawn.removeAll(keepingCapacity: true)
    let first = prospects.count
    for index in 0..<turn.moveCount {
      let foresight = try lookahead.foresee(index, of: turn, in: &imagination)
      scale.note(lookahead.worth)
      let draw = WorthScale.draw(
        random.uniform(), worth: lookahead.worth, foresight, isRepeated: lookahead.isRepeated)
      drawn.append(DrawnMove(value: foresight.greedyValue, draw: draw, place: index))
      prospects.append(
        Prospect(
          move: turn.move(at: index), index: index, outcome: outcome(of: index, turn), order: 0))
    }
    // Values have more digits than an order, which is therefore their place among each other.
    drawn.sort { ($0.value, $0.draw) < ($1.value, $1.draw) }
    var order = 0.0
    for (place, move) in drawn.enumerated() {
      if place > 0, (drawn[place - 1].value, drawn[place - 1].draw) != (move.value, move.draw) {
        order += 1
      }
      prospects[first + move.place].order = order
    }
  }

  /// Identifies a move: by its place, which is the same whenever a player imagines the turn; in a
  /// two-player game by itself, as each hand that the other player may hold has moves of its own.
  private func outcome(of index: Int, _ turn: borrowing Turn<OpenState>) -> Int {
    turn.state.level.isForTwo
      ? Int(truncatingIfNeeded: turn.move(at: index).packed) : index
  }

  public static func isAgainst(_ state: OpenState) -> Bool {
    state.table.turn != state.table.seat && state.table.turn > 0
  }

  public mutating func rolloutMove(
    _ turn: borrowing Turn<OpenState>, in imagination: inout GameContext
  ) throws(AgentError) -> OpenMove {
    lookahead.beginImagined()
    return turn.move(at: try lookahead.greedyMove(turn, in: &imagination))
  }

  public mutating func worth(
    of state: OpenState, in imagination: inout GameContext
  ) throws(AgentError) -> Double {
    let seat = state.table.seat
    var worth = Double(state.score)
    if state.level.isForTwo {
      worth -= Double(state.table.score(of: OpenTable.other(than: seat)))
    }
    if state.level.spec.functions.contains(.worth) {
      call.steps = [.load, .worth]
      call.position = state.position
      call.player = Int(seat)
      do throws(ScriptFault) {
        try state.level.perform(&call, in: imagination)
      } catch {
        throw .imagination(.script(error))
      }
      worth = call.worth
    }
    scale.note(worth)
    let draw = imagination.streams.agents.uniform(imagination.nextImaginedOffset())
    return scale.value(
      of: worth, standing: Self.standing(of: state),
      isRepeated: lookahead.hasMet(state.visibleDigest), draw: draw)
  }
}
