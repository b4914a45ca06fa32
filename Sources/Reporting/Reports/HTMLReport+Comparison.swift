import Charts
import Lab
import SimHarness

extension HTMLReport {
  /// What the section about the base run prints.
  struct Comparison {
    var sentence: String
    /// What the table's figures are.
    var heading: String
    var levels: [Level]
    var flagChanges: [FlagChange]
    var notes: [String]

    struct Level {
      var name: String
      var anchor: String
      var isChanged: Bool
      var cells: [Cell]
    }

    struct Cell {
      /// Markup: the agent's name, as a narrow page shows it.
      var label: String
      /// Markup.
      var bar: String
      var value: String
      var interval: String
      /// `up`, `down` where the figure moved, else empty.
      var direction: String
      /// What the figure is, where the table has others too.
      var unit: String
    }

    struct FlagChange {
      var name: String
      var anchor: String
      var came: [Chip]
      var went: [Chip]
    }

    struct Chip {
      var tone: String
      var label: String
    }
  }
}

extension HTMLReport.Comparison {
  init(_ comparison: BaseComparison, _ summary: RunSummary) {
    let runs = comparison.runs
    let anchors = Dictionary(
      summary.levels.enumerated().map { ($1.name, HTMLReport.anchor($0)) },
      uniquingKeysWith: { first, _ in first })
    sentence = Self.sentence(comparison)
    let rates = runs.cells.filter { $0.figure == .passRate }
    let maximum =
      rates.compactMap(\.difference).flatMap { [$0.low, $0.high] }.map(\.magnitude).max() ?? 0
    let scale = max(0.1, min(1, maximum))
    let isMixed = !rates.isEmpty && rates.count < runs.cells.count
    heading =
      rates.isEmpty
      ? "Mean scores, change from the base run"
      : "Pass rates, change from the base run in points"
    levels = summary.levels.compactMap { level in
      let own = runs.cells.filter { $0.level == level.name }
      guard !own.isEmpty else { return nil }
      return Level(
        name: level.name, anchor: anchors[level.name] ?? "levels",
        isChanged: own.contains(where: \.isEdited),
        cells: summary.agents.enumerated().map { series, agent in
          Cell(
            own.first { $0.agent == agent.name }, of: agent.name, scale: scale, series: series,
            isMixed: isMixed)
        })
    }
    flagChanges = comparison.flagChanges.map { change in
      FlagChange(
        name: change.level, anchor: anchors[change.level] ?? "levels",
        came: change.came.map { Chip(tone: $0.tone, label: $0.label) },
        went: change.went.map { Chip(tone: $0.tone, label: $0.label) })
    }
    notes =
      [ComparisonText.oneSided(runs)].compactMap { $0 } + ComparisonText.unmatched(runs)
      + runs.remarks
  }

  private static func sentence(_ comparison: BaseComparison) -> String {
    let runs = comparison.runs
    // No absolute path on a page.
    let path = runs.base.path
    let shown = path.hasPrefix("/") ? path.split(separator: "/").last.map(String.init) : nil
    let base =
      "Compared with \(SafeText.escaped(shown ?? path, limit: 200)) "
      + "(\(SafeText.escaped(comparison.baseTitle, limit: 100)), "
      + "\(ReportNumber.games(comparison.baseGames)), seed \(runs.base.seed)). "
    guard !runs.cells.isEmpty else { return base + ComparisonText.verdict(runs) }
    let pairs = runs.cells.reduce(0) { $0 + $1.playedPairs }
    return base
      + (pairs > 0
        ? "\(ReportNumber.games(pairs)) had the same deals in both runs and are compared game by "
          + "game. "
        : "The runs have no games in common, so their figures are compared without pairs. ")
      + ComparisonText.verdict(runs)
  }
}

extension HTMLReport.Comparison.Cell {
  fileprivate init(
    _ cell: CellComparison?, of agent: String, scale: Double, series: Int, isMixed: Bool
  ) {
    label = HTMLText.playerLabel(agent)
    guard let cell, let difference = cell.difference else {
      (bar, value, interval, direction, unit) = ("", ReportNumber.missing, "", "", "")
      return
    }
    direction = cell.hasMoved ? (difference.value > 0 ? "up" : "down") : ""
    bar =
      cell.figure == .passRate
      ? DifferenceBar.render(difference, scale: scale, series: series) : ""
    value = ComparisonText.signed(difference.value, of: cell)
    interval = ComparisonText.bounds(difference, of: cell)
    unit = isMixed && cell.figure == .score ? "score" : ""
  }
}
