import ArgumentParser
import FoundationEssentials
import SimHarness

/// `playtest run`: plays every level with every agent and writes a run folder and its report.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play every level with every agent; write a run folder and its report.",
    discussion: """
      LEVELS are level files, folders (all levels in them), builtin:GAME/NAME, a game's name (all \
      its built-in levels) or import:FORMAT. \
      A single .yml file is a suite, which contains all these settings; flags override it.

      Without --out, an existing run in Reports/runs/NAME is continued if nothing has changed, and \
      replaced if only levels or scripts have changed; otherwise, pass --force to replace it.

      Examples:
        playtest run bubble-blast
        playtest run a.json b.json --agents random,skilled --games 1000 --seed 7
        playtest run import:frozen-bubble#1 --agents scripts/agents/lua_greedy.lua
        playtest run nightly.yml --out Reports/runs/nightly --json
        playtest run nightly.yml --resume            continue where it stopped
        playtest run nightly.yml --shard 2/8 --out parts/2
        playtest run peggle --precision 0.02       pass rates known to 2 points
        playtest run my.json --watch                 play again after every save
        playtest run set --agents casual:skilled     two players at one table
      """)

  @Argument(help: ArgumentHelp("A suite file, or levels.", valueName: "levels"))
  var levels: [String] = []

  @Option(
    help: ArgumentHelp(
      "Agents, separated by commas (default: novice,casual,skilled).",
      valueName: "a,b"))
  var agents: String?

  @Option(help: ArgumentHelp("Games per level and agent (default: 200).", valueName: "n"))
  var games: Int?

  @Option(
    help: ArgumentHelp(
      "Instead of --games: play until half of the width of each pass rate's 95% interval is at"
        + " most this.",
      valueName: "p"), transform: DecimalOption.read)
  var precision: Double?

  @Option(
    name: .customLong("max-games"),
    help: ArgumentHelp(
      "With --precision: maximum games per level and agent (default: 100000).",
      valueName: "n"))
  var maxGames: Int?

  @Option(help: ArgumentHelp("The seed (default: 1).", valueName: "s"))
  var seed: UInt64?

  @OptionGroup var workers: WorkersOption

  @Option(help: ArgumentHelp("The run's folder (default: Reports/runs/NAME).", valueName: "dir"))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "Games played by people: records, or folders of records; may be repeated.",
      valueName: "path"))
  var people: [String] = []

  @OptionGroup var workspace: WorkspaceOptions

  @Option(
    name: .customLong("max-moves"),
    help: ArgumentHelp(
      "The move limit: a game is stopped after this many moves and counted as capped (default: "
        + "the game's own; docs/formats.md).",
      valueName: "n"))
  var maxMoves: Int?

  @Option(
    help: ArgumentHelp(
      "Play only part k of n of the games; join the parts with merge.", valueName: "k/n"))
  var shard: String?

  @Flag(help: "Continue the run in the folder, or start it.")
  var resume = false

  @Flag(help: "Replace the run in the folder.")
  var force = false

  @Flag(
    help: ArgumentHelp(
      "Play after every save of a level, suite or script and print one line per level with the"
        + " change since the last save; writes no run (agents: casual)."))
  var watch = false

  @Flag(help: "Print summary.json on stdout.")
  var json = false

  @Flag(help: "Study the run afterwards, like playtest study with its defaults.")
  var study = false

  @Option(
    name: .customLong("print"),
    help: ArgumentHelp(
      "Log only what these scripts print, such as bomb,my_agent (default: all scripts).",
      valueName: "scripts"))
  var prints: String?

  @Flag(name: .customLong("no-print"), help: "Do not log what scripts print.")
  var noPrint = false

  @Flag(
    name: .customLong("print-imagined"),
    help: "Also log what the game's scripts print while a player looks ahead.")
  var printImagined = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  @Flag(
    name: .customLong("allow-faults"), help: "Exit with 0 even if a script or an engine failed.")
  var allowFaults = false

  @Flag(help: ArgumentHelp("Check the game's invariants after every move.", visibility: .hidden))
  var check = false

  func validate() throws {
    guard !levels.isEmpty else {
      throw ValidationError("name a suite file, levels or folders of levels to play")
    }
    if let games, !(1...RunPlan.maxGames).contains(games) {
      throw ValidationError("--games must be 1 to \(RunPlan.maxGames)")
    }
    if let maxMoves, maxMoves < 1 { throw ValidationError("--max-moves must be at least 1") }
    if resume && force {
      throw ValidationError("--resume keeps the run in the folder, --force replaces it; pass one")
    }
    if noPrint && (prints != nil || printImagined) {
      throw ValidationError("--no-print logs nothing; leave out --print and --print-imagined")
    }
    try validatePrecision()
    try validateShard()
    if watch,
      resume || force || json || out != nil || shard != nil || precision != nil
        || !people.isEmpty
    {
      throw ValidationError(
        "--watch writes no run; leave out --out, --resume, --force, --shard, --precision, --people"
          + " and --json")
    }
  }

  private func validatePrecision() throws {
    if let precision, !PrecisionGoal.halfWidths.contains(precision) {
      throw ValidationError(
        "--precision must be 0.0005 to 0.5, such as 0.02"
          + PercentageAdvice.text([precision], in: PrecisionGoal.halfWidths))
    }
    if precision != nil && games != nil {
      throw ValidationError("--precision replaces --games; pass one of them, or --max-games")
    }
    if let maxGames, !(1...RunPlan.maxGames).contains(maxGames) {
      throw ValidationError("--max-games must be 1 to \(RunPlan.maxGames)")
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
        "--people cannot be used with --shard; play the run in one piece")
    }
    if json { throw ValidationError("--json: a part has no summary; pass --json to merge") }
    if study {
      throw ValidationError(
        "--study needs the whole run; join the parts with `playtest merge`, then `playtest study` it"
      )
    }
  }

  static let shardWithPrecision = ValidationError(
    "--precision cannot be used with --shard: when to stop depends on all games; use --games")

  func run() async throws {
    if watch { return try await RunWatch(command: self).run() }
    let started = Progress.now()
    let plan = try await plan()
    let jobs = try workers.count()
    let place = try place(of: plan)
    var folder = place.folder
    if let notice = place.notice, !quiet { Console.note(notice + "\n") }
    Interruption.listen()
    let progress = Progress(
      total: plan.precision == nil ? plan.totalGames : nil, unit: "games", isQuiet: quiet)
    let log = RunLog(of: folder, keeping: place.isResuming, plan: plan)
    var recorder = RunRecorder(plan: plan, folder: folder, jobs: jobs)
    recorder.isResuming = place.isResuming
    recorder.expectation = { progress.expect($0) }
    recorder.notice = { Console.error([$0]) }
    var summary: RunSummary?
    let written = folder
    let isComplete = try await recorder.record(
      isCancelled: { Interruption.exitCode != nil }, log: { log.add($0) },
      progress: { progress.update($0) },
      finish: { figures in
        progress.finish()
        try log.close(quiet: quiet)
        summary = try conclude(written, plan, figures, started: started, jobs: recorder.jobs)
      })
    if isComplete { folder = try folder.takePlace() }
    if study, isComplete, plan.shard == nil {
      summary = try await StudyCommand.study(
        folder, jobs: recorder.jobs, quiet: quiet, formats: plan.formats)
    }
    if let summary {
      RunOutput.show(
        summary, folder: folder, in: plan.formats, seconds: Progress.now() - started, json: json)
    } else if let shard = plan.shard, isComplete, !quiet {
      Console.note("part \(shard) is played; join all parts with `playtest merge`\n")
    }
    try finish(summary, plan, folder, isComplete: isComplete)
  }

  /// Where the run is written; the default folder needs neither --resume nor --force where only
  /// levels or scripts have changed.
  private func place(of plan: RunPlan) throws -> RunPlace {
    let path = out ?? Self.defaultFolder(named: plan.title)
    return out == nil && !resume && !force
      ? try RunPlace(defaultPath: path, for: plan)
      : try RunPlace(named: path, for: plan, resume: resume, force: force)
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
        let run = try RecordedRun(whole: folder, games: Playtest.games)
        let whole = try RunOutput.summary(
          of: run, figures: figures, isCancelled: { Interruption.isLate })
        try RunOutput.write(whole, of: run, in: plan.formats)
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
          "interrupted: \(folder.path) is unchanged; the games played so far are in"
            + " \(folder.location); continue with --resume\(force ? " instead of --force" : ""), which"
            + " then moves the new run to its place"
        ])
        throw ExitCode(code)
      }
      Console.error([
        summary != nil
          ? "interrupted: the report covers only the games played so far"
          : plan.shard.map { "interrupted: part \($0) is incomplete; run it again with --resume" }
            ?? "interrupted: the games played so far are kept, but there was no time to write the"
            + " report; write it with `playtest report \(folder.path)`"
      ])
      throw ExitCode(code)
    }
    guard isComplete else { throw CommandFailure(.defect, "not every game was played") }
    guard let summary else { return }
    if let precision = plan.precision { note(precision, summary) }
    try RunOutput.checkFaults(
      summary.cells, engine: plan.game.engine?.name, allowed: allowFaults)
  }

  /// Says how many cells stopped at the most games, short of the precision.
  private func note(_ precision: PrecisionGoal, _ summary: RunSummary) {
    let short = summary.cells.count { cell in
      cell.passRate.map { !precision.isMet(by: $0) } ?? true
    }
    if short > 0 {
      Console.error([
        "\(short) of \(summary.cells.count) pass rates did not reach the precision within"
          + " \(precision.maxGames) games; pass a larger --max-games"
      ])
    }
  }
}
