import SimHarness

/// The agents, and the one place that names game and agent types together.
///
/// A game is a line in `games`; an agent is a line in `natives` and, where it is a type of its
/// own, a case in `Plan`.
public enum Roster {
  /// An agent as lists show it.
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
    /// Plays bubble pop alone, whose line takes it.
    case combo
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

  /// A game that agents are made for.
  struct Seat: Sendable {
    let game: GameEntry
    /// The names of the numbers of an `Execution` that it takes.
    let executionNumbers: [String]
    let strategies: [Strategy]
    /// Whether two players can share a table.
    let isForTwo: Bool
    let play: Play

    init<State: PlanningGame>(
      _ game: GameEntry, _ state: State.Type, isForTwo: Bool = false, play: @escaping Play
    ) {
      self.game = game
      self.isForTwo = isForTwo
      executionNumbers = State.executionNumbers
      strategies = State.strategies
      self.play = play
    }
  }

  /// How each game's types are brought together with the agents': a game is a line here.
  static let games: [Seat] = [
    Seat(BubbleBlast.entry, BubbleState<SmallMask>.self) {
      plan, name, request, level, host, isCancelled, row in
      guard let shared = level.content(as: BubbleLevel.self) else { return }
      let bubbles = host.ownCopy(of: shared) { BubbleLevel(copying: $0) }
      if bubbles.fitsSmallMask {
        play(BubbleTally<SmallMask>.self, plan, name, request, bubbles, host, isCancelled, row)
      } else {
        play(BubbleTally<LargeMask>.self, plan, name, request, bubbles, host, isCancelled, row)
      }
    },
    Seat(Peggle.entry, PeggleState.self) {
      plan, name, request, level, host, isCancelled, row in
      guard let peggle = level.content(as: PeggleLevel.self) else { return }
      play(PeggleTally.self, plan, name, request, peggle, host, isCancelled, row)
    },
    Seat(BubblePop.entry, PopState.self) {
      plan, name, request, level, host, isCancelled, row in
      guard let pop = level.content(as: PopLevel.self) else { return }
      if case .combo = plan {
        request.play(
          pop, with: ComboAgent(), named: name, tally: PopTally.self, scripts: host,
          isCancelled: isCancelled, row: row)
      } else {
        play(PopTally.self, plan, name, request, pop, host, isCancelled, row)
      }
    },
    Seat(
      SetGame.entry, CardsState.self, isForTwo: true, play: cards(CardsTally<SetMeasures>.self)),
    Seat(PlayingCards.entry, CardsState.self, play: cards(CardsTally<PlayingCardsMeasures>.self)),
    Seat(ScriptedCardGames.entry, CardsState.self, play: cards(CardsTally<CardsMeasures>.self)),
  ]

  /// A game's line.
  static func seat(of game: GameEntry) -> Seat? { games.first { $0.game.name == game.name } }

  /// The games that support a strategy.
  static func games(for strategy: Strategy) -> [String] {
    games.filter { $0.strategies.contains(strategy) }.map(\.game.name)
  }

  /// The skill cells of a game: three strategies, or as many as it supports, times three executions.
  public static func cells(of game: GameEntry) -> [String] {
    [Strategy.random, .greedy, .planner].filter { seat(of: game)?.strategies.contains($0) == true }
      .flatMap { strategy in Execution.named.map { "\(strategy.rawValue)@\($0.name)" } }
  }

  /// How the card games' types are brought together with the agents': they differ in what is
  /// measured.
  private static func cards<Measures: CardsMeasuring>(
    _ tally: CardsTally<Measures>.Type
  ) -> Play {
    { plan, name, request, level, host, isCancelled, row in
      guard let cards = level.content(as: CardsLevel.self) else { return }
      if case .pair(let first, let second) = plan {
        play(tally, (first, second), request, cards, host, isCancelled, row)
      } else {
        play(tally, plan, name, request, cards, host, isCancelled, row)
      }
    }
  }

  /// The games that agents are made for.
  public static var gameNames: [String] { games.map(\.game.name) }

  /// The native agents: an agent is a line here.
  static let natives: [(entry: Entry, plan: Plan)] = [
    (
      Entry(
        name: "random", games: gameNames, summary: "any move, with equal probability",
        parameters: parameters(of: .perfect)), .random
    ),
    (
      Entry(
        name: "greedy", games: gameNames,
        summary: "the best move, looking one move ahead",
        parameters: parameters(of: .perfect)), .greedy
    ),
    searching(.planner), searching(.mcts),
    (
      Entry(
        name: "combo", games: [BubblePop.name],
        summary: "the touch that scores most per second; continues combos if that pays",
        parameters: []), .combo
    ),
  ]

  /// A strategy that searches, carried out perfectly.
  private static func searching(_ strategy: Strategy) -> (entry: Entry, plan: Plan) {
    let model = SkillModel(strategy, .perfect)
    let parameters = parameters(of: model.execution) + parameters(of: model.effort, strategy)
    return (
      Entry(
        name: strategy.rawValue, games: games(for: strategy), summary: strategy.summary,
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
        name: $0.name, defaultValue: execution[keyPath: $0.place], minimum: 0, maximum: $0.most)
    }
  }

  /// The specialised batch of one game type and every agent type.
  private static func play<Tally: GameTally>(
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
    case .combo, .pair: preconditionFailure("its game's line takes this player")
    }
  }
}
