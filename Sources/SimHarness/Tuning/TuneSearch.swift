/// Looks for the values that bring every figure to its aim, with as few games as it can.
///
/// All points play the same games (common random numbers). Each round fits a straight-line model of
/// every figure to all points played, asks it for the best point near the best so far (a trust
/// region), and races the new points against the best one: they play more games only as long as
/// their intervals leave them a chance. Where several points do, the one nearest to the level as it
/// is wins. Everything is decided by the seed and the games, so equal tunes take equal courses.
public final class TuneSearch {
  /// A point that was played.
  public struct Candidate: Sendable {
    public var point: [Int]
    var coordinates: [Double]
    var levels: [PlayableLevel]
    /// Games of each level and player.
    public var games: Int
    /// In the order of the plan's figures.
    public var estimates: [FigureEstimate]
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
  private(set) var candidates: [Candidate] = []
  private var places: [[Int]: Int] = [:]
  private var radius = 0.5
  private var round: UInt64 = 0
  private var hasLookedWide = false
  /// Games that the search itself may spend; the rest is for the effects of the steps.
  private let budget: Int

  /// A figure is near enough at this part of its tolerance, and known well enough at that.
  static let nearEnough = 0.4
  static let sharpEnough = 0.8
  private static let leastRadius = 0.02
  private static let mostRounds: UInt64 = 500

  public init(_ plan: TunePlan, archive: TuneArchive) {
    self.plan = plan
    self.archive = archive
    budget = plan.budget - plan.budget / 6
  }

  /// Games of a point when it is first played.
  private var firstGames: Int {
    let points = plan.space.start.count + 1
    return min(200, max(20, budget / max(1, 12 * points * plan.cells.count)))
  }

  // MARK: The course

  /// Searches until the aims are reached, nothing better is found, or the games are used up.
  public func run() async throws -> Stop {
    guard try await play(design(), games: firstGames) else { return .budget }
    while round < Self.mostRounds {
      round += 1
      let best = leader
      if isReached(candidates[best]) { return .reached }
      if mayBeReached(candidates[best]), let games = sharpened(candidates[best]) {
        guard try await play([candidates[best].point], games: games) else { return .budget }
        continue
      }
      let proposals = self.proposals(around: best)
      if proposals.isEmpty {
        radius /= 2
      } else {
        guard try await race(proposals, against: best) else { return .budget }
        radius = leader == best ? radius * 0.6 : min(1, radius * 1.6)
      }
      guard radius < Self.leastRadius else { continue }
      guard !hasLookedWide, miss(candidates[leader]) > 1 else { return .exhausted }
      hasLookedWide = true
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

  /// The largest miss of a candidate, in tolerances.
  func miss(_ candidate: Candidate) -> Double {
    zip(plan.figures, candidate.estimates).map { $0.miss($1.interval.value) }.max() ?? 0
  }

  private func score(_ candidate: Candidate) -> Double {
    sum(candidate) { miss, half in miss * miss + half * half / (1.96 * 1.96) }
      + Self.preference * changeSquared(candidate.coordinates)
  }

  /// The sum over figures of a function of miss and half-width, both in tolerances.
  private func sum(_ candidate: Candidate, _ loss: (Double, Double) -> Double) -> Double {
    var sum = 0.0
    for (figure, estimate) in zip(plan.figures, candidate.estimates) {
      let half = estimate.halfWidth / figure.tolerance
      sum += figure.weight * loss(figure.miss(estimate.interval.value), half)
    }
    return sum
  }

  /// What a change of the whole range counts beside a miss of a tolerance.
  private static let preference = 0.5

  private func changeSquared(_ coordinates: [Double]) -> Double {
    let distance = TuneSpace.distance(coordinates, candidates.first?.coordinates ?? coordinates)
    return distance * distance
  }

  // MARK: When to stop

  private func isReached(_ candidate: Candidate) -> Bool {
    zip(plan.figures, candidate.estimates).allSatisfy { figure, estimate in
      figure.miss(estimate.interval.value) <= Self.nearEnough
        && estimate.halfWidth <= Self.sharpEnough * figure.tolerance
    }
  }

  /// Whether no figure is known to be off.
  private func mayBeReached(_ candidate: Candidate) -> Bool {
    zip(plan.figures, candidate.estimates).allSatisfy { figure, estimate in
      abs(estimate.interval.value - figure.aim)
        <= estimate.halfWidth + Self.nearEnough * figure.tolerance
    }
  }

  /// How many games would make a candidate's figures sharp enough; nil if they are.
  private func sharpened(_ candidate: Candidate) -> Int? {
    var factor = 1.0
    for (figure, estimate) in zip(plan.figures, candidate.estimates) {
      let ratio = estimate.halfWidth / (Self.sharpEnough * figure.tolerance)
      factor = max(factor, ratio * ratio)
    }
    guard factor > 1 else { return nil }
    return Int((Double(candidate.games) * min(factor * 1.05, 4)).rounded(.up)) + 1
  }

  // MARK: Playing

  /// Plays points up to so many games; false where the budget does not allow it.
  func play(_ points: [[Int]], games: Int) async throws -> Bool {
    var added: [Candidate] = []
    for point in points {
      if let place = places[point] {
        added.append(candidates[place])
      } else if let levels = self.levels(at: point) {
        added.append(
          Candidate(
            point: point, coordinates: plan.space.coordinates(of: point), levels: levels,
            games: 0, estimates: []))
      }
    }
    let wishes = added.flatMap { self.wishes($0.levels, seed: plan.seed, games: games) }
    guard archive.gamesCounted + archive.cost(of: wishes) <= budget else { return false }
    try await archive.play(wishes)
    for candidate in added { try keep(candidate, games: games) }
    return true
  }

  /// What playing levels at the plan's cells asks for.
  func wishes(_ levels: [PlayableLevel], seed: UInt64, games: Int) -> [TuneArchive.Wish] {
    plan.cells.map {
      TuneArchive.Wish(level: levels[$0.level], player: $0.player, seed: seed, count: games)
    }
  }

  private func keep(_ candidate: Candidate, games: Int) throws {
    var candidate = candidate
    candidate.games = max(candidate.games, games)
    candidate.estimates = try estimates(candidate.levels, seed: plan.seed, games: candidate.games)
    if let place = places[candidate.point] {
      candidates[place] = candidate
    } else {
      places[candidate.point] = candidates.count
      candidates.append(candidate)
    }
  }

  /// The figures of levels from games that have been played.
  func estimates(
    _ levels: [PlayableLevel], seed: UInt64, games: Int
  ) throws -> [FigureEstimate] {
    try plan.figures.map { figure in
      let played = archive.games(levels[figure.level], player: figure.player, seed: seed)
      guard let estimate = figure.estimate(played.prefix(games)) else {
        throw TuneError.invalid(
          "\(figure.name) cannot be told from the games; a pass rate needs a level with a goal")
      }
      return estimate
    }
  }

  /// The levels at a point; nil where they cannot be played.
  func levels(at point: [Int]) -> [PlayableLevel]? {
    var levels: [PlayableLevel] = []
    for index in plan.levels.indices {
      let edits = plan.space.edits(at: point, level: index)
      guard let variant = try? plan.levels[index].variant(edits) else { return nil }
      levels.append(variant.level)
    }
    return levels
  }

  /// Plays new points for as long as they may be better than the best one.
  private func race(_ points: [[Int]], against best: Int) async throws -> Bool {
    var alive = points
    var games = firstGames
    let most = candidates[best].games
    while !alive.isEmpty {
      guard try await play(alive, games: min(games, most)) else { return false }
      guard games < most else { return true }
      let limit = sum(candidates[best]) { miss, half in (miss + half) * (miss + half) }
      alive = alive.filter { point in
        guard let place = places[point] else { return false }
        let least = sum(candidates[place]) { miss, half in
          let rest = max(0, miss - half)
          return rest * rest
        }
        return least < limit
      }
      games *= 3
    }
    return true
  }

  // MARK: Points to play

  /// The levels as they are, and each number moved a quarter of its range.
  private func design() -> [[Int]] {
    let start = plan.space.start
    var points = [start]
    for (place, axis) in plan.space.axes.enumerated() {
      for component in 0..<axis.count {
        let number = start[axis.offset + component]
        let parts: Int
        switch axis.kind {
        case .whole(let range):
          let step = max(1, (range.upperBound - range.lowerBound) / 4)
          parts = number - range.lowerBound > range.upperBound - number ? -step : step
        case .real(_, _, let count):
          let step = max(1, count / 4)
          parts = number > count - number ? -step : step
        case .simplex: parts = max(1, number / 2)
        }
        let move = TuneSpace.Move(axis: place, component: component, from: nil, parts: parts)
        if let point = plan.space.moved(start, by: move), !points.contains(point) {
          points.append(point)
        }
      }
    }
    return points
  }

  /// Points all over the space, for a last look.
  private func spread() -> [[Int]] {
    var random = SeededRandom(key: StreamKey(rawValue: plan.seed).derived("tune spread"))
    return (0..<(2 * plan.space.start.count + 4)).map { _ in
      var point = plan.space.start
      for axis in plan.space.axes {
        switch axis.kind {
        case .whole(let range):
          point[axis.offset] = range.lowerBound + random.below(range.count)
        case .real(_, _, let count): point[axis.offset] = random.below(count + 1)
        case .simplex(let least, _):
          let shares = axis.paths.map { _ in -DeterministicMath.log(1 - random.uniform()) }
          point.replaceSubrange(
            axis.numbers, with: TuneSpace.apportioned(shares, least: least))
        }
      }
      return point
    }
  }

  /// The points that the models hold best near the leader and that were not played.
  private func proposals(around best: Int) -> [[Int]] {
    let models = TuneModels(plan, candidates, centre: candidates[best].coordinates)
    let optimiser = TuneOptimiser(
      plan: plan, centre: candidates[best].point, start: candidates[0].coordinates,
      radius: radius, preference: Self.preference)
    var points = [optimiser.best(models)]
    if candidates[best].games < 8 * firstGames {
      var random = SeededRandom(
        key: StreamKey(rawValue: plan.seed).derived("tune draw").derived(round))
      points.append(optimiser.best(models.drawn(using: &random)))
    }
    return points.filter { places[$0] == nil }.firstOfEach(\.self)
  }
}
