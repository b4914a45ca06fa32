/// Which of two simulated players should do better, from their names alone.
///
/// A player is at least as strong as another if it chooses at least as well and carries out at
/// least as well. Two searches are not ranked, nor is a player with changed numbers.
enum PlayerOrder {
  /// How well a player chooses and how steady its hand is; larger is better.
  private struct Rank {
    var strategy: Double
    var hand: Int
  }

  private static let strategies = ["random": 0.0, "greedy": 1, "planner": 2, "mcts": 2]
  private static let hands = ["shaky": 0, "steady": 1, "perfect": 2]
  private static let presets = [
    "beginner": Rank(strategy: 0, hand: 0), "novice": Rank(strategy: 0.5, hand: 0),
    "casual": Rank(strategy: 1, hand: 0), "skilled": Rank(strategy: 1, hand: 1),
    "expert": Rank(strategy: 2, hand: 1), "oracle": Rank(strategy: 2, hand: 2),
  ]

  private static func rank(of name: String) -> Rank? {
    if let preset = presets[name] { return preset }
    let parts = name.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    guard let strategy = strategies[parts[0]] else { return nil }
    if parts.count == 1 { return Rank(strategy: strategy, hand: 2) }
    guard parts.count == 2, let hand = hands[parts[1]] else { return nil }
    return Rank(strategy: strategy, hand: hand)
  }

  /// Whether the first player should do better than the second one.
  static func isStronger(_ first: String, than second: String) -> Bool {
    guard let one = rank(of: first), let two = rank(of: second) else { return false }
    return one.strategy >= two.strategy && one.hand >= two.hand
      && (one.strategy > two.strategy || one.hand > two.hand)
  }
}
