/// A simulated player at a table that a person plays at too.
public protocol TableOpponent<State> {
  associatedtype State: GameState

  /// The player's next move and its time, in ms of the game's clock.
  ///
  /// For the same position it returns the same.
  mutating func planMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> (move: State.Move, time: Int)

  /// The planned move was played.
  mutating func didMove()
}
