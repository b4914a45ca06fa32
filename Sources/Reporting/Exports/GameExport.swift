import SimHarness

/// A run's games as a table, one row per game, streamed: memory does not grow with the run.
///
/// Columns: `level`, `agent`, `game` (the index), `end` (`won`, `lost`, `ended`, `capped`,
/// `faulted`, `inconclusive`), `passed` (1 or 0, null where the game does not say), `score`,
/// `moves`, `reason` (why it was not won), `fault`, `hash` (of the last state), then the game's
/// metrics: whole numbers for counts and for rates (0 or 1), else real ones. A game that a fault or
/// a time limit ended has no figures: they are null, as in the view `results`.
public struct GameExport {
  private let run: RecordedRun
  private let columns: [String]
  private let isForTwo: Bool

  public init(_ run: RecordedRun) {
    self.run = run
    columns = TableColumns.games + run.game.metrics.map(\.name)
    isForTwo = MetricDefinition.areForTwo(run.game.metrics)
  }

  /// Writes the table whole or not at all.
  public func write(_ layout: ExportLayout, to path: String) throws {
    let file = try StreamedFile(path)
    try file.write(layout.head(columns))
    for (number, cell) in run.cells.enumerated() {
      let level = run.manifest.levels[cell.level].name
      var failure: FileWriteError?
      try run.store.forEachGame(ofCell: number, of: run.manifest) { row in
        guard failure == nil else { return }
        do throws(FileWriteError) {
          try file.write(layout.row(columns, values(row, level: level, agent: cell.agent)))
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    }
    try file.close()
  }

  private func values(_ row: GameRow, level: String, agent: String) -> [ExportValue] {
    let game = ComparedGame(row.result, isForTwo: isForTwo)
    let counts = game.end.isCounted
    var values: [ExportValue] = [
      .text(level), .text(agent), .int(game.index), .text(game.end.rawValue),
      game.isPassed.map { .int($0 ? 1 : 0) } ?? .null, counts ? .int(game.score) : .null,
      counts ? .int(game.moves) : .null, ExportValue(row.lossReason), ExportValue(row.result.fault),
      .text(Self.hexadecimal(game.hash)),
    ]
    for (index, metric) in run.game.metrics.enumerated() {
      guard counts, index < row.metrics.count, let value = row.metrics[index] else {
        values.append(.null)
        continue
      }
      values.append(metric.kind == .real ? .real(MetricDefinition.real(value)) : .int(Int(value)))
    }
    return values
  }

  private static func hexadecimal(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
