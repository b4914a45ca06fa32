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
  }

  typealias Play =
    @Sendable (
      Plan, String, BatchRequest, PlayableLevel, ScriptHost, () -> Bool, (GameRow) -> Void
    ) -> Void

  /// How each game's types are brought together with the agents': a game is a line here.
  static let games: [(game: GameEntry, play: Play)] = [
    (
      BubbleBlast.entry,
      { plan, name, request, level, host, isCancelled, row in
        guard let bubbles = level.content(as: BubbleLevel.self) else { return }
        if bubbles.fitsSmallMask {
          play(
            BubbleTally<SmallMask>.self, plan, name, request, bubbles, host, isCancelled, row)
        } else {
          play(
            BubbleTally<LargeMask>.self, plan, name, request, bubbles, host, isCancelled, row)
        }
      }
    ),
    (
      Peggle.entry,
      { plan, name, request, level, host, isCancelled, row in
        guard let peggle = level.content(as: PeggleLevel.self) else { return }
        play(PeggleTally.self, plan, name, request, peggle, host, isCancelled, row)
      }
    ),
    (
      BubblePop.entry,
      { plan, name, request, level, host, isCancelled, row in
        guard let pop = level.content(as: PopLevel.self) else { return }
        if case .combo = plan {
          request.play(
            pop, with: ComboAgent(), named: name, tally: PopTally.self, scripts: host,
            isCancelled: isCancelled, row: row)
        } else {
          play(PopTally.self, plan, name, request, pop, host, isCancelled, row)
        }
      }
    ),
    (SetGame.entry, cards(CardsTally<SetMeasures>.self)),
    (PlayingCards.entry, cards(CardsTally<PlayingCardsMeasures>.self)),
    (ScriptedCardGames.entry, cards(CardsTally<CardsMeasures>.self)),
  ]

  /// The numbers of an execution that each game takes.
  private static let executionNumbers: [String: [String]] = [
    BubbleBlast.name: BubbleState<SmallMask>.executionNumbers,
    Peggle.name: PeggleState.executionNumbers,
    BubblePop.name: PopState.executionNumbers,
    SetGame.entry.name: CardsState.executionNumbers,
    PlayingCards.entry.name: CardsState.executionNumbers,
    ScriptedCardGames.entry.name: CardsState.executionNumbers,
  ]

  /// The strategies that each game supports.
  private static let strategies: [String: [Strategy]] = [
    BubbleBlast.name: BubbleState<SmallMask>.strategies,
    Peggle.name: PeggleState.strategies,
    BubblePop.name: PopState.strategies,
    SetGame.entry.name: CardsState.strategies,
    PlayingCards.entry.name: CardsState.strategies,
    ScriptedCardGames.entry.name: CardsState.strategies,
  ]

  /// The games that support a strategy.
  static func games(for strategy: Strategy) -> [String] {
    gameNames.filter { strategies[$0]?.contains(strategy) == true }
  }

  /// The skill cells of a game: three strategies, or as many as it supports, times three executions.
  public static func cells(of game: GameEntry) -> [String] {
    [Strategy.random, .greedy, .planner].filter { games(for: $0).contains(game.name) }
      .flatMap { strategy in Execution.named.map { "\(strategy.rawValue)@\($0.name)" } }
  }

  /// How the card games' types are brought together with the agents': they differ in what is
  /// measured.
  private static func cards<Measures: CardsMeasuring>(
    _ tally: CardsTally<Measures>.Type
  ) -> Play {
    { plan, name, request, level, host, isCancelled, row in
      guard let cards = level.content(as: CardsLevel.self) else { return }
      play(tally, plan, name, request, cards, host, isCancelled, row)
    }
  }

  /// The games that agents are made for.
  public static var gameNames: [String] { games.map(\.game.name) }

  /// The native agents: an agent is a line here.
  private static let natives: [(entry: Entry, plan: Plan)] = [
    (
      Entry(
        name: "random", games: gameNames, summary: "any move, uniformly",
        parameters: parameters(of: .perfect)), .random
    ),
    (
      Entry(
        name: "greedy", games: gameNames,
        summary: "the best move by looking one move ahead",
        parameters: parameters(of: .perfect)), .greedy
    ),
    searching(.planner), searching(.mcts),
    (
      Entry(
        name: "combo", games: [BubblePop.name],
        summary: "the touch that scores most a second, and keeps runs going where it pays",
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
  private static func parameters(
    of effort: SearchEffort, _ strategy: Strategy
  ) -> [ScriptParameter] {
    SearchEffort.numbers.filter { $0.strategy == strategy }.map {
      ScriptParameter(
        name: $0.name, defaultValue: effort[keyPath: $0.place], minimum: $0.range.lowerBound,
        maximum: $0.range.upperBound)
    }
  }

  /// The numbers of an execution as parameters, of all games.
  private static func parameters(of execution: Execution) -> [ScriptParameter] {
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
    case .combo: preconditionFailure("bubble pop's line takes this player")
    }
  }

  // MARK: Finding players

  /// All agents that can be named: native ones, presets and the scripts of the library.
  /// - Throws: the fault of a script that does not load.
  public static func entries(library: ScriptLibrary) throws(ScriptFault) -> [Entry] {
    var entries = natives.map(\.entry)
    for preset in SkillModel.presets {
      entries.append(
        Entry(
          name: preset.name, games: games(for: preset.model.strategy), summary: preset.summary,
          parameters: parameters(of: preset.model)))
    }
    for source in try library.sources(of: .agent) {
      let script = try agentScript(source, library: library)
      entries.append(
        Entry(
          name: script.name, games: script.games,
          summary: script.summary.isEmpty ? source.name : script.summary,
          parameters: script.parameters))
    }
    return entries
  }

  /// The player that a text names, for a game.
  public static func player(
    _ text: String, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> RunPlayer {
    let name: AgentName
    do throws(AgentNameError) {
      name = try AgentName(parsing: text)
    } catch {
      throw .usage(error.description)
    }
    guard let play = games.first(where: { $0.game.name == game.name })?.play else {
      throw .usage("no agent plays \(game.name)")
    }
    let (plan, summary) = try plan(for: name, game: game, library: library)
    var scripts: [ScriptSource] = []
    if case .script(let script) = plan { scripts = [script.source] }
    if case .mix = plan, let source = try playerSource(name.base, library) { scripts = [source] }
    return RunPlayer(name: text, summary: summary, scripts: scripts) {
      request, level, host, isCancelled, row in
      play(plan, text, request, level, host, isCancelled, row)
    }
  }

  private static func plan(
    for name: AgentName, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> (Plan, String) {
    if name.isScriptPath { return try scriptPlan(path: name.base, name, game: game, library) }
    if let native = natives.first(where: { $0.entry.name == name.base }) {
      guard native.entry.games.contains(game.name) else {
        throw .usage(
          "\(name.base) plays \(native.entry.games.joined(separator: ", ")), not \(game.name);"
            + " choose another agent")
      }
      if name.parameters.isEmpty { return (native.plan, native.entry.summary) }
      guard !native.entry.parameters.isEmpty else {
        throw .usage("agent '\(name.text)': \(name.base) takes no parameters; leave them out")
      }
      let strategy = Strategy(rawValue: name.base) ?? .greedy
      let model = try model(SkillModel(strategy, .perfect), for: name, game: game)
      return (.skill(model), native.entry.summary)
    }
    if let preset = SkillModel.presets.first(where: { $0.name == name.base }) {
      try demand(preset.model.strategy, name.base, game)
      return (.skill(try model(preset.model, for: name, game: game)), preset.summary)
    }
    if name.base.contains("@") { return try cell(name, game: game) }
    let source: ScriptSource?
    do throws(ScriptFault) {
      source = try library.source(of: .agent, named: name.base)
    } catch {
      throw .script(error)
    }
    if let source { return try scriptPlan(source, name, game: game, library: library) }
    if let source = try playerSource(name.base, library) {
      return try mixedPlan(source, name, game: game, library: library)
    }
    let known =
      natives.map(\.entry.name) + SkillModel.presets.map(\.name)
      + library.names(of: .agent)
    throw .usage(
      NearestName.complaint(about: name.base, called: "agent", known: known)
        + "; a Lua agent is named by its path, such as scripts/agents/x.lua")
  }

  /// `STRATEGY@EXECUTION`.
  private static func cell(
    _ name: AgentName, game: GameEntry
  ) throws(RosterError) -> (Plan, String) {
    let parts = name.base.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    let strategies = SkillModel.Strategy.allCases.map(\.rawValue)
    let executions = Execution.named.map(\.name)
    guard parts.count == 2, let strategy = SkillModel.Strategy(rawValue: parts[0]) else {
      throw .usage(
        NearestName.complaint(about: parts[0], called: "strategy", known: strategies))
    }
    guard let execution = Execution.named.first(where: { $0.name == parts[1] }) else {
      throw .usage(
        NearestName.complaint(about: parts[1], called: "execution", known: executions))
    }
    try demand(strategy, name.base, game)
    let model = try model(SkillModel(strategy, execution.execution), for: name, game: game)
    return (.skill(model), "\(strategy.summary); \(execution.name) hand")
  }

  /// That the game supports the strategy of the agent called `name`.
  private static func demand(
    _ strategy: Strategy, _ name: String, _ game: GameEntry
  ) throws(RosterError) {
    let games = games(for: strategy)
    guard !games.contains(game.name) else { return }
    throw .usage(
      "\(name) plays \(games.joined(separator: ", ")), not \(game.name); choose another agent")
  }

  private static func parameters(of model: SkillModel) -> [ScriptParameter] {
    parameters(of: model.execution) + parameters(of: model.effort, model.strategy) + [
      ScriptParameter(name: "share", defaultValue: model.share, minimum: 0, maximum: 1)
    ]
  }

  private static func model(
    _ base: SkillModel, for name: AgentName, game: GameEntry
  ) throws(RosterError) -> SkillModel {
    var model = base
    let taken = executionNumbers[game.name] ?? []
    let known = parameters(of: base).filter { parameter in
      taken.contains(parameter.name) || !Execution.numbers.contains { $0.name == parameter.name }
    }
    for parameter in name.parameters {
      try check(parameter, among: known, of: name)
      if let number = Execution.numbers.first(where: { $0.name == parameter.name }) {
        model.execution[keyPath: number.place] = parameter.value
      } else if let number = SearchEffort.numbers.first(where: { $0.name == parameter.name }) {
        guard !number.isWhole || parameter.value.rounded() == parameter.value else {
          throw .usage("agent '\(name.text)': '\(number.name)' must be a whole number")
        }
        model.effort[keyPath: number.place] = parameter.value
      } else {
        model.share = parameter.value
      }
    }
    return model
  }

  private static func check(
    _ parameter: AgentName.Parameter, among known: [ScriptParameter], of name: AgentName
  ) throws(RosterError) {
    guard let declared = known.first(where: { $0.name == parameter.name }) else {
      throw .usage(
        "agent '\(name.text)': "
          + NearestName.complaint(
            about: parameter.name, called: "parameter", known: known.map(\.name)))
    }
    guard parameter.value >= declared.minimum, parameter.value <= declared.maximum else {
      throw .usage(
        "agent '\(name.text)': '\(parameter.name)' must be from \(declared.minimum)"
          + " to \(declared.maximum)")
    }
  }

  /// The numbers of an execution that a game takes.
  static func executionNumbers(of game: GameEntry) -> [String] {
    executionNumbers[game.name] ?? []
  }

  /// What a player of a mix plans; only those of strategy and execution can be mixed.
  static func mixable(
    _ text: String, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> SkillModel {
    let name: AgentName
    do throws(AgentNameError) {
      name = try AgentName(parsing: text)
    } catch {
      throw .usage(error.description)
    }
    switch try plan(for: name, game: game, library: library).0 {
    case .random: return SkillModel(.random, .perfect)
    case .greedy: return SkillModel(.greedy, .perfect)
    case .skill(let model): return model
    case .script, .recorded, .combo, .study, .mix:
      throw .usage("'\(name.base)' cannot be mixed; name a preset or STRATEGY@EXECUTION")
    }
  }

  // MARK: Scripts

  private static func agentScript(
    _ source: ScriptSource, library: ScriptLibrary
  ) throws(ScriptFault) -> AgentScript {
    try AgentScript(
      from: source, libraries: try library.libraries(for: source), knownGames: gameNames)
  }

  private static func scriptPlan(
    path: String, _ name: AgentName, game: GameEntry, _ library: ScriptLibrary
  ) throws(RosterError) -> (Plan, String) {
    guard ScriptLibrary.fileExists(path) else { throw .missing(path) }
    let source: ScriptSource
    do throws(ScriptFault) {
      source = try library.source(at: path, shownAs: path)
    } catch {
      throw .script(error)
    }
    return try scriptPlan(source, name, game: game, library: library)
  }

  private static func scriptPlan(
    _ source: ScriptSource, _ name: AgentName, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> (Plan, String) {
    let script: AgentScript
    do throws(ScriptFault) {
      script = try agentScript(source, library: library)
    } catch {
      throw .script(error)
    }
    guard script.games.contains(game.name) else {
      throw .script(
        ScriptFault(
          kind: .error,
          message: "\(source.name):1: this agent plays \(script.games.joined(separator: ", ")),"
            + " not \(game.name)"))
    }
    for parameter in name.parameters { try check(parameter, among: script.parameters, of: name) }
    let values = script.parameters.map { declared in
      name.parameters.first { $0.name == declared.name }?.value ?? declared.defaultValue
    }
    return (.script(script.with(values: values)), script.summary)
  }
}

/// Why a player cannot be had.
public enum RosterError: Error, Sendable, CustomStringConvertible {
  /// The name or a parameter is wrong.
  case usage(String)
  /// A script's file is missing.
  case missing(String)
  /// A script is at fault.
  case script(ScriptFault)

  public var description: String {
    switch self {
    case .usage(let reason): reason
    case .missing(let path): "\(path): there is no such file"
    case .script(let fault): fault.message
    }
  }
}
