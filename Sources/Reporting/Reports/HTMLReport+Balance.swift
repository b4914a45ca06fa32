import Charts
import SimHarness

extension HTMLReport {
  /// Metrics of one kind, over all levels.
  struct MetricGroup {
    var name: String
    var rows: [Row]

    struct Row {
      var name: String
      var unit: String
      /// Markup.
      var strip: String
      var span: String
      /// Each player's mean over the levels.
      var means: [String]
    }
  }
}

extension HTMLReport.MetricGroup {
  /// The metrics of a run, grouped; none with fewer than two levels.
  static func all(of summary: RunSummary, _ table: CellTable) -> [HTMLReport.MetricGroup] {
    guard summary.levels.count > 1 else { return [] }
    let names = summary.cells.flatMap(\.metrics).uniqued(on: \.name)
      .filter { summary.isListed($0.name) }
    let rows = names.compactMap { metric -> (group: MetricDefinition.Group, row: Row)? in
      let values = summary.agents.map { agent in
        summary.levels.map { level in
          table[level, agent]?.metrics.first { $0.name == metric.name }?.value?.value
        }
      }
      guard let row = Row(metric, values) else { return nil }
      return (metric.group, row)
    }
    return MetricDefinition.Group.allCases.compactMap { group in
      let own = rows.filter { $0.group == group }.map(\.row)
      return own.isEmpty ? nil : HTMLReport.MetricGroup(name: group.rawValue, rows: own)
    }
  }
}

extension HTMLReport.MetricGroup.Row {
  /// nil if no level has a value.
  fileprivate init?(_ metric: MetricSummary, _ values: [[Double?]]) {
    let known = values.joined().compactMap { $0 }.filter(\.isFinite)
    guard let low = known.min(), let high = known.max() else { return nil }
    name = metric.name
    unit = metric.unit
    strip = MetricStrip.render(values)
    span =
      low == high
      ? ReportNumber.short(low) : "\(ReportNumber.short(low)) to \(ReportNumber.short(high))"
    means = values.map { row in
      let own = row.compactMap { $0 }.filter(\.isFinite)
      guard !own.isEmpty else { return ReportNumber.missing }
      return ReportNumber.short(own.reduce(0, +) / Double(own.count))
    }
  }
}
