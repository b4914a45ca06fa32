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
    /// Two players at one table, which a two-player game takes.
    case pair(SkillModel, SkillModel)
    /// Two players of a game of one's own for two, or one who plays both seats.
    indirect case seats(Plan, Plan, isPair: Bool)
  }

  typealias Play =
    @Sendable (
      Plan, String, BatchRequest, PlayableLevel, ScriptHost, () -> Bool, (consuming GameRow) -> Void
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
    guard binding(of: game)?.strategies.contains(strategy) == true else { return false }
    return strategy != .planner || !isOpenForTwo(game)
  }

  /// The skill cells of a game: three strategies, or as many as it supports, times three
  /// executions.
  public static func cells(of game: GameEntry) -> [String] {
    [Strategy.random, .greedy, .planner].filter { supports(game, $0) }
      .flatMap { strategy in Execution.named.map { "\(strategy.rawValue)@\($0.name)" } }
  }

  /// An agent that any game may have.
  struct Native {
    let name: String
    let summary: String
    let parameters: [ScriptParameter]
    let plan: Plan
    /// The strategy that a game must support; nil: every game.
    var strategy: Strategy?

    init(_ name: String, _ summary: String, _ parameters: [ScriptParameter] = [], _ plan: Plan) {
      self.name = name
      self.summary = summary
      self.parameters = parameters
      self.plan = plan
    }

    /// A strategy that searches, carried out perfectly.
    init(searching strategy: Strategy) {
      let model = SkillModel(strategy, .perfect)
      self.init(
        strategy.rawValue, strategy.summary,
        Roster.parameters(of: model.execution) + Roster.parameters(of: model.effort, strategy),
        .skill(model))
      self.strategy = strategy
    }
  }

  /// The native agents of any game: an agent is a line here.
  static let natives = [
    Native("random", "any move, with equal probability", parameters(of: .perfect), .random),
    Native(
      "greedy", "the best move, looking one move ahead", parameters(of: .perfect), .greedy),
    Native(searching: .planner),
    Native(searching: .mcts),
  ]

  /// The native agents with the games that each plays, those of one game last.
  static func natives(of games: GameRegistry) -> [(entry: Entry, plan: Plan)] {
    let all = games.games.filter { binding(of: $0) != nil }.map(\.name) + games.foundNames
    let common = natives.map { native in
      let games = native.strategy.map { self.games(for: $0, among: games) } ?? all
      return (
        entry: Entry(
          name: native.name, games: games, summary: native.summary, parameters: native.parameters),
        plan: native.plan
      )
    }
    let own = games.games.compactMap { game -> (entry: Entry, plan: Plan)? in
      guard let own = binding(of: game)?.own else { return nil }
      return (
        Entry(name: own.name, games: [game.name], summary: own.summary, parameters: []), .own
      )
    }
    return common + own
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
    _ row: (consuming GameRow) -> Void
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
    case .own, .pair, .seats: preconditionFailure("its game's seat takes this player")
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
