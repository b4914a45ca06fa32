import SimHarness

/// A comparison in words and rows, as the terminal and Markdown show it.
package enum ComparisonText {
  /// The figure of a side: `43.0%` or `1,204`.
  static func figure(_ value: Double?, of cell: CellComparison) -> String {
    guard let value else { return ReportNumber.missing }
    return cell.figure == .passRate
      ? ReportNumber.fixed(value * 100, decimals: 1) + "%" : ReportNumber.short(value)
  }

  /// The change with its interval: `+4.5 [+1.2, +7.8]`, in points for a pass rate.
  static func change(_ cell: CellComparison) -> String {
    guard let difference = cell.difference else { return ReportNumber.missing }
    let value = signed(difference.value, of: cell)
    return difference.isKnown ? value + " " + bounds(difference, of: cell) : value
  }

  /// The interval of a change alone: `[+1.2, +7.8]`; nothing where it has none.
  package static func bounds(_ difference: Interval, of cell: CellComparison) -> String {
    guard difference.isKnown else { return "" }
    return "[\(signed(difference.low, of: cell)), \(signed(difference.high, of: cell))]"
  }

  /// A change, in points for a pass rate: `+4.5`.
  package static func signed(_ change: Double, of cell: CellComparison) -> String {
    let text =
      cell.figure == .passRate ? ReportNumber.fixed(change * 100, decimals: 1) : short(change)
    return text.hasPrefix("-") || text.allSatisfy { "0.".contains($0) } ? text : "+" + text
  }

  /// A number of any sign with about three digits.
  private static func short(_ value: Double) -> String {
    value == 0 ? "0" : (value < 0 ? "-" : "") + ReportNumber.short(value.magnitude)
  }

  /// A probability: `0.012`, `<0.001`.
  static func probability(_ value: Double?) -> String {
    guard let value else { return ReportNumber.missing }
    return value < 0.001 ? "<0.001" : ReportNumber.fixed(value, decimals: 3)
  }

  static func ratio(_ cell: CellComparison) -> String {
    cell.widthRatio.map { ReportNumber.fixed($0, decimals: 2) } ?? ReportNumber.missing
  }

  /// What was found, in one sentence.
  package static func verdict(_ comparison: RunComparison) -> String {
    let moved = comparison.moved.count
    let cells = ReportNumber.plural(comparison.cells.count, "cell")
    let limit =
      comparison.tolerance > 0
      ? " beyond the tolerance of \(ReportNumber.limit(comparison.tolerance))" : ""
    guard !comparison.cells.isEmpty else {
      return "The runs have no level and agent in common."
    }
    return "\(ReportNumber.count(moved)) of \(cells) moved\(limit)."
  }

  /// How many of the paired games ended otherwise; nil if none are paired.
  static func differing(_ comparison: RunComparison) -> String? {
    let paired = comparison.cells.filter(\.isPaired)
    guard !paired.isEmpty else { return nil }
    let games = paired.reduce(0) { $0 + $1.playedPairs }
    let differing = paired.reduce(0) { $0 + $1.differing }
    return "\(ReportNumber.count(differing)) of \(ReportNumber.games(games)) played on both sides "
      + (differing == 1 ? "differs." : "differ.")
  }

  /// How many of the paired games count in the pass rate of one side only; nil if none do.
  package static func oneSided(_ comparison: RunComparison) -> String? {
    let rates = comparison.cells.filter { $0.isPaired && $0.figure == .passRate }
    let games = rates.reduce(0) { $0 + $1.oneSided }
    guard games > 0 else { return nil }
    let played = ReportNumber.games(rates.reduce(0) { $0 + $1.playedPairs })
    return "\(ReportNumber.count(games)) of \(played) "
      + (games == 1
        ? "was won or lost on one side only and counts there."
        : "were won or lost on one side only and count there.")
  }

  /// The names that one side alone has, a sentence each.
  package static func unmatched(_ comparison: RunComparison) -> [String] {
    func sentence(_ names: [String], _ noun: String, _ side: String) -> String? {
      guard !names.isEmpty else { return nil }
      let shown = names.prefix(10).map { SafeText.escaped($0) }.joined(separator: ", ")
      let rest = names.count > 10 ? " and \(names.count - 10) more" : ""
      return "Only in the \(side) run, \(names.count == 1 ? noun : noun + "s"): \(shown)\(rest)."
    }
    return [
      sentence(comparison.base.ownLevels, "level", "base"),
      sentence(comparison.new.ownLevels, "level", "new"),
      sentence(comparison.base.ownAgents, "agent", "base"),
      sentence(comparison.new.ownAgents, "agent", "new"),
    ].compactMap { $0 }
  }

  /// How to read the columns.
  static let legend =
    "change: new minus base, in points for pass rates, with its 95% interval; scores have none if "
    + "all changes are equal; p: corrected for the number of cells (Holm); a figure moved if p is "
    + "below 0.05; width: the interval's width as a share of the width without paired games"
}

extension RunComparison {
  /// The cells as rows of text under their titles.
  public var rows: [[String]] {
    [["level", "agent", "base", "new", "change", "p", "width", ""]]
      + cells.map { cell in
        [
          SafeText.escaped(cell.level, limit: 60), SafeText.escaped(cell.agent, limit: 60),
          ComparisonText.figure(cell.base, of: cell), ComparisonText.figure(cell.new, of: cell),
          ComparisonText.change(cell), ComparisonText.probability(cell.correctedP),
          ComparisonText.ratio(cell), cell.hasMoved ? "moved" : cell.failsMore ? "fails" : "",
        ]
      }
  }

  /// What was found, and what to know about it, a sentence each.
  public var sentences: [String] {
    [ComparisonText.verdict(self)]
      + [ComparisonText.differing(self), ComparisonText.oneSided(self)].compactMap { $0 }
      + ComparisonText.unmatched(self) + remarks
  }

  /// How to read `rows`.
  public static var legend: String { ComparisonText.legend }

  /// The commands that play the first game behind each change again, on both sides.
  public func replays(limit: Int = 3) -> [String] {
    moved.prefix(limit).flatMap { cell -> [String] in
      guard let index = cell.example else { return [] }
      let game = GameReference(level: cell.level, agent: cell.agent, index: index)
      return [base, new].filter { $0.imported == nil }
        .map { ReplayCommand.text(runPath: $0.path, game) }
    }
  }
}
