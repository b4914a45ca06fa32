import SimHarness

/// A player on two axes: what it chooses, and how well it carries that out.
///
/// Source of the axes: Isaksen 2017 for Puzzle Bobble; Talakat. The numbers are those of
/// docs/players.md, "Executions".
public struct SkillModel: Sendable, Hashable {
  public typealias Strategy = SimHarness.Strategy

  public var strategy: Strategy
  /// The share of moves chosen by the strategy; the others are random.
  public var share = 1.0
  /// How well a choice is carried out.
  public var execution: Execution
  /// The effort of the strategies that search.
  public var effort = SearchEffort.standard

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
  /// Numbers: docs/players.md, "Names".
  public static let presets = [
    Preset(
      name: "beginner", model: SkillModel(.random, .shaky),
      summary: "any move, with equal probability; with a shaky hand"),
    Preset(
      name: "novice", model: SkillModel(.greedy, .shaky, share: 0.4),
      summary: "the best move in 40% of the turns, otherwise any move; with a shaky hand"),
    Preset(
      name: "casual", model: SkillModel(.greedy, .shaky),
      summary: "the best move, looking one move ahead; with a shaky hand"),
    Preset(
      name: "skilled", model: SkillModel(.greedy, .steady),
      summary: "the best move, looking one move ahead; with a steady hand"),
    Preset(
      name: "expert", model: SkillModel(.planner, .steady),
      summary: "the best sequence of moves, found by beam search; with a steady hand"),
    Preset(
      name: "oracle", model: SkillModel(.mcts, .perfect),
      summary: "the move that did best in imagined games, found by tree search; with a perfect hand"
    ),
  ]
}

/// Plays by a `SkillModel`.
public struct SkillAgent<State: PlanningGame>: Agent {
  let model: SkillModel
  var lookahead = State.Looking()
  var planner: Planner<State>
  var search: TreeSearch<State>

  public init(_ model: SkillModel) {
    self.model = model
    planner = Planner(model.effort, hand: model.execution)
    search = TreeSearch(model.effort, hand: model.execution)
  }

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
    let choice: Choice<State>
    switch isGuided ? model.strategy : .random {
    case .random:
      return try State.carriedOut(
        .offered(random.below(count)), aimlessly: true, of: turn, by: model.execution,
        in: &imagination, using: &random)
    case .greedy: choice = try lookahead.bestChoice(turn, in: &imagination)
    case .planner: choice = try planner.choose(turn, in: &imagination).choice()
    case .mcts: choice = try search.choose(turn, in: &imagination, using: &random).choice()
    }
    return try State.carriedOut(
      choice, aimlessly: false, of: turn, by: model.execution, in: &imagination, using: &random)
  }
}
