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
      """)

  @Argument(help: ArgumentHelp("A run's folder.", valueName: "run"))
  var folder: String

  @Option(help: ArgumentHelp("Formats, separated by commas: html, md, json.", valueName: "a,b"))
  var format = "html,md,json"

  @Flag(help: "Open the page in a browser.")
  var open = false

  func run() throws {
    let folder = RunFolder(path: self.folder)
    let summary = try folder.summary(game: GameRegistry.game(named:))
    for name in format.split(separator: ",").map(String.init) {
      guard let format = ReportFormat(rawValue: name) else {
        throw CommandFailure(
          .usage,
          NearestName.complaint(
            about: name, called: "format", known: ReportFormat.allCases.map(\.rawValue)))
      }
      let file: RunFolder.File =
        switch format {
        case .html: .html
        case .md: .markdown
        case .json: .summary
        }
      try folder.write(format.render(summary, runPath: folder.path), to: file)
      Console.line(folder.path(of: file))
    }
    if open { try Browser.open(folder.path(of: .html)) }
  }
}
