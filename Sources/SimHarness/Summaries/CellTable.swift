/// The cells of a run by level and agent, where some may be missing.
package struct CellTable {
  private var cells: [Key: CellSummary] = [:]

  private struct Key: Hashable {
    var level: String
    var agent: String
  }

  package init(_ cells: [CellSummary]) {
    for cell in cells { self.cells[Key(level: cell.level, agent: cell.agent)] = cell }
  }

  package subscript(level: LevelSummary, agent: AgentSummary) -> CellSummary? {
    cells[Key(level: level.name, agent: agent.name)]
  }

  /// A level's cells in the order of the agents.
  package func cells(of level: LevelSummary, agents: [AgentSummary]) -> [CellSummary] {
    agents.compactMap { self[level, $0] }
  }
}

extension CellSummary {
  /// Games that say whether the level was passed: the pass rate's denominator.
  ///
  /// Between two players a game that hit the move limit is a draw.
  package var decided: Int {
    hasGoal ? wins + losses + (isForTwo ? 0 : capped) : 0
  }

  /// The evidence about the pass rate; nil if no game says anything.
  var passEvidence: FigureEvidence? {
    decided > 0 ? .rate(successes: wins, trials: decided, effect: passEffect) : nil
  }

  /// Games that count nowhere but under `faults`.
  package var uncounted: Int { faults + inconclusive }

  /// The mean score where games end without having been won or lost; nil if there is a goal.
  package var scoreWithoutGoal: Interval? {
    guard decided == 0, ended > 0, let score else { return nil }
    return score.meanInterval ?? .unknown(score.mean)
  }

  /// How often the first of two players won; nil for a single player.
  public var winRate: Interval? { metrics.first { $0.name == "win_rate" }?.value }

  /// `, wins 43% [40, 46]` of two players; empty if one plays alone.
  package var winWords: String { winRate.map { ", wins \(ReportNumber.rate($0))" } ?? "" }

  /// Names the cell's first example with one of these labels, the first label first.
  package func example(_ labels: String...) -> GameReference? {
    for label in labels {
      if let example = examples.first(where: { $0.label == label }) {
        return GameReference(level: level, agent: agent, index: example.index)
      }
    }
    return nil
  }
}
