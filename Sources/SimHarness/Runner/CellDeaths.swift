import Synchronization

/// How often the engine of a game died in each cell: a cell in which it dies again and again is not
/// played to its end.
final class CellDeaths: Sendable {
  /// Deaths that end a cell: one after another, and in all.
  private static let maxInARow = 3
  private static let maxInAll = 20

  private struct Deaths {
    var inARow = 0
    var inAll = 0
    var reason: String?
  }
  private let cells = Mutex<[Int: Deaths]>([:])
  private let hasAny = Atomic<Bool>(false)

  /// Takes note of a game's end; gives why the other games of the cell are not played, or nil.
  func add(_ hasDied: Bool, cell: Int) -> String? {
    guard hasDied || hasAny.load(ordering: .relaxed) else { return nil }
    hasAny.store(true, ordering: .relaxed)
    return cells.withLock { cells in
      var deaths = cells[cell, default: Deaths()]
      defer { cells[cell] = deaths }
      deaths.inARow = hasDied ? deaths.inARow + 1 : 0
      deaths.inAll += hasDied ? 1 : 0
      if deaths.reason == nil {
        if deaths.inARow == Self.maxInARow {
          deaths.reason =
            "not played: the engine died in \(Self.maxInARow) games one after another"
        } else if deaths.inAll == Self.maxInAll {
          deaths.reason = "not played: the engine died in \(Self.maxInAll) games"
        }
      }
      return deaths.reason
    }
  }

  /// Why no more games of a cell are played; nil: they are.
  func reason(endingCell cell: Int) -> String? {
    guard hasAny.load(ordering: .relaxed) else { return nil }
    return cells.withLock { $0[cell]?.reason }
  }
}
