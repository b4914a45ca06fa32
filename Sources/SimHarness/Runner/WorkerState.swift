import Synchronization

/// What one worker is doing: its batch, the rows not delivered yet, its scripts' heartbeat.
///
/// Every game of a batch is accounted for once: by the worker, or by the watchdog that gives the
/// worker up. So is the worker itself: it leaves or is given up, whichever comes first.
final class WorkerState: Sendable {
  /// The unfinished work of an abandoned worker.
  struct Unfinished {
    /// The batch's number.
    let batch: Int
    /// The games that ended, not delivered yet.
    let rows: [GameRow]
    /// The game that is being played, and those after it.
    let games: Range<Int>
  }

  private struct State {
    var batch = 0
    /// The games of the batch that have not ended.
    var games = 0..<0
    var rows: [GameRow] = []
    var hasLeft = false
  }

  let heartbeat = ScriptHeartbeat()
  private let givenUp = Atomic<Bool>(false)
  private let state = Mutex(State())

  /// Whether nobody waits for this worker any more.
  var isGivenUp: Bool { givenUp.load(ordering: .relaxed) }

  /// A new batch begins; the rows of the last one have been taken.
  func begin(_ batch: Int, games: Range<Int>) {
    state.withLock { state in
      state.batch = batch
      state.games = games
    }
  }

  /// A game has ended.
  func add(_ row: consuming GameRow) {
    // What a closure captures it cannot consume, but it can take a value out of an optional.
    var taken: GameRow? = consume row
    state.withLock { state in
      guard !isGivenUp, let row = taken.take() else { return }
      state.games = min(row.result.index + 1, state.games.upperBound)..<state.games.upperBound
      state.rows.append(row)
    }
  }

  /// The first game of the batch that has not ended; nil if all have.
  var nextGame: Int? { state.withLock(\.games).first }

  /// The rows to deliver; with `isLast` the batch is done.
  /// - Returns: nil if the worker was given up: they are accounted for.
  func takeRows(isLast: Bool) -> [GameRow]? {
    state.withLock { state in
      guard !isGivenUp else { return nil }
      let rows = state.rows
      state.rows.removeAll(keepingCapacity: true)
      if isLast { state.games = 0..<0 }
      return rows
    }
  }

  /// The worker has no more to do.
  /// - Returns: Whether it counts itself out; false where it was given up before.
  func leave() -> Bool {
    state.withLock { state in
      guard !isGivenUp else { return false }
      state.hasLeft = true
      return true
    }
  }

  /// Gives the worker up: from now on it accounts for nothing.
  /// - Returns: nil if the worker has left; it counts itself out.
  func giveUp() -> Unfinished? {
    state.withLock { state in
      guard !state.hasLeft else { return nil }
      givenUp.store(true, ordering: .relaxed)
      return Unfinished(batch: state.batch, rows: state.rows, games: state.games)
    }
  }
}
