import SimHarness

/// The result of a tune.
public struct TuneOutcome: Sendable {
  /// A parameter's number before and after.
  public struct Change: Sendable {
    public var name: String
    public var before: JSONTree
    public var after: JSONTree
  }

  /// A figure: before, at the end of the search, and on fresh games.
  public struct Reached: Sendable {
    public var figure: TuneFigure
    /// On the games that the levels as they are were played.
    public var start: Interval
    /// The search model's estimate of the figure where it stopped.
    ///
    /// Without an interval: a linear model of a curve has more than sampling error, and it was used
    /// to choose the point.
    public var modelEstimate: Double
    /// On games that the search did not see: the result.
    public var verified: Interval

    /// Whether the verified value lies within the tolerance.
    public var isWithin: Bool { figure.miss(verified.value) <= 1 }
  }

  /// What one step of a number does to a figure.
  public struct Sensitivity: Sendable {
    public var name: String
    /// The step in words: `+1`, `+10%`.
    public var step: String
    /// In the order of the figures; nil if it cannot be measured.
    public var effects: [Interval?]
    public var games: Int
  }

  /// A point that was played, for tables and plots.
  public struct Point: Sendable {
    public var values: [JSONTree]
    public var games: Int
    public var estimates: [Interval]
    /// The change from the levels as they are: 1 is the whole range of a number.
    public var distance: Double
    /// The misfit of each target, in tolerances.
    public var misses: [Double]
    /// Whether no other point is better at one target and as good at all others.
    public var isUndominated: Bool
  }

  public var plan: TunePlan
  public var stop: TuneSearch.Stop
  public var changes: [Change]
  public var reached: [Reached]
  public var sensitivities: [Sensitivity]
  public var points: [Point]
  /// The place of the best among them.
  public var best: Int
  /// Games of each level and player behind what the search found.
  public var gamesOfBest: Int
  /// Games that the search, verifications that missed and the effects of the steps counted.
  public var gamesSpent: Int
  /// Games of the levels as they are, where the search did not play them.
  public var startGames: Int
  /// The seed of the fresh games, and how many verifications before them missed.
  public var verifySeed: UInt64
  public var missedVerifications: Int
  /// All games that were played to verify, of which no choice of numbers depended on the last ones.
  public var freshGames: Int
  /// Points that were to be played but are no levels, and what is wrong with the first.
  public var unplayable: Int
  public var firstProblem: String?
  /// The levels with the best values.
  public var levels: [LevelVariant]

  public var isReached: Bool { reached.allSatisfy(\.isWithin) }
}

/// Runs a tune from the first game to the verified result.
public struct TuneRun {
  public let plan: TunePlan
  public let archive: TuneArchive

  public init(
    _ plan: TunePlan, folder: TuneFolder? = nil, resume: Bool = false,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws {
    self.plan = plan
    let opened = try folder?.open(digest: plan.digest, resume: resume)
    archive = TuneArchive(
      pool: plan.pool, log: opened?.log, games: opened?.games ?? [:], isCancelled: isCancelled,
      progress: progress)
  }

  /// The maximum number of verifications; after a missed one the search continues with its games.
  private static let maxVerifications = 3

  /// Searches, verifies on fresh games, measures the steps.
  /// - Throws: `TuneError`, or why the log cannot be written.
  public func outcome() async throws -> TuneOutcome {
    let search = TuneSearch(plan, archive: archive)
    var stop = try await search.run()
    guard !search.candidates.isEmpty else {
      throw TuneError.smallBudget(plan.budget, smallest: search.smallestBudget)
    }
    var missed = 0
    var verified = try await verification(search, search.leader, number: missed)
    while stop == .reached, missed + 1 < Self.maxVerifications,
      archive.gamesCounted < plan.budget, !isWithin(verified.estimates)
    {
      try search.learn(search.leader, seed: verified.seed, games: plan.verifyGames)
      missed += 1
      stop = try await search.run()
      verified = try await verification(search, search.leader, number: missed)
    }
    var best = search.leader
    var fresh = plan.verifyGames * plan.cells.count
    let searched = archive.gamesCounted
    let start = try await start(search)
    let startGames = archive.gamesCounted - searched
    var keepsUnchanged = false
    let isAnswer = plan.unchanged != nil && !plan.startsOutside
    if !isWithin(verified.estimates), best != 0 || isAnswer {
      // What is no nearer to the aim than the level itself is no result; outside the ranges, than
      // the point that is nearest to it.
      let known = archive.gamesCounted
      let own = try await verification(
        isAnswer ? start.levels : search.candidates[0].levels,
        at: isAnswer ? plan.space.start : search.candidates[0].point, seed: verified.seed, search)
      fresh += archive.gamesCounted - known
      if search.misfit(own) <= search.misfit(verified.estimates) {
        verified.estimates = own
        best = 0
        keepsUnchanged = isAnswer
      }
    }
    let candidate = search.candidates[best]
    let sensitivities =
      keepsUnchanged
      ? []
      : try await self.sensitivities(
        search, candidate, budget: plan.budget - (archive.gamesCounted - fresh - startGames))
    let reached = plan.figures.indices.map { index in
      TuneOutcome.Reached(
        figure: plan.figures[index], start: start.estimates[index].evidence,
        modelEstimate: keepsUnchanged
          ? start.estimates[index].interval.value : candidate.pooled[index].interval.value,
        verified: verified.estimates[index].evidence)
    }
    var levels: [LevelVariant] = keepsUnchanged ? plan.unchanged ?? [] : []
    for index in plan.levels.indices where !keepsUnchanged {
      levels.append(
        try plan.levels[index].variant(plan.space.edits(at: candidate.point, level: index)))
    }
    var points = points(search)
    if plan.unchanged != nil {
      points.insert(self.start(start, misses: misses(start.estimates)), at: 0)
      if !keepsUnchanged { best += 1 }
    }
    return TuneOutcome(
      plan: plan, stop: stop, changes: changes(to: keepsUnchanged ? nil : candidate.point),
      reached: reached, sensitivities: sensitivities, points: points, best: best,
      gamesOfBest: keepsUnchanged ? start.games : candidate.games,
      gamesSpent: archive.gamesCounted - fresh - startGames, startGames: startGames,
      verifySeed: verified.seed, missedVerifications: missed, freshGames: fresh,
      unplayable: search.unplayable,
      firstProblem: search.firstProblem, levels: levels)
  }

  /// The levels as they are: what the search compares with.
  private struct Start {
    var levels: [PlayableLevel]
    var games: Int
    var estimates: [FigureEstimate]
  }

  /// The levels as they are, on the games of the point of the search that is nearest to them.
  private func start(_ search: TuneSearch) async throws -> Start {
    let nearest = search.candidates[0]
    guard let unchanged = plan.unchanged else {
      return Start(levels: nearest.levels, games: nearest.games, estimates: nearest.estimates)
    }
    let levels = unchanged.map(\.level)
    let block = nearest.blocks[0]
    try await search.play([
      .init(point: plan.space.start, levels: levels, seed: block.seed, games: block.games)
    ])
    return Start(
      levels: levels, games: block.games, estimates: try search.measured(levels, [block]))
  }

  private func start(_ start: Start, misses: [Double]) -> TuneOutcome.Point {
    TuneOutcome.Point(
      values: plan.space.axes.flatMap(\.present), games: start.games,
      estimates: start.estimates.map(\.evidence), distance: 0, misses: misses,
      isUndominated: false)
  }

  /// The figures of a candidate on games that the search did not see.
  private func verification(
    _ search: TuneSearch, _ place: Int, number: Int
  ) async throws -> (estimates: [FigureEstimate], seed: UInt64) {
    var seed = plan.verifySeed
    if number > 0 {
      let key = StreamKey(rawValue: seed).derived("tune verify again")
      seed = key.derived(UInt64(number)).rawValue
    }
    let candidate = search.candidates[place]
    return (
      try await verification(candidate.levels, at: candidate.point, seed: seed, search), seed
    )
  }

  private func verification(
    _ levels: [PlayableLevel], at point: [Int], seed: UInt64, _ search: TuneSearch
  ) async throws -> [FigureEstimate] {
    try await search.play([
      .init(point: point, levels: levels, seed: seed, games: plan.verifyGames)
    ])
    return try search.measured(
      levels, [TuneSearch.Block(seed: seed, games: plan.verifyGames)])
  }

  private func isWithin(_ estimates: [FigureEstimate]) -> Bool {
    zip(plan.figures, estimates).allSatisfy { $0.miss($1.interval.value) <= 1 }
  }

  /// The numbers of the levels as they are and at a point; nil where they stay as they are.
  private func changes(to point: [Int]?) -> [TuneOutcome.Change] {
    let space = plan.space
    return space.axes.flatMap { axis in
      axis.paths.indices.map { component in
        TuneOutcome.Change(
          name: Self.name(component, of: axis),
          before: plan.unchanged == nil
            ? space.value(component, of: axis, at: space.start) : axis.present[component],
          after: point.map { space.value(component, of: axis, at: $0) }
            ?? axis.present[component])
      }
    }
  }

  private static func name(_ component: Int, of axis: TuneSpace.Axis) -> String {
    axis.labels[component].isEmpty ? axis.name : "\(axis.name) \(axis.labels[component])"
  }

  // MARK: Sensitivity

  /// The games of each level and player behind an effect.
  private static let stepGames = 300

  /// The effect of one step of each number: all steps play the same games, so that differences are
  /// paired.
  private func sensitivities(
    _ search: TuneSearch, _ best: TuneSearch.Candidate, budget left: Int
  ) async throws -> [TuneOutcome.Sensitivity] {
    // Separate games: those of the search were used to choose the best point.
    let seed = StreamKey(rawValue: plan.seed).derived("tune steps").rawValue
    let games = min(
      Self.stepGames, max(0, left) / max(1, (best.point.count + 1) * plan.cells.count))
    guard games >= 10 else { return [] }
    var steps: [(name: String, words: String, trial: TuneSearch.Trial)] = []
    for (place, axis) in plan.space.axes.enumerated() {
      for component in 0..<axis.count {
        guard let step = self.step(place, component, from: best.point),
          let levels = search.levels(at: step.point)
        else { continue }
        steps.append(
          (
            Self.name(component, of: axis), step.words,
            .init(point: step.point, levels: levels, seed: seed, games: games)
          ))
      }
    }
    try await search.play(
      [.init(point: best.point, levels: best.levels, seed: seed, games: games)]
        + steps.map(\.trial))
    return steps.map { step in
      let effects = plan.figures.map { figure in
        let levels = (
          base: best.levels[figure.level], other: step.trial.levels[figure.level]
        )
        return PairedEffect.difference(
          of: figure,
          archive.games(levels.base, player: figure.player, seed: seed).prefix(games),
          archive.games(levels.other, player: figure.player, seed: seed).prefix(games),
          on: levels)
      }
      return TuneOutcome.Sensitivity(
        name: step.name, step: step.words, effects: effects, games: games)
    }
  }

  /// By how much the game says that a step changes a number; nil where it does not say.
  private func declaredStep(of axis: TuneSpace.Axis) -> Double? {
    let level = plan.levels[axis.level ?? 0]
    let path = try? LevelFieldPath(axis.paths[0], rules: level.entry.rules)
    return path.flatMap { level.rule(at: $0)?.step }
  }

  /// One step up, or down at the upper bound.
  private func step(
    _ place: Int, _ component: Int, from point: [Int]
  ) -> (point: [Int], words: String)? {
    let axis = plan.space.axes[place]
    let parts: Int
    switch axis.kind {
    case .whole: parts = declaredStep(of: axis).map { max(1, Int(saturating: $0)) } ?? 1
    case .real(_, let step, let count):
      parts =
        declaredStep(of: axis).map { max(1, Int(saturating: ($0 / step).rounded())) }
        ?? max(1, count / 20)
    case .simplex: parts = max(1, point[axis.offset + component] / 10)
    }
    for sign in [1, -1] {
      let move = TuneSpace.Move(
        axis: place, component: component, from: nil, parts: sign * parts)
      guard let next = plan.space.moved(point, by: move) else { continue }
      let mark = sign > 0 ? "+" : "-"
      switch axis.kind {
      // An end of the range may be nearer than a step.
      case .whole: return (next, "\(mark)\(abs(next[axis.offset] - point[axis.offset]))")
      case .real(_, let step, _):
        let taken = abs(next[axis.offset] - point[axis.offset])
        return (next, mark + ReportNumber.short(Double(taken) * step))
      case .simplex: return (next, "\(mark)10%")
      }
    }
    return nil
  }

  // MARK: Points

  private func points(_ search: TuneSearch) -> [TuneOutcome.Point] {
    let start = search.candidates[0].coordinates
    var points = search.candidates.map { candidate in
      TuneOutcome.Point(
        values: plan.space.axes.flatMap { axis in
          axis.paths.indices.map { plan.space.value($0, of: axis, at: candidate.point) }
        },
        games: candidate.games, estimates: candidate.estimates.map(\.evidence),
        distance: TuneSpace.distance(candidate.coordinates, start),
        misses: misses(candidate.estimates), isUndominated: false)
    }
    for index in points.indices {
      let own = points[index].misses
      points[index].isUndominated = !points.contains { other in
        zip(other.misses, own).allSatisfy { $0 <= $1 }
          && zip(other.misses, own).contains { $0 < $1 }
      }
    }
    return points
  }

  /// The largest miss of each target's figures.
  private func misses(_ estimates: [FigureEstimate]) -> [Double] {
    let numbers = plan.figures.map(\.target).uniqued(on: \.self)
    return numbers.map { number in
      zip(plan.figures, estimates).filter { $0.0.target == number }
        .map { $0.miss($1.interval.value) }.max() ?? 0
    }
  }
}
