import Testing

@testable import Lab
@testable import SimHarness

@Suite struct PairedEffectTests {
  /// A game that does not count on one side counts on the other.
  @Test func everySideCountsItsOwnGames() throws {
    let passed = Tuning.games(passed: [true, true, false, false, true])
    var other = Tuning.games(passed: [true, false, true, true, true])
    other[4] = TrialGame(end: .ended, score: 0, moves: 0, metrics: [])
    let effect = try #require(PairedEffect.passRate(passed[...], other[...]))
    #expect(
      effect
        == Statistics.pairedRateDifference(
          PairedOutcomes(
            both: 1, lost: 1, gained: 2, onlyBefore: .init(passed: 1, failed: 0))))
    #expect(isClose(effect.value, 0.75 - 0.6, 1e-15))
  }

  @Test func equalGamesStillLeaveADoubt() throws {
    let games = Tuning.games(passed: Array(repeating: true, count: 50))
    let effect = try #require(PairedEffect.passRate(games[...], games[...]))
    #expect(effect.value == 0 && effect.low < 0 && effect.high > 0)
  }

  /// 2,000 experiments of 80 pairs with correlated marks: the interval must hold the true
  /// difference in 93.5 to 96.5% of them.
  @Test func containsTheTrueValueAsOftenAsStated() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 11))
    var held = 0
    for _ in 0..<2000 {
      var base: [Bool] = []
      var other: [Bool] = []
      for _ in 0..<80 {
        let common = random.uniform()
        base.append(0.7 * common + 0.3 * random.uniform() < 0.4)
        other.append(0.7 * common + 0.3 * random.uniform() < 0.5)
      }
      let effect = try #require(
        PairedEffect.passRate(Tuning.games(passed: base)[...], Tuning.games(passed: other)[...]))
      if effect.low <= Self.truth && Self.truth <= effect.high { held += 1 }
    }
    #expect((1870...1935).contains(held), "\(held)")
  }

  /// P(0.7 U + 0.3 V < 0.5) - P(0.7 U + 0.3 V < 0.4), both on the straight part: 0.1 / 0.7.
  private static let truth = 0.1 / 0.7

  /// Where both games of a deal are alike, 160 games say what 80 do: the intervals of a tune's figure
  /// and of its change are as wide as those of one game of each deal.
  @Test(arguments: [TuneFigure.Kind.passRate, .score, .scoreQuantile(0.5)])
  func gamesOnOneDealCountOnce(_ kind: TuneFigure.Kind) throws {
    var random = SeededRandom(key: StreamKey(rawValue: 14))
    let deals = (0..<2).map { _ in
      (0..<80).map { _ in
        TrialGame(
          end: random.below(3) == 0 ? .won : .lost, score: random.below(100), moves: 1, metrics: [])
      }
    }
    func figure(hasPairs: Bool) -> TuneFigure {
      TuneFigure(
        name: "", kind: kind, level: 0, player: 0, aim: 0.5, tolerance: 0.1, weight: 1, target: 0,
        hasPairs: hasPairs)
    }
    let twice = deals.map { $0.flatMap { [$0, $0] } }
    let (single, pairs) = (figure(hasPairs: false), figure(hasPairs: true))
    func width(_ interval: Interval?) throws -> Double {
      let interval = try #require(interval)
      return interval.high - interval.low
    }
    let once = try width(single.estimate(deals[0][...])?.evidence)
    let paired = try width(pairs.estimate(twice[0][...])?.evidence)
    let naive = try width(single.estimate(twice[0][...])?.evidence)
    #expect((0.97...1.2).contains(paired / once), "\(paired) \(once)")
    #expect(naive < 0.85 * once, "\(naive) \(once)")
    let change = try width(PairedEffect.difference(of: single, deals[0][...], deals[1][...]))
    let other = try width(PairedEffect.difference(of: pairs, twice[0][...], twice[1][...]))
    #expect((0.97...1.2).contains(other / change), "\(other) \(change)")
  }

  @Test func aShareIsLinearised() throws {
    let figure = TuneFigure(
      name: "share", kind: .share(0, of: [0, 1]), level: 0, player: 0, aim: 0.5, tolerance: 0.1,
      weight: 1, target: 0)
    let games = [(1, 3), (2, 2), (5, 7)].map {
      TrialGame(end: .ended, score: 0, moves: 0, metrics: [Int64($0.0), Int64($0.1)])
    }
    let numbers = figure.influences(of: games[...]).compactMap { $0 }
    let mean = numbers.reduce(0, +) / 3
    #expect(abs(mean - 0.4) < 1e-12)
  }
}
