extension FigureEvidence {
  /// nil where the figure is undefined, or no figure of the cell.
  package init?(_ condition: Condition, in cell: CellSummary) {
    let metric = condition.metric
    if metric == "pass_rate" || metric == "capped_rate" {
      let decided = cell.wins + cell.losses + cell.capped
      let isPass = metric == "pass_rate"
      let trials = isPass ? decided : cell.counted
      guard trials > 0 else { return nil }
      self = .rate(successes: isPass ? cell.wins : cell.capped, trials: trials)
      return
    }
    for (name, distribution) in [("score_", cell.score), ("moves_", cell.moves)]
    where metric.hasPrefix(name) {
      let figure = String(metric.dropFirst(name.count))
      guard Condition.distributionFigures.contains(figure) else { continue }
      guard let distribution else { return nil }
      self.init(figure, of: distribution)
      return
    }
    guard let evidence = cell.metrics.first(where: { $0.name == metric })?.evidence else {
      return nil
    }
    self = evidence
  }

  private init?(_ figure: String, of distribution: Distribution) {
    switch figure {
    case "mean": self = .mean(MeanEvidence(distribution.histogram))
    case "p5": self = .quantile(0.05, histogram: distribution.histogram)
    case "p25": self = .quantile(0.25, histogram: distribution.histogram)
    case "p50": self = .quantile(0.5, histogram: distribution.histogram)
    case "p75": self = .quantile(0.75, histogram: distribution.histogram)
    case "p95": self = .quantile(0.95, histogram: distribution.histogram)
    default: return nil
    }
  }

  /// The p-value of the figure lying outside the bound: the probability of evidence at least as
  /// strong if the figure lies just at the bound.
  ///
  /// Exact for rates (binomial) and quantiles (sign test); means by `MeanEvidence`. Both ends of a
  /// range are tested, so the smaller of the two counts twice.
  package func pValue(_ bound: Condition.Bound) -> Double {
    let below = bound.low.map(pValue(below:))
    let above = bound.high.map(pValue(above:))
    if let below, let above { return Swift.min(1, 2 * Swift.min(below, above)) }
    return below ?? above ?? 1
  }
}
