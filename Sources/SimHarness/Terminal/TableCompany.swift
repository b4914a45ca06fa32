/// Who sits at a table of cards beside the person who plays.
public enum TableCompany {
  case nobody
  /// A second person at the same keyboard, who claims with a key of their own.
  case person(String)
  /// A simulated player by its name.
  case agent(String, any TableOpponent)

  /// The second player's name; empty where there is none.
  public var name: String {
    switch self {
    case .nobody: ""
    case .person(let name), .agent(let name, _): name
    }
  }

  public var isSomeone: Bool {
    if case .nobody = self { false } else { true }
  }
}

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
