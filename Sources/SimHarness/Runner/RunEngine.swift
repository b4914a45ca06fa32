/// Plays games of a plan on several workers and passes every game's row to the store.
///
/// Which worker plays a game changes nothing.
public struct RunEngine: Sendable {
  public let plan: RunPlan
  var workers: WorkerPool

  public init(plan: RunPlan, jobs: Int) {
    self.plan = plan
    workers = WorkerPool(jobs: jobs, game: plan.game, modules: plan.modules, limits: plan.limits)
    workers.prints = plan.prints
  }

  public var jobs: Int { workers.jobs }

  /// Whether the workers have a lower priority than the program's other threads and other programs;
  /// for games that are played while somebody waits for something else.
  public var hasLowPriority: Bool {
    get { workers.hasLowPriority }
    set { workers.hasLowPriority = newValue }
  }

  /// Large enough that a transaction costs little, small enough that all workers have work.
  private var batchSize: Int { min(512, max(8, plan.range.count / 8)) }

  /// Plays every game of the plan, as `run(_:isCancelled:log:rows:)` does.
  public func run(
    isCancelled: @escaping @Sendable () -> Bool, log: @escaping @Sendable (PrintedLine) -> Void,
    rows: @escaping @Sendable (_ cell: Int, [GameRow]) throws -> Void
  ) async throws {
    let spans = plan.cells.indices.map { GameSpan(cell: $0, games: plan.range) }
    try await run(spans, isCancelled: isCancelled, log: log, rows: rows)
  }

  /// Plays these games.
  ///
  /// A game that does not end within seconds of a cancellation is given up.
  /// - Parameters:
  ///   - spans: The games.
  ///   - isCancelled: Looked at between games; what was played by then is kept.
  ///   - log: Takes the lines that scripts print, from any worker.
  ///   - rows: Takes rows as games end, from any worker.
  /// - Throws: What `rows` throws; the other workers then stop as well.
  public func run(
    _ spans: [GameSpan], isCancelled: @escaping @Sendable () -> Bool,
    log: @escaping @Sendable (PrintedLine) -> Void,
    rows: @escaping @Sendable (_ cell: Int, [GameRow]) throws -> Void
  ) async throws {
    let queue = SpanQueue(spans, size: batchSize)
    var workers = workers
    workers.log = log
    try await workers.play(
      .asPlayed, workers: jobs, isCancelled: isCancelled, next: { queue.next().map(batch) },
      rows: rows)
  }

  private func batch(_ span: GameSpan) -> GameBatch {
    let level = plan.levels[span.cell / plan.players.count]
    return GameBatch(
      number: span.cell, level: level, player: plan.players[span.cell % plan.players.count],
      request: BatchRequest(
        seed: plan.seed, levelID: level.id, games: span.games, maxMoves: plan.maxMoves,
        checks: plan.checks))
  }
}
