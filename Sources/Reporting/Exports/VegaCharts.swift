import SimHarness

/// The charts of a run as Vega-Lite 5 specifications with their data inside.
enum VegaCharts {
  private static let schema = "https://vega.github.io/schema/vega-lite/v5.json"

  /// The difficulty curve: each player's pass rate over the levels, with intervals.
  static func difficulty(_ summary: RunSummary) -> String {
    var rows: [JSONTree] = []
    for (place, level) in summary.levels.enumerated() {
      for cell in summary.cells where cell.level == level.name {
        guard let rate = cell.passRate else { continue }
        rows.append([
          "place": .int(place + 1), "level": .string(level.name), "agent": .string(cell.agent),
          "pass_rate": number(rate.value), "low": number(rate.low), "high": number(rate.high),
          "games": .int(cell.games),
        ])
      }
    }
    let x: JSONTree = [
      "field": "level", "type": "ordinal", "sort": ["field": "place"], "title": "level",
    ]
    let colour: JSONTree = ["field": "agent", "type": "nominal", "sort": nil, "title": "player"]
    func y(_ field: String) -> JSONTree {
      [
        "field": .string(field), "type": "quantitative", "scale": ["domain": [0, 1]],
        "axis": ["format": "%"], "title": "pass rate with 95% interval",
      ]
    }
    return document(
      title: ReportFacts(summary).title, rows: rows,
      rest: [
        ("width", ["step": 24]), ("height", 260),
        ("encoding", ["x": x, "color": colour]),
        (
          "layer",
          [
            ["mark": "rule", "encoding": ["y": y("low"), "y2": ["field": "high"]]],
            ["mark": "line", "encoding": ["y": y("pass_rate")]],
            [
              "mark": ["type": "point", "filled": true, "tooltip": ["content": "data"]],
              "encoding": ["y": y("pass_rate")],
            ],
          ]
        ),
      ])
  }

  /// One histogram per level, the players side by side, in common bins.
  static func histograms(
    _ summary: RunSummary, of title: String, _ figure: (CellSummary) -> Distribution?
  ) -> String {
    var rows: [JSONTree] = []
    for (place, level) in summary.levels.enumerated() {
      let cells = summary.cells.filter { $0.level == level.name }
      let spreads = cells.compactMap(figure)
      guard let lowest = spreads.map(\.minimum).min(), let highest = spreads.map(\.maximum).max()
      else { continue }
      let bins = HistogramBins(from: lowest, to: highest)
      for cell in cells {
        guard let spread = figure(cell) else { continue }
        var counts = [Int](repeating: 0, count: bins.count)
        for entry in spread.histogram { counts[bins.index(of: entry.value)] += entry.count }
        for (bin, count) in counts.enumerated() where count > 0 {
          let start = bins.start + bins.width * Double(bin)
          rows.append([
            "place": .int(place + 1), "level": .string(level.name), "agent": .string(cell.agent),
            "from": .double(start), "to": .double(start + bins.width), "games": .int(count),
          ])
        }
      }
    }
    return document(
      title: "\(ReportFacts(summary).title): \(title)", rows: rows,
      rest: [
        (
          "facet",
          ["field": "level", "type": "ordinal", "sort": ["field": "place"], "title": nil]
        ),
        ("columns", 3),
        (
          "spec",
          [
            "width": 240, "height": 120, "mark": ["type": "bar", "opacity": 0.5, "tooltip": true],
            "encoding": [
              "x": [
                "field": "from", "bin": ["binned": true], "type": "quantitative",
                "title": .string(title),
              ],
              "x2": ["field": "to"],
              "y": ["field": "games", "type": "quantitative", "stack": nil, "title": "games"],
              "color": ["field": "agent", "type": "nominal", "sort": nil, "title": "player"],
            ],
          ]
        ),
        ("resolve", ["scale": ["x": "independent", "y": "independent"]]),
      ])
  }

  private static func number(_ value: Double) -> JSONTree {
    value.isFinite ? .double(value) : .null
  }

  private static func document(
    title: String, rows: [JSONTree], rest: [(key: String, value: JSONTree)]
  ) -> String {
    JSONWriter.pretty(
      .object(
        [
          ("$schema", .string(schema)), ("title", .string(title)),
          ("data", ["values": .array(rows)]),
        ] + rest))
  }
}
