/// A form in which a run is written down.
public enum ReportFormat: String, Sendable, CaseIterable {
  case html
  case md
  case json

  /// The file's name in a run folder.
  public var fileName: String {
    switch self {
    case .html: "report.html"
    case .md: "report.md"
    case .json: "summary.json"
    }
  }

  /// The run as the content of that file: the same bytes for the same summary.
  ///
  /// `runPath` is where the run folder is, as the commands that replay games name it;
  /// `thresholds` are those that the flags were found with, which the report prints.
  public func render(
    _ summary: RunSummary, runPath: String, thresholds: FlagThresholds = .standard
  ) -> String {
    switch self {
    case .html: HTMLReport.render(summary, runPath: runPath, thresholds: thresholds)
    case .md: MarkdownReport.render(summary, runPath: runPath)
    case .json: SummaryJSON.render(summary)
    }
  }
}
