import ArgumentParser
import FoundationEssentials
import Lab
import Reporting
import SimHarness
import Synchronization

/// `playtest tune`: searches declared numbers for declared figures.
struct TuneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Find numbers for a level that bring its figures to your targets.",
    discussion: """
      --vary and --aim say which numbers of a level may change and which figures to reach; a tune \
      file can say more (docs/tuning.md). The tuned level, the result and a report are written to \
      the folder of the tuning run. Exits with 1 if fresh games miss a target.

      Examples:
        playtest tune my.json --vary shots=15...40 \\
          --aim "pass_rate(casual) in 0.4...0.5"
        playtest tune easier.yml
        playtest tune easier.yml --out Reports/tunes/easier --force
        playtest tune easier.yml --resume
        playtest tune easier.yml --evaluate          for another program's search
      """)

  @Argument(
    help: ArgumentHelp("A tune file, or a level with --vary and --aim.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      "A field of the level and its range, such as shots=15...40, or spawn.weights=shares; may be"
        + " repeated.", valueName: "field=range"))
  var vary: [String] = []

  @Option(
    help: ArgumentHelp(
      "A figure to reach, such as \"pass_rate(casual) in 0.4...0.5\"; may be repeated.",
      valueName: "condition"))
  var aim: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --vary: games that the search may play (default: 50000).", valueName: "n"))
  var games: Int?

  @OptionGroup var workers: WorkersOption

  @Option(
    help: ArgumentHelp(
      "The folder of the tuning run (default: Reports/tunes/NAME).", valueName: "dir"))
  var out: String?

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Continue the tuning run in the folder.")
  var resume = false

  @Flag(help: "Replace the tuning run in the folder.")
  var force = false

  @Flag(
    help: ArgumentHelp(
      "Do not search: print the numbers that may change, then play the points read from stdin, one"
        + " JSON object per line (integrations/optuna)."))
  var evaluate = false

  @Flag(help: "Print tune.json on stdout.")
  var json = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  func validate() throws {
    if vary.isEmpty != aim.isEmpty {
      throw ValidationError("--vary and --aim belong together: what may change, and what to reach")
    }
    if let games {
      if vary.isEmpty {
        throw ValidationError("--games belongs to --vary; a tune file has a budget")
      }
      guard (1...TuneFile.maxGames).contains(games) else {
        throw ValidationError("--games must be 1 to \(TuneFile.maxGames)")
      }
    }
    if resume && force {
      throw ValidationError("--resume and --force cannot be combined; pass one")
    }
    if evaluate, resume || force || json || out != nil {
      throw ValidationError(
        "--evaluate writes no tune; leave out --out, --resume, --force and --json")
    }
  }

  func run() async throws {
    let tune = try request()
    let suite = try tune.suite.map {
      try Workspace.suite($0, scripts: workspace.scripts ?? tune.scripts)
    }
    var plan = try plan(tune, suite)
    let prints = UnshownPrints()
    plan.pool.printed = { prints.add($0) }
    if evaluate {
      defer { say(prints, of: plan) }
      return try await answerPoints(plan)
    }
    var folder = TuneFolder(path: out ?? tune.out ?? "Reports/tunes/\(FileName.safe(plan.title))")
    if force { folder = try folder.beginReplacement() }
    if resume { folder = folder.unfinishedReplacement(of: plan) ?? folder }
    Interruption.listen()
    let progress = Progress(
      total: plan.budget + plan.verifyGames * plan.cells.count, unit: "games", isQuiet: quiet)
    let count = GameCount()
    let outcome: TuneOutcome
    do {
      let run = try TuneRun(
        plan, folder: folder, resume: resume,
        isCancelled: { Interruption.exitCode != nil },
        progress: { progress.update(count.add($0)) })
      for shortfall in try await run.shortfalls() {
        Console.error(["\(file): \(text(of: shortfall, verifyGames: plan.verifyGames))"])
      }
      outcome = try await run.outcome()
    } catch TuneError.cancelled {
      progress.finish()
      Console.error([
        folder.isReplacement
          ? "interrupted: \(folder.path) is unchanged; continue with --resume instead of --force,"
            + " which then moves the new tune to its place"
          : TuneError.cancelled.description
      ])
      throw ExitCode(Interruption.exitCode ?? 130)
    } catch let error as TuneError {
      progress.finish()
      if error.isRefusal, !resume { folder.discard() }
      guard case .smallBudget = error else { throw error }
      guard options == nil else { throw CommandFailure(.usage, "--games: \(error.description)") }
      throw CommandFailure(
        .badInput, "\(file):\(tune.budgetLine): $.budget.games: \(error.description)")
    }
    progress.finish()
    say(prints, of: plan)
    let names = try write(outcome, to: folder)
    folder = try folder.takePlace()
    let levels = names.map { "\(folder.path)/levels/\($0)" }
    if json {
      Console.output(TuneJSON.render(outcome), unread: .isDropped)
    } else {
      let folders = Workspace.folders(
        workspace.scripts ?? tune.scripts ?? suite?.scripts, of: plan.pool.game)
      Console.output(
        TuneOutput.text(outcome, folder: folder, levels: levels, in: folders), unread: .isDropped)
    }
    guard outcome.isReached else { throw missed(outcome) }
  }

  private func say(_ prints: UnshownPrints, of plan: TunePlan) {
    let levels = plan.levels.map { ShellText.path($0.file.path) }
    prints.report(
      by: "tune", advice: "`playtest run \(levels.first ?? "LEVEL")` logs them", quiet: quiet)
  }

  /// Plays points for another program until there are no more.
  private func answerPoints(_ plan: TunePlan) async throws {
    let evaluation = TuneEvaluation(plan)
    Console.line(JSONWriter.compact(evaluation.space))
    var number = 0
    while let line = readLine() {
      number += 1
      do {
        Console.line(JSONWriter.compact(try await evaluation.answer(line)))
      } catch let error as TuneError {
        throw CommandFailure(.badInput, "stdin:\(number): \(error.description)")
      }
    }
  }

  private func missed(_ outcome: TuneOutcome) -> CommandFailure {
    let worst = outcome.reached.max {
      $0.figure.miss($0.verified.value) < $1.figure.miss($1.verified.value)
    }
    guard let worst else { return CommandFailure(.failed, "no figure has a target") }
    return CommandFailure(
      .failed,
      "\(file): \(worst.figure.name) is"
        + " \(TuneText.interval(worst.verified, of: worst.figure)) on fresh games; the target is"
        + " \(TuneText.value(worst.figure.aim, of: worst.figure)) ±"
        + " \(TuneText.size(worst.figure.tolerance, of: worst.figure)); \(advice(outcome))")
  }

  /// What to do about a figure that was missed: more games help only a search that lacked them.
  private func advice(_ outcome: TuneOutcome) -> String {
    if outcome.points.count == 1, let problem = outcome.firstProblem {
      return "none of the other numbers tried could be used: \(problem); choose another range"
    }
    // Estimates come from fitted lines, which round. A level outside the ranges is not in question.
    let tried = outcome.points.dropFirst(outcome.plan.startsOutside ? 1 : 0)
    let figures = tried.map { $0.estimates.map { ($0.value * 1e9).rounded() } }
    if figures.count > 1, figures.allSatisfy({ $0 == figures[0] }) {
      return "every point that was tried has the same figures; vary other numbers"
    }
    return switch outcome.stop {
    case .budget: "widen the ranges or the tolerance, or allow more games"
    case .exhausted:
      "nothing nearer was found in these ranges; try narrower or other ranges, or a wider tolerance"
    case .reached:
      "the search met the target, but fresh games miss it; widen the tolerance, or verify with more"
        + " games"
    }
  }

  /// A shortfall in words; without a tune file, --games sets how many games verify the result.
  private func text(of shortfall: TuneShortfall, verifyGames: Int) -> String {
    guard !vary.isEmpty else { return shortfall.text(verifyGames: verifyGames) }
    let isEnough = shortfall.gamesNeeded <= TuneFile.defaultVerifyGames
    return shortfall.text(
      verifyGames: verifyGames,
      setting: isEnough ? "pass --games" : "write a tune file with verify.games of")
  }

  // MARK: The plan

  /// The tune that the options describe; nil where a tune file does.
  private var options: TuneRequest? {
    guard !vary.isEmpty else { return nil }
    return TuneRequest(
      level: file, vary: vary, aim: aim, games: games ?? TuneFile.defaultBudget)
  }

  /// The tune that the options or the tune file describe.
  private func request() throws -> TuneFile {
    if let options { return try options.file() }
    guard !isLevel else {
      throw CommandFailure(
        .badInput,
        "\(file): this is a level; pass --vary with what may change and --aim with what to reach")
    }
    let bytes = try Workspace.read(file)
    do throws(FileIssues) {
      return try TuneFile(reading: bytes, file: file)
    } catch {
      throw FileKind.failure(file, holding: bytes, insteadOf: .tune) ?? error as any Error
    }
  }

  /// Whether what was named as a tune file is a level.
  private var isLevel: Bool {
    if ["builtin:", "import:"].contains(where: file.hasPrefix) { return true }
    guard let bytes = try? Workspace.read(file) else { return false }
    return FileKind(of: file, holding: bytes) == .level
  }

  private func plan(_ tune: TuneFile, _ suite: Suite?) throws -> TunePlan {
    let library =
      tune.scripts == nil && suite != nil
      ? try Workspace.scripts(
        workspace.scripts, or: suite?.scripts, in: tune.suite ?? file,
        line: suite?.scriptsLine ?? 1)
      : try Workspace.scripts(
        workspace.scripts, or: tune.scripts, in: file, line: tune.scriptsLine)
    let files = try LevelLoading.files(suite?.levels ?? tune.levels, library: library)
    guard let first = files.first,
      let entry = library.games.game(named: first.header.game)
    else { throw CommandFailure(.missingFile, "\(file): no level to tune") }
    if let other = files.first(where: { $0.header.game != first.header.game }) {
      throw CommandFailure(
        .badInput, "\(other.path): this level belongs to another game; tune one game at a time")
    }
    let levels = files.map {
      LevelVariants(
        of: $0, entry: entry, library: library, overrides: suite?.overrides ?? .none)
    }
    let players = try tune.agents.map { name in
      do {
        return try Workspace.player(name, game: entry, library: library)
      } catch let failure as CommandFailure {
        let line = tune.targets.first { $0.agent == name }?.line ?? 1
        guard let options else { throw failure.located(in: file, line: line) }
        throw failure.located(at: options.option(line: line) ?? "--aim")
      }
    }
    do {
      return try TunePlan(
        tune, name: file, levels: levels, players: players, modules: try library.modules(),
        jobs: try workers.count())
    } catch let issues as FileIssues {
      guard let options else { throw issues }
      throw options.failure(issues)
    }
  }

  // MARK: Output

  /// Writes the result, the report and the tuned levels, each whole or not at all.
  /// - Returns: the names of the levels' files.
  private func write(_ outcome: TuneOutcome, to folder: TuneFolder) throws -> [String] {
    try folder.write(TuneJSON.render(outcome), to: .result)
    try folder.write(TunePage.render(outcome), to: .html)
    var names: [String] = []
    let levels = try folder.levelsFolder()
    for level in outcome.levels {
      var name = "\(FileName.safe(level.level.name)).json"
      if names.contains(name) {
        name = "\(FileName.safe(level.level.name))-\(names.count + 1).json"
      }
      try AtomicFile.write(level.file.text, to: "\(levels)/\(name)")
      names.append(name)
    }
    return names
  }
}

/// Counts games over workers.
final class GameCount: Sendable {
  private let value = Atomic<Int>(0)

  /// - Returns: the new total.
  func add(_ games: Int) -> Int { value.wrappingAdd(games, ordering: .relaxed).newValue }
}

/// What a tune says on the terminal.
enum TuneOutput {
  /// `folders` are those in which its levels find their game.
  static func text(
    _ outcome: TuneOutcome, folder: TuneFolder, levels: [String], in folders: NamedFolders
  ) -> String {
    var text = values(outcome) + "\n" + figures(outcome)
    if !outcome.sensitivities.isEmpty { text += "\n" + sensitivity(outcome) }
    let front = outcome.points.count { $0.isUndominated }
    if outcome.plan.targets.count > 1 {
      text += "\nPareto front: \(front) of \(outcome.points.count) points\n"
    }
    text += """

      \(outcome.gamesSpent) of \(outcome.plan.budget) games spent, plus \
      \(outcome.freshGames) fresh games to verify\
      \(outcome.startGames > 0 ? " and \(outcome.startGames) of the level as it is" : "")

      """
    if let problem = outcome.firstProblem {
      text +=
        "\(ReportNumber.plain(outcome.unplayable, "point")) that the search chose"
        + " \(outcome.unplayable == 1 ? "was" : "were") left out; the first: \(problem)\n"
    }
    text += "report: \(folder.path(of: .html))\n"
    for path in levels { text += "level: \(path)\n" }
    if let first = levels.first {
      text += NextStep.text([
        NextStep(
          purpose: "play the tuned level yourself",
          command: "playtest play \(ShellText.path(first))\(folders.options)")
      ])
    }
    return text
  }

  private static func values(_ outcome: TuneOutcome) -> String {
    TextTable.fitting(
      [["number", "before", "after"]]
        + outcome.changes.map {
          [
            SafeText.escaped($0.name, limit: 60), TuneText.number($0.before),
            TuneText.number($0.after),
          ]
        }, width: Console.tableWidth)
  }

  private static func figures(_ outcome: TuneOutcome) -> String {
    TextTable.fitting(
      [["figure", "target", "before", "fresh games"]]
        + outcome.reached.map { reached in
          let figure = reached.figure
          return [
            SafeText.escaped(figure.name, limit: 60),
            TuneText.value(figure.aim, of: figure) + " ± "
              + TuneText.size(figure.tolerance, of: figure),
            TuneText.interval(reached.start, of: figure),
            TuneText.interval(reached.verified, of: figure) + (reached.isWithin ? "" : " MISSED"),
          ]
        }, width: Console.tableWidth)
  }

  private static func sensitivity(_ outcome: TuneOutcome) -> String {
    let figures = outcome.plan.figures
    let shown = figures.prefix(3)
    var rows = [["one step", ""] + shown.map { SafeText.escaped($0.name, limit: 40) }]
    for row in outcome.sensitivities {
      rows.append(
        [SafeText.escaped(row.name, limit: 40), row.step]
          + zip(shown, row.effects).map { figure, effect in
            effect.map { TuneText.change($0, of: figure) } ?? "-"
          })
    }
    let rest = figures.count - shown.count
    return TextTable.fitting(rows, width: Console.tableWidth)
      + (rest > 0 ? "(and \(ReportNumber.plain(rest, "more figure")) in the report)\n" : "")
  }
}
