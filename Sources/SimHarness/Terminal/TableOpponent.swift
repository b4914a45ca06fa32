/// A simulated player at a table that a person plays at too.
public protocol TableOpponent<State> {
  associatedtype State: GameState

  /// What the player does next, and when, in ms of the game's clock.
  ///
  /// Asked again for the same position, it answers the same.
  mutating func look(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> (move: State.Move, time: Int)

  /// Takes note that the move of the last look was played.
  mutating func didMove()
}
