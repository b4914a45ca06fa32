import Testing

@testable import Lab
@testable import SimHarness

/// A tune says before it starts that its verification cannot decide a tolerance.
@Suite struct TuneShortfallTests {
  private static func plan(_ target: String, verify: Int) throws -> TunePlan {
    try Tuning.plan(
      """
      level: x
      budget: {games: 3000}
      parameters: [{path: shots, int: [3, 20]}]
      targets: [{\(target)}]
      verify: {games: \(verify), seed: 7}
      """, [Tuning.variants(Tuning.bubbles)])
  }

  private static let rate = "metric: pass_rate, agent: casual, aim: 0.45, tolerance: 0.02"

  /// Half the width of Wilson's interval at 45%: 2,373 games know it to two points, one fewer does
  /// not; by p (1 - p) z^2 / t^2 it is 2,377 less the z^2 that Wilson adds.
  @Test func aPassRateNeedsItsGames() async throws {
    let run = try TuneRun(Self.plan(Self.rate, verify: 400))
    let short = try #require(try await run.shortfalls().first)
    let needed = short.gamesNeeded
    #expect((2360...2380).contains(needed), "\(needed)")
    #expect(abs(short.halfWidth - 0.0485) < 0.0005)
    #expect(try await TuneRun(Self.plan(Self.rate, verify: needed)).shortfalls().isEmpty)
    #expect(try await TuneRun(Self.plan(Self.rate, verify: needed - 1)).shortfalls().count == 1)
    #expect(run.archive.gamesCounted == 0, "a pass rate's interval follows from its aim")
    let text = short.text(verifyGames: 400)
    #expect(
      text
        == "400 games measure pass_rate of casual to ±4.85 points, too imprecise for its tolerance"
        + " of ±2; set verify.games to \(needed) or more", "\(text)")
  }

  /// A score's spread is estimated from the games that the search plays first: none is played
  /// twice, and the tune takes the same course.
  @Test func aScoreNeedsGamesToBeMeasured() async throws {
    let target = "metric: score, agent: casual, aim: 300, tolerance: 2"
    let run = try TuneRun(Self.plan(target, verify: 50))
    let short = try #require(try await run.shortfalls().first)
    #expect(short.gamesNeeded > 1000 && short.halfWidth > 2)
    let after = try await run.outcome()
    let plain = try await TuneRun(Self.plan(target, verify: 50)).outcome()
    #expect(TuneJSON.render(after) == TuneJSON.render(plain))
    let wide = try Self.plan("metric: score, agent: casual, aim: 300, tolerance: 500", verify: 50)
    #expect(try await TuneRun(wide).shortfalls().isEmpty)
  }
}
