/// The difference between two variants that played the same games, with its 95% interval.
enum PairedEffect {
  /// The mean of differences of pass marks.
  ///
  /// Half a game is added to each of the four kinds of pairs, so that the interval never has width
  /// 0. Source: A. Agresti and Y. Min, "Simple improved confidence intervals for comparing matched
  /// proportions", Statistics in Medicine 24, 2005.
  static func passRate(_ base: ArraySlice<TrialGame>, _ other: ArraySlice<TrialGame>)
    -> Interval?
  {
    var gained = 0
    var lost = 0
    var pairs = 0
    for (before, after) in zip(base, other) {
      guard let before = before.isPassed, let after = after.isPassed else { continue }
      pairs += 1
      if after && !before { gained += 1 }
      if before && !after { lost += 1 }
    }
    guard pairs > 0 else { return nil }
    let value = Double(gained - lost) / Double(pairs)
    let count = Double(pairs) + 2
    let (more, fewer) = (Double(gained) + 0.5, Double(lost) + 0.5)
    let middle = (more - fewer) / count
    let spread = more + fewer - (more - fewer) * (more - fewer) / count
    let half = Statistics.twoSidedNormal(0.95) * spread.squareRoot() / count
    return Interval(
      value: value, low: max(-1, min(value, middle - half)),
      high: min(1, max(value, middle + half)))
  }

  /// The difference of a figure between two variants.
  static func difference(
    of figure: TuneFigure, _ base: ArraySlice<TrialGame>, _ other: ArraySlice<TrialGame>
  ) -> Interval? {
    if figure.kind == .passRate { return passRate(base, other) }
    let pairs = zip(figure.influences(of: base), figure.influences(of: other))
    let differences = pairs.compactMap { before, after -> Double? in
      guard let before, let after else { return nil }
      return after - before
    }
    if differences.count >= 2 { return TuneFigure.mean(differences) }
    // A quantile has no games to pair: the two intervals are put together.
    guard let before = figure.estimate(base), let after = figure.estimate(other) else {
      return nil
    }
    let value = after.interval.value - before.interval.value
    let half = DeterministicMath.hypot(before.halfWidth, after.halfWidth)
    return Interval(value: value, low: value - half, high: value + half)
  }
}
