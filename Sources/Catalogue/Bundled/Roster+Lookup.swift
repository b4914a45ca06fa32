import Agents
import SimHarness

extension Roster {
  /// The agents that are no files, each with the games that it plays: native ones and presets.
  public static func builtInEntries(among games: GameRegistry) -> [Entry] {
    let all = games.all
    let forTwo = Set(all.filter(isOpenForTwo).map(\.name))
    let blind = Set(all.filter { $0.reasonNotToLookAhead != nil }.map(\.name))
    func entry(_ entry: Entry, _ strategy: Strategy, _ plan: Plan) -> Entry {
      Entry(
        name: entry.name,
        games: entry.games.filter { game in
          !(strategy == .planner && forTwo.contains(game))
            && !(plan.looksAhead && blind.contains(game))
        }, summary: entry.summary, parameters: entry.parameters)
    }
    let natives = natives(of: games).map { native in
      entry(native.entry, Strategy(rawValue: native.entry.name) ?? .random, native.plan)
    }
    return natives
      + SkillModel.presets.map { preset in
        let strategy = preset.model.strategy
        return entry(
          Entry(
            name: preset.name, games: self.games(for: strategy, among: games),
            summary: preset.summary, parameters: parameters(of: preset.model)), strategy,
          .skill(preset.model))
      }
  }

  /// All agents that can be named: native ones, presets and the scripts of the library.
  /// - Throws: the fault of a script that does not load.
  public static func entries(library: ScriptLibrary) throws(ScriptFault) -> [Entry] {
    var entries = builtInEntries(among: library.games)
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
    guard let play = binding(of: game)?.play else {
      throw .usage("no agent plays \(game.name)")
    }
    let (plan, summary) = try plan(for: text, game: game, library: library)
    if let reason = game.reasonNotToLookAhead, plan.looksAhead {
      throw .usage("\(text) looks ahead, and \(reason)")
    }
    var scripts: [ScriptSource] = []
    if case .script(let script) = plan { scripts = [script.source] }
    if case .mix(let mix) = plan { scripts = [mix.source] }
    if case .seats(let first, let second, _) = plan {
      for case .script(let script) in [first, second]
      where !scripts.contains(where: { $0.name == script.source.name }) {
        scripts.append(script.source)
      }
    }
    let streamName = (try? AgentName(parsing: text))?.streamName ?? text
    return RunPlayer(name: text, summary: summary, scripts: scripts) {
      request, level, host, isCancelled, row in
      play(plan, streamName, request, level, host, isCancelled, row)
    }
  }

  /// The plan of one agent, or of two who share a table.
  private static func plan(
    for text: String, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> (Plan, String) {
    let isOpen = isOpenForTwo(game)
    let pair = try parsed { () throws(AgentNameError) in
      try AgentPair(parsing: text, allowsScripts: isOpen)
    }
    if isOpen {
      let plan = pair == nil ? try plan(ofOne: text, game: game, library: library) : nil
      if let plan, OpenSeat(plan.0) == nil { return plan }
      return try seats(pair, text, game: game, library: library)
    }
    if let pair { return try plan(of: pair, text, game: game, library: library) }
    return try plan(ofOne: text, game: game, library: library)
  }

  static func plan(
    ofOne text: String, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> (Plan, String) {
    let name = try parsed { () throws(AgentNameError) in try AgentName(parsing: text) }
    return try plan(for: name, game: game, library: library)
  }

  private static func parsed<Value>(
    _ parse: () throws(AgentNameError) -> Value
  ) throws(RosterError) -> Value {
    do throws(AgentNameError) {
      return try parse()
    } catch {
      throw .usage(error.description)
    }
  }

  private static func plan(
    for name: AgentName, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> (Plan, String) {
    if name.isScriptPath { return try scriptPlan(path: name.base, name, game: game, library) }
    if name.isPlayerPath {
      let source = try read { () throws(ScriptFault) in try library.player(at: name.base) }
      guard let source else { throw .missing(name.base) }
      return try mixedPlan(source, name, game: game, library: library)
    }
    if let plan = try builtInPlan(for: name, game: game, games: library.games) { return plan }
    if let source = try agentSource(name.base, library) {
      return try scriptPlan(source, name, game: game, library: library)
    }
    if let source = try playerSource(name.base, library) {
      return try mixedPlan(source, name, game: game, library: library)
    }
    throw unknown(name, library)
  }

  /// What reading a script gives.
  static func read<Value>(
    _ read: () throws(ScriptFault) -> Value
  ) throws(RosterError) -> Value {
    do throws(ScriptFault) {
      return try read()
    } catch {
      throw .script(error)
    }
  }

  /// The script of an agent; nil when there is none of this name.
  private static func agentSource(
    _ name: String, _ library: ScriptLibrary
  ) throws(RosterError) -> ScriptSource? {
    try read { () throws(ScriptFault) in try library.source(of: .agent, named: name) }
  }

  private static func unknown(_ name: AgentName, _ library: ScriptLibrary) -> RosterError {
    let known =
      natives(of: library.games).map(\.entry.name) + SkillModel.presets.map(\.name)
      + library.names(of: .agent) + library.playerNames
    var seen: Set<String> = []
    return .usage(
      library.complaint(
        about: name.base, called: "agent", known: known.filter { seen.insert($0).inserted },
        of: [.agent], and: library.searchedPlayerFolders)
        + "; a Lua agent is named by its path, such as scripts/agents/x.lua")
  }

  /// Whether an agent of this name is found before any file of that name.
  public static func isBuiltIn(_ name: String, among games: GameRegistry) -> Bool {
    isNative(name, among: games) || SkillModel.presets.contains { $0.name == name }
  }

  /// Whether a name of a player never means a script of that name: a built-in player's, or `cells`.
  public static func hidesScript(_ name: String, among games: GameRegistry) -> Bool {
    name == "cells" || isBuiltIn(name, among: games)
  }

  /// Whether an agent is a native one; looks at no folder, as the list of the games of each does.
  private static func isNative(_ name: String, among games: GameRegistry) -> Bool {
    natives.contains { $0.name == name }
      || games.games.contains { binding(of: $0)?.own?.name == name }
  }

  /// The plan of an agent that is not a file: a native one, a preset or `STRATEGY@EXECUTION`; nil
  /// for any other name.
  private static func builtInPlan(
    for name: AgentName, game: GameEntry, games: GameRegistry
  ) throws(RosterError) -> (Plan, String)? {
    if isNative(name.base, among: games),
      let native = natives(of: games).first(where: { $0.entry.name == name.base })
    {
      if let strategy = Strategy(rawValue: name.base) {
        try demandForTwo(strategy, name.base, game)
      }
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
      try demand(preset.model.strategy, name.base, game, games)
      return (.skill(try model(preset.model, for: name, game: game)), preset.summary)
    }
    return name.base.contains("@") ? try cell(name, game: game, games: games) : nil
  }

  /// `STRATEGY@EXECUTION`.
  private static func cell(
    _ name: AgentName, game: GameEntry, games: GameRegistry
  ) throws(RosterError) -> (Plan, String) {
    let parts = name.base.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    let strategies = Strategy.allCases.map(\.rawValue)
    let executions = Execution.named.map(\.name)
    guard parts.count == 2 else {
      throw .usage(
        "agent \(SafeText.named(name.text)): '@' joins one strategy and one execution; write it as"
          + " STRATEGY@EXECUTION, such as greedy@steady")
    }
    guard let strategy = Strategy(rawValue: parts[0]) else {
      throw .usage(
        NearestName.complaint(about: parts[0], called: "strategy", known: strategies))
    }
    guard let execution = Execution.named.first(where: { $0.name == parts[1] }) else {
      throw .usage(
        NearestName.complaint(about: parts[1], called: "execution", known: executions))
    }
    try demand(strategy, name.base, game, games)
    let model = try model(SkillModel(strategy, execution.execution), for: name, game: game)
    return (.skill(model), "\(strategy.summary); \(execution.name) hand")
  }

  /// That the game supports the strategy of the agent called `name`.
  private static func demand(
    _ strategy: Strategy, _ name: String, _ game: GameEntry, _ registry: GameRegistry
  ) throws(RosterError) {
    try demandForTwo(strategy, name, game)
    guard !supports(game, strategy) else { return }
    let games = games(for: strategy, among: registry)
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
    let taken = binding(of: game)?.executionNumbers ?? []
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
        "agent '\(name.text)': '\(parameter.name)' must be from"
          + " \(JSONWriter.number(declared.minimum)) to \(JSONWriter.number(declared.maximum))")
    }
  }

  /// The skill of a player of strategy and execution, a perfect one where it has none of its own;
  /// nil for any other player.
  ///
  /// Opens no file of a player, so a mix that names itself is refused like any other mix in a mix.
  static func skill(
    of text: String, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> SkillModel? {
    let name = try parsed { () throws(AgentNameError) in try AgentName(parsing: text) }
    if name.isScriptPath || name.isPlayerPath { return nil }
    switch try builtInPlan(for: name, game: game, games: library.games)?.0 {
    case .random: return SkillModel(.random, .perfect)
    case .greedy: return SkillModel(.greedy, .perfect)
    case .skill(let model): return model
    case nil: break
    default: return nil
    }
    if try agentSource(name.base, library) != nil { return nil }
    if try playerSource(name.base, library) != nil { return nil }
    throw unknown(name, library)
  }

  // MARK: Scripts

  private static func agentScript(
    _ source: ScriptSource, library: ScriptLibrary
  ) throws(ScriptFault) -> AgentScript {
    try library.agent(source, knownGames: library.games.names)
  }

  private static func scriptPlan(
    path: String, _ name: AgentName, game: GameEntry, _ library: ScriptLibrary
  ) throws(RosterError) -> (Plan, String) {
    guard ScriptLibrary.fileExists(path) else { throw .missing(path) }
    let source = try read { () throws(ScriptFault) in
      try library.source(at: path, shownAs: path)
    }
    return try scriptPlan(source, name, game: game, library: library)
  }

  private static func scriptPlan(
    _ source: ScriptSource, _ name: AgentName, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> (Plan, String) {
    let script = try read { () throws(ScriptFault) in
      try agentScript(source, library: library)
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

/// Why there is no such player.
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
    case .missing(let path): "\(path): no such file"
    case .script(let fault): fault.message
    }
  }
}

extension Roster.Plan {
  /// Whether the player always asks what comes of moves.
  fileprivate var looksAhead: Bool {
    switch self {
    case .greedy, .pair, .mix: true
    case .skill(let model): model.strategy != .random
    case .seats(let first, let second, _): first.looksAhead || second.looksAhead
    default: false
    }
  }
}
