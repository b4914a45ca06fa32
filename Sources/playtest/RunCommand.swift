import Agents
import ArgumentParser
import FoundationEssentials
import SimHarness

/// `playtest run`: plays every level with every agent and writes a run folder and its report.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play every level with every agent; write a run folder and its report.",
    discussion: """
      LEVELS are level files, folders (all levels below), builtin:GAME/NAME, a game's name (all \
      its built-in levels) or import:FORMAT. \
      A single .yml file is a suite that says all of this itself; flags override it.

      Examples:
        playtest run levels/bubble-blast
        playtest run a.json b.json --agents random,skilled --games 1000 --seed 7
        playtest run import:frozen-bubble#1 --agents scripts/agents/lua_greedy.lua
        playtest run nightly.yml --out Reports/runs/nightly --json
        playtest run nightly.yml --resume            go on where it was stopped
        playtest run nightly.yml --shard 2/8 --out parts/2
        playtest run levels/peggle --precision 0.02  until each pass rate is +-2%
        playtest run my.json --watch                 a line at every save
        playtest run set --agents casual:skilled     two players at one table
      """)

  @Argument(help: ArgumentHelp("A suite file, or levels.", valueName: "levels"))
  var levels: [String] = []

  @Option(
    help: ArgumentHelp(
      "Agents, separated by commas (default: novice,casual,skilled).",
      valueName: "a,b"))
  var agents: String?

  @Option(help: ArgumentHelp("Games of each level and agent (default: 200).", valueName: "n"))
  var games: Int?

  @Option(
    help: ArgumentHelp(
      "In place of --games: play until the 95% interval of each pass rate is at most this to"
        + " either side.",
      valueName: "p"))
  var precision: Double?

  @Option(
    name: .customLong("max-games"),
    help: ArgumentHelp(
      "With --precision: the most games of each level and agent (default: 100000).",
      valueName: "n"))
  var maxGames: Int?

  @Option(help: ArgumentHelp("The seed (default: 1).", valueName: "s"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("Workers (default: all cores).", valueName: "j"))
  var jobs: Int?

  @Option(help: ArgumentHelp("The run's folder (default: Reports/runs/NAME).", valueName: "dir"))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "Games that people played: records, or folders of them; may be repeated.",
      valueName: "path"))
  var people: [String] = []

  @OptionGroup var workspace: WorkspaceOptions

  @Option(
    name: .customLong("max-moves"),
    help: ArgumentHelp(
      "Moves after which a game is stopped and counted as capped.",
      valueName: "n"))
  var maxMoves: Int?

  @Option(
    help: ArgumentHelp(
      "Play part k of n of every level and agent's games; join with merge.", valueName: "k/n"))
  var shard: String?

  @Flag(help: "Go on with the run in the folder, or begin it.")
  var resume = false

  @Flag(help: "Replace the run that is in the folder.")
  var force = false

  @Flag(
    help: ArgumentHelp(
      "Write no run: play at every save of a level, suite or script and print a line a level, with"
        + " the change since the last save (agents: casual)."))
  var watch = false

  @Flag(help: "Print summary.json on stdout.")
  var json = false

  @Flag(help: "Then study the run, as playtest study does by default.")
  var study = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  @Flag(name: .customLong("allow-faults"), help: "Exit 0 even when a script failed in a game.")
  var allowFaults = false

  @Flag(help: ArgumentHelp("Check the game's invariants after every move.", visibility: .hidden))
  var check = false

  func validate() throws {
    guard !levels.isEmpty else {
      throw ValidationError("name a suite file, levels or folders of levels to play")
    }
    if let games, !(1...RunPlan.mostGames).contains(games) {
      throw ValidationError("--games must be 1 to \(RunPlan.mostGames)")
    }
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024") }
    if let maxMoves, maxMoves < 1 { throw ValidationError("--max-moves must be at least 1") }
    if resume && force {
      throw ValidationError("--resume keeps the run in the folder, --force replaces it; pass one")
    }
    try validatePrecision()
    try validateShard()
    if watch,
      resume || force || json || out != nil || shard != nil || precision != nil
        || !people.isEmpty
    {
      throw ValidationError(
        "--watch writes no run: leave out --out, --resume, --force, --shard, --precision, --people"
          + " and --json")
    }
  }

  private func validatePrecision() throws {
    if let precision, !PrecisionGoal.halfWidths.contains(precision) {
      throw ValidationError("--precision must be 0.0005 to 0.5, such as 0.02")
    }
    if precision != nil && games != nil {
      throw ValidationError("--precision takes the place of --games; pass one, or --max-games")
    }
    if let maxGames, !(1...RunPlan.mostGames).contains(maxGames) {
      throw ValidationError("--max-games must be 1 to \(RunPlan.mostGames)")
    }
  }

  private func validateShard() throws {
    guard let shard else { return }
    if RunShard(shard) == nil {
      throw ValidationError("--shard must be k/n with 1 <= k <= n <= 1000000, such as 2/8")
    }
    if precision != nil { throw Self.shardWithPrecision }
    if !people.isEmpty {
      throw ValidationError(
        "--people cannot be divided by --shard; report them with the merged run")
    }
    if json { throw ValidationError("--json: a part has no summary; print that of the merge") }
  }

  private static let shardWithPrecision = ValidationError(
    "--precision cannot be divided by --shard: when to stop depends on all games; use --games")

  func run() async throws {
    if watch { return try await RunWatch(command: self).run() }
    let started = Progress.now()
    let plan = try await plan()
    let workers = try Machine.workers(jobs)
    var folder = RunFolder(path: out ?? "Reports/runs/\(Self.fileName(plan.title))")
    folder =
      try resume
      ? folder.unfinishedReplacement(of: plan) ?? folder : folder.create(replacing: force)
    Interruption.listen()
    let progress = Progress(total: plan.totalGames, unit: "games", isQuiet: quiet)
    let log = RunLog(path: folder.path(of: .log), keeping: resume)
    var recorder = RunRecorder(plan: plan, folder: folder, jobs: workers)
    recorder.isResuming = resume
    recorder.notice = { Console.error([$0]) }
    var summary: RunSummary?
    let place = folder
    let isComplete = try await recorder.record(
      isCancelled: { Interruption.exitCode != nil }, log: { log.add($0) },
      progress: { progress.update($0) },
      finish: { figures in
        progress.finish()
        try log.close()
        summary = try conclude(place, plan, figures, started: started, jobs: recorder.jobs)
      })
    if isComplete { folder = try folder.takePlace() }
    if study, isComplete, plan.shard == nil {
      try await StudyCommand.study(
        folder, effort: .init(), jobs: recorder.jobs, quiet: true, formats: plan.formats)
      summary = try folder.summary(game: GameRegistry.game(named:))
    }
    if let summary {
      RunOutput.show(
        summary, folder: folder, in: plan.formats, seconds: Progress.now() - started, json: json,
        quiet: quiet)
    } else if let shard = plan.shard, isComplete, !quiet {
      Console.output(
        "part \(shard) is played; join all parts with playtest merge\n", unread: .isDropped)
    }
    try finish(summary, plan, folder, isComplete: isComplete)
  }

  /// Writes the summary, the reports and the timing.
  /// - Returns: the summary; nil for a part, and where a signal left no time for it.
  private func conclude(
    _ folder: RunFolder, _ plan: RunPlan, _ figures: RunFigures?, started: Double, jobs: Int
  ) throws -> RunSummary? {
    let playing = Progress.now() - started
    var summary: RunSummary?
    if plan.shard == nil {
      do {
        let whole = try folder.summary(
          game: GameRegistry.game(named:), figures: figures, isCancelled: { Interruption.isLate })
        try RunOutput.write(whole, to: folder, in: plan.formats)
        summary = whole
      } catch StorageError.outOfTime {
        summary = nil
      }
    }
    try RunOutput.writeTiming(
      to: folder, games: summary?.cells.reduce(0) { $0 + $1.games } ?? plan.totalGames,
      playing: playing, total: Progress.now() - started, jobs: jobs)
    return summary
  }

  /// Faults and interruptions decide the exit code.
  private func finish(
    _ summary: RunSummary?, _ plan: RunPlan, _ folder: RunFolder, isComplete: Bool
  ) throws {
    if let code = Interruption.exitCode {
      if folder.isReplacement {
        Console.error([
          "interrupted: \(folder.path) is as it was; the games that were played are in"
            + " \(folder.location), marked; go on with --resume in place of --force, which puts the"
            + " new run in its place"
        ])
        throw ExitCode(code)
      }
      Console.error([
        summary != nil
          ? "interrupted: the report covers the games that were played, and says so"
          : plan.shard.map { "interrupted: part \($0) is not whole; run it again with --resume" }
            ?? "interrupted: the games that were played are kept, but there was no time for a"
            + " report; `playtest report \(folder.path)` makes it"
      ])
      throw ExitCode(code)
    }
    guard isComplete else { throw CommandFailure(.defect, "not every game was played") }
    guard let summary else { return }
    if let precision = plan.precision { note(precision, summary) }
    try RunOutput.checkFaults(summary, allowed: allowFaults)
  }

  /// Says how many cells stopped at the most games, short of the precision.
  private func note(_ precision: PrecisionGoal, _ summary: RunSummary) {
    let short = summary.cells.filter {
      !precision.isMet(wins: $0.wins, trials: $0.wins + $0.losses + $0.capped)
    }.count
    if short > 0 && !quiet {
      Console.error([
        "\(short) of \(summary.cells.count) pass rates are wider than the precision after"
          + " \(precision.maxGames) games; pass a larger --max-games"
      ])
    }
  }

  // MARK: The plan

  /// The suite file, where one was named.
  var suitePath: String? {
    levels.count == 1 && (levels[0].hasSuffix(".yml") || levels[0].hasSuffix(".yaml"))
      ? levels[0] : nil
  }

  /// What to play.
  func plan() async throws -> RunPlan {
    let suite = try suitePath.map { try Suite(reading: try Workspace.read($0), file: $0) }
    let library = try Workspace.scripts(workspace.scripts ?? suite?.scripts)
    let playable = try LevelLoading.levels(
      suite?.levels ?? levels, library: library, overrides: suite?.overrides ?? .none)
    guard let first = playable.first, let game = GameRegistry.game(named: first.game) else {
      throw CommandFailure(.missingFile, "\(levels[0]): there is no level here")
    }
    if let other = playable.first(where: { $0.game != game.name }) {
      throw CommandFailure(
        .badInput,
        "\(other.name): a level of \(other.game) beside levels of \(game.name);"
          + " run the games one at a time")
    }
    let named =
      agents.map { Self.split($0) } ?? suite?.agents
      ?? (watch ? ["casual"] : ["novice", "casual", "skilled"])
    let names = Workspace.agentNames(named, game: game)
    var seen: Set<String> = []
    if let twice = names.first(where: { !seen.insert($0).inserted }) {
      throw CommandFailure(.usage, "agent '\(twice)' is named twice; name it once")
    }
    guard !names.isEmpty else { throw CommandFailure(.usage, "name at least one agent") }
    var plan = RunPlan(
      title: suite.map { $0.title ?? $0.name } ?? Self.title(of: levels), game: game,
      levels: playable,
      players: try names.map { try Workspace.player($0, game: game, library: library) },
      games: games ?? suite?.games ?? 200, seed: seed ?? suite?.seed ?? 1,
      maxMoves: maxMoves ?? game.defaultMaxMoves)
    plan.checks = check
    if let suite {
      plan.thresholds = suite.thresholds
      plan.formats = suite.formats ?? ReportFormat.usual
    }
    if !people.isEmpty && (precision ?? suite?.precision) != nil {
      throw ValidationError("--people cannot be played until a precision is reached; use --games")
    }
    plan.players += try PeopleRecords(people, library: library).players(of: plan)
    try setPrecision(of: &plan, suite)
    if let shard {
      if plan.precision != nil { throw Self.shardWithPrecision }
      plan.shard = RunShard(shard)
      plan.signature = try await Signature.quick(of: game, jobs: jobs ?? 2)
    }
    if (plan.levels.flatMap(\.scripts) + plan.players.flatMap(\.scripts)).contains(
      where: \.mentionsRequire)
    {
      plan.modules = try library.modules()
    }
    return plan
  }

  private func setPrecision(of plan: inout RunPlan, _ suite: Suite?) throws {
    guard let halfWidth = precision ?? (games == nil ? suite?.precision : nil) else {
      if maxGames != nil {
        throw CommandFailure(
          .usage, "--max-games bounds --precision, which is not given; use --games")
      }
      return
    }
    if let level = plan.levels.first(where: { !$0.hasGoal }) {
      throw CommandFailure(
        .badInput,
        "\(SafeText.escaped(level.name, limit: 60)): --precision is of a pass rate, and this level"
          + " has no goal; use --games")
    }
    let most = maxGames ?? suite?.maxGames ?? PrecisionGoal.usualMaxGames
    plan.precision = PrecisionGoal(halfWidth: halfWidth, maxGames: most)
    plan.games = most
  }

  /// Splits at commas that begin a new agent, not those between an agent's parameters.
  private static func split(_ text: String) -> [String] {
    var names: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: true).map(String.init) {
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
  private static func title(of arguments: [String]) -> String {
    let first = arguments[0].split(separator: "/").last.map(String.init) ?? arguments[0]
    let name = first.hasSuffix(".json") ? String(first.dropLast(5)) : first
    return arguments.count == 1 ? name : "\(name) and \(arguments.count - 1) more"
  }

  /// A title as a folder's name.
  private static func fileName(_ title: String) -> String {
    let safe = title.map { character -> Character in
      character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
        ? character : "-"
    }
    let name = String(safe.drop { $0 == "." || $0 == "-" }.prefix(80))
    return name.isEmpty ? "run" : name
  }
}
