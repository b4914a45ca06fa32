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
  /// The groups in their order, with the names of the metrics in them (docs/numbers.md, "Metrics");
  /// all other metrics are the game's own.
  static let groups: [(name: String, metrics: Set<String>)] = [
    (
      "Difficulty",
      [
        "near_miss", "progress", "shots_left", "balls_left", "stuck_balls", "initial_no_set",
        "initial_sets", "initial_pairs", "orange_left", "deals", "attempts_per_pass",
        "capped_rate", "fault_rate", "overflow_rate", "out_of_shots_rate", "best_moves_5",
        "best_moves_15", "moves_on_wins", "moves_on_wins_median", "moves_on_losses",
        "moves_on_losses_median", "score_on_wins", "score_on_wins_median", "score_on_losses",
        "score_on_losses_median", "one_star", "two_stars", "three_stars",
      ]
    ),
    (
      "Choice",
      [
        "decision_entropy", "criticality", "decision_share", "legal_moves", "distinct_outcomes",
        "dead_turns", "cost_no_swap", "cost_no_walls",
      ]
    ),
    ("Luck", ["luck_share"]),
    (
      "Shape", ["excitement", "comebacks", "longest_chain", "specials_activated", "score_per_move"]
    ),
  ]
  private static let others = "Balance of the game"

  /// The metrics of a run, grouped; none with fewer than two levels.
  static func all(of summary: RunSummary, _ table: CellTable) -> [HTMLReport.MetricGroup] {
    guard summary.levels.count > 1 else { return [] }
    let names = summary.cells.flatMap(\.metrics).firstOfEach(\.name)
    let rows = names.compactMap { metric -> (group: String, row: Row)? in
      let values = summary.agents.map { agent in
        summary.levels.map { level in
          table[level, agent]?.metrics.first { $0.name == metric.name }?.value?.value
        }
      }
      guard let row = Row(metric, values) else { return nil }
      return (groups.first { $0.metrics.contains(metric.name) }?.name ?? others, row)
    }
    return (groups.map(\.name) + [others]).compactMap { name in
      let own = rows.filter { $0.group == name }.map(\.row)
      return own.isEmpty ? nil : HTMLReport.MetricGroup(name: name, rows: own)
    }
  }
}

extension HTMLReport.MetricGroup.Row {
  /// nil where no level has a value.
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
