import FoundationEssentials
import Reporting
import SimHarness

/// What a run leaves in its folder and on the terminal.
enum RunOutput {
  /// The figures of a run, with what `explain` found for its levels.
  static func summary(
    of run: RecordedRun, figures: RunFigures? = nil, isCancelled: () -> Bool = { false }
  ) throws -> RunSummary {
    var summary = try run.summary(figures: figures, isCancelled: isCancelled)
    try summary.addExplanations(in: run.folder)
    return summary
  }

  /// Writes the summary (always, because other programs read it) and the reports, each
  /// whole or not at all, to the run's folder.
  static func write(
    _ summary: RunSummary, of run: RecordedRun, in formats: [ReportFormat] = ReportFormat.standard
  ) throws {
    for format in ReportFormat.allCases where format == .json || formats.contains(format) {
      let shown = format == .html ? try summary.withFilms(of: run) : summary
      _ = try run.folder.write(format, of: shown, run: run)
    }
  }

  /// The report that a person opens.
  static func page(of folder: RunFolder, in formats: [ReportFormat]) -> String {
    let first = formats.contains(.html) ? .html : formats.first ?? .json
    return "\(folder.location)/\(first.fileName)"
  }

  /// All that depends on the machine.
  static func writeTiming(
    to folder: RunFolder, games: Int, playing: Double, total: Double, jobs: Int
  ) throws {
    let tree = JSONTree.object([
      ("games", .int(games)), ("jobs", .int(jobs)), ("playingSeconds", .double(playing)),
      ("totalSeconds", .double(total)),
      ("gamesPerSecond", .double(playing > 0 ? Double(games) / playing : 0)),
    ])
    try folder.write(JSONWriter.pretty(tree), to: .timing)
  }

  /// Prints the summary or the table, whoever reads it.
  static func show(
    _ summary: RunSummary, folder: RunFolder, in formats: [ReportFormat] = ReportFormat.standard,
    seconds: Double, json: Bool
  ) {
    if json {
      Console.output(
        ReportFormat.json.render(summary, runPath: folder.location), unread: .isDropped)
    } else {
      Console.output(
        table(summary, report: page(of: folder, in: formats), seconds: seconds)
          + next(summary, folder),
        unread: .isDropped)
    }
  }

  /// Fails where a script or an engine failed in a game, unless that is allowed.
  static func checkFaults(_ cells: [CellSummary], engine: String?, allowed: Bool) throws {
    let games = FailedGames(cells, engine: engine)
    guard games.count > 0 && !allowed else { return }
    throw CommandFailure(
      .failed,
      "\(games.words), such as \(games.shownExample); fix the \(games.culprit), or pass"
        + " --allow-faults")
  }

  /// The pass rates, or scores of levels without a goal, as a table, and where the report is.
  static func table(_ summary: RunSummary, report: String, seconds: Double) -> String {
    var rows = [
      ["level"] + summary.agents.map { SafeText.escaped($0.name, limit: 200) } + ["flags"]
    ]
    let columns = summary.agents.count
    // Beside scores, rates have their unit.
    let mark = summary.cells.contains { $0.rate == nil && $0.score != nil } ? "%" : ""
    for (place, level) in summary.levels.enumerated() {
      var row = [SafeText.escaped(level.name, limit: 40)]
      for agent in 0..<columns {
        let index = place * columns + agent
        row.append(index < summary.cells.count ? figure(summary.cells[index], mark) : "")
      }
      row.append(level.flags.map(\.kind.rawValue).joined(separator: " "))
      rows.append(row)
    }
    let games = summary.cells.reduce(0) { $0 + $1.games }
    return TextTable.fitting(rows, width: Console.tableWidth)
      + """

      \(legend(summary)); \(ReportNumber.plain(games, "game")) in \(oneDecimal(seconds)) s\(against(summary))
      report: \(report)

      """
  }

  /// The ratings of players against each other, in a line; empty if no two played.
  private static func against(_ summary: RunSummary) -> String {
    guard let table = summary.table else { return "" }
    let players = table.players.map {
      "\(SafeText.escaped($0.name, limit: 40)) \(TableWords.rating($0.rating))"
    }
    // Where all play against themselves there is only the seat.
    return "\nElo: \(players.joined(separator: ", "))\(players.isEmpty ? "" : "; ")"
      + "the first seat \(TableWords.rating(table.firstSeat))"
      + (TableWords.strangers(in: table).map { "\n\($0)" } ?? "")
  }

  /// What to do next, a command each.
  private static func next(_ summary: RunSummary, _ folder: RunFolder) -> String {
    NextStep.text(summary.nextSteps(runPath: folder.location))
  }

  private static func legend(_ summary: RunSummary) -> String {
    var figures: [String] = []
    if summary.cells.contains(where: { $0.passRate != nil }) { figures.append("pass rate in %") }
    if summary.cells.contains(where: { $0.winRate != nil }) {
      figures.append("for A:B, A's wins in %")
    }
    if summary.cells.contains(where: { $0.rate == nil && $0.score != nil }) {
      figures.append("mean score")
    }
    guard !figures.isEmpty else { return "no game gave a result" }
    return figures.joined(separator: ", ") + " with its 95% interval"
  }

  /// A cell's figure; `mark` follows rates.
  private static func figure(_ cell: CellSummary, _ mark: String) -> String {
    if let rate = cell.rate {
      // Of two players at a table with a goal, who won is another figure than the pass rate.
      let wins = cell.passRate == nil ? nil : cell.winRate
      return percent(rate, mark) + (wins.map { ", wins \(percent($0, mark))" } ?? "")
    }
    guard let score = cell.score else { return "-" }
    return text(score.meanInterval ?? .unknown(score.mean)) {
      $0.magnitude < 100 ? oneDecimal($0) : "\(Int(saturating: $0.rounded()))"
    }
  }

  private static func percent(_ rate: Interval, _ mark: String) -> String {
    text(rate, mark) { oneDecimal(100 * $0) }
  }

  private static func text(
    _ interval: Interval, _ mark: String = "", _ number: (Double) -> String
  ) -> String {
    let value = number(interval.value) + mark
    guard interval.isKnown else { return value }
    return "\(value) [\(number(interval.low)), \(number(interval.high))]"
  }

  static func oneDecimal(_ value: Double) -> String {
    let tenths = Int(saturating: ReportNumber.roundedAsDecimal(value * 10))
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}

extension CellSummary {
  /// The share of the games that were passed, or won by the first of two players; nil in levels
  /// without either.
  fileprivate var rate: Interval? { passRate ?? winRate }
}
