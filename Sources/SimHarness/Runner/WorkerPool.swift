import CProcess
import Dispatch
import Glibc
import Synchronization

/// Threads that play games, and a watchdog that abandons a script whose call never returns.
///
/// Games are distributed in batches. Which worker plays a batch changes nothing, because a game
/// depends on seed, level id, player and index alone. Every game of a batch that ends is accounted
/// for once: by its worker, or by the watchdog that gives the worker up.
package struct WorkerPool: Sendable {
  /// The maximum number of workers.
  package let jobs: Int
  private let game: GameEntry
  private let modules: [ScriptSource]
  private let limits: ScriptLimits
  /// Which of the lines that scripts print `log` takes.
  package var prints = PrintFilter.all
  /// Takes the lines that scripts print, from any worker; nil: they are dropped.
  package var log: (@Sendable (PrintedLine) -> Void)?
  /// Whether the workers have a lower priority than the program's other threads and other programs.
  package var hasLowPriority = false
  /// Seconds that the games in flight are given to end after a cancellation.
  var patience = 2.0
  /// Seconds after which a call into a script that has not returned is given up with its worker.
  ///
  /// Longer than the deadline of the script host, which ends a call while the script itself runs;
  /// this is for a call that is stuck in a library's function, where nothing can end it.
  var stallSeconds: Double
  /// Shared by everything that the pool and its copies play.
  private let stalled = StalledScripts()
  /// Deaths of the game's engine in the cells of a run; nil if it has none.
  private let deaths: CellDeaths?

  /// - Parameters:
  ///   - jobs: The maximum number of workers.
  ///   - game: The game that is played.
  ///   - modules: The modules that scripts may require.
  ///   - limits: The limits of a script.
  package init(
    jobs: Int, game: GameEntry, modules: [ScriptSource], limits: ScriptLimits = .standard
  ) {
    self.jobs = max(jobs, 1)
    self.game = game
    self.modules = modules
    self.limits = limits
    deaths = game.engine == nil ? nil : CellDeaths()
    stallSeconds = limits.wallSeconds > 0 ? limits.wallSeconds + 8 : .infinity
  }

  /// Seconds after which the rows of finished games are delivered, even if their batch is not done.
  private static let rowDelay = 0.05
  /// Seconds between two checks of the watchdog.
  private static let checkDelay = 0.02

  /// Plays each item's games and returns their outcomes, in the order of the items.
  ///
  /// - Parameters:
  ///   - items: What there is to play.
  ///   - isCancelled: Looked at between games.
  ///   - batch: The games of an item.
  ///   - outcome: Called once per item, from any worker, with the rows of all its games.
  /// - Returns: nil in place of an item that was not played to its end because of a cancellation.
  /// - Throws: What `outcome` throws first; the other workers then stop as well.
  package func outcomes<Item: Sendable, Outcome: Sendable, Failure: Error>(
    of items: [Item], isCancelled: @escaping @Sendable () -> Bool,
    batch: @escaping @Sendable (Item) -> GameBatch,
    outcome: @escaping @Sendable (Item, [GameRow]) throws(Failure) -> Outcome
  ) async throws(Failure) -> [Outcome?] {
    guard !items.isEmpty else { return [] }
    let dealt = Atomic<Int>(0)
    let outcomes = Mutex([Outcome?](repeating: nil, count: items.count))
    try await play(
      .byBatch, workers: min(jobs, items.count), isCancelled: isCancelled,
      next: {
        let number = dealt.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < items.count else { return nil }
        var batch = batch(items[number])
        batch.number = number
        return batch
      },
      rows: { (number, rows) throws(Failure) in
        let outcome = try outcome(items[number], rows)
        outcomes.withLock { $0[number] = outcome }
      })
    return outcomes.withLock { $0 }
  }

  /// When a batch's rows are delivered.
  enum Delivery {
    /// A few at a time, soon after their games; those of a batch that is cut short as well.
    case asPlayed
    /// All at once, when the batch has been played to its end.
    case byBatch
  }

  /// Plays batches.
  ///
  /// A game that does not end within seconds of a cancellation is given up: its worker is
  /// abandoned, and whatever it still delivers is dropped.
  /// - Parameters:
  ///   - delivery: When rows are delivered.
  ///   - workers: How many there are.
  ///   - isCancelled: Looked at between games.
  ///   - next: The next batch, for any worker; nil if there are no more.
  ///   - rows: Takes rows and the number of their batch, from any worker.
  /// - Throws: What `rows` throws first; the other workers then stop as well.
  func play<Failure: Error>(
    _ delivery: Delivery, workers: Int, isCancelled: @escaping @Sendable () -> Bool,
    next: @escaping @Sendable () -> GameBatch?,
    rows: @escaping @Sendable (_ batch: Int, [GameRow]) throws(Failure) -> Void
  ) async throws(Failure) {
    // The batches of a run are numbered by their cell; others have numbers of this call.
    let deaths = delivery == .asPlayed ? deaths : deaths.map { _ in CellDeaths() }
    let session = PoolSession(
      delivery, metricCount: game.metrics.count, deaths: deaths, isCancelled: isCancelled,
      next: next, rows: rows)
    let started = (0..<workers).map { _ in startWorker(in: session) }
    let watchdog = DispatchQueue(label: "playtest.watchdog")
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      watchdog.async {
        watch(started, in: session)
        continuation.resume()
      }
    }
    if let failure = session.failure { throw failure }
  }

  // MARK: The watchdog

  /// Waits for the workers' end, but not for long once the work is stopped, and gives up those that
  /// are stuck in a script.
  private func watch<Failure: Error>(_ workers: [WorkerState], in session: PoolSession<Failure>) {
    let checks = stallSeconds / Self.checkDelay
    let maxIdleChecks = checks < 1e9 ? Int(checks) : .max
    var watches = workers.map { WorkerWatchdog($0) }
    var stopped: Double?
    while session.isBusy(after: Self.checkDelay) {
      for index in watches.indices {
        guard let name = watches[index].stalled(patience: maxIdleChecks),
          giveUp(watches[index].worker, stuckIn: name, in: session)
        else { continue }
        // The abandoned worker is replaced before it is counted out.
        watches[index] = WorkerWatchdog(startWorker(in: session))
        session.workerDidEnd()
      }
      guard session.isStopped else { continue }
      let since = stopped ?? Self.now()
      stopped = since
      if Self.now() - since > patience { break }
    }
    // Those that are still playing deliver nothing any more.
    for watch in watches { _ = watch.worker.giveUp() }
  }

  /// Abandons a worker and the script that it is stuck in.
  /// - Returns: false where the worker has just come to its end after all.
  private func giveUp<Failure: Error>(
    _ worker: WorkerState, stuckIn name: String, in session: PoolSession<Failure>
  ) -> Bool {
    guard let unfinished = worker.giveUp() else { return false }
    stalled.add(name)
    let rows = unfinished.rows + unplayed(unfinished.games, without: name)
    if !rows.isEmpty { session.deliver(rows, ofBatch: unfinished.batch) }
    return true
  }

  /// The rows of games that are not played because a script does not return.
  private func unplayed(_ games: Range<Int>, without name: String) -> [GameRow] {
    let reason = "\(name):0: a call does not return; games that need this script are not played"
    return games.map { GameRow(unplayed: $0, because: reason, metricCount: game.metrics.count) }
  }

  // MARK: Workers

  /// Sets one more worker to work.
  private func startWorker<Failure: Error>(in session: PoolSession<Failure>) -> WorkerState {
    let worker = WorkerState()
    session.workerWillBegin()
    // A separate thread: a worker may be stuck in a game, and then must not block the rest. The
    // threads of a quality of service are not used for another one.
    let queue = DispatchQueue(
      label: "playtest.worker", qos: hasLowPriority ? .utility : .unspecified)
    queue.async {
      if hasLowPriority { cprocess_give_way(Self.niceness) }
      runWorker(worker, in: session)
      if worker.leave() { session.workerDidEnd() }
    }
    return worker
  }

  /// By how much the `nice` value of such a thread is raised: it gets a third of another's time.
  private static let niceness: Int32 = 5

  /// What one worker does.
  private func runWorker<Failure: Error>(_ worker: WorkerState, in session: PoolSession<Failure>) {
    let host = ScriptHost(
      limits: limits, interfaces: game.interfaces, libraries: modules, heartbeat: worker.heartbeat,
      printing: log.map { ScriptPrinting(prints, sink: $0) }, ownsThread: true)
    while !session.isStopped, !worker.isGivenUp, let batch = session.next() {
      if let name = stalled.first(among: batch.scripts) {
        session.deliver(unplayed(batch.request.games, without: name), ofBatch: batch.number)
      } else if let reason = session.deaths?.reason(endingCell: batch.number) {
        session.deliver(session.unplayed(batch.request.games, reason), ofBatch: batch.number)
      } else {
        play(batch, by: worker, on: host, in: session)
      }
    }
  }

  private func play<Failure: Error>(
    _ batch: GameBatch, by worker: WorkerState, on host: ScriptHost,
    in session: PoolSession<Failure>
  ) {
    worker.begin(batch.number, games: batch.request.games)
    host.timeRules(batch.player.scripts.isEmpty)
    host.printing?.cell = batch.printedCell ?? batch.number
    host.printing?.level = batch.level.name
    host.printing?.player = batch.player.name
    let isDeliveredAsPlayed = session.delivery == .asPlayed
    var delivered = Self.now()
    var endOfCell: String?
    let stops = { session.isStopped || worker.isGivenUp || endOfCell != nil }
    batch.player.play(batch.request, batch.level, host, stops) { (row: consuming GameRow) in
      if let verdict = host.endGame(
        EndedGame(index: row.result.index, fault: row.result.fault))
      {
        if let fault = verdict.fault { row = row.faulted(fault) }
        session.deaths?.add(row.result.index, hasDied: verdict.hasDied, cell: batch.number)
        endOfCell = session.deaths?.reason(endingCell: batch.number)
      }
      worker.add(row)
      guard isDeliveredAsPlayed, Self.now() - delivered >= Self.rowDelay else { return }
      if let rows = worker.takeRows(isLast: false) { session.deliver(rows, ofBatch: batch.number) }
      delivered = Self.now()
    }
    if let endOfCell {
      let first = worker.nextGame ?? batch.request.games.upperBound
      for row in session.unplayed(first..<batch.request.games.upperBound, endOfCell) {
        worker.add(row)
      }
    }
    guard isDeliveredAsPlayed || !session.isStopped, let rows = worker.takeRows(isLast: true),
      !isDeliveredAsPlayed || !rows.isEmpty
    else { return }
    session.deliver(rows, ofBatch: batch.number)
  }

  /// Seconds of a clock that only runs forward; it decides when rows are delivered, never which.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// What the workers of a pool share while they play.
private final class PoolSession<Failure: Error>: Sendable {
  let delivery: WorkerPool.Delivery
  /// Deaths of the game's engine; nil if it has none.
  let deaths: CellDeaths?
  private let metricCount: Int
  private let dealNext: @Sendable () -> GameBatch?
  private let isCancelled: @Sendable () -> Bool
  private let rows: @Sendable (Int, [GameRow]) throws(Failure) -> Void
  private let hasStopped = Atomic<Bool>(false)
  /// Workers that are waited for.
  private let busy = Atomic<Int>(0)
  private let someoneEnded = DispatchSemaphore(value: 0)
  private let firstFailure = Mutex<Failure?>(nil)

  init(
    _ delivery: WorkerPool.Delivery, metricCount: Int, deaths: CellDeaths?,
    isCancelled: @escaping @Sendable () -> Bool, next: @escaping @Sendable () -> GameBatch?,
    rows: @escaping @Sendable (Int, [GameRow]) throws(Failure) -> Void
  ) {
    self.delivery = delivery
    self.metricCount = metricCount
    self.deaths = deaths
    self.isCancelled = isCancelled
    dealNext = next
    self.rows = rows
  }

  /// The next batch; nil if there are no more.
  func next() -> GameBatch? {
    guard let deaths else { return dealNext() }
    return deaths.deal(dealNext)
  }

  /// The rows of games that are not played because the engine dies again and again.
  func unplayed(_ games: Range<Int>, _ reason: String) -> [GameRow] {
    games.map { unplayed($0, reason) }
  }

  private func unplayed(_ game: Int, _ reason: String) -> GameRow {
    GameRow(unplayed: game, afterFailures: reason, metricCount: metricCount)
  }

  /// What went wrong first.
  var failure: Failure? { firstFailure.withLock { $0 } }

  /// Whether something went wrong, or the work was ever found to be cancelled.
  var isStopped: Bool {
    if hasStopped.load(ordering: .relaxed) { return true }
    guard isCancelled() else { return false }
    hasStopped.store(true, ordering: .relaxed)
    return true
  }

  /// Passes rows to the receiver until that fails once; then all workers stop.
  func deliver(_ rows: [GameRow], ofBatch number: Int) {
    guard failure == nil else { return }
    let rows = deaths?.inOrder(rows, cell: number, unplayed: unplayed) ?? rows
    if rows.isEmpty && delivery == .asPlayed { return }
    do throws(Failure) {
      try self.rows(number, rows)
    } catch {
      firstFailure.withLock { if $0 == nil { $0 = error } }
      hasStopped.store(true, ordering: .relaxed)
    }
  }

  /// One more worker is waited for.
  func workerWillBegin() { busy.wrappingAdd(1, ordering: .acquiringAndReleasing) }

  /// One fewer worker is waited for.
  func workerDidEnd() {
    busy.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    someoneEnded.signal()
  }

  /// Waits until a worker ends, at most `seconds`; returns whether there are any left.
  func isBusy(after seconds: Double) -> Bool {
    if busy.load(ordering: .acquiring) == 0 { return false }
    _ = someoneEnded.wait(timeout: .now() + seconds)
    return busy.load(ordering: .acquiring) > 0
  }
}
