import ArgumentParser
import Lab
import Reporting
import SimHarness

/// `playtest report`: renders a run again.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a run's report again.",
    discussion: """
      Examples:
        playtest report Reports/runs/bubble-blast
        playtest report Reports/runs/bubble-blast --format html,json
        playtest report Reports/runs/bubble-blast --format csv,ndjson,junit,vega
        playtest report Reports/runs/after --base Reports/runs/before
        playtest report Reports/runs/bubble-blast --explain
        playtest report Reports/runs/bubble-blast --interactive
      """)

  @Argument(help: ArgumentHelp("A run's folder.", valueName: "run"))
  var folder: String
  @OptionGroup var engines: EnginesOption

  @Option(
    help: ArgumentHelp(
      "Formats, separated by commas: html, md, json, csv, ndjson, junit, vega.",
      valueName: "a,b"))
  var format = "html,md,json"

  @Option(
    help: ArgumentHelp(
      "The folder of an earlier run: the page shows what has changed since.", valueName: "run"))
  var base: String?

  @Flag(
    help: ArgumentHelp(
      "Find what would help the levels flagged for their difficulty, and show it on the page"
        + " (docs/tuning.md)."))
  var explain = false

  @Option(
    name: .customLong("explain-games"),
    help: ArgumentHelp("With --explain: games per change (default: 100).", valueName: "n"))
  var explainGames: Int?

  @Option(help: ArgumentHelp("With --explain: workers (default: all cores).", valueName: "j"))
  var jobs: Int?

  @Flag(
    help: ArgumentHelp(
      "Also write interactive.html: charts that show figures under the pointer; needs vl-convert"
        + " (pip install vl-convert-python)."))
  var interactive = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  @Flag(help: "Open the page in a browser.")
  var open = false

  func validate() throws {
    if let explainGames, !(10...1_000_000).contains(explainGames) {
      throw ValidationError("--explain-games must be 10 to 1000000")
    }
    if !explain, explainGames != nil || jobs != nil {
      throw ValidationError("--explain-games and --jobs need --explain; add it, or leave them out")
    }
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024") }
  }

  func run() async throws {
    let folder = RunFolder(path: self.folder)
    var formats: [ReportFormat] = []
    for name in CommandWords.list(format) {
      let format: ReportFormat = try CommandFailure.named(name, called: "format")
      if !formats.contains(format) { formats.append(format) }
    }
    let charts = interactive ? try ChartLibrary.text() : nil
    let run = try RecordedRun(whole: folder, games: Playtest.games)
    var summary = try run.summary()
    if let base { summary.additions.comparison = try comparison(of: run, summary, with: base) }
    if explain {
      try RecordedRun.needMoves(run.manifest, folder)
      try folder.keep(try await explanations(of: summary, run))
    }
    try summary.addExplanations(in: folder)
    if formats.contains(.html) {
      summary = try summary.withFilms(of: run)
    }
    for format in formats {
      for path in try folder.write(format, of: summary, run: run) { Console.line(path) }
    }
    if let charts {
      try folder.write(InteractivePage.render(summary, library: charts), to: .charts)
      Console.line(folder.path(of: .charts))
    }
    if open { try await Browser.open(folder.path(of: .html)) }
  }

  /// What would help the levels whose difficulty is flagged, for the player the flags are about.
  private func explanations(
    of summary: RunSummary, _ run: RecordedRun
  ) async throws -> [LevelExplanation] {
    let levels = summary.levelsToExplain
    guard let player = summary.referencePlayer, !levels.isEmpty else { return [] }
    var pool = try run.pool([player], jobs: jobs)
    let prints = UnshownPrints()
    pool.printed = { prints.add($0) }
    Interruption.listen()
    let progress = Progress(total: levels.count, unit: "levels", isQuiet: quiet)
    var explanations: [LevelExplanation] = []
    for level in levels {
      let explainer = LevelExplainer(
        try run.variants(of: level), pool: pool, seed: run.manifest.seed,
        games: explainGames ?? 100, player: 0,
        band: Self.band, isCancelled: { Interruption.exitCode != nil })
      do {
        explanations.append(try await explainer.explanation())
      } catch TuneError.cancelled {
        progress.finish()
        throw Interruption.ended("nothing was written")
      }
      progress.update(explanations.count)
    }
    progress.finish()
    prints.report(
      by: "report --explain",
      advice: "`playtest replay \(ShellText.path(folder))` shows a game with them", quiet: quiet)
    return explanations
  }

  /// As in `explain`, for a single level.
  private static let band = 0.4...0.6

  private func comparison(
    of run: RecordedRun, _ summary: RunSummary, with base: String
  ) throws -> BaseComparison {
    let baseRun = try RecordedRun(
      whole: RunFolder(path: base), games: Playtest.games)
    let earlier = try baseRun.summary()
    guard earlier.game == summary.game else {
      throw CommandFailure(
        .badInput,
        "\(SafeText.escaped(base, limit: 1000)): this run is of \(earlier.game), not of "
          + "\(summary.game); pass a --base of the same game")
    }
    return try BaseComparison(baseRun, earlier, run, summary)
  }
}
