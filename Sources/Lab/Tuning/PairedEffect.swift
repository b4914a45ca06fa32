import SimHarness

/// The difference between two variants that played the same games, with its 95% interval.
enum PairedEffect {
  /// The difference of the pass rates, over the games that count in both; with `hasPairs` two games
  /// each share a deal.
  static func passRate(
    _ base: ArraySlice<TrialGame>, _ other: ArraySlice<TrialGame>, hasPairs: Bool = false
  ) -> Interval? {
    var outcomes = PairedOutcomes()
    var changes = GameSum(hasPairs: hasPairs)
    for (game, (before, after)) in zip(base, other).enumerated() {
      guard let before = before.isPassed, let after = after.isPassed else { continue }
      outcomes.add(before: before, after: after)
      changes.add((after ? 1 : 0) - (before ? 1 : 0), game: game)
    }
    return Statistics.pairedRateDifference(outcomes, effect: changes.effect)
  }

  /// The difference of a figure between two variants; of some figures the intervals can only be
  /// combined, for which the levels are needed.
  static func difference(
    of figure: TuneFigure, _ base: ArraySlice<TrialGame>, _ other: ArraySlice<TrialGame>,
    on levels: (base: PlayableLevel, other: PlayableLevel)? = nil
  ) -> Interval? {
    if figure.kind == .passRate { return passRate(base, other, hasPairs: figure.hasPairs) }
    let pairs = zip(figure.influences(of: base), figure.influences(of: other))
    let differences = pairs.map { before, after -> Double? in
      guard let before, let after else { return nil }
      return after - before
    }
    if differences.count(where: { $0 != nil }) >= 2 { return figure.evidence(of: differences) }
    // A quantile has no paired games: the two intervals are combined.
    func estimate(_ games: ArraySlice<TrialGame>, on level: PlayableLevel?) -> FigureEstimate? {
      level.map { figure.estimate(games, of: $0) } ?? figure.estimate(games)
    }
    guard let before = estimate(base, on: levels?.base),
      let after = estimate(other, on: levels?.other)
    else { return nil }
    let value = after.interval.value - before.interval.value
    guard before.evidence.isKnown, after.evidence.isKnown else { return .unknown(value) }
    let half = DeterministicMath.hypot(before.halfWidth, after.halfWidth)
    return Interval(value: value, low: value - half, high: value + half)
  }
}
