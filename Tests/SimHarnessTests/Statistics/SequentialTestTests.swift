import Testing

@testable import SimHarness

@Suite struct SequentialTestTests {
  /// Wald's formula at .50 against .55: (0.95 log 19 - 0.05 log 19) over the mean evidence of a
  /// game, log(0.99) / 2 and 0.55 log 1.1 + 0.45 log 0.9; and 1.645 (0.5 + 0.4975) / 0.05, squared.
  @Test func expectedGames() {
    let test = SequentialTest(base: 0.5, alternative: 0.55)
    #expect(isClose(test.expectedGames(at: .base), 527.345, 0.001))
    #expect(isClose(test.expectedGames(at: .alternative), 529.114, 0.001))
    #expect(isClose(test.fixedGames, 1076.790, 0.001))
    let reversed = SequentialTest(base: 0.5, alternative: 0.45)
    #expect(isClose(reversed.expectedGames(at: .alternative), 529.114, 0.001))
  }

  /// 10,000 tests at each hypothesis: both errors at most 0.05, and at least 45% of a fixed test's
  /// games saved; the shares' standard error is 0.0022, the mean games' 4.
  @Test(arguments: [SequentialTest.Decision.base, .alternative])
  func keepsItsErrorsAndSavesGames(truth: SequentialTest.Decision) {
    var random = ReportFixture.Random(state: truth == .base ? 11 : 12)
    let rate = truth == .base ? 0.5 : 0.55
    let tests = 10_000
    var wrong = 0
    var games = 0
    let plain = SequentialTest(base: 0.5, alternative: 0.55)
    for _ in 0..<tests {
      var test = plain
      while test.decision == nil { test.add(random.unit() < rate) }
      if test.decision != truth { wrong += 1 }
      games += test.games
    }
    let share = Double(wrong) / Double(tests)
    #expect(share <= 0.05 && share > 0.035, "\(share)")
    let mean = Double(games) / Double(tests)
    #expect(mean <= 0.55 * plain.fixedGames, "\(mean)")
    // Beyond Wald's figure by what the last game overshoots.
    #expect((plain.expectedGames(at: truth)...560).contains(mean), "\(mean)")
  }

  @Test func staysDecided() {
    var test = SequentialTest(base: 0.5, alternative: 0.9)
    for _ in 0..<100 { test.add(true) }
    #expect(test.decision == .alternative)
    // log 19 / log 1.8 successes in a row are enough.
    #expect(test.games == 6)
    test.add(false)
    #expect(test.games == 6)
  }

  /// The paired test: 4,000 tests of builds that differ in 30% of the games, both ways alike or
  /// with odds of 2 to 1; the shares' standard error is 0.0034.
  @Test(arguments: [SequentialTest.Decision.base, .alternative])
  func pairedTestKeepsItsErrors(truth: SequentialTest.Decision) {
    var random = ReportFixture.Random(state: truth == .base ? 21 : 22)
    let share = truth == .base ? 0.5 : 2.0 / 3
    let tests = 4000
    var wrong = 0
    var discordant = 0
    for _ in 0..<tests {
      var test = SequentialPairedTest(odds: 2)
      while test.decision == nil {
        guard random.unit() < 0.3 else {
          test.add(before: true, after: true)
          continue
        }
        let gains = random.unit() < share
        test.add(before: !gains, after: gains)
      }
      if test.decision != truth { wrong += 1 }
      discordant += test.discordantGames
      #expect(test.games >= test.discordantGames)
    }
    let errors = Double(wrong) / Double(tests)
    #expect(errors <= 0.055, "\(errors)")
    let expected = SequentialTest(base: 0.5, alternative: 2.0 / 3).expectedGames(at: truth)
    let mean = Double(discordant) / Double(tests)
    #expect((expected...(expected + 8)).contains(mean), "\(mean) \(expected)")
  }
}
