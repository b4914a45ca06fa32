import Testing

@testable import SimHarness

/// Games of two players who change seats play each deal twice, so that they say less than as many
/// games on different deals.
@Suite struct PairSumsTests {
  /// A game's value: what the deal and the game themselves contribute.
  private static func value(ofDeal deal: Int, _ random: inout SeededRandom) -> Int {
    deal + random.below(8)
  }

  /// The effect is the variance of the mean of the pairs' means over that of as many independent
  /// games, here by their definitions.
  @Test func isTheRatioOfTheVariances() {
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    for pairs in [10, 100, 1000] {
      var sums = PairSums()
      var total = FigureSum()
      var games: [Double] = []
      for pair in 0..<pairs {
        let deal = random.below(20)
        for game in [2 * pair, 2 * pair + 1] {
          let value = Self.value(ofDeal: deal, &random)
          games.append(Double(value))
          total.add(Int64(value))
          sums.add(Int64(value), game: game)
        }
      }
      let mean = games.reduce(0, +) / Double(games.count)
      var clustered = 0.0
      for pair in 0..<pairs {
        let excess = games[2 * pair] + games[2 * pair + 1] - 2 * mean
        clustered += excess * excess
      }
      let single = games.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let spread = { (freedom: Int) in
        Statistics.studentT(quantile: 0.975, degreesOfFreedom: Double(freedom))
      }
      let wider = spread(pairs - 1) / spread(2 * pairs - 1)
      #expect(isClose(sums.effect(on: total), clustered / single * wider * wider, 1e-9))
      #expect(clustered / single > 1.5)
    }
  }

  /// Where all games were lost nothing shows how alike those of a pair are: they count as equal.
  @Test func gamesThatAllEndAlikeAreNotIndependent() {
    for deals in [10, 30, 100] {
      var sums = PairSums()
      var total = FigureSum()
      for game in 0..<2 * deals {
        sums.add(0, game: game)
        total.add(0)
      }
      let effect = sums.effect(on: total)
      #expect(effect >= 2)
      let rate = Statistics.rate(successes: 0, trials: 2 * deals, effect: effect)
      let deal = Statistics.rate(successes: 0, trials: deals)
      #expect((rate?.high ?? 0) >= (deal?.high ?? 1))
    }
  }

  /// Neither the order of the games nor a game without its partner changes the effect.
  @Test func orderDoesNotMatter() {
    let values: [Int64] = [5, 5, 1, 2, 9, 9, 3, 3, 7]
    func effect(_ order: [Int]) -> Double {
      var sums = PairSums()
      var total = FigureSum()
      for game in order {
        sums.add(values[game], game: game)
        total.add(values[game])
      }
      return sums.effect(on: total)
    }
    let forwards = effect(Array(0..<9))
    #expect(forwards > 1.5)
    #expect(effect([8, 1, 7, 3, 0, 2, 5, 6, 4]) == forwards)
  }

  /// Of games of which one is lost where the other is won, each counts as an independent one.
  @Test func oppositeGamesAreNoBetterThanOthers() {
    var sums = PairSums()
    var total = FigureSum()
    for game in 0..<400 {
      let value = Int64((game / 2 + game) % 2)
      sums.add(value, game: game)
      total.add(value)
    }
    #expect((1...1.02).contains(sums.effect(on: total)))
  }

  /// 500 deals of which each is played twice with the same outcome are 500 games.
  @Test func equalGamesCountOnce() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 6))
    var twice = Self.builder("a:a")
    var once = Self.builder("a")
    for deal in 0..<500 {
      let isWon = random.below(3) == 0
      let points = Int64(random.below(40))
      for game in [2 * deal, 2 * deal + 1] { twice.add(Self.row(game, isWon, points)) }
      once.add(Self.row(deal, isWon, points))
    }
    let (pairs, single) = (twice.build(), once.build())
    func width(_ interval: Interval?) throws -> Double {
      let interval = try #require(interval)
      return interval.high - interval.low
    }
    for (pair, one) in [
      (pairs.passRate, single.passRate), (pairs.score?.meanInterval, single.score?.meanInterval),
      (pairs.metrics[0].value, single.metrics[0].value),
      (pairs.metrics[1].value, single.metrics[1].value),
    ] {
      #expect(try width(pair) / width(one) > 0.985 && width(pair) / width(one) < 1.015)
    }
    for (pair, one) in zip(pairs.score?.quantiles ?? [], single.score?.quantiles ?? []) {
      #expect(try width(pair.interval) >= width(one.interval))
    }
    // So do the tests of gates.
    for figure in ["pass_rate", "score_mean", "score_p50", "metric_points"] {
      let name = figure == "metric_points" ? "points" : figure
      let condition = Condition(metric: name, agent: "a", bound: .atLeast(0))
      let evidence = try #require(FigureEvidence(condition, in: pairs))
      let other = try #require(FigureEvidence(condition, in: single))
      let bound = (other.interval?.value ?? 0) * 1.05
      #expect(abs(evidence.pValue(below: bound) - other.pValue(below: bound)) < 0.02, "\(figure)")
    }
  }

  /// 1,000 samples of 50 pairs that are alike by half: 95% intervals contain the true mean in 93% of
  /// them or more, and a gate at the true mean fails in 5% or less, within three standard errors.
  @Test func intervalsAndGatesKeepTheirError() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 7))
    var (held, failed) = (0, 0)
    let samples = 1000
    // A deal of 0 to 19 and a game of 0 to 7 have a mean of 13 together.
    for _ in 0..<samples {
      var builder = Self.builder("a:b")
      for pair in 0..<50 {
        let deal = random.below(20)
        for game in [2 * pair, 2 * pair + 1] {
          builder.add(
            Self.row(game, random.below(2) == 0, Int64(Self.value(ofDeal: deal, &random))))
        }
      }
      let cell = builder.build()
      let interval = try #require(cell.metrics[0].value)
      if interval.low <= 13 && interval.high >= 13 { held += 1 }
      let gate = Condition(metric: "points", agent: "a:b", bound: .atLeast(13))
      let evidence = try #require(FigureEvidence(gate, in: cell))
      if evidence.pValue(gate.bound) < 0.05 { failed += 1 }
    }
    #expect(Double(held) / Double(samples) >= 0.93)
    #expect(Double(failed) / Double(samples) <= 0.05 + 3 * 0.0069)
  }

  private static func builder(_ agent: String) -> CellSummaryBuilder {
    CellSummaryBuilder(
      level: "L", levelHash: "", agent: agent, hasPairs: agent.contains(":"),
      metrics: [
        MetricDefinition("points", unit: "points", kind: .count, summary: "", source: .events),
        MetricDefinition("odd", unit: "share", kind: .rate, summary: "", source: .events),
      ])
  }

  private static func row(_ game: Int, _ isWon: Bool, _ points: Int64) -> GameRow {
    GameRow(
      result: GameResult(
        index: game, end: isWon ? .won : .lost, score: Int(points), moves: 5, hash: 0,
        fault: nil),
      lossReason: nil, metrics: [points, points % 2])
  }
}
