import ArgumentParser
import SimHarness

/// `playtest report`: renders a run again.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Render a run's report again.",
    discussion: """
      Examples:
        playtest report Reports/runs/bubble-blast
        playtest report Reports/runs/bubble-blast --format html,json
        playtest report Reports/runs/bubble-blast --format csv,ndjson,junit,vega
        playtest report Reports/runs/after --base Reports/runs/before
      """)

  @Argument(help: ArgumentHelp("A run's folder.", valueName: "run"))
  var folder: String

  @Option(
    help: ArgumentHelp(
      "Formats, separated by commas: html, md, json, csv, ndjson, junit, vega.",
      valueName: "a,b"))
  var format = "html,md,json"

  @Option(
    help: ArgumentHelp(
      "Another run's folder: the page shows what changed since.", valueName: "run"))
  var base: String?

  @Flag(help: "Open the page in a browser.")
  var open = false

  func run() throws {
    let folder = RunFolder(path: self.folder)
    let formats = try format.split(separator: ",").map { name in
      guard let format = ReportFormat(rawValue: String(name)) else {
        throw CommandFailure(
          .usage,
          NearestName.complaint(
            about: String(name), called: "format", known: ReportFormat.allCases.map(\.rawValue)))
      }
      return format
    }
    var summary = try folder.summary(game: GameRegistry.game(named:))
    let run = try RecordedRun(folder: folder, game: GameRegistry.game(named:))
    if let base { summary.additions.comparison = try comparison(of: run, summary, with: base) }
    if formats.contains(.html) {
      summary = summary.withFilms(in: folder, game: GameRegistry.game(named:))
    }
    for format in formats {
      for path in try folder.write(format, of: summary, run: run) { Console.line(path) }
    }
    if open { try Browser.open(folder.path(of: .html)) }
  }

  private func comparison(
    of run: RecordedRun, _ summary: RunSummary, with base: String
  ) throws -> BaseComparison {
    let folder = RunFolder(path: base)
    let earlier = try folder.summary(game: GameRegistry.game(named:))
    guard earlier.game == summary.game else {
      throw CommandFailure(
        .badInput,
        "\(SafeText.escaped(base, limit: 1000)): a run of \(earlier.game), not of "
          + "\(summary.game); name a base of the same game")
    }
    return try BaseComparison(
      try RecordedRun(folder: folder, game: GameRegistry.game(named:)), earlier, run, summary)
  }
}
