import SimHarness

/// A player on two axes: what it chooses, and how well it carries that out.
///
/// Source of the axes: Isaksen 2017 for Puzzle Bobble; Talakat. The numbers are METRICS' tables.
public struct SkillModel: Sendable, Hashable {
  /// What a player chooses.
  public enum Strategy: String, CaseIterable, Sendable {
    /// Uniformly among the moves offered.
    case random
    /// The best move by one-move lookahead on what is visible.
    case greedy

    /// What it chooses, in words.
    public var summary: String {
      switch self {
      case .random: "any move, uniformly"
      case .greedy: "the best move by looking one move ahead"
      }
    }
  }

  public var strategy: Strategy
  /// The share of moves chosen by the strategy; the others are random.
  public var share = 1.0
  /// How well a choice is carried out.
  public var execution: Execution

  public init(_ strategy: Strategy, _ execution: Execution, share: Double = 1) {
    self.strategy = strategy
    self.share = share
    self.execution = execution
  }

  /// A player with a name of its own.
  public struct Preset: Sendable {
    public let name: String
    public let model: SkillModel
    public let summary: String
  }

  /// The ladder of players.
  ///
  /// Numbers: METRICS, "Players".
  public static let presets = [
    Preset(
      name: "novice", model: SkillModel(.greedy, .shaky, share: 0.4),
      summary: "greedy in 40% of the moves, else random; with a shaky hand"),
    Preset(
      name: "casual", model: SkillModel(.greedy, .shaky),
      summary: "greedy; with a shaky hand"),
    Preset(
      name: "skilled", model: SkillModel(.greedy, .steady),
      summary: "greedy; with a steady hand"),
  ]
}

/// Plays by a `SkillModel`.
public struct SkillAgent<State: ForesightGame & ExecutionGame>: Agent {
  let model: SkillModel
  var lookahead = State.Looking()

  public init(_ model: SkillModel) { self.model = model }

  public mutating func gameDidStart() {
    lookahead.gameDidStart(remembering: Int(model.execution.memory))
  }

  public mutating func chooseMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> State.Move {
    let count = turn.aimlessMoveCount
    guard count > 0 else { throw .noMoves }
    lookahead.begin(turn)
    let isGuided = model.share >= 1 || random.uniform() < model.share
    let choice: Choice<State> =
      switch model.strategy {
      case .greedy where isGuided: try lookahead.bestChoice(turn, in: &imagination)
      case .greedy, .random: .offered(random.below(count))
      }
    return State.executed(choice, of: turn, by: model.execution, using: &random)
  }
}
