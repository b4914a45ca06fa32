import ArgumentParser
import Catalogue
import FoundationEssentials
import SimHarness

/// `playtest study`: what a run's rows cannot show, from games continued from its positions.
struct StudyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study",
    abstract: "Study a run's games in depth: decisions, luck and the cost of restrictions.",
    discussion: """
      Continues recorded games from their turns for decision_entropy, criticality, dead_turns, \
      excitement and comebacks; plays games several times for luck_share; and plays levels \
      with swaps, walls or a special forbidden for cost_no_... Then writes the reports again.

      First prints about how long it takes. If you interrupt it, finished work is kept, and the \
      same command continues.

      Examples:
        playtest study Reports/runs/bubble-blast
        playtest study RUN --games 1 --rollouts 8     faster, less precise
        playtest study RUN --minutes 5                stop after 5 minutes
      """)

  @Argument(help: ArgumentHelp("A run's folder.", valueName: "run"))
  var folder: String
  @OptionGroup var engines: EnginesOption

  @OptionGroup var amounts: StudyAmounts

  @Option(
    help: ArgumentHelp(
      "Stop after this many minutes and report the results so far; run again to continue.",
      valueName: "x"), transform: DecimalOption.read)
  var minutes: Double?

  @OptionGroup var workers: WorkersOption

  @Flag(help: "No progress on stderr.")
  var quiet = false

  func validate() throws {
    try amounts.check()
    if let minutes, !(0.01...100_000).contains(minutes) {
      throw ValidationError("--minutes must be 0.01 to 100000")
    }
  }

  func run() async throws {
    Interruption.listen()
    let folder = RunFolder(path: folder)
    let summary = try await Self.study(
      folder, effort: amounts.effort(for:), minutes: minutes, jobs: try workers.count(),
      quiet: quiet)
    Console.output(
      TextTable.fitting(Self.rows(summary), width: Console.tableWidth), unread: .isDropped)
    Console.output("\nreport: \(folder.path(of: .html))\n", unread: .isDropped)
  }

  /// Studies a run and writes its reports again.
  ///
  /// - Throws: The exit code of a signal; what was studied by then is kept, and shown by the reports
  ///   where they are quickly written.
  static func study(
    _ folder: RunFolder,
    effort: (_ game: GameEntry?) -> StudyResults.Effort = StudyResults.Effort.standard(for:),
    minutes: Double? = nil, jobs: Int, quiet: Bool, formats: [ReportFormat] = ReportFormat.standard
  ) async throws -> RunSummary {
    let run = try RecordedRun(whole: folder, games: Playtest.games)
    try RecordedRun.needMoves(run.manifest, folder)
    var study = try RunStudy(of: run, effort: effort(run.game), jobs: jobs)
    let prints = UnshownPrints()
    study.printed = { prints.add($0) }
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    if !quiet {
      let seconds = await study.seconds { Interruption.exitCode != nil } / Double(jobs)
      Console.note(price(seconds, jobs: jobs, of: study))
    }
    let progress = Progress(total: study.total, unit: "pieces", isQuiet: quiet)
    let end = minutes.map { Progress.now() + 60 * $0 } ?? .infinity
    let (results, pieces) = try await study.results(
      isCancelled: { Interruption.exitCode != nil || Progress.now() > end },
      progress: { progress.update($0) })
    progress.finish()
    prints.report(
      by: "study",
      advice: "`playtest replay \(ShellText.path(folder.path))` shows a game with them",
      quiet: quiet)
    let isComplete = pieces == study.total
    // An incomplete study does not replace an earlier one that is more complete.
    if pieces > 0, isComplete || !folder.hasStudy(largerThan: results) {
      try folder.write(results.text, to: .study)
    }
    if isComplete { try folder.removeStudyLog() }
    // The folder was not yet locked when the run was opened for the study.
    let studied = try RecordedRun(whole: folder, games: Playtest.games)
    var written: RunSummary?
    do {
      // A summary reads all games of the run, however few were studied.
      let whole = try RunOutput.summary(
        of: studied, isCancelled: { Interruption.hasPassed(summaryPatience) })
      // Tables that were written before would tell another story than the new reports.
      let earlier = ReportFormat.allCases.filter {
        Workspace.exists("\(folder.path)/\($0.fileName)")
      }
      try RunOutput.write(whole, of: studied, in: formats + earlier)
      written = whole
    } catch StorageError.outOfTime {
      written = nil
    }
    let rest = "\(pieces) of \(study.total) pieces are done; the same command continues"
    guard let summary = written, Interruption.exitCode == nil else {
      throw Interruption.ended(
        !isComplete
          ? rest
          : written != nil
            ? "the study is complete, and the reports show it"
            : "the study is complete, but there was no time to write the reports; write them with"
              + " `playtest report \(ShellText.path(folder.path))`")
    }
    if !isComplete {
      Console.error(["stopped after \(JSONWriter.number(minutes ?? 0)) min: \(rest)"])
    }
    return summary
  }

  /// Milliseconds after a signal after which a summary that is not done yet is given up.
  private static let summaryPatience = 1000

  private static func price(_ seconds: Double, jobs: Int, of study: RunStudy) -> String {
    var text =
      "\(study.total) pieces of work, about \(Progress.duration(seconds)) with \(jobs)"
      + " worker\(jobs == 1 ? "" : "s")"
    if seconds > 120 {
      text +=
        "; smaller --games, --turns or --rollouts take less time; --minutes stops early and keeps"
        + " finished work"
    }
    return TextTable.wrapped(text, width: Console.width)
  }

  private static func rows(_ summary: RunSummary) -> [[String]] {
    let names = ["decision_entropy", "criticality", "dead_turns", "excitement", "luck_share"]
    var rows = [["level", "agent", "entropy", "critical", "dead", "excitement", "luck"]]
    for cell in summary.cells {
      rows.append(
        [SafeText.escaped(cell.level, limit: 24), SafeText.escaped(cell.agent, limit: 16)]
          + names.map { name in
            cell.metrics.first { $0.name == name }?.value.map { twoDecimals($0.value) } ?? "-"
          })
    }
    return rows
  }

  private static func twoDecimals(_ value: Double) -> String {
    let hundredths = Int(saturating: (value * 100).rounded())
    let rest = (hundredths % 100).magnitude
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// How much a study plays.
struct StudyAmounts: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Games per level and player to study (default: 4; in Peggle 3).",
      valueName: "n"))
  var games: Int?

  @Option(
    help: ArgumentHelp(
      "Turns per game to study (default: 12; in Bubble Blast and Peggle 6).", valueName: "n"))
  var turns: Int?

  @Option(
    help: ArgumentHelp(
      "Games continued from each turn and outcome (default: 12; in Bubble Blast 6, in Peggle 4).",
      valueName: "n"))
  var rollouts: Int?

  @Option(
    name: .customLong("luck-games"),
    help: ArgumentHelp(
      "Games per level and player to play four more times; 0: none.", valueName: "n"))
  var luckGames = StudyResults.Effort().luckGames

  @Option(
    name: .customLong("restricted-games"),
    help: ArgumentHelp(
      "Games per level and player to play with each restriction; 0: none.", valueName: "n"))
  var restrictedGames = StudyResults.Effort().restrictedGames

  func check() throws {
    for (name, value, minimum) in [
      ("games", games ?? 0, 0), ("turns", turns ?? 1, 1), ("rollouts", rollouts ?? 1, 1),
      ("luck-games", luckGames, 0), ("restricted-games", restrictedGames, 0),
    ] where !(minimum...1_000_000).contains(value) {
      throw ValidationError("--\(name) must be \(minimum) to 1000000")
    }
  }

  /// The amounts for a run of a game.
  func effort(for game: GameEntry?) -> StudyResults.Effort {
    var effort = StudyResults.Effort.standard(for: game)
    effort.games = games ?? effort.games
    effort.turns = turns ?? effort.turns
    effort.rollouts = rollouts ?? effort.rollouts
    effort.luckGames = luckGames
    effort.restrictedGames = restrictedGames
    return effort
  }
}
