import ArgumentParser
import Catalogue
import Lab
import SimHarness

/// What a run plays, from the options and the suite.
extension RunCommand {
  /// The suite file, where one was named.
  var suitePath: String? { levels.count == 1 && Self.isSuite(levels[0]) ? levels[0] : nil }

  private static func isSuite(_ path: String) -> Bool {
    path.hasSuffix(".yml") || path.hasSuffix(".yaml")
  }

  /// What to play.
  func plan() async throws -> RunPlan {
    if levels.count > 1, let suite = levels.first(where: Self.isSuite) {
      throw CommandFailure(
        .badInput, "\(suite): a suite is run alone; leave out the other arguments")
    }
    let suite = try suitePath.map { try Workspace.suite($0, scripts: workspace.scripts) }
    let library = try Workspace.scripts(
      workspace.scripts, or: suite?.scripts, in: levels[0], line: suite?.scriptsLine ?? 1)
    let playable =
      try suite.map { try LevelLoading.levels(of: $0, at: levels[0], library: library) }
      ?? LevelLoading.levels(levels, library: library)
    let game = try LevelLoading.game(of: playable, from: levels[0], action: "run", library)
    let named =
      agents.map { Self.split($0) } ?? suite?.agents
      ?? (watch ? ["casual"] : ["novice", "casual", "skilled"])
    let names = Workspace.agentNames(named, game: game)
    guard !names.isEmpty else {
      throw CommandFailure(.usage, "--agents: name at least one, such as casual")
    }
    var plan = RunPlan(
      title: suite.map { $0.title ?? $0.name } ?? Self.title(of: levels), game: game,
      levels: playable,
      players: try Workspace.players(
        names, game: game, library: library,
        suite: agents == nil && suite?.agents != nil ? suitePath : nil,
        line: { suite?.agentLines[$0] }),
      games: games ?? suite?.games ?? 200, seed: seed ?? suite?.seed ?? 1,
      maxMoves: maxMoves ?? game.defaultMaxMoves)
    plan.checks = check
    plan.folders = Workspace.folders(workspace.scripts ?? suite?.scripts, of: game)
    if let suite {
      plan.thresholds = suite.thresholds
      plan.formats = suite.formats ?? ReportFormat.standard
    }
    if !people.isEmpty && (precision ?? suite?.precision) != nil {
      throw ValidationError("--people cannot be used with --precision; use --games")
    }
    plan.players += try PeopleRecords(people, library: library).players(of: plan)
    try setPrecision(of: &plan, suite)
    if let shard {
      if plan.precision != nil { throw Self.shardWithPrecision }
      plan.shard = RunShard(shard)
      plan.signature = try await Signature.quick(of: game, jobs: workers.jobs ?? 2)
    }
    if (plan.levels.flatMap(\.scripts) + plan.players.flatMap(\.scripts)).contains(
      where: \.mentionsRequire)
    {
      plan.modules = try library.modules()
    }
    plan.prints = try printFilter(for: plan)
    return plan
  }

  /// Which printed lines are kept: those of the named scripts, which must be the plan's.
  private func printFilter(for plan: RunPlan) throws -> PrintFilter {
    if noPrint { return PrintFilter(scripts: []) }
    guard let prints else { return PrintFilter(keepsImagined: printImagined) }
    let sources = plan.levels.flatMap(\.scripts) + plan.players.flatMap(\.scripts)
    let known = Set(sources.map { ScriptName.stem(of: $0.name) })
    let names = CommandWords.list(prints).map(ScriptName.stem(of:))
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw CommandFailure.unknown(
        "script", unknown, of: "this run", among: known.sorted(), in: "--print")
    }
    return PrintFilter(scripts: Set(names), keepsImagined: printImagined)
  }

  private func setPrecision(of plan: inout RunPlan, _ suite: Suite?) throws {
    guard let halfWidth = precision ?? (games == nil ? suite?.precision : nil) else {
      if maxGames != nil {
        throw CommandFailure(
          .usage, "--max-games needs --precision; use --games")
      }
      return
    }
    if let level = plan.levels.first(where: { !$0.hasGoal }) {
      throw CommandFailure(
        .badInput,
        "\(SafeText.escaped(level.name, limit: 60)): --precision needs a pass rate, and this level"
          + " has no goal; use --games")
    }
    let gameLimit = maxGames ?? suite?.maxGames ?? PrecisionGoal.defaultMaxGames
    plan.precision = PrecisionGoal(halfWidth: halfWidth, maxGames: gameLimit)
    plan.games = gameLimit
  }

  /// Splits at commas that begin a new agent, not those between an agent's parameters.
  private static func split(_ text: String) -> [String] {
    var names: [String] = []
    for part in CommandWords.list(text) {
      // What follows a colon may be the other agent of a pair.
      let isParameter = part.prefix { $0 != ":" }.contains("=")
      if isParameter, let last = names.last, last.contains(":") {
        names[names.count - 1] = last + "," + part
      } else {
        names.append(part)
      }
    }
    return names
  }

  /// The run's title, from what was asked for.
  static func title(of arguments: [String]) -> String {
    let last = arguments[0].split(separator: "/").last.map(String.init) ?? arguments[0]
    let first = last.hasPrefix("builtin:") ? String(last.dropFirst("builtin:".count)) : last
    let name = first.hasSuffix(".json") ? String(first.dropLast(5)) : first
    return arguments.count == 1 ? name : "\(name) and \(arguments.count - 1) more"
  }

  /// Where the results of some levels go when no folder is named.
  static func defaultFolder(of arguments: [String]) -> String {
    defaultFolder(named: title(of: arguments))
  }

  static func defaultFolder(named title: String) -> String {
    "Reports/runs/\(FileName.safe(title, otherwise: "run"))"
  }
}
