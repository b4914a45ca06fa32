import Synchronization

/// How often the engine of a game died in each cell: a cell in which it dies again and again is not
/// played to its end.
///
/// Deaths count in the order of the games, and a row is passed on when all games before it have
/// ended. So the same games are given up at any number of jobs.
final class CellDeaths: Sendable {
  /// Deaths that end a cell: one after another, and in all.
  private static let maxInARow = 3
  private static let maxInAll = 20

  private struct Cell {
    /// Games that were dealt, in order, without those that have been counted.
    var dealt: [Range<Int>] = []
    /// Whether the engine died in games that have ended and wait for one before them.
    var ended: [Int: Bool] = [:]
    /// Rows that wait for the end of a game before theirs.
    var held: [GameRow] = []
    var inARow = 0
    var inAll = 0
    /// Why games are not played, and the last game before them.
    var end: (reason: String, after: Int)?

    /// The first game that has not been counted; all before it have ended.
    var next: Int { dealt.first?.lowerBound ?? .max }

    /// Takes note of a game's end, once, and counts as far as all games have ended.
    mutating func add(_ game: Int, hasDied: Bool) {
      guard game >= next, ended[game] == nil else { return }
      ended[game] = hasDied
      while let hasDied = ended.removeValue(forKey: next) { count(hasDied) }
    }

    private mutating func count(_ hasDied: Bool) {
      let game = next
      dealt[0] = game + 1..<dealt[0].upperBound
      if dealt[0].isEmpty { dealt.removeFirst() }
      guard end == nil else { return }
      inARow = hasDied ? inARow + 1 : 0
      inAll += hasDied ? 1 : 0
      if inARow == CellDeaths.maxInARow {
        end = ("the engine died in \(inARow) consecutive games", game)
      } else if inAll == CellDeaths.maxInAll {
        end = ("the engine died in \(inAll) games", game)
      }
    }
  }

  private let cells = Mutex<[Int: Cell]>([:])

  /// Deals a batch, and takes note of the order.
  func deal(_ next: () -> GameBatch?) -> GameBatch? {
    cells.withLock { cells in
      guard let batch = next() else { return nil }
      if !batch.request.games.isEmpty {
        cells[batch.number, default: Cell()].dealt.append(batch.request.games)
      }
      return batch
    }
  }

  /// A game has ended.
  func add(_ game: Int, hasDied: Bool, cell: Int) {
    cells.withLock { $0[cell]?.add(game, hasDied: hasDied) }
  }

  /// Why no more games of a cell are played; nil: they are.
  func reason(endingCell cell: Int) -> String? { cells.withLock { $0[cell]?.end?.reason } }

  /// Takes rows of a cell, and gives those that can be passed on now; those of games that are not
  /// played are replaced by what `unplayed` makes.
  func inOrder(
    _ rows: [GameRow], cell number: Int, unplayed: (_ game: Int, _ reason: String) -> GameRow
  ) -> [GameRow] {
    cells.withLock { cells in
      guard var cell = cells.removeValue(forKey: number) else { return rows }
      defer { cells[number] = cell }
      for row in rows { cell.add(row.result.index, hasDied: false) }
      cell.held += rows
      let next = cell.next
      let passed = cell.held.filter { $0.result.index < next }
      cell.held.removeAll { $0.result.index < next }
      guard let end = cell.end else { return passed }
      return passed.map { row in
        row.result.index > end.after ? unplayed(row.result.index, end.reason) : row
      }
    }
  }
}
