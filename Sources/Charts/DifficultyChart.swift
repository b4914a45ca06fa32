import SimHarness

/// The difficulty curve: each player's pass rate over the levels, with intervals; or the mean score
/// of levels without a goal.
package struct DifficultyChart {
  /// What is drawn of each level and player.
  package enum Measure {
    case passRate
    case score

    func value(_ cell: CellSummary?) -> Interval? {
      switch self {
      case .passRate: cell?.passRate
      case .score: cell?.scoreWithoutGoal
      }
    }

    /// The measure, as an axis and as a sentence's beginning name it.
    package var words: String { self == .passRate ? "Pass rate" : "Mean score" }
  }

  let measure: Measure
  /// The scale of scores.
  private let ticks: AxisTicks
  /// How much room the page has.
  package enum Size: String, CaseIterable {
    case wide
    case middle
    case narrow

    var width: Double {
      switch self {
      case .wide: 1080
      case .middle: 860
      case .narrow: 326
      }
    }
    /// The minimum space between two levels; a longer run makes a wider chart, which scrolls.
    var minSpacing: Double { self == .narrow ? 11 : 8 }
  }

  let levels: [LevelSummary]
  let agents: [AgentSummary]
  let thresholds: FlagThresholds
  private let table: CellTable
  /// The pass rates of another run, the base.
  private let base: [BaseRate]
  private let size: Size
  private let plot: Plot

  private struct Plot {
    var left = 44.0
    var right = 14.0
    var top = 26.0
    var height: Double
    var spacing: Double
    var bottom: Double
    var count: Int

    var width: Double { left + right + spacing * Double(count) }
    var end: Double { width - right }
    func x(_ level: Int) -> Double { left + spacing * (Double(level) + 0.5) }
    func y(_ share: Double) -> Double { top + height * (1 - share) }
  }

  /// Where a value of the measure stands.
  private func y(_ value: Double) -> Double {
    plot.y(measure == .passRate ? value : ticks.share(of: value))
  }

  /// A pass rate of the run that a run is compared with.
  package typealias BaseRate = (level: String, agent: String, rate: Double)

  package init(
    _ summary: RunSummary, base: [BaseRate] = [], thresholds: FlagThresholds, size: Size,
    measure: Measure = .passRate
  ) {
    self.measure = measure
    let known = summary.cells.compactMap { measure.value($0) }
    ticks =
      measure == .passRate
      ? AxisTicks(from: 0, to: 1)
      : AxisTicks(
        from: min(0, known.map { $0.isKnown ? $0.low : $0.value }.min() ?? 0),
        to: known.map { $0.isKnown ? $0.high : $0.value }.max() ?? 1)
    levels = summary.levels
    agents = summary.agents
    self.thresholds = thresholds
    self.size = size
    self.base = base
    table = CellTable(summary.cells)
    let count = max(1, summary.levels.count)
    let spacing = max(size.minSpacing, (size.width - 58) / Double(count))
    plot = Plot(
      height: size == .narrow ? 210 : 260, spacing: spacing, bottom: spacing >= 46 ? 112 : 44,
      count: count)
  }

  package func render() -> String {
    SVG.picture(
      width: plot.width, height: plot.top + plot.height + plot.bottom,
      kind: "curve-\(size.rawValue)" + (plot.spacing < 14 ? " dense" : ""),
      title: measure == .passRate ? "Difficulty curve" : "Scores over the levels",
      description: "\(measure.words) of \(ReportNumber.plural(levels.count, "level")) for "
        + "\(ReportNumber.plural(agents.count, "player")), with 95% intervals. The table of levels "
        + "gives the same figures."
    ) { svg in
      drawFrame(in: &svg)
      if measure == .passRate, !base.isEmpty { draw(base: base, in: &svg) }
      for index in agents.indices { draw(player: index, in: &svg) }
      drawLabels(in: &svg)
      drawLinks(in: &svg)
    }
  }

  // MARK: Frame

  private func drawFrame(in svg: inout SVG) {
    if measure == .passRate { drawBands(in: &svg) }
    let values = measure == .passRate ? [0, 0.25, 0.5, 0.75, 1] : ticks.values
    for value in values {
      svg.line(
        value == values[0] ? "axis" : "grid", plot.left, y(value), plot.end, y(value))
      svg.label(
        "end", x: plot.left - 7, y: y(value) + 4,
        measure == .passRate ? ReportNumber.percent(value) : ticks.text(value))
    }
    svg.label("start strong", x: 2, y: 13, measure.words)
  }

  private func drawBands(in svg: inout SVG) {
    let width = plot.end - plot.left
    svg.rectangle(
      "band-hard", x: plot.left, y: plot.y(thresholds.tooHard), width: width,
      height: plot.y(0) - plot.y(thresholds.tooHard))
    svg.rectangle(
      "band-easy", x: plot.left, y: plot.y(1), width: width,
      height: plot.y(thresholds.tooEasy) - plot.y(1))
  }

  private func drawLabels(in svg: inout SVG) {
    if measure == .passRate {
      svg.label(
        "start soft halo", x: plot.left + 6, y: plot.y(thresholds.tooHard) + 14,
        "too hard below \(ReportNumber.limit(thresholds.tooHard))")
    }
    let base = plot.top + plot.height
    let step = [1, 2, 5, 10, 20, 50].first { Double($0) * plot.spacing >= 26 } ?? 100
    for (index, level) in levels.enumerated() {
      let number = index + 1
      let x = plot.x(index)
      if !level.flags.isEmpty {
        svg.path(
          "flag-mark",
          "M\(SVG.number(x)) \(SVG.number(base + 4))l4.5 8h-9z")
      }
      if number == 1 || number % step == 0 {
        svg.label("middle", x: x, y: base + 26, String(number))
      }
      if plot.spacing >= 46 {
        let name = Chart.shortened(level.name, to: 14)
        svg.raw(
          "<text class=\"end soft\" transform=\"translate(\(SVG.number(x + 8)) "
            + "\(SVG.number(base + 42)))rotate(-32)\">\(HTMLText.escaped(name))</text>")
      }
    }
    if plot.spacing < 46 {
      svg.label("start soft", x: plot.left, y: base + 41, "Level, in the order of the run")
    }
  }

  // MARK: Players

  private func draw(player index: Int, in svg: inout SVG) {
    // Side by side within a level, so that whiskers do not hide each other.
    let room = min(plot.spacing * 0.6, 36)
    let step = agents.count > 1 ? min(8, room / Double(agents.count - 1)) : 0
    let shift = (Double(index) - Double(agents.count - 1) / 2) * step
    let radius = min(4.2, max(2, plot.spacing / 5))
    let cap = min(3, plot.spacing / 6)
    var curve = ""
    var whiskers = ""
    var dots = ""
    var isDrawing = false
    for (position, level) in levels.enumerated() {
      guard let value = measure.value(table[level, agents[index]]) else {
        isDrawing = false
        continue
      }
      let x = plot.x(position) + shift
      let y = y(value.value)
      curve += (isDrawing ? "L" : "M") + SVG.number(x) + " " + SVG.number(y)
      isDrawing = true
      if value.isKnown {
        whiskers += SVG.segment(x, self.y(value.low), x, self.y(value.high))
        if plot.spacing >= 20 {
          for end in [value.low, value.high] {
            whiskers +=
              "M\(SVG.number(x - cap)) \(SVG.number(self.y(end)))h\(SVG.number(2 * cap))"
          }
        }
      }
      dots += Chart.marker(index, x: x, y: y, radius: radius)
    }
    svg.raw("<g class=\"\(Chart.series(index))\">")
    svg.path("curve", curve)
    svg.path("whisker", whiskers)
    svg.path("dot", dots)
    svg.raw("</g>")
  }

  /// The base run's line of each player that it has, faint and without markers.
  private func draw(base rates: [BaseRate], in svg: inout SVG) {
    for (series, agent) in agents.enumerated() {
      let own = Dictionary(
        rates.filter { $0.agent == agent.name }.map { ($0.level, $0.rate) },
        uniquingKeysWith: { first, _ in first })
      var line = ""
      var isDrawing = false
      for (position, level) in levels.enumerated() {
        guard let rate = own[level.name] else {
          isDrawing = false
          continue
        }
        let place = "\(SVG.number(plot.x(position))) \(SVG.number(plot.y(rate)))"
        line += (isDrawing ? "L" : "M") + place
        isDrawing = true
      }
      svg.raw("<g class=\"\(Chart.series(series))\">")
      svg.path("base-line", line)
      svg.raw("</g>")
    }
  }

  /// One hover area per level: its figures, and a link to its section.
  private func drawLinks(in svg: inout SVG) {
    for (index, level) in levels.enumerated() {
      var lines = ["\(index + 1). \(level.name)"]
      for agent in agents {
        let value = measure.value(table[level, agent])
        let figure =
          measure == .passRate ? ReportNumber.rate(value) : ReportNumber.interval(value)
        lines.append("\(SafeText.escaped(agent.name)): \(figure)")
      }
      if !level.flags.isEmpty {
        lines.append("Flags: " + level.flags.map(\.kind.label).joined(separator: ", "))
      }
      lines[0] = SafeText.escaped(lines[0], limit: 200)
      svg.link(to: "level-\(index + 1)", title: lines.joined(separator: "\n")) { svg in
        svg.rectangle(
          "target", x: plot.left + plot.spacing * Double(index), y: plot.top,
          width: plot.spacing, height: plot.height + 30)
      }
    }
  }
}
