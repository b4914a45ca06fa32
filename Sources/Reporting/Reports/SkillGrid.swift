import SimHarness

/// Players named STRATEGY@EXECUTION, as a grid of both.
struct SkillGrid {
  let strategies: [String]
  let executions: [String]
  /// Agents by strategy, then by execution; nil if none was played.
  private let agents: [[AgentSummary?]]

  /// The known names from weak to strong; others follow in order of appearance.
  private static let strategyOrder = ["random", "greedy", "planner", "mcts"]
  private static let executionOrder = ["shaky", "steady", "perfect"]

  private static func sorted(_ names: [String], as order: [String]) -> [String] {
    let names = names.uniqued(on: \.self)
    return order.filter(names.contains) + names.filter { !order.contains($0) }
  }

  /// nil unless there are two strategies or two executions, and at least three cells.
  init?(_ players: [AgentSummary]) {
    let named = players.compactMap { player in
      Self.parts(of: player.name).map { (player, $0.strategy, $0.execution) }
    }
    strategies = Self.sorted(named.map { $0.1 }, as: Self.strategyOrder)
    executions = Self.sorted(named.map { $0.2 }, as: Self.executionOrder)
    guard named.count >= 3, strategies.count > 1 || executions.count > 1 else { return nil }
    agents = strategies.map { [executions] strategy in
      executions.map { execution in
        named.first { $0.1 == strategy && $0.2 == execution }?.0
      }
    }
  }

  /// A name's two parts, without the numbers that follow a colon.
  static func parts(of name: String) -> (strategy: String, execution: String)? {
    let plain = name.prefix { $0 != ":" }
    let parts = plain.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    return (String(parts[0]), String(parts[1]))
  }

  subscript(strategy: Int, execution: Int) -> AgentSummary? { agents[strategy][execution] }
}

extension HTMLReport {
  /// A level's skill heat map: a table whose cells are tinted by their figure.
  struct HeatMap {
    var caption: String
    var executions: [String]
    var rows: [Row]

    struct Row {
      var strategy: String
      var cells: [Cell]
    }

    struct Cell {
      /// The class of the tint: `h0` to `h8`, or `none`.
      var tint: String
      var value: String
      var interval: String
    }

    /// The strongest tint.
    static let strongest = 8
  }
}

extension HTMLReport.HeatMap {
  /// By pass rate, or by mean score where no game can be passed; nil if nothing was played.
  init?(_ grid: SkillGrid?, level: LevelSummary, _ table: CellTable) {
    guard let grid else { return nil }
    let cells = grid.strategies.indices.map { strategy in
      grid.executions.indices.map { execution in
        grid[strategy, execution].flatMap { table[level, $0] }
      }
    }
    let isByRate = cells.joined().contains { $0?.passRate != nil }
    let means = cells.joined().compactMap { $0?.score?.mean }
    guard isByRate || !means.isEmpty else { return nil }
    let (low, high) = (means.min() ?? 0, means.max() ?? 0)
    caption =
      isByRate ? "Pass rate by strategy and execution" : "Mean score by strategy and execution"
    executions = grid.executions
    rows = zip(grid.strategies, cells).map { strategy, cells in
      Row(
        strategy: strategy,
        cells: cells.map { cell in
          isByRate
            ? Self.cell(cell?.passRate) : Self.cell(cell?.score, from: low, to: high)
        })
    }
  }

  private static func cell(_ rate: Interval?) -> Cell {
    guard let rate, rate.value.isFinite else { return nothing }
    return Cell(
      tint: tint(rate.value), value: ReportNumber.percent(rate.value),
      interval: ReportNumber.rateBounds(rate))
  }

  private static func cell(_ score: Distribution?, from low: Double, to high: Double) -> Cell {
    guard let score, score.mean.isFinite else { return nothing }
    return Cell(
      tint: tint(high > low ? (score.mean - low) / (high - low) : 0.5),
      value: ReportNumber.short(score.mean),
      interval: score.meanInterval.map(ReportNumber.bounds) ?? "")
  }

  private static let nothing = Cell(tint: "none", value: ReportNumber.missing, interval: "")

  private static func tint(_ share: Double) -> String {
    "h\(Int(saturating: (min(max(share, 0), 1) * Double(strongest)).rounded()))"
  }
}
