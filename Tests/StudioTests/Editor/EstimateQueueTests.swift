import Glibc
import Lab
import SimHarness
import Synchronization
import Testing

@testable import Studio

/// Versions of a level that are drawn over faster than their games end.
@Suite struct EstimateQueueTests {
  /// A player whose games last until its gate is opened.
  private final class Gate: Sendable {
    private let isOpen = Atomic(false)
    private let started = Atomic(false)

    var hasStarted: Bool { started.load(ordering: .sequentiallyConsistent) }

    func player(like other: RunPlayer) -> RunPlayer {
      RunPlayer(name: other.name, summary: "", scripts: []) { request, level, host, _, row in
        self.started.store(true, ordering: .sequentiallyConsistent)
        while !self.isOpen.load(ordering: .sequentiallyConsistent) { sched_yield() }
        other.play(request, level, host, { false }, row)
      }
    }

    func open() { isOpen.store(true, ordering: .sequentiallyConsistent) }

    func untilStarted() async { while !hasStarted { await Task.yield() } }
  }

  private let workspace: EditorWorkspace
  private let plan: RunPlan

  init() throws {
    workspace = try EditorWorkspace()
    let editor = workspace.workspace
    let file = try LevelStore(folder: editor.levels, catalog: workspace.library)
      .load(at: workspace.file)
    plan = try editor.plan(try editor.ready(file), players: ["novice"], games: 1, seed: 1)
  }

  private func estimate(_ gate: Gate) -> LiveEstimate {
    var plan = plan
    plan.players = plan.players.map { gate.player(like: $0) }
    return LiveEstimate(plan, jobs: 1) { _ in }
  }

  @Test func fewArePlayedAtTheSameTime() async throws {
    var queue = EstimateQueue(patience: .seconds(3_600))
    let gates = (0...EstimateQueue.atOnce).map { _ in Gate() }
    let (ends, sink) = AsyncStream<Int>.makeStream()
    for (number, gate) in gates.enumerated() {
      queue.run(estimate(gate)) { sink.yield(number) }
    }
    for gate in gates.dropLast() { await gate.untilStarted() }
    // The others are open, so that the last one would end if it did not wait.
    for gate in gates.dropFirst() { gate.open() }
    var order: [Int] = []
    for await number in ends {
      order.append(number)
      if order.count == EstimateQueue.atOnce - 1 {
        #expect(!gates[EstimateQueue.atOnce].hasStarted)
        gates[0].open()
      }
      if order.count == gates.count { break }
    }
    #expect(Set(order.dropLast()) == [0, 1, 2] && order.last == 3)
  }

  /// A version that hangs is not waited for forever, and one that was cancelled plays nothing.
  @Test func whatHangsIsNotWaitedFor() async throws {
    var queue = EstimateQueue(patience: .zero)
    let gates = (0...EstimateQueue.atOnce).map { _ in Gate() }
    for gate in gates.dropLast() { queue.run(estimate(gate)) {} }
    let cancelled = Gate()
    let other = estimate(cancelled)
    other.cancel()
    let (end, sink) = AsyncStream<Never>.makeStream()
    queue.run(other) { sink.finish() }
    for await _ in end {}
    #expect(!cancelled.hasStarted)
    if let last = gates.last {
      queue.run(estimate(last)) {}
      await last.untilStarted()
    }
    for gate in gates { gate.open() }
  }
}
