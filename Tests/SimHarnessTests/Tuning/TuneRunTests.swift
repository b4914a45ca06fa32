import Foundation
import Synchronization
import Testing

@testable import Lab
@testable import Reporting
@testable import SimHarness
@testable import TextFormats

/// Tunes of small levels from end to end.
@Suite struct TuneRunTests {
  private static let shots = """
    level: x
    budget: {games: 6000}
    parameters:
      - {path: shots, int: [3, 20]}
      - {path: spawn.weights, simplex: true}
    targets: [{metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.08}]
    verify: {games: 400, seed: 7}
    """

  private static func outcome(
    _ yaml: String, _ levels: [LevelVariants], jobs: Int = 2
  ) async throws -> TuneOutcome {
    try await TuneRun(Tuning.plan(yaml, levels, jobs: jobs)).outcome()
  }

  @Test func reachesAPassRateTheSameWayForAnyNumberOfWorkers() async throws {
    let levels = [try Tuning.variants(Tuning.bubbles)]
    let outcome = try await Self.outcome(Self.shots, levels, jobs: 1)
    let other = try await Self.outcome(Self.shots, levels, jobs: 3)
    #expect(TuneJSON.render(outcome) == TuneJSON.render(other))
    #expect(TunePage.render(outcome) == TunePage.render(other))
    #expect(outcome.isReached)
    #expect(outcome.stop == .reached)
    #expect(outcome.gamesSpent <= 6000)
    #expect(abs(outcome.reached[0].verified.value - 0.5) <= 0.08)
    #expect(outcome.levels[0].level.id == "Small")
    #expect(outcome.levels[0].level.name == "Small")
    #expect(outcome.sensitivities.count == 4)
    let shots = outcome.sensitivities[0].effects[0]
    #expect(shots.map { $0.value > 0 } == true, "another shot helps")
  }

  /// The result is what fresh games say; the model's figure beside it has no interval to be
  /// believed.
  @Test func theResultIsThatOfFreshGames() async throws {
    let plan = try Tuning.plan(Self.shots, [Tuning.variants(Tuning.bubbles)])
    let outcome = try await TuneRun(plan).outcome()
    let games = try #require(
      try await plan.pool.play(
        [
          .init(
            level: outcome.levels[0].level, player: 0, seed: outcome.verifySeed,
            games: 0..<plan.verifyGames)
        ], isCancelled: { false }, progress: { _ in }))
    let passed = games[0].count { $0.isPassed == true }
    #expect(
      outcome.reached[0].verified
        == Statistics.rate(successes: passed, trials: plan.verifyGames))
    let json = TuneJSON.render(outcome).filter { !$0.isWhitespace }
    let estimate = JSONWriter.number(outcome.reached[0].modelEstimate)
    #expect(json.contains("\"modelEstimate\":\(estimate)"))
    #expect(!json.contains("\"found\""))
    #expect(TunePage.render(outcome).contains("Model estimate"))
  }

  @Test func anImpossibleAimEndsWithTheNearest() async throws {
    let outcome = try await Self.outcome(
      """
      level: x
      budget: {games: 6000}
      parameters: [{path: shots, int: [2, 4]}]
      targets: [{metric: pass_rate, agent: casual, aim: 0.95, tolerance: 0.02}]
      verify: {games: 200, seed: 7}
      """, [Tuning.variants(Tuning.bubbles)])
    #expect(!outcome.isReached)
    #expect(outcome.stop == .exhausted)
    #expect(outcome.changes[0].after == 4, "the most shots come nearest")
    #expect(outcome.gamesSpent < 3000, "it does not spend the whole budget on it")
    #expect(outcome.startGames > 0, "the level as it is lies outside the range")
  }

  /// A level whose file leaves numbers to their defaults is the same as with them written out: its
  /// games are not played twice, beyond the budget.
  @Test func aLevelThatIsTheStartIsPlayedOnce() async throws {
    let plan = try Tuning.plan(
      """
      level: x
      budget: {games: 400}
      parameters: [{path: shots, int: [3, 40]}]
      targets: [{metric: pass_rate, agent: random, aim: 0.5, tolerance: 0.001}]
      verify: {games: 20, seed: 7}
      """, [Tuning.variants(Tuning.bubbles)])
    #expect(plan.unchanged == nil)
    let outcome = try await TuneRun(plan).outcome()
    #expect(outcome.gamesSpent <= 400 && outcome.startGames == 0)
  }

  /// Nearly all of the range plays alike, and the rest is where the figure changes.
  @Test func aPlaceInAWideRangeIsFound() async throws {
    let outcome = try await Self.outcome(
      """
      level: x
      budget: {games: 6000}
      parameters: [{path: shots, int: [1, 100000]}]
      targets: [{metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.15}]
      verify: {games: 300, seed: 7}
      """, [Tuning.variants(Tuning.bubbles)])
    #expect(outcome.isReached, "\(outcome.changes) \(outcome.reached.map(\.verified.value))")
  }

  /// The level as it is lies outside the range: it is what is measured before, and no answer.
  @Test func theLevelItselfIsMeasuredBefore() async throws {
    let outcome = try await Self.outcome(
      """
      level: x
      budget: {games: 2000}
      parameters: [{path: shots, int: [1, 2]}]
      targets: [{metric: pass_rate, agent: casual, aim: 1, tolerance: 0.01}]
      verify: {games: 200, seed: 7}
      """, [Tuning.variants(Tuning.bubbles)])
    #expect(outcome.changes.map(\.before) == [9])
    #expect(outcome.changes.map(\.after) == [2])
    #expect(outcome.reached[0].start.value > outcome.reached[0].verified.value + 0.2)
    #expect(outcome.points[0].values == [9] && outcome.points[outcome.best].values == [2])
    #expect(TunePage.render(outcome).contains("from 9 to"))
  }

  /// One number for two levels cannot make one easy and the other hard, which they are.
  @Test func theLevelItselfIsKeptWhereNothingIsNearer() async throws {
    let second = Tuning.bubbles.replacing("\"Small\"", with: "\"Second\"")
    let outcome = try await Self.outcome(
      """
      levels: [a, b]
      budget: {games: 3000}
      parameters: [{path: shots, int: [2, 30]}]
      targets: [{metric: pass_rate, agent: casual, curve: [1, 0], tolerance: 0.001}]
      verify: {games: 200, seed: 7}
      """,
      [
        Tuning.variants(Tuning.bubbles.replacing("\"shots\":9", with: "\"shots\":30")),
        Tuning.variants(second.replacing("\"shots\":9", with: "\"shots\":2")),
      ])
    #expect(outcome.changes.map(\.before) == [[30, 2]])
    #expect(outcome.changes.map(\.after) == [[30, 2]])
    #expect(outcome.reached.allSatisfy { $0.figure.miss($0.verified.value) < 200 })
    #expect(outcome.best == 0 && outcome.points[0].values == [[30, 2]])
    #expect(outcome.levels.map(\.level.hash) == outcome.plan.unchanged?.map(\.level.hash))
    #expect(TunePage.render(outcome).contains("Nothing was changed"))
  }

  /// A number between the steps of its range is shown and measured as it is.
  @Test func aRoundedNumberIsShownAsItIs() async throws {
    let spawn = #""spawn":{"weights":{"red":1.5,"blue":1,"green":1}},"shots":9"#
    let level = Tuning.bubbles.replacing("\"shots\":9", with: spawn)
    let outcome = try await Self.outcome(
      """
      level: x
      budget: {games: 400}
      parameters: [{path: spawn.weights.red, int: [1, 3]}]
      targets: [{metric: score, agent: random, aim: 100, tolerance: 10000}]
      verify: {games: 20, seed: 7}
      """, [Tuning.variants(level)])
    #expect(outcome.changes.map(\.before) == [1.5])
  }

  @Test func aKilledTuneEndsWithTheSameAnswer() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "playtest-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let levels = [try Tuning.variants(Tuning.bubbles)]
    let plan = try Tuning.plan(Self.shots, levels)
    let whole = try await TuneRun(plan).outcome()
    let played = Counting()
    await #expect(throws: TuneError.cancelled) {
      let run = try TuneRun(
        plan, folder: TuneFolder(path: folder), isCancelled: { played.value > 1500 },
        progress: { played.add($0) })
      _ = try await run.outcome()
    }
    // What a killed process may leave behind a whole line.
    let log = folder + "/tune.jsonl"
    let text = try String(contentsOfFile: log, encoding: .utf8)
    try (text + "{\"level\":\"00").write(toFile: log, atomically: true, encoding: .utf8)
    #expect(throws: TuneError.logExists(folder)) {
      try TuneRun(plan, folder: TuneFolder(path: folder))
    }
    let resumed = try TuneRun(plan, folder: TuneFolder(path: folder), resume: true)
    let outcome = try await resumed.outcome()
    #expect(TuneJSON.render(outcome) == TuneJSON.render(whole))
    #expect(resumed.archive.gamesPlayed < resumed.archive.gamesCounted)
    var other = plan
    other.seed = 2
    #expect(throws: TuneError.otherLog(log)) {
      try TuneRun(other, folder: TuneFolder(path: folder), resume: true)
    }
  }

  private final class Counting: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add(_ games: Int) { count.wrappingAdd(games, ordering: .relaxed) }
  }

  @Test func balancesTheColoursOfATable() async throws {
    let outcome = try await Self.outcome(
      """
      level: x
      budget: {games: 3000}
      parameters: [{path: "bubbles[*].probability", simplex: true, least: 0.005}]
      targets: [{balance: points, agent: greedy, tolerance: 0.05}]
      verify: {games: 100, seed: 7}
      """,
      [
        Tuning.variants(
          """
          {"format":"playtest-level","version":1,"game":"bubble-pop","name":"P","duration":15}
          """)
      ])
    #expect(outcome.reached.count == 5)
    #expect(outcome.isReached, "\(outcome.reached.map(\.verified.value))")
    #expect(outcome.reached.contains { $0.figure.miss($0.start.value) > 1 })
  }

  @Test func aCurveHasANumberOfItsOwnForEachLevel() async throws {
    let second = Tuning.bubbles.replacing("\"Small\"", with: "\"Second\"")
    let outcome = try await Self.outcome(
      """
      levels: [a, b]
      budget: {games: 4000}
      parameters: [{path: shots, int: [3, 20], each: true}]
      targets: [{metric: pass_rate, agent: casual, curve: [0.8, 0.3], tolerance: 0.12}]
      verify: {games: 300, seed: 7}
      """, [Tuning.variants(Tuning.bubbles), Tuning.variants(second)])
    #expect(outcome.plan.figures.map(\.aim) == [0.8, 0.3])
    #expect(outcome.isReached, "\(outcome.reached.map(\.verified.value))")
    guard case .int(let easy) = outcome.changes[0].after,
      case .int(let hard) = outcome.changes[1].after
    else { return }
    #expect(easy > hard)
  }

  @Test func severalTargetsLeaveAParetoFront() async throws {
    let outcome = try await Self.outcome(
      """
      level: x
      budget: {games: 3000}
      parameters: [{path: shots, int: [3, 20]}]
      targets:
        - {metric: pass_rate, agent: casual, aim: 0.3, tolerance: 0.05}
        - {metric: pass_rate, agent: novice, aim: 0.6, tolerance: 0.05}
      verify: {games: 100, seed: 7}
      """, [Tuning.variants(Tuning.bubbles)])
    #expect(!outcome.isReached)
    let front = outcome.points.filter(\.isUndominated)
    #expect(front.count >= 2)
    for (first, second) in zip(front, front.dropFirst()) {
      #expect((first.misses[0] < second.misses[0]) != (first.misses[1] < second.misses[1]))
    }
    let page = TunePage.render(outcome)
    #expect(page.contains("Pareto front"))
    #expect(page.contains("The values are those of <bdi>shots</bdi>."))
  }

  @Test func theReportEscapesNames() async throws {
    let level = Tuning.bubbles.replacing("\"Small\"", with: "\"<script>alert(1)</script>\"")
    let outcome = try await Self.outcome(
      """
      level: x
      budget: {games: 400}
      parameters: [{path: shots, int: [8, 10]}]
      targets: [{metric: score, agent: casual, aim: 300, tolerance: 1000}]
      verify: {games: 20, seed: 7}
      """, [Tuning.variants(level)])
    let page = TunePage.render(outcome)
    #expect(!page.contains("<script"))
    #expect(page.contains("&lt;script&gt;alert(1)"))
  }

  /// A search that changes nothing has met the targets, or found nothing better.
  @Test func theReportSaysWhyNothingWasChanged() async throws {
    var outcome = try await Self.outcome(
      """
      level: x
      budget: {games: 400}
      parameters: [{path: shots, int: [8, 10]}]
      targets: [{metric: score, agent: casual, aim: 300, tolerance: 1000}]
      verify: {games: 20, seed: 7}
      """, [Tuning.variants(Tuning.bubbles)])
    for index in outcome.changes.indices {
      outcome.changes[index].after = outcome.changes[index].before
    }
    outcome.reached[0].verified = .unknown(300)
    #expect(TunePage.render(outcome).contains("the level already meets the targets"))
    outcome.reached[0].verified = .unknown(5000)
    let page = TunePage.render(outcome)
    #expect(!page.contains("already meets") && page.contains("the search found nothing closer"))
  }
}
