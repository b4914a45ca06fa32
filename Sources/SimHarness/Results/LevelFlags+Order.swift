/// A stronger player that does significantly worse than a weaker one on a level.
struct OrderViolation: Equatable {
  var stronger: String
  var weaker: String
  /// Corrected for all pairs of players on all levels of the run.
  var pValue: Double
}

extension LevelFlags {
  /// Of each level, the pairs of players that are out of order, the most significant first.
  ///
  /// Pass rates are compared by Fisher's exact test, mean scores of levels without a goal by
  /// Welch's; games on the same deal are taken as independent, which makes the tests stricter than
  /// they need be. Holm's correction over all pairs of the run keeps the chance of any false violation
  /// in a run to at most `limit`.
  static func violations(of summary: RunSummary, limit: Double) -> [[OrderViolation]] {
    let table = CellTable(summary.cells)
    var found: [(level: Int, violation: OrderViolation)] = []
    for (index, level) in summary.levels.enumerated() {
      let cells = table.cells(of: level, agents: summary.agents)
      for stronger in cells {
        for weaker in cells where PlayerOrder.isStronger(stronger.agent, than: weaker.agent) {
          guard let pValue = pValue(thatWorse: stronger, than: weaker) else { continue }
          found.append(
            (
              index,
              OrderViolation(stronger: stronger.agent, weaker: weaker.agent, pValue: pValue)
            ))
        }
      }
    }
    var violations = [[OrderViolation]](repeating: [], count: summary.levels.count)
    for (place, pValue) in Statistics.holm(found.map(\.violation.pValue)).enumerated()
    where pValue < limit {
      var (level, violation) = found[place]
      violation.pValue = pValue
      violations[level].append(violation)
    }
    return violations.map { $0.sorted { ($0.pValue, $0.stronger) < ($1.pValue, $1.stronger) } }
  }

  /// The p-value of the first player being worse; nil if the two cannot be compared.
  private static func pValue(
    thatWorse stronger: CellSummary, than weaker: CellSummary
  ) -> Double? {
    if stronger.decided > 0 && weaker.decided > 0 {
      let isWorse = stronger.wins * weaker.decided < weaker.wins * stronger.decided
      return isWorse
        ? Statistics.fisher(
          successes: stronger.wins, trials: stronger.decided, otherSuccesses: weaker.wins,
          otherTrials: weaker.decided) : 1
    }
    guard stronger.scoreWithoutGoal != nil, weaker.scoreWithoutGoal != nil,
      let one = stronger.score, let two = weaker.score, let spread = one.sd, let other = two.sd
    else { return nil }
    if one.mean >= two.mean { return 1 }
    let left = spread * spread / Double(one.count)
    let right = other * other / Double(two.count)
    guard left + right > 0 else { return 0 }
    let freedom =
      (left + right) * (left + right)
      / (left * left / Double(one.count - 1) + right * right / Double(two.count - 1))
    return Statistics.studentT(
      beyond: (two.mean - one.mean) / (left + right).squareRoot(),
      degreesOfFreedom: max(1, freedom))
  }

  /// A level on which stronger players do worse.
  func order(at index: Int) -> LevelFlag? {
    guard let worst = violations[index].first else { return nil }
    let cells = table.cells(of: summary.levels[index], agents: summary.agents)
    func figure(_ agent: String) -> String {
      guard let cell = cells.first(where: { $0.agent == agent }) else { return "" }
      let value =
        cell.passRate.map { ReportNumber.percent($0.value) }
        ?? cell.scoreWithoutGoal.map { "score " + ReportNumber.short($0.value) } ?? ""
      return "\(SafeText.escaped(agent)) \(value)"
    }
    let shown = violations[index].prefix(3).map { "\(figure($0.stronger)) < \(figure($0.weaker))" }
    let rest = violations[index].count - shown.count
    return LevelFlag(
      kind: .order,
      reason: "Stronger players do worse here: " + shown.joined(separator: ", ")
        + (rest > 0 ? " and \(ReportNumber.plural(rest, "more pair"))" : "")
        + "; p is \(ReportNumber.fixed(max(worst.pValue, 0.001), decimals: 3))"
        + (worst.pValue < 0.001 ? " at most" : "")
        + " after Holm's correction over all pairs of the run.",
      example: cells.first { $0.agent == worst.stronger }?.example("worst", "median"))
  }
}
