import SimHarness

/// Plays the best move by one-move lookahead on what is visible; the game's own `Lookahead` says
/// what is best.
///
/// Makes no random choice.
public struct GreedyAgent<State: ForesightGame>: Agent {
  var lookahead = State.Looking()

  public init() {}

  public mutating func gameDidStart() { lookahead.gameDidStart(remembering: nil) }

  public mutating func chooseMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> State.Move {
    lookahead.begin(turn)
    return turn.move(at: try lookahead.greedyMove(turn, in: &imagination))
  }
}
