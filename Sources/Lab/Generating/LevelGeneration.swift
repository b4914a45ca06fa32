import SimHarness

/// Generates levels that meet the plan's conditions, or an archive of diverse ones.
///
/// Candidates are made in batches of a fixed size, each from what the batches before have shown, so
/// the levels are the same at any number of workers.
public struct LevelGeneration: Sendable {
  let plan: GeneratePlan
  let meter: LevelMeter
  let isCancelled: @Sendable () -> Bool
  /// Called with each level that is kept.
  let kept: @Sendable (GeneratedLevel) -> Void
  /// Called after each batch with the candidates so far.
  let tried: @Sendable (GeneratedSet) -> Void
  /// Called with each line that the generator prints, with the number of its candidate.
  let printed: @Sendable (PrintedLine) -> Void

  static let batchSize = 32
  /// Consecutive failures after which generation gives up.
  static let maxFailures = 500

  public init(
    _ plan: GeneratePlan, jobs: Int, isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Int) -> Void = { _ in },
    printed: @escaping @Sendable (PrintedLine) -> Void = { _ in },
    printedInGames: (@Sendable (PrintedLine) -> Void)? = nil,
    tried: @escaping @Sendable (GeneratedSet) -> Void = { _ in },
    kept: @escaping @Sendable (GeneratedLevel) -> Void = { _ in }
  ) {
    self.plan = plan
    self.isCancelled = isCancelled
    self.printed = printed
    self.tried = tried
    self.kept = kept
    meter = LevelMeter(
      plan, jobs: jobs, isCancelled: isCancelled, progress: progress, printed: printedInGames)
  }

  /// Generates.
  /// - Throws: That not one level of the generator can be played.
  public func levels() async throws -> GeneratedSet {
    plan.features.isEmpty ? try await selection() : try await diversity()
  }

  // MARK: Selection

  private func selection() async throws -> GeneratedSet {
    let count = plan.count ?? 1
    var set = GeneratedSet()
    var maker = CandidateMaker(plan, printed: printed)
    var layouts: Set<String> = []
    // The level to resemble is not one of them.
    if case .like(let similarity) = plan.origin { layouts.insert(similarity.file.layout) }
    var parents = ParentPool()
    while set.levels.count < count, maker.made < plan.tries,
      maker.failures < Self.maxFailures
    {
      var batch: [LevelCandidate] = []
      while batch.count < Self.batchSize, maker.made < plan.tries,
        maker.failures < Self.maxFailures
      {
        let candidate =
          if let parent = parents.draw(&maker) {
            maker.near(parent, keepingSeed: false, &set)
          } else {
            maker.fresh(&set)
          }
        if let candidate { batch.append(candidate) }
      }
      set.candidates = maker.made
      if batch.isEmpty { break }
      guard let (held, dropped) = try await meter.raced(batch, &set),
        let solved = try await meter.solved(different(held, layouts, &set), &set)
      else {
        set.isInterrupted = true
        return set
      }
      for candidate in dropped {
        let miss = meter.miss(of: candidate)
        parents.add(candidate, miss: miss)
        let figures = figures(of: candidate, fresh: nil)
        if miss < set.nearest?.miss ?? .infinity, !figures.isEmpty { set.nearest = (miss, figures) }
      }
      for candidate in solved { parents.add(candidate, miss: 0) }
      let taken = solved.prefix(count - set.levels.count)
      for candidate in taken { layouts.insert(candidate.layout) }
      guard try await keep(Array(taken), &set) else { return set }
      tried(set)
    }
    try checkUsable(set)
    return set
  }

  /// Those whose layout is not there yet.
  private func different(
    _ candidates: [LevelCandidate], _ layouts: Set<String>, _ set: inout GeneratedSet
  ) -> [LevelCandidate] {
    var known = layouts
    return candidates.filter { candidate in
      if known.insert(candidate.layout).inserted { return true }
      set.drop(.duplicate)
      return false
    }
  }

  func checkUsable(_ set: GeneratedSet) throws(GenerateError) {
    let unusable = set.drops[.invalid, default: 0]
    if set.candidates > 0, unusable == set.candidates, let problem = set.firstProblem {
      throw .unusable(problem)
    }
  }

  // MARK: Keeping

  /// Names levels, measures them on fresh games and adds them.
  /// - Returns: Whether all of it was done.
  func keep(_ candidates: [LevelCandidate], _ set: inout GeneratedSet) async throws -> Bool {
    guard !candidates.isEmpty else { return true }
    var named: [LevelCandidate] = []
    for candidate in candidates {
      named.append(self.named(candidate, number: set.levels.count + named.count + 1))
    }
    let fresh = try await meter.play(
      named.map { copy in
        var copy = copy
        copy.games = plan.players.map { _ in [] }
        return copy
      }, upTo: max(2, plan.games), players: plan.measured, seed: plan.freshSeed)
    for (index, candidate) in named.enumerated() {
      let level = generatedLevel(candidate, fresh: fresh?[index])
      set.levels.append(level)
      kept(level)
    }
    if fresh == nil { set.isInterrupted = true }
    return fresh != nil
  }

  private func named(_ candidate: LevelCandidate, number: Int) -> LevelCandidate {
    let title = candidate.file.candidateTitle
    let digits = max(3, "\(plan.count ?? plan.features.reduce(1) { $0 * $1.bins })".count)
    let text = String(repeating: "0", count: max(0, digits - "\(number)".count)) + "\(number)"
    guard let file = candidate.file.renamed("\(title) \(text)", catalog: plan.library),
      let level = try? plan.game.ready(file, plan.library, .none)
    else { return candidate }
    var copy = candidate
    copy.file = file
    copy.level = level
    return copy
  }

  private func generatedLevel(
    _ candidate: LevelCandidate, fresh: LevelCandidate?
  ) -> GeneratedLevel {
    let names = plan.origin.parameterNames
    return GeneratedLevel(
      file: candidate.file, generatorSeed: candidate.generatorSeed,
      values: zip(names, candidate.values).map { (name: $0, value: $1) },
      isEdited: candidate.isEdited, figures: figures(of: candidate, fresh: fresh),
      solvedIn: candidate.solvedIn)
  }

  private func figures(
    of candidate: LevelCandidate, fresh: LevelCandidate?
  ) -> [GeneratedLevel.Figure] {
    plan.figures.compactMap { figure in
      guard let chosen = meter.figure(figure, of: candidate) else { return nil }
      let bounds = plan.conditions.filter {
        $0.metric == figure.metric && $0.agent == figure.agent
      }.map(\.bound)
      return GeneratedLevel.Figure(
        metric: figure.metric, agent: figure.agent, bounds: bounds, chosen: chosen,
        fresh: fresh.flatMap { meter.figure(figure, of: $0) })
    }
  }
}

/// Candidates worth starting from: those that met the conditions recently, and those that missed
/// least.
private struct ParentPool {
  private var members: [(candidate: LevelCandidate, miss: Double)] = []
  private static let size = 24
  /// The share of candidates that are still newly generated.
  private static let freshShare = 0.3

  mutating func add(_ candidate: LevelCandidate, miss: Double) {
    var light = candidate
    light.games = []
    members.append((light, miss))
    // Of those with an equal miss, the latest stay.
    let order = members.indices.sorted {
      (members[$0].miss, -members[$0].candidate.number)
        < (members[$1].miss, -members[$1].candidate.number)
    }
    members = order.prefix(Self.size).map { members[$0] }
  }

  func draw(_ maker: inout CandidateMaker) -> LevelCandidate? {
    guard !members.isEmpty, !maker.chance(Self.freshShare) else { return nil }
    return members[maker.below(members.count)].candidate
  }
}
