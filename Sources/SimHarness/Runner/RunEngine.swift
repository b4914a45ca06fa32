import Dispatch
import Glibc
import Synchronization

/// Plays games of a plan over several workers and hands every game's row to the store.
///
/// Work is dealt in pieces; which worker plays a piece changes nothing, because a game depends on
/// seed, level id and index alone.
public struct RunEngine: Sendable {
  public let plan: RunPlan
  public let jobs: Int
  /// Seconds that the games in flight are given to end after a cancellation.
  var patience = 2.0

  public init(plan: RunPlan, jobs: Int) {
    self.plan = plan
    self.jobs = jobs
  }

  /// Seconds after which the rows of finished games are handed on, even if their piece is not done.
  private static let rowDelay = 0.05
  /// Seconds between two looks at whether the work was cancelled.
  private static let lookDelay = 0.02

  /// Large enough that a transaction costs little, small enough that all workers have work.
  private var pieceSize: Int { min(512, max(8, plan.range.count / 8)) }

  /// Plays every game of the plan, as `run(_:isCancelled:log:rows:)` does.
  public func run(
    isCancelled: @escaping @Sendable () -> Bool, log: @escaping @Sendable (String) -> Void,
    rows: @escaping @Sendable (_ cell: Int, [GameRow]) throws -> Void
  ) async throws {
    let spans = plan.cells.indices.map { GameSpan(cell: $0, games: plan.range) }
    try await run(spans, isCancelled: isCancelled, log: log, rows: rows)
  }

  /// Plays these games.
  ///
  /// A game that does not end within seconds of a cancellation is given up: its worker is left
  /// alone, and whatever it still hands on is dropped.
  /// - Parameters:
  ///   - spans: The games.
  ///   - isCancelled: Looked at between games; what was played by then is kept.
  ///   - log: Takes what scripts print, from any worker.
  ///   - rows: Takes rows as games end, from any worker.
  /// - Throws: What `rows` throws; the other workers then stop as well.
  public func run(
    _ spans: [GameSpan], isCancelled: @escaping @Sendable () -> Bool,
    log: @escaping @Sendable (String) -> Void,
    rows: @escaping @Sendable (_ cell: Int, [GameRow]) throws -> Void
  ) async throws {
    let work = Work(SpanDealer(spans, size: pieceSize), isCancelled: isCancelled, rows: rows)
    // Threads of their own: a worker may be stuck in a game, and then must not hold up the rest.
    let workers = DispatchGroup()
    for number in 0..<max(jobs, 1) {
      DispatchQueue(label: "playtest.worker.\(number)").async(group: workers) {
        labour(at: work, log: log)
      }
    }
    let watcher = DispatchQueue(label: "playtest.watcher")
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      watcher.async {
        wait(for: workers, at: work)
        continuation.resume()
      }
    }
    try work.conclude()
  }

  /// Waits for the workers' end, but not for long once the work is stopped.
  private func wait(for workers: DispatchGroup, at work: Work) {
    var stopped: Double?
    while workers.wait(timeout: .now() + Self.lookDelay) == .timedOut {
      guard work.isStopped else { continue }
      let since = stopped ?? Self.now()
      stopped = since
      if Self.now() - since > patience { return }
    }
  }

  /// What one worker does.
  private func labour(at work: Work, log: @escaping @Sendable (String) -> Void) {
    let host = ScriptHost(
      limits: plan.limits, interfaces: plan.game.interfaces, libraries: plan.modules, log: log)
    while !work.isStopped, let piece = work.dealer.next() {
      do {
        try play(piece, host: host, at: work)
      } catch {
        work.fail(error)
      }
    }
  }

  private func play(_ piece: GameSpan, host: ScriptHost, at work: Work) throws {
    let level = plan.levels[piece.cell / plan.players.count]
    let player = plan.players[piece.cell % plan.players.count]
    let request = BatchRequest(
      seed: plan.seed, levelID: level.id, games: piece.games, maxMoves: plan.maxMoves,
      checks: plan.checks)
    var rows: [GameRow] = []
    rows.reserveCapacity(piece.games.count)
    var failure: (any Error)?
    var handedOn = Self.now()
    func handOn() {
      guard failure == nil, !rows.isEmpty else { return }
      do {
        try work.hand(on: rows, cell: piece.cell)
        rows.removeAll(keepingCapacity: true)
      } catch {
        failure = error
      }
      handedOn = Self.now()
    }
    let stops = { failure != nil || work.isStopped }
    player.play(request, level, host, stops) { row in
      rows.append(row)
      if Self.now() - handedOn >= Self.rowDelay { handOn() }
    }
    handOn()
    if let failure { throw failure }
  }

  /// Seconds of a clock that only runs forward; it decides when rows are stored, never which.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// What the workers of one engine share.
private final class Work: Sendable {
  private struct State {
    var failure: (any Error)?
    var isOver = false
  }

  let dealer: SpanDealer
  private let isCancelled: @Sendable () -> Bool
  private let rows: @Sendable (Int, [GameRow]) throws -> Void
  private let hasFailed = Atomic<Bool>(false)
  private let state = Mutex(State())

  init(
    _ dealer: SpanDealer, isCancelled: @escaping @Sendable () -> Bool,
    rows: @escaping @Sendable (Int, [GameRow]) throws -> Void
  ) {
    self.dealer = dealer
    self.isCancelled = isCancelled
    self.rows = rows
  }

  var isStopped: Bool { hasFailed.load(ordering: .relaxed) || isCancelled() }

  /// Hands rows on, unless nobody waits for them any more.
  func hand(on rows: [GameRow], cell: Int) throws {
    guard state.withLock({ !$0.isOver }) else { return }
    try self.rows(cell, rows)
  }

  /// Takes note of what went wrong first, and stops the others.
  func fail(_ error: any Error) {
    state.withLock { if $0.failure == nil && !$0.isOver { $0.failure = error } }
    hasFailed.store(true, ordering: .relaxed)
  }

  /// Ends the work: from now on nobody waits for rows.
  func conclude() throws {
    let failure = state.withLock { state in
      state.isOver = true
      return state.failure
    }
    if let failure { throw failure }
  }
}
