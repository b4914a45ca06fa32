import Testing

@testable import Lab
@testable import SimHarness
@testable import TextFormats

@Suite struct LevelExplainerTests {
  /// The levels that were spoiled on purpose, and the lever that each was spoiled in.
  ///
  /// `make bench-tune` explains all of them with the run's 400 games.
  private static let spoiled: [(level: String, lever: String)] = [
    ("candy-stripes-blocked", "no indestructible"), ("candy-stripes-colour", "colours"),
    ("crate-yard-crates", "crate hits"), ("garden-gate-balls", "balls"),
    ("garland-blocked", "no indestructible"), ("garland-shots", "shots"),
    ("honeycomb-shots", "shots"), ("tick-tock-bombs", "no timer_bomb"),
    ("two-towers-colour", "colours"), ("two-towers-shots", "shots"),
  ]

  private static let folder = "Tests/SimHarnessTests/Fixtures/Spoiled"

  private static func explanation(
    _ variants: LevelVariants, jobs: Int = 2, games: Int = 80,
    band: ClosedRange<Double> = 0.4...0.6
  ) async throws -> LevelExplanation {
    try await LevelExplainer(
      variants, pool: Tuning.pool(["casual"], variants, jobs: jobs), seed: 1, games: games,
      player: 0, band: band
    ).explanation()
  }

  @Test func everySpoiledLevelHasTheLever() throws {
    for (level, name) in Self.spoiled {
      let variants = try Tuning.variants(at: "\(Self.folder)/\(level).json")
      #expect(try variants.levers().contains { $0.name == name }, "\(level): \(name)")
    }
  }

  /// A lever of a large number is not idle before it was changed by half.
  @Test func aLargeNumberIsTurnedFar() throws {
    func lever(_ now: Int) -> LevelLever {
      LevelLever.number("goal", ("card", "cards"), now: now, in: 1...100)
    }
    #expect(lever(52).halfSteps == 26)
    #expect(lever(5).halfSteps == 3)
    #expect(LevelLever.scaled("x", "x", now: 52, in: 1...100).halfSteps == nil)
    #expect(lever(52).field?.range == 1...100 && lever(52).field?.now == 52)
  }

  private static func firstTwo(_ explanation: LevelExplanation) -> ArraySlice<String> {
    explanation.rows.map(\.lever).uniqued(on: \.self).prefix(2)
  }

  @Test func theSpoiledLeverIsAmongTheFirstTwo() async throws {
    let variants = try Tuning.variants(at: "\(Self.folder)/candy-stripes-blocked.json")
    let explanation = try await Self.explanation(variants)
    #expect(!explanation.isWithin)
    #expect(Self.firstTwo(explanation).contains("no indestructible"))
  }

  @Test func leversThatReachTheBandComeFirstAndCheapestFirst() async throws {
    let variants = try Tuning.variants(at: "\(Self.folder)/two-towers-shots.json")
    let explanation = try await Self.explanation(variants)
    #expect(!explanation.isWithin && Self.firstTwo(explanation).contains("shots"))
    let edit = try #require(explanation.edits.first)
    try await Self.checkFreshGames(of: edit, in: explanation, variants)
    for edit in explanation.edits {
      #expect(explanation.band.contains(edit.verified.low))
      #expect(explanation.band.contains(edit.verified.high))
    }
    let seeds = explanation.edits.map(\.seed) + [explanation.seed]
    #expect(Set(seeds).count == seeds.count, "games that another edit played as well")
    #expect(explanation.edits.map(\.cost) == explanation.edits.map(\.cost).sorted())
    let reaching = explanation.rows.prefix { $0.reach?.isWithin == true }
    #expect(!reaching.isEmpty)
    #expect(!explanation.rows.dropFirst(reaching.count).contains { $0.reach?.isWithin == true })
    let costs = reaching.compactMap { $0.reach?.cost }
    #expect(costs == costs.sorted())
  }

  /// A band of 20 points is decided by 1,000 games, a narrower one needs more, up to a limit.
  @Test func aNarrowBandTakesMoreGames() throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    let pool = try Tuning.pool(["casual"], variants)
    func games(_ band: ClosedRange<Double>) -> Int {
      LevelExplainer(variants, pool: pool, seed: 1, games: 30, player: 0, band: band).verifyGames
    }
    #expect(games(0.4...0.6) == 1000)
    // 2.638^2 * 0.6 * 0.4 / 0.025^2, half the width at the third try being a quarter of the band.
    #expect((2660...2690).contains(games(0.6...0.7)))
    #expect(games(0.5...0.5001) == 50_000)
  }

  /// However many edits are tried, the chance that one outside the band is listed stays below 5%.
  @Test func theErrorIsSpentOverAllTries() {
    #expect(abs(LevelExplainer.level(ofTry: 1) - 0.95) < 1e-12)
    let spent = (1...100_000).reduce(0.0) { $0 + (1 - LevelExplainer.level(ofTry: $1)) / 2 }
    #expect(spent < LevelExplainer.maxError && spent > LevelExplainer.maxError - 1e-5)
  }

  /// An edit's figure is that of the games of its own seed, played here once more.
  private static func checkFreshGames(
    of edit: LevelExplanation.Edit, in explanation: LevelExplanation, _ variants: LevelVariants
  ) async throws {
    let lever = try #require(try variants.levers().first { $0.name == edit.lever })
    let level = try #require(variants.turned(lever, by: edit.steps)).level
    let games = try #require(
      try await Tuning.pool(["casual"], variants).play(
        [.init(level: level, player: 0, seed: edit.seed, games: 0..<explanation.verifyGames)],
        isCancelled: { false }, progress: { _ in }))
    let passed = games[0].count { $0.isPassed == true }
    #expect(Statistics.rate(successes: passed, trials: explanation.verifyGames) == edit.verified)
  }

  /// Nobody passes: a step of a lever does nothing, and yet there is a way.
  @Test func aLevelThatNobodyPassesHasAWay() async throws {
    let variants = try Tuning.variants(
      Tuning.bubbles.replacing("\"shots\":9", with: "\"shots\":1"))
    let explanation = try await Self.explanation(variants)
    #expect(explanation.rates[0]?.value == 0)
    let row = try #require(explanation.rows.first { $0.lever == "shots" && $0.steps > 0 })
    #expect(row.effects[0]?.value == 0)
    let reach = try #require(row.reach)
    #expect(reach.isWithin && reach.steps > 1)
    #expect(explanation.edits.contains { $0.lever == "shots" })
  }

  @Test func aLevelThatIsTooEasyIsMadeHarder() async throws {
    let variants = try Tuning.variants(
      Tuning.bubbles.replacing("\"shots\":9", with: "\"shots\":20"))
    let explanation = try await Self.explanation(variants)
    #expect(explanation.rows[0].reach?.isWithin == true)
    let edit = try #require(explanation.edits.first { $0.lever == "shots" })
    #expect(edit.steps < 0)
    #expect(edit.settings == [LevelEdit("shots", to: .int(20 + edit.steps))])
  }

  @Test func withinTheBandNothingIsProposed() async throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    let explanation = try await Self.explanation(variants, games: 40, band: 0...1)
    #expect(explanation.isWithin && explanation.edits.isEmpty)
    let sizes = explanation.rows.compactMap { $0.effects[0].map { abs($0.value) } }
    #expect(sizes == sizes.sorted(by: >))
  }

  @Test func anyNumberOfWorkersGivesTheSameBytes() async throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    let first = try await Self.explanation(variants, jobs: 1, games: 40, band: 0.85...0.95)
    let second = try await Self.explanation(variants, jobs: 3, games: 40, band: 0.85...0.95)
    #expect(JSONWriter.pretty(first.json) == JSONWriter.pretty(second.json))
  }

  @Test func aLevelWithoutAGoalCannotBeExplained() async throws {
    let variants = try Tuning.variants(
      """
      {"format":"playtest-level","version":1,"game":"bubble-pop","name":"P","duration":3}
      """)
    await #expect(throws: TuneError.self) { try await Self.explanation(variants, games: 10) }
  }
}
