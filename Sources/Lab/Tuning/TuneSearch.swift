import SimHarness

/// Looks for the values that bring every figure to its aim, with as few games as possible.
///
/// What is looked for is where figures cross their aims, not where they are largest, so points play
/// independent games: games of several points then determine a crossing between them better than
/// the same games replayed. Each round fits a straight line on the scale of the figure's link to
/// the games of all points (`TuneSurrogate`), asks it for the best point near the best so far (a
/// trust region), and plays there about enough games to double the information. The pooled estimate
/// of all points decides when a point is near enough, and when it is precise enough; where a point's
/// own games contradict it, as beside a jump that no line follows, these decide. Where several
/// do, the one nearest to the level as it is wins. Everything is decided by the seed and the games,
/// so equal tunes run equally.
public final class TuneSearch {
  /// Games of a point that have one seed.
  struct Block: Sendable {
    var seed: UInt64
    var games: Int
  }

  /// A point that was played.
  public struct Candidate: Sendable {
    public var point: [Int]
    var coordinates: [Double]
    var levels: [PlayableLevel]
    /// The point's own games, then those of verifications that missed.
    var blocks: [Block]
    /// In the order of the plan's figures: the estimates from the point's own games.
    public var estimates: [FigureEstimate]
    /// The estimate of this point from the games of all points.
    var pooled: [FigureEstimate]

    /// Games of each level and player.
    public var games: Int { blocks.reduce(0) { $0 + $1.games } }
  }

  /// Why the search ended.
  public enum Stop: String, Sendable {
    /// Every figure is known to lie near its aim.
    case reached
    /// No games are left.
    case budget
    /// Nothing nearer was found.
    case exhausted
  }

  let plan: TunePlan
  let archive: TuneArchive
  /// In the order in which they were first played.
  var candidates: [Candidate] = []
  var places: [[Int]: Int] = [:]
  /// Points that were to be played but are no levels, or where a figure could not be measured, and
  /// what is wrong with the first.
  private(set) var unplayable = 0
  private(set) var firstProblem: String?
  /// Points where a figure could not be measured.
  private var unmeasured: Set<[Int]> = []
  private var radius = 0.5
  private var round: UInt64 = 0
  private var hasSearchedWidely = false
  /// Games that the search itself may spend; the rest is for the effects of the steps.
  private let budget: Int

  private static let fewestGames = 20
  private static let minRadius = 0.02
  private static let maxRounds: UInt64 = 500

  public init(_ plan: TunePlan, archive: TuneArchive) {
    self.plan = plan
    self.archive = archive
    budget = plan.budget - plan.budget / 6
  }

  /// Games of a point when it is first played.
  var firstGames: Int {
    let points = plan.space.start.count + 1
    return min(100, max(Self.fewestGames, budget / max(1, 12 * points * plan.cells.count)))
  }

  /// The smallest budget with which the first points can be played.
  var smallestBudget: Int {
    let games = design().count { levels(at: $0) != nil } * Self.fewestGames * plan.cells.count
    // A sixth of it is for the effects of the steps.
    return games + max(0, games - 1) / 5
  }

  // MARK: The course

  /// Searches until the aims are reached, nothing better is found, or the games are used up.
  public func run() async throws -> Stop {
    if candidates.isEmpty {
      guard try await play(design(), games: firstGames) else { return .budget }
    }
    while round < Self.maxRounds {
      round += 1
      let best = leader
      if isReached(candidates[best]) { return .reached }
      let more = missingGames(at: candidates[best])
      if isNear(candidates[best]), more > 0 {
        guard try await add(more, to: best) else { return .budget }
      } else if let proposal = proposal(around: best) {
        guard try await play([proposal.point], games: proposal.games) else { return .budget }
        radius = leader == best ? radius * 0.7 : min(1, radius * 1.5)
      } else if mayBeReached(candidates[best]), more > 0 {
        guard try await add(more, to: best) else { return .budget }
      } else {
        radius /= 2
      }
      guard radius < Self.minRadius, !mayBeReached(candidates[leader]) else { continue }
      if hasSearchedWidely {
        guard let point = between() else { return .exhausted }
        guard try await play([point], games: firstGames) else { return .budget }
        radius = 2 * Self.minRadius
        continue
      }
      hasSearchedWidely = true
      radius = 0.5
      guard try await play(spread(), games: firstGames) else { return .budget }
    }
    return .exhausted
  }

  /// The place of the best candidate: least misfit, what is not known of it counted as misfit.
  var leader: Int {
    var best = 0
    for index in candidates.indices where score(candidates[index]) < score(candidates[best]) {
      best = index
    }
    return best
  }

  private func score(_ candidate: Candidate) -> Double {
    var sum = 0.0
    for (figure, estimate) in zip(plan.figures, candidate.pooled) {
      let miss = figure.miss(estimate.interval.value)
      let error = estimate.halfWidth / figure.tolerance / 1.96
      sum += figure.weight * (miss * miss + error * error)
    }
    return sum + Self.preference * changeSquared(candidate.coordinates)
  }

  /// The cost of a change of the whole range, compared with a miss of one tolerance.
  static let preference = 0.5

  private func changeSquared(_ coordinates: [Double]) -> Double {
    let distance = TuneSpace.distance(coordinates, candidates.first?.coordinates ?? coordinates)
    return distance * distance
  }

  // MARK: Playing

  /// Plays points up to so many games each; false where the budget does not allow it.
  func play(_ points: [[Int]], games: Int) async throws -> Bool {
    var added: [Int] = []
    for point in points {
      if let place = places[point] {
        added.append(place)
      } else if let levels = levelsToPlay(at: point) {
        places[point] = candidates.count
        added.append(candidates.count)
        let key = StreamKey(rawValue: plan.seed).derived("tune point")
        candidates.append(
          Candidate(
            point: point, coordinates: plan.space.coordinates(of: point), levels: levels,
            blocks: [Block(seed: key.derived(UInt64(candidates.count)).rawValue, games: 0)],
            estimates: [], pooled: []))
      }
    }
    let trials = added.map { place in
      let candidate = candidates[place]
      return Trial(
        point: candidate.point, levels: candidate.levels, seed: candidate.blocks[0].seed,
        games: max(games, candidate.blocks[0].games))
    }
    guard archive.gamesCounted + archive.cost(of: trials.flatMap(requests)) <= budget else {
      forgetUnplayed()
      return false
    }
    try await play(trials)
    var missing: [Int: Int] = [:]
    for place in added {
      candidates[place].blocks[0].games = max(games, candidates[place].blocks[0].games)
      let estimates = estimates(of: candidates[place])
      candidates[place].estimates = estimates.compactMap(\.self)
      if let index = estimates.firstIndex(where: { $0 == nil }) {
        missing[place] = index
      }
    }
    try leaveOut(missing)
    poolAll()
    return true
  }

  /// Takes back candidates of which no game gave a figure, by its place; the first candidate, the
  /// level as it is or the nearest to it, is needed.
  private func leaveOut(_ missing: [Int: Int]) throws {
    guard !missing.isEmpty else { return }
    if let figure = missing[0] {
      throw TuneError.invalid(
        unmeasured(
          plan.figures[figure], candidates[0].levels, candidates[0].blocks,
          "on the level as it is"))
    }
    for place in missing.keys.sorted() {
      unmeasured.insert(candidates[place].point)
      unplayable += 1
      let name = missing[place].map { plan.figures[$0].name } ?? ""
      firstProblem = firstProblem ?? "no game gave \(name)"
    }
    candidates = candidates.indices.filter { missing[$0] == nil }.map { candidates[$0] }
    places = [:]
    for (place, candidate) in candidates.enumerated() { places[candidate.point] = place }
  }

  /// Points that the budget did not allow are not candidates.
  private func forgetUnplayed() {
    candidates.removeAll { $0.games == 0 }
    places = places.filter { $0.value < candidates.count }
  }

  private func add(_ games: Int, to place: Int) async throws -> Bool {
    let candidate = candidates[place]
    return try await play([candidate.point], games: candidate.blocks[0].games + games)
  }

  /// Adds the games of a verification that missed to the candidate's own.
  func learn(_ place: Int, seed: UInt64, games: Int) throws {
    candidates[place].blocks.append(Block(seed: seed, games: games))
    let candidate = candidates[place]
    candidates[place].estimates = try measured(candidate.levels, candidate.blocks)
    radius = max(radius, 0.1)
    poolAll()
  }

  /// Games of the levels at a point.
  struct Trial {
    var point: [Int]
    var levels: [PlayableLevel]
    var seed: UInt64
    /// Of each of the plan's cells.
    var games: Int
  }

  /// Plays what is not there yet.
  /// - Throws: `TuneError`; where a script fails, with the numbers that it fails with.
  func play(_ trials: [Trial]) async throws {
    try await archive.play(trials.flatMap(requests), sparingFaults: true)
    for trial in trials {
      for cell in plan.cells {
        guard
          let fault = archive.fault(
            trial.levels[cell.level], player: cell.player, seed: trial.seed)
        else { continue }
        guard trial.point != plan.space.start else { throw TuneError.faulted(fault) }
        let numbers = plan.space.edits(at: trial.point, level: cell.level)
          .map { "\($0.path) = \(TuneText.number($0.value))" }.joined(separator: ", ")
        throw TuneError.faultedWith(numbers: numbers, fault)
      }
    }
  }

  private func requests(_ trial: Trial) -> [GameRequest] {
    plan.cells.map {
      GameRequest(
        level: trial.levels[$0.level], player: $0.player, seed: trial.seed, games: 0..<trial.games)
    }
  }

  private func estimates(of candidate: Candidate) -> [FigureEstimate?] {
    estimates(candidate.levels, candidate.blocks)
  }

  /// The figures of levels from games that have been played.
  func measured(_ levels: [PlayableLevel], _ blocks: [Block]) throws -> [FigureEstimate] {
    try zip(plan.figures, estimates(levels, blocks)).map { figure, estimate in
      guard let estimate else {
        throw TuneError.unverifiable(
          unmeasured(figure, levels, blocks, "on the games that verify it"))
      }
      return estimate
    }
  }

  private func unmeasured(
    _ figure: TuneFigure, _ levels: [PlayableLevel], _ blocks: [Block], _ place: String
  ) -> String {
    let reason = plan.reasonUnmeasured(
      figure, games(of: figure, levels, blocks), of: levels[figure.level])
    return "\(figure.name) cannot be measured \(place): \(reason)"
  }

  /// The same; nil where the games do not give a figure.
  private func estimates(_ levels: [PlayableLevel], _ blocks: [Block]) -> [FigureEstimate?] {
    plan.figures.map { figure in
      figure.estimate(games(of: figure, levels, blocks), of: levels[figure.level])
    }
  }

  /// The games that a figure is of.
  private func games(
    of figure: TuneFigure, _ levels: [PlayableLevel], _ blocks: [Block]
  ) -> ArraySlice<TrialGame> {
    var games: [TrialGame] = []
    for block in blocks {
      games += archive.games(levels[figure.level], player: figure.player, seed: block.seed)
        .prefix(block.games)
    }
    return games[...]
  }

  /// The levels at a point; nil where they cannot be played.
  func levels(at point: [Int]) -> [PlayableLevel]? { try? variants(at: point) }

  private func variants(at point: [Int]) throws(LevelFieldProblem) -> [PlayableLevel] {
    var levels: [PlayableLevel] = []
    for index in plan.levels.indices {
      levels.append(
        try plan.levels[index].variant(plan.space.edits(at: point, level: index)).level)
    }
    return levels
  }

  /// The levels at a point; nil, and noted, where they cannot be played.
  private func levelsToPlay(at point: [Int]) -> [PlayableLevel]? {
    if unmeasured.contains(point) { return nil }
    do throws(LevelFieldProblem) {
      return try variants(at: point)
    } catch {
      unplayable += 1
      if firstProblem == nil { firstProblem = error.description }
      return nil
    }
  }

  // MARK: Points to play

  /// The models' best point near the leader, and the total number of games to play there; nil if
  /// that is the leader itself, or a point that more games would not improve.
  private func proposal(around best: Int) -> (point: [Int], games: Int)? {
    let models = TuneModels(plan, candidates, centre: candidates[best].coordinates)
    let optimiser = TuneOptimiser(
      plan: plan, centre: candidates[best].point, start: candidates[0].coordinates,
      radius: radius, preference: Self.preference)
    let point = optimiser.best(models)
    guard point != candidates[best].point else { return nil }
    let known = models.centred(at: plan.space.coordinates(of: point)).pooled
    let unit = candidates[best]
    let needed = missingGames(known, like: unit)
    let doubling = zip(known, unit.estimates).map { pooled, own in
      Double(unit.games) * own.linkVariance / max(pooled.linkVariance, 1e-12)
    }.max()
    let games = max(firstGames, min(Int(saturating: min(doubling ?? 0, 1e8)), needed))
    guard let place = places[point] else { return (point, games) }
    let more = missingGames(at: candidates[place])
    guard more > 0, mayBeReached(candidates[place]) else { return nil }
    return (point, candidates[place].blocks[0].games + min(games, more))
  }
}
