import SimHarness

/// The difference between two variants that played the same games, with its 95% interval.
enum PairedEffect {
  /// The difference of the pass rates, over the games that count in both.
  static func passRate(_ base: ArraySlice<TrialGame>, _ other: ArraySlice<TrialGame>)
    -> Interval?
  {
    var outcomes = PairedOutcomes()
    for (before, after) in zip(base, other) {
      guard let before = before.isPassed, let after = after.isPassed else { continue }
      outcomes.add(before: before, after: after)
    }
    return Statistics.pairedRateDifference(outcomes)
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
    if differences.count >= 2 { return TuneFigure.evidence(differences) }
    // A quantile has no paired games: the two intervals are combined.
    guard let before = figure.estimate(base), let after = figure.estimate(other) else {
      return nil
    }
    let value = after.interval.value - before.interval.value
    guard before.evidence.isKnown, after.evidence.isKnown else { return .unknown(value) }
    let half = DeterministicMath.hypot(before.halfWidth, after.halfWidth)
    return Interval(value: value, low: value - half, high: value + half)
  }
}
