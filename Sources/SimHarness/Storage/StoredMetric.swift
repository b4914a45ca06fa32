/// A metric as a store describes it to those who read its games in SQL.
struct StoredMetric: Sendable, Equatable {
  var name: String
  var unit: String
  var kind: MetricDefinition.Kind
  /// What it measures, in one line.
  var summary: String

  init(_ definition: MetricDefinition) {
    name = definition.name
    unit = definition.unit
    kind = definition.kind
    summary = definition.summary
  }

  /// A row of the table `metrics`, its name in a column; a damaged kind gives another one, which
  /// the seal then shows.
  init(_ row: StatementRow, from column: Int32) {
    name = row.text(column) ?? ""
    unit = row.text(column + 1) ?? ""
    kind = row.text(column + 2).flatMap { MetricDefinition.Kind(rawValue: $0) } ?? .count
    summary = row.text(column + 3) ?? ""
  }
}
