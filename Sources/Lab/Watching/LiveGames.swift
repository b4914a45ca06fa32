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
  /// The games of one player that a worker plays in one go, behind the first ones.
  ///
  /// Small, so that all workers are busy until the last games end although a game of one player takes
  /// ten times as long as one of another.
  static let chunk = 8
  /// The last steps of many games, in games before the end: smaller ones, so that no worker has the
  /// last games of the slowest player to itself.
  private static let tail = [16, 12, 8, 6, 4, 2]
  /// Games of each player from which on the last steps are smaller.
  private static let many = 64

  /// Where the steps end: the first games one by one, as each is shown, then some at a time.
  static func ends(_ games: Int) -> [Int] {
    let few = min(max(0, games), LiveFigures.fewGames)
    let last = games < many ? [] : tail.map { games - $0 }
    let ends =
      Array(1..<(few + 1)) + Array(stride(from: few + chunk, to: last.first ?? games, by: chunk))
    return games > few ? ends + last + [games] : ends
  }

  /// The spans of a ladder, cell by cell on each step, without the games that are known.
  ///
  /// The last cell comes first: strong players think longest, are usually named last, and a step
  /// ends sooner if the longest games do not begin last.
  static func spans(games: Int, known: [Int]) -> [GameSpan] {
    var spans: [GameSpan] = []
    var start = 0
    for end in ends(games) {
      for (cell, count) in known.enumerated().reversed() where max(start, count) < end {
        spans.append(GameSpan(cell: cell, games: max(start, count)..<end))
      }
      start = end
    }
    return spans
  }
}
