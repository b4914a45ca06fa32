import Synchronization

/// Plays a plan over several workers and hands every game's row to the store.
///
/// Work is dealt in chunks of games; which worker plays a chunk changes nothing, because a game
/// depends on seed, level id and index alone.
public struct RunEngine: Sendable {
  public let plan: RunPlan
  public let jobs: Int

  public init(plan: RunPlan, jobs: Int) {
    self.plan = plan
    self.jobs = jobs
  }

  /// One piece of work.
  private struct Chunk {
    let cell: Int
    let games: Range<Int>
  }

  /// The plan's chunk of this number, or nil past the end.
  private func chunk(_ number: Int) -> Chunk? {
    let perCell = (plan.games + chunkSize - 1) / chunkSize
    guard perCell > 0, number < perCell * plan.levels.count * plan.players.count else { return nil }
    let start = number % perCell * chunkSize
    return Chunk(
      cell: number / perCell, games: start..<min(start + chunkSize, plan.games))
  }

  /// Large enough that a transaction costs little, small enough that all workers have work.
  private var chunkSize: Int { min(512, max(8, plan.games / 8)) }

  /// Plays everything that is left to play.
  /// - Parameters:
  ///   - isCancelled: looked at between games; what was played by then is kept.
  ///   - log: takes what scripts print, from any worker.
  ///   - rows: takes the rows of a chunk, from any worker.
  /// - Throws: what `rows` throws; the other workers then stop as well.
  public func run(
    isCancelled: @escaping @Sendable () -> Bool, log: @escaping @Sendable (String) -> Void,
    rows: @escaping @Sendable (_ cell: Int, [GameRow]) throws -> Void
  ) async throws {
    let next = Counter()
    let failed = Flag()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<max(jobs, 1) {
        group.addTask {
          let stops: @Sendable () -> Bool = { failed.isSet || isCancelled() }
          let host = ScriptHost(
            limits: plan.limits, interfaces: plan.game.interfaces, libraries: plan.modules,
            log: log)
          while !stops(), let chunk = chunk(next.take()) {
            do {
              try rows(chunk.cell, play(chunk, host: host, isCancelled: stops))
            } catch {
              failed.set()
              throw error
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func play(
    _ chunk: Chunk, host: ScriptHost, isCancelled: () -> Bool
  ) -> [GameRow] {
    let level = plan.levels[chunk.cell / plan.players.count]
    let player = plan.players[chunk.cell % plan.players.count]
    var rows: [GameRow] = []
    rows.reserveCapacity(chunk.games.count)
    let request = BatchRequest(
      seed: plan.seed, levelID: level.id, games: chunk.games, maxMoves: plan.maxMoves,
      checks: plan.checks)
    player.play(request, level, host, isCancelled) { rows.append($0) }
    return rows
  }
}

/// Numbers dealt to workers, each once.
private final class Counter: Sendable {
  private let value = Atomic<Int>(0)

  func take() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}

/// A sign that any worker may give and all see.
private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
