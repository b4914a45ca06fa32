import Foundation
import Synchronization
import Testing

@testable import Agents
@testable import SimHarness

/// A script that is stuck in a function of the host, where no limit of Lua's can strike: the run
/// goes on without it, every game is booked once, and the script is named.
@Suite struct StalledScriptTests {
  /// Lets stuck calls return at the end of a test, so that no thread is left behind.
  private final class Gate: Sendable {
    private let isOpen = Atomic<Bool>(false)
    let calls = Atomic<Int>(0)

    func open() { isOpen.store(true, ordering: .relaxed) }

    func block() {
      calls.wrappingAdd(1, ordering: .relaxed)
      while !isOpen.load(ordering: .relaxed) { usleep(1000) }
    }
  }

  private final class User: ScriptUser {
    let scriptUses: [ScriptUse]

    init(_ source: ScriptSource) {
      scriptUses = [ScriptUse(source: source, hooks: ["run"], parameters: [])]
    }
  }

  private static let script = ScriptSource(
    name: "agents/stuck.lua", text: "return { run = function() return math.random(9) end }")

  /// A player whose script never returns from game `stall` on.
  private func player(_ name: String, stall: Int, gate: Gate) -> RunPlayer {
    let user = User(Self.script)
    return RunPlayer(name: name, summary: "", scripts: [Self.script]) {
      request, _, host, isCancelled, row in
      for index in request.games {
        if isCancelled() { return }
        host.beginGame()
        // `math.random` asks the host: that is where the call is stuck.
        let server = ScriptServer { (_, reply) throws(ScriptCallError) in
          if index >= stall { gate.block() }
          reply.give(7)
        }
        var fault: String?
        do throws(ScriptFault) {
          let handles = try host.handles(for: user)
          try host.call(handles[0], hook: 0, .none, .none, .none, server: server)
        } catch {
          fault = error.message
        }
        let result = GameResult(
          index: index, end: .ended, score: index, moves: 1, hash: 0, fault: fault)
        row(GameRow(result: result, metrics: BubbleBlast.entry.metrics.map { _ in nil }))
      }
    }
  }

  @Test(arguments: [1, 2])
  func theRunGoesOnWithoutIt(jobs: Int) async throws {
    let gate = Gate()
    defer { gate.open() }
    var plan = try SmallRuns.plan(games: 40, agents: ["random"])
    plan.players.insert(player("stuck", stall: 5, gate: gate), at: 0)
    var engine = RunEngine(plan: plan, jobs: jobs)
    engine.stallSeconds = 1
    let played = Mutex<[Int: [GameRow]]>([:])
    try await engine.run(
      isCancelled: { false }, log: { _ in },
      rows: { cell, rows in played.withLock { $0[cell, default: []] += rows } })
    let rows = played.withLock { $0 }
    let stuck = try #require(rows[0]).sorted { $0.result.index < $1.result.index }
    #expect(stuck.map(\.result.index) == Array(0..<40))
    #expect(stuck.prefix(5).allSatisfy { $0.result.end == .ended })
    for row in stuck.dropFirst(5) {
      #expect(row.result.end == .inconclusive)
      #expect(row.result.fault?.hasPrefix("agents/stuck.lua:0: a call does not return") == true)
    }
    // Every worker may run into it once before it is put aside, none twice.
    #expect((1...jobs).contains(gate.calls.load(ordering: .relaxed)))
    let others = try #require(rows[1])
    #expect(others.map(\.result.index).sorted() == Array(0..<40))
    #expect(others.allSatisfy { $0.result.fault == nil && $0.result.end != .inconclusive })
  }

  /// What a worker that was given up still hands on is not counted twice.
  @Test func aWorkerThatComesBackCountsForNothing() async throws {
    let gate = Gate()
    var plan = try SmallRuns.plan(games: 8, agents: ["random"])
    plan.players = [player("stuck", stall: 2, gate: gate)]
    var engine = RunEngine(plan: plan, jobs: 1)
    engine.stallSeconds = 1
    let played = Mutex<[Int]>([])
    try await engine.run(
      isCancelled: { false }, log: { _ in },
      rows: { _, rows in played.withLock { $0 += rows.map(\.result.index) } })
    gate.open()
    usleep(200_000)
    #expect(played.withLock { $0.sorted() } == Array(0..<8))
  }

  /// A call that is slow but returns in time is left alone.
  @Test func aSlowCallIsNoStall() async throws {
    let gate = Gate()
    gate.open()
    var plan = try SmallRuns.plan(games: 8, agents: ["random"])
    plan.players = [player("slow", stall: 0, gate: gate)]
    let ends = Mutex<[GameEnd]>([])
    try await RunEngine(plan: plan, jobs: 2).run(
      isCancelled: { false }, log: { _ in },
      rows: { _, rows in ends.withLock { $0 += rows.map(\.result.end) } })
    #expect(ends.withLock { $0 } == Array(repeating: .ended, count: 8))
  }

  @Test func theBooksOfAPostAddUp() throws {
    let post = WorkerPost()
    post.begin(GameSpan(cell: 3, games: 10..<14))
    let result = GameResult(index: 10, end: .won, score: 1, moves: 1, hash: 1)
    post.add(GameRow(result: result))
    #expect(post.takeRows().map(\.result.index) == [10])
    post.add(GameRow(result: GameResult(index: 11, end: .won, score: 1, moves: 1, hash: 1)))
    let rest = try #require(post.giveUp())
    #expect(rest.cell == 3 && rest.rows.map(\.result.index) == [11] && rest.games == 12..<14)
    post.add(GameRow(result: GameResult(index: 12, end: .won, score: 1, moves: 1, hash: 1)))
    #expect(post.takeRows().isEmpty && post.isGivenUp)
    #expect(!post.leave())
  }

  /// A worker that ends at the moment when it is given up is counted out once, by itself or by the
  /// watcher: twice, and the run would end before the other workers do.
  @Test func aWorkerIsCountedOutOnce() async {
    let post = WorkerPost()
    #expect(post.leave())
    #expect(post.giveUp() == nil && !post.isGivenUp)
    for _ in 0..<2000 {
      let post = WorkerPost()
      async let left = post.leave()
      async let wasGivenUp = post.giveUp() != nil
      let counts = await [left, wasGivenUp]
      #expect(counts.count { $0 } == 1)
      #expect(post.isGivenUp == counts[1])
    }
  }

  /// Nested calls lead back to the script that made them, and every begin and end can be seen.
  @Test func thePulseFollowsNestedCalls() {
    let pulse = ScriptPulse()
    pulse.add(script: "a")
    pulse.add(script: "b")
    #expect(!pulse.reading.isInScript)
    let outer = pulse.begin(0)
    let first = pulse.reading
    let inner = pulse.begin(1)
    #expect(pulse.name(at: pulse.reading) == "b")
    pulse.end(backTo: inner)
    #expect(pulse.name(at: pulse.reading) == "a" && pulse.reading != first)
    pulse.end(backTo: outer)
    #expect(!pulse.reading.isInScript)
  }
}
