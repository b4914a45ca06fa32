extension HTMLReport {
  /// What the section about the base run prints.
  struct Comparison {
    var sentence: String
    var levels: [Level]
    var hasFlagChanges: Bool
    var flagChanges: [FlagChange]
    var hasNotes: Bool
    var notes: [String]

    struct Level {
      var name: String
      var anchor: String
      var isChanged: Bool
      var cells: [Cell]
    }

    struct Cell {
      /// Markup.
      var bar: String
      var value: String
      var interval: String
      /// `up`, `down` where the interval leaves zero out, else empty.
      var direction: String
      var score: String
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
    let pairs = comparison.cells.reduce(0) { $0 + $1.pairs }
    sentence =
      "Against \(SafeText.escaped(comparison.basePath, limit: 200)) "
      + "(\(SafeText.escaped(comparison.baseTitle, limit: 100)), "
      + "\(ReportNumber.games(comparison.baseGames)), seed \(comparison.baseSeed)). "
      + (pairs > 0
        ? "\(ReportNumber.games(pairs)) were dealt the same in both runs and are compared "
          + "one by one."
        : "The runs share no game (another seed, or other level ids), so their rates are "
          + "compared as a whole.")
    let anchors = Dictionary(
      summary.levels.enumerated().map { ($1.name, HTMLReport.anchor($0)) },
      uniquingKeysWith: { first, _ in first })
    let most =
      comparison.cells.compactMap(\.difference).flatMap { [$0.low, $0.high] }
      .map(\.magnitude).max() ?? 0
    let scale = max(0.1, min(1, most))
    levels = summary.levels.compactMap { level in
      let own = comparison.cells.filter { $0.level == level.name }
      guard !own.isEmpty else { return nil }
      return Level(
        name: level.name, anchor: anchors[level.name] ?? "levels",
        isChanged: comparison.changedLevels.contains(level.name),
        cells: summary.agents.enumerated().map { series, agent in
          Cell(own.first { $0.agent == agent.name }, scale: scale, series: series)
        })
    }
    flagChanges = comparison.flagChanges.map { change in
      FlagChange(
        name: change.level, anchor: anchors[change.level] ?? "levels",
        came: change.came.map { Chip(tone: $0.tone, label: $0.label) },
        went: change.went.map { Chip(tone: $0.tone, label: $0.label) })
    }
    hasFlagChanges = !flagChanges.isEmpty
    notes = [
      Self.list(comparison.newLevels, "Not in the base: "),
      Self.list(comparison.lostLevels, "Only in the base: "),
    ].compactMap { $0 }
    hasNotes = !notes.isEmpty
  }

  private static func list(_ names: [String], _ words: String) -> String? {
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(12).map { SafeText.escaped($0) }.joined(separator: ", ")
    let rest = names.count - min(12, names.count)
    return words + shown + (rest > 0 ? " and \(ReportNumber.count(rest)) more." : ".")
  }
}

extension HTMLReport.Comparison.Cell {
  fileprivate init(_ cell: BaseComparison.Cell?, scale: Double, series: Int) {
    guard let cell, let difference = cell.difference ?? cell.score else {
      (bar, value, interval, direction, score) = ("", ReportNumber.missing, "", "", "")
      return
    }
    let isRate = cell.difference != nil
    direction = difference.low > 0 ? "up" : difference.high < 0 ? "down" : ""
    if isRate {
      bar = DifferenceBar.render(difference, scale: scale, series: series)
      value = Self.signed(Self.points(difference.value), difference.value)
      interval = "[\(Self.points(difference.low)), \(Self.points(difference.high))]"
    } else {
      bar = ""
      value = Self.signed(ReportNumber.short(difference.value), difference.value)
      interval = ReportNumber.bounds(difference)
    }
    score =
      isRate
      ? cell.score.map { "score " + Self.signed(ReportNumber.short($0.value), $0.value) } ?? ""
      : "score"
  }

  /// Whole points of a percentage, of either sign.
  private static func points(_ difference: Double) -> String {
    ReportNumber.fixed(difference * 100, decimals: 0)
  }

  private static func signed(_ text: String, _ value: Double) -> String {
    value > 0 ? "+" + text : text
  }
}
