import Testing

@testable import SimHarness

/// When a cell has been played often enough.
@Suite struct PrecisionGoalTests {
  /// The totals of a cell whose share of wins is fixed.
  private func totals(_ goal: PrecisionGoal, rate: Double) -> [Int] {
    var totals = [goal.firstTotal]
    while let last = totals.last,
      let next = goal.nextTotal(
        after: last, PassCount(wins: Int(rate * Double(last)), trials: last))
    {
      totals.append(next)
    }
    return totals
  }

  @Test func roundsGrowUntilTheIntervalIsNarrow() {
    for halfWidth in [0.2, 0.05, 0.02, 0.01, 0.002] {
      let goal = PrecisionGoal(halfWidth: halfWidth, maxGames: 1_000_000)
      for rate in [0, 0.01, 0.1, 0.43, 0.5, 0.97, 1] {
        let totals = totals(goal, rate: rate)
        let last = totals[totals.count - 1]
        #expect(goal.isMet(by: PassCount(wins: Int(rate * Double(last)), trials: last)))
        for (earlier, later) in zip(totals, totals.dropFirst()) {
          #expect(later >= earlier + 16 && later <= max(2 * earlier, earlier + 16))
          #expect(!goal.isMet(by: PassCount(wins: Int(rate * Double(earlier)), trials: earlier)))
        }
        // Never more than an eighth too many.
        if totals.count > 1 {
          let enough = (1...last).first { n in
            goal.isMet(by: PassCount(wins: Int(rate * Double(n)), trials: n))
              && n >= totals[totals.count - 2]
          }
          #expect(Double(last) <= Double(enough ?? 0) * 1.13 + 17, "\(halfWidth) \(rate)")
        }
      }
    }
  }

  /// At a half it takes 2,398 games for 2%, by Wilson's formula.
  @Test func theFormulaIsWilsons() {
    let goal = PrecisionGoal(halfWidth: 0.02, maxGames: 1_000_000)
    #expect(!goal.isMet(by: PassCount(wins: 1198, trials: 2396)))
    #expect(goal.isMet(by: PassCount(wins: 1199, trials: 2398)))
    #expect(goal.nextTotal(after: 2000, PassCount(wins: 1000, trials: 2000)) == 2398)
  }

  @Test func theMostGamesAreTheEnd() {
    let goal = PrecisionGoal(halfWidth: 0.001, maxGames: 100)
    #expect(goal.firstTotal == 64)
    #expect(goal.nextTotal(after: 64, PassCount(wins: 32, trials: 64)) == 100)
    #expect(goal.nextTotal(after: 100, PassCount(wins: 50, trials: 100)) == nil)
    // Where every game faulted nothing is known of the rate.
    #expect(goal.nextTotal(after: 64, PassCount(wins: 0, trials: 0)) == 100)
    #expect(PrecisionGoal(halfWidth: 0.1, maxGames: 5).firstTotal == 5)
  }

  /// What is expected is what a cell comes to, if its rate stays.
  @Test func theGamesThatAreExpectedAreThoseThatAreNeeded() {
    let goal = PrecisionGoal(halfWidth: 0.02, maxGames: 100_000)
    #expect(goal.expectedTotal(after: 2000, PassCount(wins: 1000, trials: 2000)) == 2398)
    #expect(goal.expectedTotal(after: 2398, PassCount(wins: 1199, trials: 2398)) == 2398)
    // Half of the games count; nothing is known; more than the most.
    #expect(goal.expectedTotal(after: 4000, PassCount(wins: 1000, trials: 2000)) == 4796)
    #expect(goal.expectedTotal(after: 64, PassCount(wins: 0, trials: 0)) == 100_000)
    #expect(
      PrecisionGoal(halfWidth: 0.02, maxGames: 1000)
        .expectedTotal(after: 64, PassCount(wins: 32, trials: 64)) == 1000)
  }

  /// Games in pairs count for one divided by the design effect, and come two at a time.
  @Test func pairsTakeMoreGames() {
    let goal = PrecisionGoal(halfWidth: 0.02, maxGames: 1_000_000)
    var passes = PassCount(wins: 1199, trials: 2398)
    #expect(goal.isMet(by: passes))
    passes.effect = 1.25
    passes.hasPairs = true
    #expect(!goal.isMet(by: passes))
    // 2,397.07 independent games are needed, so 2,996.34 of these.
    #expect(goal.nextTotal(after: 2398, passes) == 2998)
    passes.hasPairs = false
    #expect(goal.nextTotal(after: 2398, passes) == 2997)
  }
}
