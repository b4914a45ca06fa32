/// The second player at a table of cards, beside the person who plays.
public enum SecondPlayer {
  case nobody
  /// A second person at the same keyboard, who claims with a key of their own.
  case person(String)
  /// A simulated player by its name.
  case agent(String, any TableOpponent)

  /// The second player's name; empty if there is none.
  public var name: String {
    switch self {
    case .nobody: ""
    case .person(let name), .agent(let name, _): name
    }
  }

  public var isPresent: Bool {
    if case .nobody = self { false } else { true }
  }
}
