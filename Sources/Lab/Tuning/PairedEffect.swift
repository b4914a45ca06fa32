import SimHarness

/// The difference between two variants that played the same games, with its 95% interval.
enum PairedEffect {
  /// The difference of the pass rates, each over the games that count there; with `hasPairs` two games
  /// each share a deal.
  static func passRate(
    _ base: ArraySlice<TrialGame>, _ other: ArraySlice<TrialGame>, hasPairs: Bool = false
  ) -> Interval? {
    var passes = PairedPasses(hasPairs: hasPairs)
    for (game, (before, after)) in zip(base, other).enumerated() {
      passes.add(before: before.isPassed, after: after.isPassed, game: game)
    }
    return passes.difference
  }

  /// The changes of games whose mean is the difference of the two means.
  ///
  /// A game that has the figure on one side only, such as the moves of a game won, counts there and
  /// nowhere else. Each mean is then a ratio, linearised: a game adds its distance from the mean times
  /// all games over those that count. nil for games that have no figure on either side, and for all
  /// where a side has fewer than two.
  private static func changes(_ base: [Double?], _ other: [Double?]) -> [Double?] {
    let pairs = Array(zip(base, other))
    guard pairs.contains(where: { ($0 == nil) != ($1 == nil) }) else {
      return pairs.map { before, after in
        before.flatMap { before in after.map { $0 - before } }
      }
    }
    let games = pairs.count { $0 != nil || $1 != nil }
    guard let before = influence(on: pairs.map(\.0), among: games),
      let after = influence(on: pairs.map(\.1), among: games)
    else { return pairs.map { _ in nil } }
    return pairs.map { $0 == nil && $1 == nil ? nil : after($1) - before($0) }
  }

  private static func influence(on values: [Double?], among games: Int) -> ((Double?) -> Double)? {
    let known = values.compactMap { $0 }
    guard known.count >= 2 else { return nil }
    let mean = known.reduce(0, +) / Double(known.count)
    let scale = Double(games) / Double(known.count)
    return { $0.map { mean + ($0 - mean) * scale } ?? mean }
  }

  /// The difference of a figure between two variants; of some figures the intervals can only be
  /// combined, for which the levels are needed.
  static func difference(
    of figure: TuneFigure, _ base: ArraySlice<TrialGame>, _ other: ArraySlice<TrialGame>,
    on levels: (base: PlayableLevel, other: PlayableLevel)? = nil
  ) -> Interval? {
    if figure.kind == .passRate { return passRate(base, other, hasPairs: figure.hasPairs) }
    let differences = changes(figure.influences(of: base), figure.influences(of: other))
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
