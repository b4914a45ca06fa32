import SimHarness

/// Finds out what would help a level.
///
/// Every variant plays the same games as the level itself, so that differences are paired.
public struct LevelExplainer {
  let variants: LevelVariants
  let pool: GamePool
  let seed: UInt64
  let games: Int
  let player: Int
  let band: ClosedRange<Double>
  let archive: TuneArchive

  /// Edits that are proposed.
  public static let maxEdits = 3
  /// The maximum number of steps that are tried on fresh games.
  static let maxTries = 4
  /// An edit is looked for this part of the band inside its ends, so that fresh games agree.
  private static let margin = 0.25
  /// The minimum and maximum number of fresh games of an edit.
  static let freshGames = 1000...50_000
  /// The probability that any listed edit lies outside the band.
  static let maxError = 0.05

  /// - Parameters:
  ///   - variants: The level.
  ///   - pool: Its players.
  ///   - seed: The run's seed.
  ///   - games: Games of the level, and of each change of it, and player.
  ///   - player: The place of the player whose pass rate is to lie in the band.
  ///   - band: Where it should lie.
  ///   - isCancelled: Looked at between games.
  ///   - progress: Called with the number of games that have just been played.
  public init(
    _ variants: LevelVariants, pool: GamePool, seed: UInt64, games: Int, player: Int,
    band: ClosedRange<Double>, isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.variants = variants
    self.pool = pool
    self.seed = seed
    self.games = games
    self.player = player
    self.band = band
    archive = TuneArchive(pool: pool, isCancelled: isCancelled, progress: progress)
  }

  /// One step of a lever, ready to play.
  private struct Step {
    let lever: LevelLever
    let steps: Int
    let level: PlayableLevel
  }

  /// Plays the level, every step and the edits.
  /// - Throws: `TuneError`, or what is wrong with the level's levers.
  public func explanation() async throws -> LevelExplanation {
    let base = try variants.unchanged().level
    let levers = try variants.levers()
    var steps: [Step] = []
    for lever in levers {
      for count in [1, -1] {
        guard let variant = variants.turned(lever, by: count), variant.level.hash != base.hash
        else { continue }
        steps.append(Step(lever: lever, steps: count, level: variant.level))
      }
    }
    let all = pool.players.indices
    try await archive.play(
      ([base] + steps.map(\.level)).flatMap { level in
        all.map { GameRequest(level: level, player: $0, seed: seed, games: 0..<games) }
      }, sparingFaults: true)
    // A change with which a script fails is a row without figures; the level itself must be sound.
    if let fault = fault(base) { throw TuneError.faulted(fault) }
    let rates = all.map { rate(base, player: $0, seed: seed) }
    guard base.hasGoal, let own = rates[player] else { throw Self.noPassRate(base) }
    var rows = steps.map { step in
      LevelExplanation.Row(
        lever: step.lever.name, change: step.lever.words(step.steps), steps: step.steps,
        effects: all.map { effect(base, step.level, player: $0, games: games) },
        failure: fault(step.level).map {
          LevelExplanation.Failure(change: step.lever.words(step.steps), message: $0.message)
        })
    }
    if !band.contains(own.value) {
      for index in rows.indices where rows[index].failure == nil {
        var failure: LevelExplanation.Failure?
        rows[index].reach = try await reach(
          steps[index].lever, sign: steps[index].steps, of: base, from: own.value,
          failure: &failure)
        rows[index].failure = failure
      }
    }
    let order = order(of: rows, at: own.value)
    var explanation = LevelExplanation(
      level: base.name, players: pool.players.map(\.name), player: player, band: band,
      rates: rates, rows: order.map { rows[$0] }, edits: [], games: games,
      verifyGames: verifyGames, seed: seed, gamesPlayed: 0)
    if !explanation.isWithin {
      explanation.edits = try await edits(
        of: order.map { steps[$0].lever }, in: &explanation.rows, from: own.value,
        nearest: &explanation.nearest)
    }
    explanation.gamesPlayed = archive.gamesPlayed
    return explanation
  }

  /// What failed in a variant's games on the run's seed, of any player; nil: nothing.
  private func fault(_ level: PlayableLevel) -> GameFault? {
    pool.players.indices.lazy.compactMap { archive.fault(level, player: $0, seed: seed) }.first
  }

  // MARK: Effects

  func rate(
    _ playable: PlayableLevel, player: Int, seed: UInt64, level: Double = 0.95
  ) -> Interval? {
    let passed = archive.games(playable, player: player, seed: seed).map(\.isPassed)
    return PassCount(passed, hasPairs: hasPairs(player)).rate(level: level)
  }

  private static func noPassRate(_ level: PlayableLevel) -> TuneError {
    .invalid("\(level.name): the level has no goal, so it has no pass rate; choose another level")
  }

  /// What a change adds to a player's pass rate, on the first of the run's games.
  private func effect(
    _ base: PlayableLevel, _ other: PlayableLevel, player: Int, games: Int
  ) -> Interval? {
    PairedEffect.passRate(
      archive.games(base, player: player, seed: seed).prefix(games),
      archive.games(other, player: player, seed: seed).prefix(games), hasPairs: hasPairs(player))
  }

  /// Whether a player is two who change seats between two games on one deal.
  func hasPairs(_ player: Int) -> Bool {
    TableNames.names(in: pool.players[player].name).count == 2
  }

  /// The rows' places in their order.
  ///
  /// Outside the band: the levers that alone bring the level into it, cheapest first; then those
  /// that bring it closer, nearest first; then all other steps by their effect. Inside: strongest
  /// first. Steps with which a script failed come last.
  private func order(of rows: [LevelExplanation.Row], at rate: Double) -> [Int] {
    func effect(_ row: LevelExplanation.Row) -> Double {
      let effect = row.effects[player]?.value ?? -2
      if rate < band.lowerBound { return -effect }
      return rate > band.upperBound ? effect : -abs(effect)
    }
    func key(_ row: LevelExplanation.Row) -> [Double] {
      if row.failure?.change == row.change { return [3, 0, 0] }
      guard let reach = row.reach else { return [2, effect(row), 0] }
      if reach.isWithin { return [0, reach.cost, effect(row)] }
      let distance = max(band.lowerBound - reach.estimate, reach.estimate - band.upperBound)
      return [1, distance, effect(row)]
    }
    let keys = rows.map(key)
    return rows.indices.sorted { first, second in
      for (left, right) in zip(keys[first], keys[second]) where left != right {
        return left < right
      }
      return first < second
    }
  }

  // MARK: Ways into the band

  /// The result of some steps of a lever.
  private struct Probe {
    let steps: Int
    let variant: LevelVariant
    let rate: Interval
    let games: Int
  }

  /// The fewest steps of a lever, one way, that bring the level into the band, or towards it.
  ///
  /// Steps are doubled until they reach the band or pass it, then halved in between, so that a
  /// level that nobody passes is not an obstacle: a step alone may do nothing there. A probe plays a
  /// few games and more only while it may lie in the band.
  private func reach(
    _ lever: LevelLever, sign: Int, of base: PlayableLevel, from rate: Double,
    failure: inout LevelExplanation.Failure?
  ) async throws -> LevelExplanation.Reach? {
    guard
      let probe = try await probe(lever, sign: sign, of: base, from: rate, failure: &failure)
    else { return nil }
    return LevelExplanation.Reach(
      change: lever.words(probe.steps), steps: probe.steps, cost: lever.cost(of: probe.steps),
      estimate: probe.rate.value, isWithin: band.contains(probe.rate.value))
  }

  private func probe(
    _ lever: LevelLever, sign: Int, of base: PlayableLevel, from rate: Double,
    failure: inout LevelExplanation.Failure?
  ) async throws -> Probe? {
    let maxSteps = sign > 0 ? lever.steps.upperBound : -lever.steps.lowerBound
    let near = nearestEnd(to: rate)
    var (low, high) = (0, maxSteps + 1)
    var count = 1
    var nearest: Probe?
    for _ in 0..<Self.maxProbes where count > low && count < high {
      // A variant with which a script fails is as good as none.
      guard let variant = variants.turned(lever, by: sign * count),
        let probe = try await played(variant, lever, steps: sign * count, failure: &failure)
      else {
        high = count
        count = (low + high) / 2
        continue
      }
      let gained = gain(of: probe, over: base, from: rate)
      if isNearer(probe, than: nearest, from: rate) { nearest = probe }
      if isShort(probe.rate.value, of: near, from: rate) {
        // If many steps gain nothing, more will not help. If no player passes, or all do, they
        // still may.
        let idleSteps = max(Self.idleSteps, lever.halfSteps ?? 0)
        if count >= idleSteps, gained < Self.idleGain, (0.02...0.98).contains(rate) { break }
        low = count
        count = high > maxSteps ? min(maxSteps, 2 * count) : (low + high) / 2
      } else {
        high = count
        count = (low + high) / 2
      }
    }
    guard let nearest, distance(nearest.rate.value) < distance(rate) else { return nil }
    return nearest
  }

  /// Few enough probes to be quick, enough to find one of a thousand steps.
  private static let maxProbes = 14
  /// A lever that gains less than this by that many steps does not lead into the band; of a large
  /// number, by the steps that change it by half, because a few of a thousand say nothing.
  private static let idleSteps = 8
  private static let idleGain = 0.015

  /// What a probe gains towards the band on the games it played.
  private func gain(of probe: Probe, over base: PlayableLevel, from rate: Double) -> Double {
    let effect = effect(base, probe.variant.level, player: player, games: probe.games)
    return (effect?.value ?? 0) * (rate < band.lowerBound ? 1 : -1)
  }

  func distance(_ rate: Double) -> Double {
    max(0, band.lowerBound - rate, rate - band.upperBound)
  }

  private func isShort(_ value: Double, of near: Double, from rate: Double) -> Bool {
    rate < band.lowerBound ? value < near : value > near
  }

  /// Fewest steps a margin inside the band; else inside it; else nearest to it.
  private func isNearer(_ probe: Probe, than other: Probe?, from rate: Double) -> Bool {
    guard let other else { return true }
    func key(_ probe: Probe) -> (Int, Double) {
      let value = probe.rate.value
      let isDeep = safe.contains(value)
      if isDeep { return (0, Double(abs(probe.steps))) }
      return band.contains(value) ? (1, abs(value - middle)) : (2, distance(value))
    }
    return key(probe) < key(other)
  }

  var middle: Double { (band.lowerBound + band.upperBound) / 2 }

  /// The band without a margin at its ends.
  private var safe: ClosedRange<Double> {
    let margin = Self.margin * (band.upperBound - band.lowerBound)
    return (band.lowerBound + margin)...(band.upperBound - margin)
  }

  /// The near end of the band, a margin inside.
  private func nearestEnd(to rate: Double) -> Double {
    rate < band.lowerBound ? safe.lowerBound : safe.upperBound
  }

  /// Plays a variant, a few games at first and all of them where it may lie in the band; nil where a
  /// script failed.
  private func played(
    _ variant: LevelVariant, _ lever: LevelLever, steps: Int,
    failure: inout LevelExplanation.Failure?
  ) async throws -> Probe? {
    var count = min(games, Self.firstGames)
    while true {
      guard
        try await isSound(
          variant.level, after: lever.words(steps), seed: seed, games: count, failure: &failure)
      else { return nil }
      guard let rate = self.rate(variant.level, player: player, seed: seed) else {
        throw Self.noPassRate(variant.level)
      }
      let mayLieWithin = rate.high >= band.lowerBound && rate.low <= band.upperBound
      guard mayLieWithin, count < games else {
        return Probe(steps: steps, variant: variant, rate: rate, games: count)
      }
      count = min(games, 4 * count)
    }
  }

  private static let firstGames = 60

  /// Plays games of a changed level; false where a script failed with it, as `failure` says then,
  /// unless an earlier change of the row failed.
  func isSound(
    _ level: PlayableLevel, after change: String, seed: UInt64, games: Int,
    failure: inout LevelExplanation.Failure?
  ) async throws -> Bool {
    let request = GameRequest(level: level, player: player, seed: seed, games: 0..<games)
    try await archive.play([request], sparingFaults: true)
    guard let fault = archive.fault(level, player: player, seed: seed) else { return true }
    failure = failure ?? LevelExplanation.Failure(change: change, message: fault.message)
    return false
  }
}
