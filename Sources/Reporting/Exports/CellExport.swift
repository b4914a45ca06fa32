import SimHarness

/// A run's cells as a table, one row per level and agent.
struct CellExport {
  let columns: [String]
  let rows: [[ExportValue]]

  init(_ summary: RunSummary) {
    var metrics: [String] = []
    for cell in summary.cells {
      for metric in cell.metrics where !metrics.contains(metric.name) {
        metrics.append(metric.name)
      }
    }
    columns =
      TableColumns.cells + metrics.flatMap(TableColumns.interval) + TableColumns.cellEnds
    var flags: [String: String] = [:]
    var difficulties: [String: Interval] = [:]
    for level in summary.levels { difficulties[level.name] = level.difficulty }
    for level in summary.levels where !level.flags.isEmpty {
      flags[level.name] = level.flags.map(\.kind.rawValue).joined(separator: " ")
    }
    rows = summary.cells.map { cell in
      Self.counts(cell) + Self.interval(cell.passRate) + Self.spread(cell.score)
        + Self.spread(cell.moves)
        + metrics.flatMap { name in
          Self.interval(cell.metrics.first { $0.name == name }?.value)
        } + Self.interval(difficulties[cell.level]) + [ExportValue(flags[cell.level])]
    }
  }

  func text(_ layout: ExportLayout) -> String {
    layout.head(columns) + rows.map { layout.row(columns, $0) }.joined()
  }

  private static func counts(_ cell: CellSummary) -> [ExportValue] {
    [
      .text(cell.level), .text(cell.levelHash), .text(cell.agent), .int(cell.games),
      .int(cell.wins), .int(cell.losses), .int(cell.ended), .int(cell.capped), .int(cell.faults),
      .int(cell.inconclusive),
    ]
  }

  private static func interval(_ interval: Interval?) -> [ExportValue] {
    [
      ExportValue(interval?.value), ExportValue(interval?.low), ExportValue(interval?.high),
    ]
  }

  private static func spread(_ spread: Distribution?) -> [ExportValue] {
    guard let spread else { return [ExportValue](repeating: .null, count: 21) }
    let head = [
      ExportValue(spread.mean), ExportValue(spread.meanInterval?.low),
      ExportValue(spread.meanInterval?.high), ExportValue(spread.sd), ExportValue(spread.minimum),
    ]
    let quantiles = spread.quantiles.flatMap { quantile -> [ExportValue] in
      func whole(_ value: Double) -> ExportValue { value.isFinite ? .int(Int(value)) : .null }
      let interval = quantile.interval
      return [whole(interval.value), whole(interval.low), whole(interval.high)]
    }
    return head + quantiles + [ExportValue(spread.maximum)]
  }
}
