import Synchronization

/// What one worker is at: its piece, the rows that are not handed on yet, and its scripts' pulse.
///
/// Every game of a piece is accounted for once: by the worker, or by the watcher that gives the
/// worker up. So is the worker itself: it leaves or is given up, whichever comes first.
final class WorkerPost: Sendable {
  /// What a worker that is given up leaves behind.
  struct Rest {
    let cell: Int
    /// The games that ended, not handed on yet.
    let rows: [GameRow]
    /// The game that is being played, and those behind it.
    let games: Range<Int>
  }

  private struct State {
    var piece = GameSpan(cell: 0, games: 0..<0)
    /// The first game that has not ended.
    var next = 0
    var rows: [GameRow] = []
    var hasLeft = false
  }

  let pulse = ScriptPulse()
  private let givenUp = Atomic<Bool>(false)
  private let state = Mutex(State())

  /// Whether nobody waits for this worker any more.
  var isGivenUp: Bool { givenUp.load(ordering: .relaxed) }

  /// A new piece; the rows of the last one have been taken.
  func begin(_ piece: GameSpan) {
    state.withLock { state in
      state.piece = piece
      state.next = piece.games.lowerBound
    }
  }

  /// A game has ended.
  func add(_ row: GameRow) {
    state.withLock { state in
      guard !isGivenUp else { return }
      state.rows.append(row)
      state.next = row.result.index + 1
    }
  }

  /// The rows to hand on.
  func takeRows() -> [GameRow] {
    state.withLock { state in
      guard !isGivenUp else { return [] }
      let rows = state.rows
      state.rows.removeAll(keepingCapacity: true)
      return rows
    }
  }

  /// The worker has no more to do.
  /// - Returns: whether it counts itself out; false where it was given up before.
  func leave() -> Bool {
    state.withLock { state in
      guard !isGivenUp else { return false }
      state.hasLeft = true
      return true
    }
  }

  /// Gives the worker up: from now on it accounts for nothing.
  /// - Returns: nil where the worker has left; it counts itself out.
  func giveUp() -> Rest? {
    state.withLock { state in
      guard !state.hasLeft else { return nil }
      givenUp.store(true, ordering: .relaxed)
      let end = state.piece.games.upperBound
      return Rest(
        cell: state.piece.cell, rows: state.rows, games: min(state.next, end)..<end)
    }
  }
}
