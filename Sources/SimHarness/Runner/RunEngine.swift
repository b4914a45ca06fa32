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
  /// Seconds after which a call into a script that has not returned is given up with its worker.
  ///
  /// Longer than the deadline of the script host, which ends a call while the script itself runs;
  /// this is for a call that is stuck in a library's function, where nothing can end it.
  var stallSeconds: Double
  /// Shared by all rounds of a run.
  private let stalled = StalledScripts()

  public init(plan: RunPlan, jobs: Int) {
    self.plan = plan
    self.jobs = jobs
    stallSeconds = plan.limits.wallSeconds > 0 ? plan.limits.wallSeconds + 8 : .infinity
  }

  /// Seconds after which the rows of finished games are handed on, even if their piece is not done.
  private static let rowDelay = 0.05
  /// Seconds between two looks at whether the work was cancelled.
  private static let lookDelay = 0.02

  /// Large enough that a transaction costs little, small enough that all workers have work.
  private var pieceSize: Int { min(512, max(8, plan.range.count / 8)) }

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
  /// A game that does not end within seconds of a cancellation is given up: its worker is left
  /// alone, and whatever it still hands on is dropped.
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
    let work = Work(SpanDealer(spans, size: pieceSize), isCancelled: isCancelled, rows: rows)
    let posts = (0..<max(jobs, 1)).map { _ in employ(at: work, log: log) }
    let watcher = DispatchQueue(label: "playtest.watcher")
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      watcher.async {
        watch(posts, at: work, log: log)
        continuation.resume()
      }
    }
    try work.conclude()
  }

  /// Sets one more worker to work.
  private func employ(at work: Work, log: @escaping @Sendable (PrintedLine) -> Void) -> WorkerPost {
    let post = WorkerPost()
    work.begin()
    // A thread of its own: a worker may be stuck in a game, and then must not hold up the rest.
    DispatchQueue(label: "playtest.worker").async {
      labour(at: work, post, log: log)
      if post.leave() { work.end() }
    }
    return post
  }

  /// Waits for the workers' end, but not for long once the work is stopped, and gives up those that
  /// are stuck in a script.
  private func watch(
    _ posts: [WorkerPost], at work: Work, log: @escaping @Sendable (PrintedLine) -> Void
  ) {
    let looks = stallSeconds / Self.lookDelay
    let patientLooks = looks < 1e9 ? Int(looks) : .max
    var watches = posts.map { StallWatch($0) }
    var stopped: Double?
    while work.isBusy(after: Self.lookDelay) {
      for index in watches.indices {
        guard let name = watches[index].stalled(patience: patientLooks),
          giveUp(watches[index].post, stuckIn: name, at: work)
        else { continue }
        // The lost worker's place is taken before it is counted out.
        watches[index] = StallWatch(employ(at: work, log: log))
        work.end()
      }
      guard work.isStopped else { continue }
      let since = stopped ?? Self.now()
      stopped = since
      if Self.now() - since > patience { return }
    }
  }

  /// Goes on without a worker, and without the script that it is stuck in.
  /// - Returns: false where the worker has just come to its end after all.
  private func giveUp(_ post: WorkerPost, stuckIn name: String, at work: Work) -> Bool {
    guard let rest = post.giveUp() else { return false }
    stalled.add(name)
    do {
      try work.hand(on: rest.rows, cell: rest.cell)
      try book(GameSpan(cell: rest.cell, games: rest.games), without: name, at: work)
    } catch {
      work.fail(error)
    }
    return true
  }

  /// Books games that are not played because a script does not return.
  private func book(_ span: GameSpan, without name: String, at work: Work) throws {
    let what = "\(name):0: a call does not return; games that need this script are not played"
    let rows = span.games.map { index in
      GameRow(
        result: GameResult(index: index, failure: ScriptFault(kind: .deadline, message: what)),
        metrics: plan.game.metrics.map { _ in nil })
    }
    try work.hand(on: rows, cell: span.cell)
  }

  /// What one worker does.
  private func labour(
    at work: Work, _ post: WorkerPost, log: @escaping @Sendable (PrintedLine) -> Void
  ) {
    let host = ScriptHost(
      limits: plan.limits, interfaces: plan.game.interfaces, libraries: plan.modules,
      pulse: post.pulse, printing: ScriptPrinting(plan.prints, sink: log))
    while !work.isStopped, !post.isGivenUp, let piece = work.dealer.next() {
      do {
        if let name = stalled.first(among: scripts(ofCell: piece.cell)) {
          try book(piece, without: name, at: work)
        } else {
          try play(piece, host: host, at: work, post)
        }
      } catch {
        work.fail(error)
      }
    }
  }

  /// The scripts that a cell's games call.
  private func scripts(ofCell cell: Int) -> [ScriptSource] {
    plan.levels[cell / plan.players.count].scripts + plan.players[cell % plan.players.count].scripts
  }

  private func play(
    _ piece: GameSpan, host: ScriptHost, at work: Work, _ post: WorkerPost
  ) throws {
    let level = plan.levels[piece.cell / plan.players.count]
    let player = plan.players[piece.cell % plan.players.count]
    let request = BatchRequest(
      seed: plan.seed, levelID: level.id, games: piece.games, maxMoves: plan.maxMoves,
      checks: plan.checks)
    post.begin(piece)
    host.printing?.cell = piece.cell
    host.printing?.level = level.name
    host.printing?.player = player.name
    var failure: (any Error)?
    var handedOn = Self.now()
    func handOn() {
      guard failure == nil else { return }
      do {
        try work.hand(on: post.takeRows(), cell: piece.cell)
      } catch {
        failure = error
      }
      handedOn = Self.now()
    }
    let stops = { failure != nil || work.isStopped || post.isGivenUp }
    player.play(request, level, host, stops) { row in
      post.add(row)
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
  /// Workers that are waited for.
  private let busy = Atomic<Int>(0)
  private let someoneEnded = DispatchSemaphore(value: 0)
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

  /// One more worker is waited for.
  func begin() { busy.wrappingAdd(1, ordering: .acquiringAndReleasing) }

  /// One fewer worker is waited for.
  func end() {
    busy.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    someoneEnded.signal()
  }

  /// Waits until a worker ends, at most `seconds`; tells whether there are any left.
  func isBusy(after seconds: Double) -> Bool {
    if busy.load(ordering: .acquiring) == 0 { return false }
    _ = someoneEnded.wait(timeout: .now() + seconds)
    return busy.load(ordering: .acquiring) > 0
  }

  /// Hands rows on, unless nobody waits for them any more.
  func hand(on rows: [GameRow], cell: Int) throws {
    guard !rows.isEmpty, state.withLock({ !$0.isOver }) else { return }
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
