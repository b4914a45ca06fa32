import Synchronization

/// Plays a plan into a run folder: rows as they come, manifest, summary and reports at the end.
public struct RunRecorder: Sendable {
  public let plan: RunPlan
  public let folder: RunFolder
  public let jobs: Int
  /// Continue the run in the folder; if there is none, start it.
  public var isResuming = false
  /// Receives messages for the user, line by line, before games are played.
  public var notice: @Sendable (String) -> Void = { _ in }
  /// Receives the expected total of games of all cells, after each round of a run to a precision.
  public var expectation: @Sendable (Int) -> Void = { _ in }

  public init(plan: RunPlan, folder: RunFolder, jobs: Int) {
    self.plan = plan
    self.folder = folder
    self.jobs = jobs
  }

  /// Plays until done or cancelled, and returns whether every game was played.
  ///
  /// The folder is locked meanwhile. `progress` is called with the number of games there are so
  /// far, from any worker.
  public func record(
    isCancelled: @escaping @Sendable () -> Bool, log: @escaping @Sendable (PrintedLine) -> Void,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> Bool {
    try await record(isCancelled: isCancelled, log: log, progress: progress) { _ in }
  }

  /// Does the same, and calls `finish` before the lock is let go.
  ///
  /// `finish` receives the totals, or nil if some games come from an earlier session.
  public func record(
    isCancelled: @escaping @Sendable () -> Bool, log: @escaping @Sendable (PrintedLine) -> Void,
    progress: @escaping @Sendable (Int) -> Void, finish: (RunFigures?) throws -> Void
  ) async throws -> Bool {
    var manifest = RunManifest(plan, isPartial: true)
    let (lock, store, held) = try beginning {
      if isResuming { try prepareToResume() }
      let lock = try folder.lock()
      try folder.removeLeftOvers()
      let (store, held) = try open(&manifest)
      return (lock, store, held)
    }
    defer { withExtendedLifetime(lock) {} }
    let figures =
      held.count == 0 && plan.shard == nil
      ? try RunFigures(of: manifest, header: store.header, metrics: plan.game.metrics) : nil
    let games = PlayedGames(held, of: store, figures, progress: progress)
    progress(held.count)
    let engine = RunEngine(plan: plan, jobs: jobs)
    var totals = plan.cells.map { _ in plan.precision?.firstTotal ?? plan.range.upperBound }
    while !isCancelled() {
      try await engine.run(
        missing(games, totals), isCancelled: isCancelled, log: log, rows: games.add)
      guard !isCancelled(), let next = try nextTotals(totals, store, manifest) else { break }
      totals = next
    }
    // After a cancellation, precision's last round may just have been played, or not.
    let isComplete =
      try missing(games, totals).isEmpty
      && (plan.precision == nil || nextTotals(totals, store, manifest) == nil)
    try games.conclude()
    try store.close()
    if isComplete {
      manifest.isPartial = false
      manifest.cellGames = plan.precision == nil ? [] : totals
      try folder.write(manifest.text, to: .manifest)
    }
    try finish(figures)
    return isComplete
  }

  /// Does what comes before the first game; where the disk fails, it says whether games are there.
  private func beginning<Value>(_ body: () throws -> Value) throws -> Value {
    let hasRun = isResuming && (try? folder.content()) == .run
    do {
      return try body()
    } catch StorageError.failed(let path, let reason) where !hasRun {
      throw RunFolderError.notBegun(path, reason)
    } catch let error as RunFolderError where !hasRun {
      throw error.beforeTheFirstGame
    }
  }

  /// The games to play.
  private func missing(_ games: PlayedGames, _ totals: [Int]) -> [GameSpan] {
    games.missing(plan.range.lowerBound, totals).flatMap { recorded(in: $0) }
  }

  /// The part of a span that can be played: of a person's games, the recorded ones.
  func recorded(in span: GameSpan) -> [GameSpan] {
    guard let recorded = plan.recorded(ofCell: span.cell) else { return [span] }
    return recorded.filter { span.games.contains($0) }.map {
      GameSpan(cell: span.cell, games: $0..<$0 + 1)
    }
  }

  /// The cells' totals after one more round; nil when no cell needs one.
  private func nextTotals(
    _ totals: [Int], _ store: RunStore, _ manifest: RunManifest
  ) throws -> [Int]? {
    guard let precision = plan.precision else { return nil }
    var next = totals
    var expected = 0
    for (cell, total) in totals.enumerated() {
      let passes = try store.passes(
        ofCell: cell, below: total, hasPairs: manifest.hasPairs(of: store.header.cells[cell].agent))
      next[cell] = precision.nextTotal(after: total, passes) ?? total
      expected += precision.expectedTotal(after: total, passes)
    }
    expectation(expected)
    return next == totals ? nil : next
  }
}

/// The games there are, and the store and the figures that they go to.
private final class PlayedGames: Sendable {
  private let store: RunStore
  private let figures: RunFigures?
  private let progress: @Sendable (Int) -> Void
  private let held: Mutex<StoredGameRanges>
  private let total: Atomic<Int>

  init(
    _ held: StoredGameRanges, of store: RunStore, _ figures: RunFigures?,
    progress: @escaping @Sendable (Int) -> Void
  ) {
    self.store = store
    self.figures = figures
    self.progress = progress
    total = Atomic(held.count)
    self.held = Mutex(held)
  }

  /// Stores games, and calls `progress` with how many there are now; from any worker.
  ///
  /// If another program has written to the store meanwhile, its content is checked first.
  func add(_ cell: Int, _ rows: [GameRow]) throws {
    // Under one lock, so that the games held are those that the store has.
    try held.withLock { held in
      try store.add(rows, cell: cell) { [held] db in try store.expect(held, db) }
      for place in rows.indices { held.add(rows[place].result.index, cell: cell) }
    }
    figures?.add(rows, cell: cell)
    progress(total.wrappingAdd(rows.count, ordering: .relaxed).newValue)
  }

  /// Verifies that the store holds all games, and no others, as they were written.
  func conclude() throws { try held.withLock { held in try store.conclude(holding: held) } }

  /// The games that are not there, of each cell's from `start` to its total.
  func missing(_ start: Int, _ totals: [Int]) -> [GameSpan] {
    held.withLock { held in
      totals.enumerated().flatMap { cell, end in
        held.missing(in: start..<max(start, end), cell: cell).map {
          GameSpan(cell: cell, games: $0)
        }
      }
    }
  }
}
