import Testing

@testable import Lab
@testable import SimHarness

@Suite struct PopulationModelTests {
  private static func traits(
    players: Int = 10_000, deviation: Double = 1, givingUp: Double = 0.05, boredom: Double = 0.01
  ) -> PopulationModel.Traits {
    var traits = PopulationModel.Traits()
    traits.players = players
    traits.skillDeviation = deviation
    traits.givingUp = givingUp
    traits.boredom = boredom
    return traits
  }

  /// One player of skill 0 whose traits are the means, on a level passed every other time.
  ///
  /// With a chance of 0.1 to give up after a failure, an attempt ends the stay with
  /// 0.5 + 0.5 * 0.1 = 0.55: 10 of 11 pass, after 1 / 0.55 attempts.
  @Test func onePlayerByHand() throws {
    let model = PopulationModel(
      difficulties: [0, 0], traits: Self.traits(players: 1, givingUp: 0.1, boredom: 0.2))
    let first = model.levels[0]
    #expect(first.started == 1)
    #expect(isClose(first.passed, 10.0 / 11, 1e-14))
    #expect(isClose(first.gaveUp, 1.0 / 11, 1e-13))
    #expect(isClose(first.bored, 2.0 / 11, 1e-14))
    #expect(isClose(try #require(first.attempts), 1 / 0.55, 1e-14))
    #expect(isClose(try #require(first.churn), 3.0 / 11, 1e-13))
    #expect(isClose(model.levels[1].started, 8.0 / 11, 1e-14))
  }

  /// A walk drawn at random, player by player and attempt by attempt, agrees: its standard errors
  /// are below 0.0025 for shares and 0.02 for attempts.
  @Test func agreesWithDrawnWalks() throws {
    let difficulties = [-1.0, 0, 1.5, 0.5]
    let model = PopulationModel(difficulties: difficulties, traits: Self.traits())
    var random = ReportFixture.Random(state: 77)
    let players = 40_000
    var started = [Int](repeating: 0, count: 4)
    var passed = started
    var attempts = started
    for _ in 0..<players {
      let skill = Statistics.normalQuantile(max(random.unit(), 1e-12))
      let givingUp = 0.1 * random.unit()
      let boredom = 0.02 * random.unit()
      walk: for (level, difficulty) in difficulties.enumerated() {
        started[level] += 1
        while true {
          attempts[level] += 1
          if random.unit() < RaschRating.logistic(skill - difficulty) { break }
          if random.unit() < givingUp { break walk }
        }
        passed[level] += 1
        if random.unit() < boredom { break }
      }
    }
    for (level, figures) in model.levels.enumerated() {
      #expect((figures.started - Double(started[level]) / Double(players)).magnitude < 0.0075)
      #expect((figures.passed - Double(passed[level]) / Double(players)).magnitude < 0.0075)
      let mean = Double(attempts[level]) / Double(started[level])
      #expect((try #require(figures.attempts) - mean).magnitude < 0.1, "\(level)")
    }
  }

  @Test func harderLevelsLoseMore() throws {
    let flat = PopulationModel(difficulties: [0, 0, 0], traits: Self.traits(players: 1000))
    let spike = PopulationModel(difficulties: [0, 3, 0], traits: Self.traits(players: 1000))
    #expect(flat.levels[0] == spike.levels[0])
    #expect(spike.levels[1].gaveUp > 3 * flat.levels[1].gaveUp)
    #expect(try #require(spike.levels[1].attempts) > 3 * #require(flat.levels[1].attempts))
    // Who got past the spike is more able than who meets a flat level.
    #expect(try #require(spike.levels[2].churn) < #require(flat.levels[2].churn))
    for level in flat.levels + spike.levels {
      #expect(isClose(level.started, level.passed + level.gaveUp, 1e-12))
      #expect(level.survivors >= 0 && level.survivors < level.started)
    }
  }

  /// The most able and the least, unwinnable and trivial levels, nobody who gives up: all finite.
  @Test func edges() {
    let model = PopulationModel(
      difficulties: [-30, 30, -700, 700, 0],
      traits: Self.traits(players: 100, deviation: 10, givingUp: 0.5, boredom: 0.5))
    for level in model.levels {
      #expect(level.started.isFinite && level.passed >= 0 && level.gaveUp >= 0)
      #expect(level.attempts?.isFinite ?? true)
    }
    let stubborn = PopulationModel(
      difficulties: [2, 2], traits: Self.traits(players: 100, givingUp: 0, boredom: 0))
    #expect(isClose(stubborn.levels[1].survivors, 1, 1e-12))
    #expect(PopulationModel(difficulties: []).levels.isEmpty)
  }

  /// The figures hardly depend on how many players stand for the population.
  @Test func playersAreSpreadEvenly() {
    let difficulties = [-1.0, 0, 1, 2]
    let few = PopulationModel(difficulties: difficulties, traits: Self.traits(players: 1000))
    let many = PopulationModel(difficulties: difficulties, traits: Self.traits(players: 20_000))
    for (one, other) in zip(few.levels, many.levels) {
      #expect((one.survivors - other.survivors).magnitude < 0.002)
    }
  }
}
