import SimHarness

/// The games of a level's players as far as they are known: each player's from index 0 on, without
/// gaps.
public struct LiveGames: Equatable, Sendable {
  /// Rows by player, each list sorted by index.
  public var rows: [[GameRow]]

  public init(rows: [[GameRow]]) { self.rows = rows }

  /// No games of some players.
  public init(players: Int) { rows = Array(repeating: [], count: players) }

  /// The games that every player has played.
  public var common: Int { rows.map(\.count).min() ?? 0 }
}

/// The games to play, few of every player first.
enum LiveLadder {
  /// 1, 2, 4 and so on to 128, and every doubling of 200 behind; the last step is the number of
  /// games.
  static func ends(_ games: Int) -> [Int] {
    var ends: [Int] = []
    var next = 1
    while next < games {
      ends.append(next)
      next = next == 128 ? 200 : 2 * next
    }
    return ends + (games > 0 ? [games] : [])
  }

  /// The spans of a ladder, cell by cell on each step, without the games that are known.
  static func spans(games: Int, known: [Int]) -> [GameSpan] {
    var spans: [GameSpan] = []
    var start = 0
    for end in ends(games) {
      for (cell, count) in known.enumerated() where max(start, count) < end {
        spans.append(GameSpan(cell: cell, games: max(start, count)..<end))
      }
      start = end
    }
    return spans
  }
}
