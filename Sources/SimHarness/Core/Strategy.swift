/// What a player chooses: one of the two axes of players; `Execution` is the other.
///
/// Source: docs/players.md, "Strategies".
public enum Strategy: String, CaseIterable, Sendable {
  /// Uniformly among the moves offered.
  case random
  /// The best move by one-move lookahead on what is visible.
  case greedy
  /// Beam search over what is visible, then over an imagined future.
  case planner
  /// Information-set Monte Carlo tree search over imagined states.
  case mcts

  /// What it chooses, in words.
  public var summary: String {
    switch self {
    case .random: "any move, with equal probability"
    case .greedy: "the best move, looking one move ahead"
    case .planner: "the first move of the best sequence, found by beam search"
    case .mcts: "the move that did best in imagined games, found by tree search"
    }
  }
}

/// The numbers of the strategies that search.
public struct SearchEffort: Hashable, Sendable {
  /// How many positions the planner follows at a time.
  public var width = 8.0
  /// How many moves the planner looks ahead.
  public var depth = 3.0
  /// How many imagined games the tree search plays per decision.
  public var iterations = 200.0
  /// The tree search's weight of exploration, for scores scaled to 0...1.
  public var exploration = 1.0

  public init() {}

  /// The default numbers.
  public static let standard = SearchEffort()

  /// The numbers by the names under which a player sets them, with their ranges.
  public static let numbers: [Number] = [
    Number(name: "width", strategy: .planner, place: \.width, range: 1...1000, isWhole: true),
    Number(name: "depth", strategy: .planner, place: \.depth, range: 1...20, isWhole: true),
    Number(
      name: "iterations", strategy: .mcts, place: \.iterations, range: 1...1_000_000,
      isWhole: true),
    Number(
      name: "exploration", strategy: .mcts, place: \.exploration, range: 0...100, isWhole: false),
  ]

  /// A number that a player may set.
  public struct Number: Sendable {
    public let name: String
    /// The strategy that takes it.
    public let strategy: Strategy
    public let place: any WritableKeyPath<SearchEffort, Double> & Sendable
    public let range: ClosedRange<Double>
    public let isWhole: Bool
  }
}
