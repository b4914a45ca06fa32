import Foundation
import Synchronization
import Testing

@testable import Catalogue
@testable import Lab
@testable import SimHarness

/// A script that is stuck in a function of the host: the work goes on without it, every game is
/// accounted for once, and the script is named.
@Suite struct StalledScriptTests {
  @Test(arguments: [1, 2])
  func aRunContinuesWithoutIt(jobs: Int) async throws {
    let script = StuckScript()
    defer { script.release() }
    var plan = try SmallRuns.plan(games: 40, agents: ["random"])
    plan.players.insert(script.player("stuck", stall: 5), at: 0)
    var engine = RunEngine(plan: plan, jobs: jobs)
    engine.workers.stallSeconds = 1
    let played = Mutex<[Int: [GameRow]]>([:])
    try await engine.run(
      isCancelled: { false }, log: { _ in },
      rows: { cell, rows in played.withLock { $0[cell, default: []] += rows } })
    let rows = played.withLock { $0 }
    let stuck = try #require(rows[0]).sorted { $0.result.index < $1.result.index }
    #expect(stuck.map(\.result.index) == Array(0..<40))
    #expect(stuck.prefix(5).allSatisfy { $0.result.end == .ended })
    for row in stuck.dropFirst(5) {
      #expect(row.result.end == .inconclusive && row.result.fault == StuckScript.fault)
    }
    // Every worker may run into it once before it is put aside, none twice.
    #expect((1...jobs).contains(script.calls.load(ordering: .relaxed)))
    let others = try #require(rows[1])
    #expect(others.map(\.result.index).sorted() == Array(0..<40))
    #expect(others.allSatisfy { $0.result.fault == nil && $0.result.end != .inconclusive })
  }

  /// What a worker that was given up still delivers is not counted twice.
  @Test func aWorkerThatComesBackCountsForNothing() async throws {
    let script = StuckScript()
    var plan = try SmallRuns.plan(games: 8, agents: ["random"])
    plan.players = [script.player("stuck", stall: 2)]
    var engine = RunEngine(plan: plan, jobs: 1)
    engine.workers.stallSeconds = 1
    let played = Mutex<[Int]>([])
    try await engine.run(
      isCancelled: { false }, log: { _ in },
      rows: { _, rows in played.withLock { $0 += rows.map(\.result.index) } })
    script.release()
    usleep(200_000)
    #expect(played.withLock { $0.sorted() } == Array(0..<8))
  }

  /// A call that is slow but returns in time is left alone.
  @Test func aSlowCallIsNoStall() async throws {
    let script = StuckScript()
    script.release()
    var plan = try SmallRuns.plan(games: 8, agents: ["random"])
    plan.players = [script.player("slow", stall: 0)]
    let ends = Mutex<[GameEnd]>([])
    try await RunEngine(plan: plan, jobs: 2).run(
      isCancelled: { false }, log: { _ in },
      rows: { _, rows in ends.withLock { $0 += rows.map(\.result.end) } })
    #expect(ends.withLock { $0 } == Array(repeating: .ended, count: 8))
  }

  // MARK: Other users of the pool

  /// The suite of a gate counts such games as a run does: in no figure, but as faults.
  @Test(arguments: [1, 2], [false, true])
  func aGateIsTestedWithoutIt(jobs: Int, isSequential: Bool) async throws {
    let script = StuckScript()
    defer { script.release() }
    var plan = try SmallRuns.plan(games: 40, agents: ["random"])
    plan.players.insert(script.player("stuck", stall: 5), at: 0)
    let gates = ["stuck", "random"].map {
      Lab.Gate(
        levels: "*", condition: Condition(metric: "score", agent: $0, bound: .atLeast(1e6)))
    }
    var run = GateRun(plan: plan, gates: gates, jobs: jobs, isSequential: isSequential)
    run.workers.stallSeconds = 1
    let report = try #require(await run.report())
    let cell = try #require(report.cells.first)
    #expect(cell.agent == "stuck" && cell.games == 40 && cell.inconclusive == 35)
    #expect(cell.faultMessages.map(\.message) == [StuckScript.fault])
    #expect(report.faults == 35)
    #expect(report.cells[1].agent == "random" && report.cells[1].uncounted == 0)
    // A cell's games are one batch at a time, and the script is not called in a later one.
    #expect(script.calls.load(ordering: .relaxed) == 1)
  }

  private static func pool(_ script: StuckScript, stall: Int, jobs: Int) throws -> GamePool {
    let variants = try Tuning.variants(Tuning.bubbles)
    let random = try Tuning.player("random", variants)
    var pool = GamePool(
      game: variants.entry, players: [script.player("stuck", stall: stall), random], maxMoves: 20,
      jobs: jobs, modules: [])
    pool.workers.stallSeconds = 1
    return pool
  }

  /// `generate` goes on without such games, as without those in which a script failed.
  @Test(arguments: [1, 2])
  func gamesForTuningGoOnWithoutIt(jobs: Int) async throws {
    let script = StuckScript()
    defer { script.release() }
    var pool = try Self.pool(script, stall: 5, jobs: jobs)
    pool.toleratesFaults = true
    let level = try Tuning.variants(Tuning.bubbles).unchanged().level
    let requests = [0, 1].map { GameRequest(level: level, player: $0, seed: 1, games: 0..<40) }
    let games = try #require(try await pool.play(requests, isCancelled: { false }))
    #expect(games.map(\.count) == [40, 40])
    #expect(games[0].prefix(5).map(\.score) == [0, 1, 2, 3, 4])
    #expect(games[0].dropFirst(5).allSatisfy { $0.end == .inconclusive })
    #expect(games[1].allSatisfy { $0.end != .inconclusive })
    #expect((1...jobs).contains(script.calls.load(ordering: .relaxed)))
    // What comes later does not call it again.
    let calls = script.calls.load(ordering: .relaxed)
    pool.toleratesFaults = false
    await #expect {
      try await pool.play([requests[0]], isCancelled: { false })
    } throws: { StuckScript.isNamed(by: $0) }
    #expect(script.calls.load(ordering: .relaxed) == calls)
  }

  /// A tune ends as it does when a script fails in a game.
  @Test func aTuneEndsWithItsName() async throws {
    let script = StuckScript()
    defer { script.release() }
    var plan = try Tuning.plan(
      """
      level: x
      budget: {games: 100}
      parameters: [{path: shots, int: [3, 5]}]
      targets: [{metric: score, agent: random, aim: 100, tolerance: 10}]
      verify: {games: 10, seed: 7}
      """, [Tuning.variants(Tuning.bubbles)])
    plan.pool = try Self.pool(script, stall: 0, jobs: 1)
    await #expect {
      try await TuneRun(plan).outcome()
    } throws: { StuckScript.isNamed(by: $0) }
  }

  @Test func anExplanationEndsWithItsName() async throws {
    let script = StuckScript()
    defer { script.release() }
    let explainer = LevelExplainer(
      try Tuning.variants(Tuning.bubbles), pool: try Self.pool(script, stall: 3, jobs: 2), seed: 1,
      games: 10, player: 1, band: 0.4...0.6)
    await #expect {
      try await explainer.explanation()
    } throws: { StuckScript.isNamed(by: $0) }
  }

  /// The other pieces of a study are found; games that were not played again count for nothing.
  @Test(arguments: [1, 2])
  func aStudyGoesOnWithoutIt(jobs: Int) async throws {
    let script = StuckScript()
    defer { script.release() }
    var effort = StudyResults.Effort()
    (effort.games, effort.turns, effort.rollouts) = (1, 1, 1)
    (effort.luckGames, effort.restrictedGames) = (3, 3)
    try await SmallRuns.inOwnFolder { [effort] path in
      try await SmallRuns.record(SmallRuns.plan(agents: ["random", "novice"]), in: path)
      var study = try RunStudy(
        of: SmallRuns.recorded(RunFolder(path: path)), effort: effort, jobs: jobs)
      study.players[0] = script.player("random", stall: 1)
      study.workers.stallSeconds = 1
      let (results, pieces) = try await study.results(
        isCancelled: { false }, progress: { _ in })
      #expect(pieces == study.total)
      let (stuck, other) = (results.cells[0], results.cells[1])
      #expect(stuck.games.count == 1 && other.games.count == 1)
      #expect(stuck.repetitions.isEmpty && other.repetitions.count == 3)
      #expect(stuck.restricted.map(\.name) == other.restricted.map(\.name))
      #expect(!stuck.restricted.isEmpty)
      #expect(stuck.restricted.allSatisfy { $0.outcomes == PairedOutcomes() })
      #expect((1...jobs).contains(script.calls.load(ordering: .relaxed)))
    }
  }

  /// A study whose script is stuck while the price is looked for has a price, and goes on.
  @Test func aPriceIsFoundWithoutIt() async throws {
    let script = StuckScript()
    defer { script.release() }
    try await SmallRuns.inOwnFolder { path in
      try await SmallRuns.record(SmallRuns.plan(agents: ["random"]), in: path)
      var effort = StudyResults.Effort()
      (effort.games, effort.luckGames, effort.restrictedGames) = (0, 2, 0)
      var study = try RunStudy(
        of: SmallRuns.recorded(RunFolder(path: path)), effort: effort, jobs: 2)
      study.players[0] = script.player("random", stall: 0)
      study.workers.stallSeconds = 1
      #expect(await study.seconds { false } == 0)
      let (results, pieces) = try await study.results(
        isCancelled: { false }, progress: { _ in })
      #expect(pieces == study.total && results.cells[0].repetitions.isEmpty)
      #expect(script.calls.load(ordering: .relaxed) == 1)
    }
  }

  // MARK: Accounts

  private static func row(_ index: Int) -> GameRow {
    GameRow(result: GameResult(index: index, end: .won, score: 1, moves: 1, hash: 1))
  }

  @Test func everyGameOfABatchIsAccountedForOnce() throws {
    let worker = WorkerState()
    worker.begin(3, games: 10..<14)
    worker.add(Self.row(10))
    #expect(worker.takeRows(isLast: false)?.map(\.result.index) == [10])
    worker.add(Self.row(11))
    let unfinished = try #require(worker.giveUp())
    #expect(unfinished.batch == 3 && unfinished.games == 12..<14)
    #expect(unfinished.rows.map(\.result.index) == [11])
    worker.add(Self.row(12))
    #expect(worker.takeRows(isLast: true) == nil && worker.isGivenUp)
    #expect(!worker.leave())
  }

  /// A batch that is done leaves nothing behind, even if not all of its games could be played.
  @Test func aBatchThatIsDoneLeavesNothing() throws {
    let worker = WorkerState()
    worker.begin(0, games: 0..<9)
    worker.add(Self.row(4))
    #expect(worker.takeRows(isLast: true)?.count == 1)
    let unfinished = try #require(worker.giveUp())
    #expect(unfinished.rows.isEmpty && unfinished.games.isEmpty)
  }

  /// A worker that ends at the moment when it is given up is counted out once, by itself or by the
  /// watchdog: twice, and the work would end before the other workers do.
  @Test func aWorkerIsCountedOutOnce() async {
    let worker = WorkerState()
    #expect(worker.leave())
    #expect(worker.giveUp() == nil && !worker.isGivenUp)
    for _ in 0..<2000 {
      let worker = WorkerState()
      async let left = worker.leave()
      async let wasGivenUp = worker.giveUp() != nil
      let counts = await [left, wasGivenUp]
      #expect(counts.count { $0 } == 1)
      #expect(worker.isGivenUp == counts[1])
    }
  }

  /// Nested calls lead back to the script that made them, and every begin and end can be seen.
  @Test func thePulseFollowsNestedCalls() {
    let heartbeat = ScriptHeartbeat()
    heartbeat.add(script: "a")
    heartbeat.add(script: "b")
    #expect(!heartbeat.reading.isInScript)
    let outer = heartbeat.begin(0)
    let first = heartbeat.reading
    let inner = heartbeat.begin(1)
    #expect(heartbeat.name(at: heartbeat.reading) == "b")
    heartbeat.end(backTo: inner)
    #expect(heartbeat.name(at: heartbeat.reading) == "a" && heartbeat.reading != first)
    heartbeat.end(backTo: outer)
    #expect(!heartbeat.reading.isInScript)
  }
}
