import SimHarness

extension ReportFormat {
  /// The run as the content of that file: the same bytes for the same summary.
  ///
  /// `runPath` is where the run folder is, as the commands that replay games name it.
  public func render(_ summary: RunSummary, runPath: String) -> String {
    switch self {
    case .html: HTMLReport.render(summary, runPath: runPath, thresholds: summary.thresholds)
    case .md: MarkdownReport.render(summary, runPath: runPath)
    case .json: SummaryJSON.render(summary)
    case .csv: CellExport(summary).text(.csv)
    case .ndjson: CellExport(summary).text(.ndjson)
    case .junit: RunJUnit.render(summary, runPath: runPath)
    case .vega: VegaCharts.difficulty(summary)
    }
  }
}

extension RunFolder {
  /// Writes a run's report in a form, each file whole or not at all, and gives their paths.
  ///
  /// `csv` and `ndjson` have the games in a file of their own, `vega` a file for each chart.
  public func write(
    _ format: ReportFormat, of summary: RunSummary, run: RecordedRun
  ) throws -> [String] {
    var texts: [(file: File, text: String)] = []
    let main = format.render(summary, runPath: path)
    var games: (file: File, layout: ExportLayout)?
    switch format {
    case .html: texts = [(.html, main)]
    case .md: texts = [(.markdown, main)]
    case .json: texts = [(.summary, main)]
    case .junit: texts = [(.junit, main)]
    case .csv:
      texts = [(.cellsCSV, main)]
      games = (.gamesCSV, .csv)
    case .ndjson:
      texts = [(.cellsNDJSON, main)]
      games = (.gamesNDJSON, .ndjson)
    case .vega:
      texts = [
        (.difficultyChart, main),
        (.scoreChart, VegaCharts.histograms(summary, of: "score", \.score)),
        (.moveChart, VegaCharts.histograms(summary, of: "moves", \.moves)),
      ]
    }
    for (file, text) in texts { try write(text, to: file) }
    var paths = texts.map { path(of: $0.file) }
    if let games {
      try GameExport(run).write(games.layout, to: path(of: games.file))
      paths.append(path(of: games.file))
    }
    return paths
  }
}
