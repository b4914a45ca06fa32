import Testing

@testable import Lab
@testable import SimHarness
@testable import TextFormats

@Suite struct LevelGenerationTests {
  private static func generated(
    _ plan: GeneratePlan, jobs: Int = 2
  ) async throws -> GeneratedSet {
    try await LevelGeneration(plan, jobs: jobs).levels()
  }

  private static func text(_ set: GeneratedSet, _ plan: GeneratePlan) -> String {
    JSONWriter.pretty(set.json(of: plan, paths: set.levels.map(\.file.header.name)))
      + set.levels.map(\.file.text).joined()
  }

  private static func selection() throws -> GeneratePlan {
    var plan = try Generating.plan(
      try Generating.script("mosaic"), settings: ["rows=2...3", "colours=2...3"],
      keep: ["pass_rate(casual) in 0.2...0.8", "moves_mean(casual) >= 4"])
    plan.solver = GeneratePlan.Solver(agent: "skilled", games: 8)
    return plan
  }

  @Test func keepsWhatHoldsAndIsDifferent() async throws {
    let plan = try Self.selection()
    let set = try await Self.generated(plan)
    #expect(set.levels.count == 3)
    #expect(set.levels.map(\.file.header.name) == ["Mosaic 001", "Mosaic 002", "Mosaic 003"])
    #expect(Set(set.levels.map(\.file.layout)).count == 3)
    for level in set.levels {
      for (figure, condition) in zip(level.figures, plan.conditions) {
        #expect(condition.bound.contains(figure.chosen.value))
        let fresh = try #require(figure.fresh)
        #expect(fresh != figure.chosen, "fresh games are others")
        #expect(figure.holdsOnFreshGames == condition.bound.contains(fresh.value))
      }
      let game = try #require(level.solvedIn)
      #expect((1...8).contains(game))
      let values = Dictionary(uniqueKeysWithValues: level.values.map { ($0.name, $0.value) })
      guard case .generator(let space) = plan.origin else { return }
      let again = try space.script.generate(seed: level.generatorSeed, values: values)
      let file = try LevelFile.generated(
        again, named: level.file.header.name, by: ScriptSource(name: "g", text: ""),
        catalog: plan.library)
      #expect(file == level.file, "seed and parameters give the level again")
    }
    #expect(set.candidates >= 3)
  }

  /// Losses keep their reasons, so that a rate of them is defined on levels that are ever lost.
  @Test func aRateOfLossesIsACondition() async throws {
    let plan = try Generating.plan(
      try Generating.script("mosaic"), settings: ["shots=8"],
      keep: ["out_of_shots_rate(casual) in 0...1"])
    let set = try await Self.generated(plan)
    #expect(set.levels.count == 3)
    #expect(set.drops[.condition] == nil)
    #expect(set.levels.contains { $0.figures[0].chosen.value > 0 })
  }

  /// No figure is beyond the natural end of a share, so a bound there needs no margin.
  @Test func boundsAtTheEndsOfAShareCanBeMet() async throws {
    let plan = try Generating.plan(
      try Generating.script("mosaic"), settings: [],
      keep: ["capped_rate(casual) <= 0", "fault_rate(casual) in 0...0"])
    let set = try await Self.generated(plan)
    #expect(set.levels.count == 3 && set.drops[.condition] == nil)
    #expect(LevelMeter.isAbove(1, Interval(value: 1, low: 0.9, high: 1)))
    #expect(!LevelMeter.isAbove(0.9, Interval(value: 1, low: 0.7, high: 1)))
    // Scores may lie below 0, and then a bound there has a margin like any other.
    let score = Interval(value: -7.9, low: -14.4, high: -3.1)
    #expect(!LevelMeter.isAbove(-10, score) && LevelMeter.isAbove(-12, score))
    #expect(LevelMeter.isAbove(0, Interval(value: 3, low: 0, high: 9)))
    #expect(!LevelMeter.isBelow(-6, score) && LevelMeter.isBelow(-3, score))
  }

  /// Candidates without a figure are not said to have missed a condition.
  @Test func figuresThatNoGameGivesAreNamed() async throws {
    let plan = try Generating.plan(
      try Generating.script("mosaic"), settings: [], keep: ["three_stars(casual) >= 0"])
    let set = try await Self.generated(plan)
    #expect(set.levels.isEmpty && set.drops[.condition] == nil)
    #expect(set.drops[.unmeasured, default: 0] > 0)
    #expect(
      set.firstUnmeasured
        == "three_stars(casual): the level has no score for it; levels of Bubble Blast may have"
        + " `stars`, for others use a score such as score_p50")
  }

  @Test func freshFiguresAreThoseOfARunWithTheFreshSeed() async throws {
    let plan = try Self.selection()
    let set = try await Self.generated(plan)
    let level = try #require(set.levels.first)
    let ready = try plan.game.ready(level.file, plan.library, .none)
    let pool = GamePool(
      game: plan.game, players: plan.players, maxMoves: plan.game.defaultMaxMoves, jobs: 1,
      modules: plan.modules)
    let played = try await pool.play(
      [GameRequest(level: ready, player: 0, seed: plan.freshSeed, games: 0..<plan.games)],
      isCancelled: { false })
    let games = try #require(played)
    let wins = games[0].count { $0.end == .won }
    #expect(level.figures[0].fresh?.value == Double(wins) / Double(plan.games))
  }

  @Test func anyNumberOfWorkersGivesTheSameLevels() async throws {
    let plan = try Self.selection()
    let one = try await Self.generated(plan, jobs: 1)
    let three = try await Self.generated(plan, jobs: 3)
    #expect(Self.text(one, plan) == Self.text(three, plan))
    var other = plan
    other.seed = 5
    let another = try await Self.generated(other)
    #expect(Self.text(another, other) != Self.text(one, plan))
  }

  @Test func anArchiveHoldsLevelsInTheirCells() async throws {
    let plan = try Generating.plan(
      try Generating.script("mosaic"), settings: ["rows=2...4", "colours=2...3"],
      diverse: "pass_rate(casual),fallen_share in 0...0.8", bins: (3, 2), count: nil, tries: 200)
    let set = try await Self.generated(plan, jobs: 1)
    let archive = try #require(set.archive)
    #expect(archive.cells == 6)
    #expect(archive.filled >= 3)
    #expect(set.levels.count == archive.filled)
    #expect(archive.freshFilled <= archive.filled)
    #expect(Set(set.levels.map(\.file.layout)).count == set.levels.count)
    var cells: Set<Int> = []
    for level in set.levels {
      let first = try #require(level.figures.first { $0.metric == "pass_rate" }?.chosen.value)
      let second = try #require(level.figures.first { $0.metric == "fallen_share" }?.chosen.value)
      let spot = try #require(LevelArchive<Int>(plan.features).spot(first, second))
      let isNew = cells.insert(spot.cell).inserted
      #expect(isNew)
    }
    let again = try await Self.generated(plan, jobs: 3)
    #expect(Self.text(again, plan) == Self.text(set, plan))
  }

  // MARK: Generators that fail

  private static func script(_ body: String) throws -> GeneratorScript {
    try Generating.script(
      text: """
        return { name = "g", game = "bubble-blast", generate = function(random)
          \(body)
        end }
        """)
  }

  private static let level = """
    { format = "playtest-level", version = 1, game = "bubble-blast", name = "G", shots = 9,
      grid = { "RRB........." } }
    """

  @Test func levelsThatAreAllTheSameAreOne() async throws {
    let plan = try Generating.plan(try Self.script("return \(Self.level)"), tries: 40)
    let set = try await Self.generated(plan)
    #expect(set.levels.count == 1)
    #expect(set.candidates == 40)
    #expect(set.drops[.duplicate] == 39)
  }

  @Test func aGeneratorThatFailsNowAndThenIsUsed() async throws {
    let body = """
      if random:chance(0.5) then error("no luck") end
      local level = \(Self.level)
      level.grid[1] = random:int(2) == 1 and "RRB.B......." or "RB.........."
      return level
      """
    let set = try await Self.generated(try Generating.plan(try Self.script(body), count: 2))
    #expect(set.levels.count == 2)
    #expect(set.drops[.invalid, default: 0] > 0)
    #expect(set.firstProblem?.contains("no luck") == true)
  }

  @Test func aGeneratorThatAlwaysFailsIsAnError() async throws {
    let plan = try Generating.plan(try Self.script("error('never')"), tries: 40)
    await #expect(throws: GenerateError.self) { try await Self.generated(plan) }
  }

  @Test func cancelledItKeepsWhatItHas() async throws {
    let plan = try Self.selection()
    let set = try await LevelGeneration(plan, jobs: 2, isCancelled: { true }).levels()
    #expect(set.isInterrupted)
    #expect(set.levels.isEmpty)
  }
}
