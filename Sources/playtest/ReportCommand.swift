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
      """)

  @Argument(help: ArgumentHelp("A run's folder.", valueName: "run"))
  var folder: String

  @Option(
    help: ArgumentHelp(
      "Formats, separated by commas: html, md, json, csv, ndjson, junit, vega.",
      valueName: "a,b"))
  var format = "html,md,json"

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
    let summary = try folder.summary(game: GameRegistry.game(named:))
    let run = try RecordedRun(folder: folder, game: GameRegistry.game(named:))
    for format in formats {
      for path in try folder.write(format, of: summary, run: run) { Console.line(path) }
    }
    if open { try Browser.open(folder.path(of: .html)) }
  }
}
