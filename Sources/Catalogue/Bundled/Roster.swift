import Agents
import SimHarness

/// The agents, and how they play the games.
///
/// An agent is a line in `natives` and, where it is a type of its own, a case in `Plan`; the games
/// that it plays follow from what a game's state offers.
public enum Roster {
  /// An agent as shown in lists.
  public struct Entry: Sendable, Hashable {
    public let name: String
    public let games: [String]
    public let summary: String
    public let parameters: [ScriptParameter]
  }

  /// How an agent plays: what the closures of every game switch over.
  enum Plan: Sendable {
    case random
    case greedy
    case skill(SkillModel)
    case script(AgentScript)
    /// The encoded moves of one game.
    case recorded([UInt8])
    /// The game's own agent, which its binding plays.
    case own
    /// Plays a recorded game again and looks closely at some of its turns.
    case study(StudyTask)
    /// Each game as one of several players.
    case mix(MixedPlayer)
    /// Two players at one table, which a game for two takes.
    case pair(SkillModel, SkillModel)
  }

  typealias Play =
    @Sendable (
      Plan, String, BatchRequest, PlayableLevel, ScriptHost, () -> Bool, (GameRow) -> Void
    ) -> Void

  /// How agents play a game, as stored in the game's entry.
  struct GameBinding: Sendable {
    /// The names of the numbers of an `Execution` that it takes.
    let executionNumbers: [String]
    let strategies: [Strategy]
    /// Whether two players can share a table.
    let isForTwo: Bool
    /// An agent of the game's own.
    let own: (name: String, summary: String)?
    let play: Play

    init<State: PlanningGame>(
      _ state: State.Type, isForTwo: Bool = false, own: (name: String, summary: String)? = nil,
      play: @escaping Play
    ) {
      self.isForTwo = isForTwo
      self.own = own
      executionNumbers = State.executionNumbers
      strategies = State.strategies
      self.play = play
    }
  }

  /// How agents play a game; nil if its entry was made without one.
  static func binding(of game: GameEntry) -> GameBinding? { game.agentBinding as? GameBinding }

  /// The games that support a strategy.
  static func games(for strategy: Strategy, among games: GameRegistry) -> [String] {
    games.games.filter { supports($0, strategy) }.map(\.name)
      + (supports(OpenGames.entry, strategy) ? games.foundNames : [])
  }

  static func supports(_ game: GameEntry, _ strategy: Strategy) -> Bool {
    binding(of: game)?.strategies.contains(strategy) == true
  }

  /// The skill cells of a game: three strategies, or as many as it supports, times three
  /// executions.
  public static func cells(of game: GameEntry) -> [String] {
    [Strategy.random, .greedy, .planner].filter { supports(game, $0) }
      .flatMap { strategy in Execution.named.map { "\(strategy.rawValue)@\($0.name)" } }
  }

  /// The names of the agents that any game may have.
  static let nativeNames = ["random", "greedy", Strategy.planner.rawValue, Strategy.mcts.rawValue]

  /// The native agents: an agent is a line here.
  static func natives(of games: GameRegistry) -> [(entry: Entry, plan: Plan)] {
    let all = games.games.filter { binding(of: $0) != nil }.map(\.name) + games.foundNames
    let common: [(entry: Entry, plan: Plan)] = [
      (
        Entry(
          name: "random", games: all, summary: "any move, with equal probability",
          parameters: parameters(of: .perfect)), .random
      ),
      (
        Entry(
          name: "greedy", games: all, summary: "the best move, looking one move ahead",
          parameters: parameters(of: .perfect)), .greedy
      ),
      searching(.planner, games), searching(.mcts, games),
    ]
    let own = games.games.compactMap { game -> (entry: Entry, plan: Plan)? in
      guard let own = binding(of: game)?.own else { return nil }
      return (
        Entry(name: own.name, games: [game.name], summary: own.summary, parameters: []), .own
      )
    }
    return common + own
  }

  /// A strategy that searches, carried out perfectly.
  private static func searching(
    _ strategy: Strategy, _ games: GameRegistry
  ) -> (entry: Entry, plan: Plan) {
    let model = SkillModel(strategy, .perfect)
    let parameters = parameters(of: model.execution) + parameters(of: model.effort, strategy)
    return (
      Entry(
        name: strategy.rawValue, games: self.games(for: strategy, among: games),
        summary: strategy.summary,
        parameters: parameters), .skill(model)
    )
  }

  /// The numbers that a strategy takes as parameters.
  static func parameters(
    of effort: SearchEffort, _ strategy: Strategy
  ) -> [ScriptParameter] {
    SearchEffort.numbers.filter { $0.strategy == strategy }.map {
      ScriptParameter(
        name: $0.name, defaultValue: effort[keyPath: $0.place], minimum: $0.range.lowerBound,
        maximum: $0.range.upperBound)
    }
  }

  /// The numbers of an execution as parameters, of all games.
  static func parameters(of execution: Execution) -> [ScriptParameter] {
    Execution.numbers.map {
      ScriptParameter(
        name: $0.name, defaultValue: execution[keyPath: $0.place], minimum: 0, maximum: $0.maximum)
    }
  }

  /// The specialised batch of one game type and every agent type.
  static func play<Tally: GameTally>(
    _ tally: Tally.Type, _ plan: Plan, _ name: String, _ request: BatchRequest,
    _ level: Tally.State.Level, _ host: ScriptHost, _ isCancelled: () -> Bool,
    _ row: (GameRow) -> Void
  ) where Tally.State: RecordedGame & PlanningGame & ScriptPlayable {
    func run<Player: Agent<Tally.State>>(_ agent: Player) {
      request.play(
        level, with: agent, named: name, tally: tally, scripts: host, isCancelled: isCancelled,
        row: row)
    }
    switch plan {
    case .random: run(RandomAgent<Tally.State>())
    case .greedy: run(GreedyAgent<Tally.State>())
    case .skill(let model): run(SkillAgent<Tally.State>(model))
    case .script(let script): run(ScriptedAgent<Tally.State>(script))
    case .recorded(let moves): run(RecordedAgent<Tally.State>(moves, level: level))
    case .study(let task): run(StudyAgent<Tally.State>(task, level: level))
    case .mix(let mix): run(MixedAgent<Tally.State>(mix.parts))
    case .own, .pair: preconditionFailure("its game's seat takes this player")
    }
  }
}

extension GameEntry {
  /// A game that all agents can play: the line of a registry.
  public init<Game: GameModule>(_ game: Game.Type) {
    self.init(
      game,
      binding: Roster.GameBinding(Game.State.self) {
        plan, name, request, level, host, isCancelled, row in
        guard let own = level.content(as: Game.State.Level.self) else {
          preconditionFailure("a level of another game")
        }
        Roster.play(Game.Tally.self, plan, name, request, own, host, isCancelled, row)
      })
  }

  init<Game: GameModule>(_ game: Game.Type, binding: Roster.GameBinding) {
    self.init(of: game)
    self.agentBinding = binding
  }
}
