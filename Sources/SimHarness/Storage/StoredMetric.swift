/// A metric as a store describes it to those who read its games in SQL.
struct StoredMetric: Sendable, Equatable {
  var name: String
  var unit: String
  var kind: MetricDefinition.Kind
  /// What it says, in one line.
  var summary: String

  init(_ definition: MetricDefinition) {
    name = definition.name
    unit = definition.unit
    kind = definition.kind
    summary = definition.summary
  }

  /// A row of the table `metrics`; a damaged kind gives another one, which the seal then shows.
  init(_ row: StatementRow) {
    name = row.text(0) ?? ""
    unit = row.text(1) ?? ""
    kind = row.text(2).flatMap { MetricDefinition.Kind(rawValue: $0) } ?? .count
    summary = row.text(3) ?? ""
  }
}
