import SimHarness

/// Plays uniformly among the moves offered, or those of them that the game leaves to a player
/// without a plan.
public struct RandomAgent<State: GameState>: Agent {
  public init() {}

  public mutating func chooseMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> State.Move {
    let count = turn.aimlessMoveCount
    guard count > 0 else { throw .noMoves }
    return turn.move(at: random.below(count))
  }
}
