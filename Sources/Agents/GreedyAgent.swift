import SimHarness

/// Plays the best move by one-move lookahead on what is visible.
///
/// What is best is the game's own knowledge: the `greedyValue` of a move. It is in the game's folder,
/// in `GAMEGreedyValue.swift`, or else in the file whose name ends with `Lookahead.swift`; for games
/// without either, in `Core/PlainLookahead.swift`.
///
/// Makes no random choice.
public struct GreedyAgent<State: ForesightGame>: Agent {
  var lookahead = State.Looking()

  public init() {}

  public mutating func gameDidStart() {
    lookahead.gameDidStart(remembering: Int(Execution.perfect.memory))
  }

  public mutating func chooseMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> State.Move {
    lookahead.begin(turn)
    return turn.move(of: try lookahead.bestChoice(turn, in: &imagination))
  }
}
