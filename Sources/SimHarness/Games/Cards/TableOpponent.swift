/// A simulated player at a table of cards that a person plays at too.
public protocol TableOpponent {
  /// What the player does next, and when, in ms of the game's clock.
  ///
  /// Asked again for the same cards, it answers the same.
  mutating func look(
    _ turn: borrowing Turn<CardsState>, in imagination: inout GameContext
  ) throws(AgentError) -> (move: CardsMove, time: Int)

  /// Takes note that the move of the last look was played.
  mutating func didMove()
}
