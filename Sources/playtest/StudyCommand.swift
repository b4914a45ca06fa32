import Agents
import ArgumentParser
import FoundationEssentials
import SimHarness

/// `playtest study`: what a run's rows do not tell, by games played on from its positions.
struct StudyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study",
    abstract: "Look closely at a run's games: decisions, luck, what restrictions cost.",
    discussion: """
      Plays games on from turns of recorded games for decision_entropy, criticality, dead_turns, \
      excitement and comebacks; plays games again with fresh players for luck_share; plays levels \
      with swaps, walls or a special forbidden for cost_no_... Then writes the reports anew.

      Examples:
        playtest study Reports/runs/bubble-blast
        playtest study RUN --games 1 --rollouts 8     quicker and less sure
      """)

  @Argument(help: ArgumentHelp("A run's folder.", valueName: "run"))
  var folder: String

  @OptionGroup var amounts: StudyAmounts

  @Option(help: ArgumentHelp("Workers (default: all cores).", valueName: "j"))
  var jobs: Int?

  @Flag(help: "No progress on stderr.")
  var quiet = false

  func validate() throws {
    try amounts.check()
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024") }
  }

  func run() async throws {
    Interruption.listen()
    try await Self.study(
      RunFolder(path: folder), effort: amounts.effort,
      jobs: try Machine.workers(jobs), quiet: quiet)
  }

  /// Studies a run and writes its reports anew.
  static func study(
    _ folder: RunFolder, effort: StudyResults.Effort, jobs: Int, quiet: Bool,
    formats: [ReportFormat] = ReportFormat.usual
  ) async throws {
    let study = try RunStudy(
      of: folder, game: GameRegistry.game(named:), effort: effort, jobs: jobs)
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    let progress = Progress(total: study.total, unit: "studies", isQuiet: quiet)
    let count = GameCount()
    let results = await study.results(
      isCancelled: { Interruption.exitCode != nil },
      progress: { progress.update(count.add($0)) })
    progress.finish()
    guard let results else {
      Console.error(["interrupted: nothing was changed"])
      throw ExitCode(Interruption.exitCode ?? ExitStatus.interrupted.rawValue)
    }
    try folder.write(results.text, to: .study)
    let summary = try folder.summary(game: GameRegistry.game(named:))
    try RunOutput.write(summary, to: folder, in: formats)
    guard !quiet else { return }
    Console.output(
      TextTable.text(rows(summary))
        + "\n\(results.rollouts) games played on from recorded turns, \(results.replayed) played"
        + " again\nreport: \(folder.path(of: .html))\n", unread: .isDropped)
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
    help: ArgumentHelp("Games of each level and player that are looked at.", valueName: "n"))
  var games = StudyResults.Effort().games

  @Option(help: ArgumentHelp("Turns of each that are looked at.", valueName: "n"))
  var turns = StudyResults.Effort().turns

  @Option(help: ArgumentHelp("Games played on from each turn and outcome.", valueName: "n"))
  var rollouts = StudyResults.Effort().rollouts

  @Option(
    name: .customLong("luck-games"),
    help: ArgumentHelp(
      "Games of each level and player that are played four times again; 0: none.", valueName: "n"))
  var luckGames = StudyResults.Effort().luckGames

  @Option(
    name: .customLong("restricted-games"),
    help: ArgumentHelp(
      "Games of each level and player with something forbidden; 0: none.", valueName: "n"))
  var restrictedGames = StudyResults.Effort().restrictedGames

  func check() throws {
    for (name, value, least) in [
      ("games", games, 0), ("turns", turns, 1), ("rollouts", rollouts, 1),
      ("luck-games", luckGames, 0), ("restricted-games", restrictedGames, 0),
    ] where !(least...1_000_000).contains(value) {
      throw ValidationError("--\(name) must be \(least) to 1,000,000")
    }
  }

  var effort: StudyResults.Effort {
    var effort = StudyResults.Effort()
    effort.games = games
    effort.turns = turns
    effort.rollouts = rollouts
    effort.luckGames = luckGames
    effort.restrictedGames = restrictedGames
    return effort
  }
}
