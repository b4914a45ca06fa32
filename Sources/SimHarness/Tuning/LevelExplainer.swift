/// Finds out what would help a level.
///
/// Every variant plays the same games as the level itself, so that differences are paired.
public struct LevelExplainer {
  let variants: LevelVariants
  let crew: GameCrew
  let seed: UInt64
  let games: Int
  let player: Int
  let band: ClosedRange<Double>
  let archive: TuneArchive

  /// Edits that are proposed.
  public static let mostEdits = 3
  /// The most games of a lever's steps that are tried on the way into the band.
  private static let mostTries = 8
  /// An edit is looked for this part of the band inside its ends, so that fresh games agree.
  private static let margin = 0.15

  /// - Parameters:
  ///   - variants: The level.
  ///   - crew: Its players.
  ///   - seed: The run's seed.
  ///   - games: Games of the level, and of each change of it, and player.
  ///   - player: The place of the player whose pass rate is to lie in the band.
  ///   - band: Where it should lie.
  ///   - isCancelled: Looked at between games.
  ///   - progress: Called with the number of games that have just been played.
  public init(
    _ variants: LevelVariants, crew: GameCrew, seed: UInt64, games: Int, player: Int,
    band: ClosedRange<Double>, isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.variants = variants
    self.crew = crew
    self.seed = seed
    self.games = games
    self.player = player
    self.band = band
    archive = TuneArchive(crew: crew, isCancelled: isCancelled, progress: progress)
  }

  private var verifyGames: Int { max(games, 1000) }
  private var verifySeed: UInt64 { StreamKey(rawValue: seed).derived("explain verify").rawValue }

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
    let all = crew.players.indices
    try await archive.play(
      ([base] + steps.map(\.level)).flatMap { level in
        all.map { TuneArchive.Wish(level: level, player: $0, seed: seed, count: games) }
      })
    let rates = all.map { rate(base, player: $0, seed: seed) }
    guard let own = rates[player] else {
      throw TuneError.invalid(
        "\(base.name): the level has no goal, so there is no pass rate to explain")
    }
    let rows = steps.map { step in
      LevelExplanation.Row(
        lever: step.lever.name, change: step.lever.words(step.steps), steps: step.steps,
        effects: all.map { effect(base, step.level, player: $0) })
    }
    let order = order(of: rows, at: own.value)
    var explanation = LevelExplanation(
      level: base.name, players: crew.players.map(\.name), player: player, band: band,
      rates: rates, rows: order.map { rows[$0] }, edits: [], games: games,
      verifyGames: verifyGames, seed: seed, verifySeed: verifySeed, gamesPlayed: 0)
    if !band.contains(own.value) {
      explanation.edits = try await edits(
        order.map { (steps[$0].lever, rows[$0]) }, from: own.value)
    }
    explanation.gamesPlayed = archive.gamesPlayed
    return explanation
  }

  // MARK: Effects

  private func rate(_ level: PlayableLevel, player: Int, seed: UInt64) -> Interval? {
    let passed = archive.games(level, player: player, seed: seed).compactMap(\.isPassed)
    return Statistics.wilson(successes: passed.count { $0 }, trials: passed.count)
  }

  private func effect(_ base: PlayableLevel, _ other: PlayableLevel, player: Int) -> Interval? {
    PairedEffect.passRate(
      archive.games(base, player: player, seed: seed).prefix(games),
      archive.games(other, player: player, seed: seed).prefix(games))
  }

  /// The rows' places: the strongest towards the band first; of a level inside it the strongest of
  /// all.
  private func order(of rows: [LevelExplanation.Row], at rate: Double) -> [Int] {
    func key(_ row: LevelExplanation.Row) -> Double {
      let effect = row.effects[player]?.value ?? -2
      if rate < band.lowerBound { return effect }
      return rate > band.upperBound ? -effect : abs(effect)
    }
    return rows.indices.sorted { first, second in
      let (left, right) = (key(rows[first]), key(rows[second]))
      return left == right ? first < second : left > right
    }
  }

  // MARK: Edits

  /// The cheapest changes of one lever that bring the level into the band, verified.
  private func edits(
    _ levers: [(lever: LevelLever, row: LevelExplanation.Row)], from rate: Double
  ) async throws -> [LevelExplanation.Edit] {
    let target = (band.lowerBound + band.upperBound) / 2
    // What a lever may cost, if further steps do what the first does.
    let promising = levers.compactMap { lever, row -> (LevelLever, Int, Int, Double)? in
      guard let effect = row.effects[player]?.value, (target - rate) * effect > 0 else {
        return nil
      }
      let needed = max(1, ((nearestEnd(to: rate) - rate) / effect).rounded(.up))
      let most = row.steps > 0 ? lever.steps.upperBound : -lever.steps.lowerBound
      let guess = min(Int(min(needed, 1e6)), most)
      return (lever, row.steps > 0 ? 1 : -1, guess, needed * Double(lever.cost))
    }.sorted { $0.3 < $1.3 }
    var edits: [LevelExplanation.Edit] = []
    for (lever, sign, guess, cost) in promising {
      if edits.count >= Self.mostEdits {
        let dearest = edits.map(\.cost).sorted()[Self.mostEdits - 1]
        if cost > 1.5 * Double(dearest) + 2 { break }
      }
      if let edit = try await edit(lever, sign: sign, guess: guess, from: rate) {
        edits.append(edit)
      }
    }
    let places = edits.indices.sorted {
      edits[$0].cost == edits[$1].cost ? $0 < $1 : edits[$0].cost < edits[$1].cost
    }
    return places.prefix(Self.mostEdits).map { edits[$0] }
  }

  /// The near end of the band, a margin inside.
  private func nearestEnd(to rate: Double) -> Double {
    let margin = Self.margin * (band.upperBound - band.lowerBound)
    return rate < band.lowerBound ? band.lowerBound + margin : band.upperBound - margin
  }

  /// The fewest steps of a lever that bring the level into the band, if any do.
  private func edit(
    _ lever: LevelLever, sign: Int, guess: Int, from rate: Double
  ) async throws -> LevelExplanation.Edit? {
    let isTooHard = rate < band.lowerBound
    let near = nearestEnd(to: rate)
    let far = isTooHard ? band.upperBound : band.lowerBound
    let most = sign > 0 ? lever.steps.upperBound : -lever.steps.lowerBound
    var (low, high) = (0, most + 1)
    var count = max(1, guess)
    var found: (steps: Int, level: LevelVariant, rate: Interval)?
    for _ in 0..<Self.mostTries {
      guard count > low, count < high else { break }
      guard let variant = variants.turned(lever, by: sign * count),
        let rate = try await played(variant.level)
      else {
        high = count
        count = (low + high) / 2
        continue
      }
      let isShort = isTooHard ? rate.value < near : rate.value > near
      let isPast = isTooHard ? rate.value > far : rate.value < far
      if band.contains(rate.value), !isShort || found == nil { found = (count, variant, rate) }
      if isShort {
        low = count
        count = high > most ? min(most, 2 * count) : (low + high) / 2
      } else {
        high = count
        count = isPast || low > 0 ? (low + high) / 2 : count - 1
      }
    }
    guard let found else { return nil }
    return try await verified(lever, sign * found.steps, found.level, found.rate)
  }

  private func played(_ level: PlayableLevel) async throws -> Interval? {
    try await archive.play([
      TuneArchive.Wish(level: level, player: player, seed: seed, count: games)
    ])
    return rate(level, player: player, seed: seed)
  }

  /// The edit, if fresh games agree.
  private func verified(
    _ lever: LevelLever, _ steps: Int, _ variant: LevelVariant, _ found: Interval
  ) async throws -> LevelExplanation.Edit? {
    try await archive.play([
      TuneArchive.Wish(
        level: variant.level, player: player, seed: verifySeed, count: verifyGames)
    ])
    guard let fresh = rate(variant.level, player: player, seed: verifySeed),
      band.contains(fresh.value)
    else { return nil }
    var settings: [LevelEdit]?
    if case .edits(let edits)? = lever.change(steps) { settings = edits }
    return LevelExplanation.Edit(
      lever: lever.name, change: lever.words(steps), steps: steps,
      cost: abs(steps) * lever.cost, found: found, verified: fresh, settings: settings)
  }
}
