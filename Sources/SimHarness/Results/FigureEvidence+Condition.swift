extension FigureEvidence {
  /// nil if the figure is undefined, or no figure of the cell.
  package init?(_ condition: Condition, in cell: CellSummary) {
    let metric = condition.cellMetric
    if metric == "pass_rate" {
      guard let evidence = cell.passEvidence else { return nil }
      self = evidence
      return
    }
    if metric == "capped_rate" {
      guard cell.counted > 0 else { return nil }
      self = .rate(successes: cell.capped, trials: cell.counted, effect: cell.capEffect)
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
    if figure == "mean" {
      self = .mean(MeanEvidence(distribution.histogram, effect: distribution.meanEffect))
      return
    }
    guard let quantile = Distribution.levels.first(where: { $0.name == figure }) else { return nil }
    self = .quantile(
      quantile.p, histogram: distribution.histogram, effect: distribution.maxEffect)
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
