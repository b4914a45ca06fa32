import SimHarness

/// The edits that an explanation lists: each one measured on independent games.
extension LevelExplainer {
  /// The fresh games of an edit: enough that the interval of its third try spans half of the band.
  var verifyGames: Int {
    let rate = min(max(0.5, band.lowerBound), band.upperBound)
    let quarter = (band.upperBound - band.lowerBound) / 4
    let z = Statistics.twoSidedNormal(Self.level(ofTry: 3))
    let needed = z * z * rate * (1 - rate) / (quarter * quarter)
    let fewest = Double(max(games, Self.freshGames.lowerBound))
    let maxGames = Double(max(games, Self.freshGames.upperBound))
    return Int(saturating: min(max(needed, fewest), maxGames).rounded(.up))
  }

  /// The level of the interval that the k-th try of an explanation must have within the band.
  ///
  /// An edit that lies outside passes with half of 1 - level, as only one end of the band can be
  /// wrong; over all tries, however many, these add up to `maxError`.
  static func level(ofTry number: Int) -> Double {
    1 - 2 * maxError / Double(number * (number + 1))
  }

  /// The seed of a try's games, which no other try plays.
  func verifySeed(ofTry number: Int) -> UInt64 {
    StreamKey(rawValue: seed).derived("explain verify").derived(UInt64(number)).rawValue
  }

  /// The cheapest changes of one lever that bring the level into the band.
  ///
  /// `levers` are those of the rows. Where there is no such change, `nearest` is the one that came
  /// nearest.
  func edits(
    of levers: [LevelLever], in rows: inout [LevelExplanation.Row], from rate: Double,
    nearest: inout LevelExplanation.Edit?
  ) async throws -> [LevelExplanation.Edit] {
    var edits: [LevelExplanation.Edit] = []
    var tries = 0
    for (place, lever) in levers.enumerated() where edits.count < Self.maxEdits {
      guard let reach = rows[place].reach, reach.isWithin else { continue }
      let found = try await edit(
        lever, from: reach, of: rate, tries: &tries, nearest: &nearest,
        failure: &rows[place].failure)
      if let found { edits.append(found) }
    }
    if !edits.isEmpty { nearest = nil }
    let places = edits.indices.sorted {
      edits[$0].cost == edits[$1].cost ? $0 < $1 : edits[$0].cost < edits[$1].cost
    }
    return places.map { edits[$0] }
  }

  /// The steps that reach the band, or their neighbours where fresh games do not agree.
  private func edit(
    _ lever: LevelLever, from reach: LevelExplanation.Reach, of rate: Double, tries: inout Int,
    nearest: inout LevelExplanation.Edit?, failure: inout LevelExplanation.Failure?
  ) async throws -> LevelExplanation.Edit? {
    var steps = reach.steps
    var tried: [Int] = []
    while !tried.contains(steps), tried.count < Self.maxTries, lever.steps.contains(steps),
      steps != 0, let variant = variants.turned(lever, by: steps)
    {
      tried.append(steps)
      tries += 1
      let seed = verifySeed(ofTry: tries)
      guard
        try await isSound(
          variant.level, after: lever.words(steps), seed: seed, games: verifyGames,
          failure: &failure),
        let fresh = self.rate(variant.level, player: player, seed: seed),
        let strict = self.rate(
          variant.level, player: player, seed: seed, level: Self.level(ofTry: tries))
      else { return nil }
      let edit = Self.edit(lever, steps, verified: fresh, seed: seed)
      if band.contains(strict.low) && band.contains(strict.high) { return edit }
      if nearest.map({ isNearer(fresh.value, than: $0.verified.value) }) ?? true { nearest = edit }
      let needsMore = rate < band.lowerBound ? fresh.value < middle : fresh.value > middle
      steps += (needsMore ? 1 : -1) * steps.signum()
    }
    return nil
  }

  private static func edit(
    _ lever: LevelLever, _ steps: Int, verified: Interval, seed: UInt64
  ) -> LevelExplanation.Edit {
    var settings: [LevelEdit]?
    if case .edits(let edits)? = lever.change(steps) { settings = edits }
    return LevelExplanation.Edit(
      lever: lever.name, change: lever.words(steps), steps: steps, cost: lever.cost(of: steps),
      verified: verified, seed: seed, settings: settings,
      field: lever.field.map {
        LevelExplanation.Field(now: $0.now, low: $0.range.lowerBound, high: $0.range.upperBound)
      })
  }

  /// Whether a rate lies nearer to the band than another, or, as near, to its middle.
  private func isNearer(_ rate: Double, than other: Double) -> Bool {
    (distance(rate), abs(rate - middle)) < (distance(other), abs(other - middle))
  }
}
