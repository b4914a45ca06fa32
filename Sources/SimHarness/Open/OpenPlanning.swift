/// Looks several moves ahead in an open game: its lookahead orders the moves, and the worth of a
/// position is what the game says, or the score.
public struct OpenPlanning: Planning {
  private var lookahead = OpenLookahead()
  private var call = RulesCall()

  /// The end of a game, and a position that was seen before, in the unit of a worth.
  private static let decisive = 1e9
  private static let repeated = 1e7
  /// What decides between positions of equal worth: less than any difference that counts.
  private static let drawn = 1e-4

  public init(hand: Execution) {}

  public mutating func begin(_ turn: borrowing Turn<OpenState>) {
    if turn.index == 0 { lookahead.gameDidStart(remembering: 0) }
    lookahead.begin(turn)
  }

  public mutating func scan(
    _ turn: borrowing Turn<OpenState>, isDecision: Bool, in imagination: inout GameContext,
    into prospects: inout [Prospect<OpenMove>]
  ) throws(AgentError) {
    lookahead.beginImagined()
    var random = SeededRandom(
      key: imagination.streams.agents, count: imagination.nextImaginedOffset())
    for index in 0..<turn.moveCount {
      let foresight = try lookahead.foresee(index, of: turn, in: &imagination)
      prospects.append(
        Prospect(
          move: turn.move(at: index), index: index, outcome: outcome(of: index, turn),
          order: Double(foresight.greedyValue) + random.uniform() * 0.9))
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
        try state.level.rules(in: imagination).perform(&call)
      } catch {
        throw .imagination(.script(error))
      }
      worth = call.worth
    }
    switch state.outcome {
    case .won: worth += Self.decisive
    case .lost: worth -= Self.decisive
    case .ended, nil: break
    }
    if lookahead.hasMet(state.visibleDigest) { worth -= Self.repeated }
    let random = imagination.streams.agents.uniform(imagination.nextImaginedOffset())
    return worth + random * Self.drawn
  }
}
