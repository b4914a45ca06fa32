import SimHarness

/// Plays the levels of one save, few games first, so that something can be shown at once.
public struct WatchRound: Sendable {
  public let pool: GamePool
  public let seed: UInt64
  /// Games of each level and player.
  public let games: Int
  private let isCancelled: @Sendable () -> Bool

  /// Games after which a first line is shown; then four times as many each time.
  static let firstGames = 20
  private static let growth = 4

  public init(
    pool: GamePool, seed: UInt64, games: Int, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.pool = pool
    self.seed = seed
    self.games = games
    self.isCancelled = isCancelled
  }

  /// Plays the levels that have changed since their last save.
  ///
  /// - Parameters:
  ///   - levels: All levels.
  ///   - ledger: What was played before; records what is played now.
  ///   - show: Called with a line of a level, and whether it is the level's last one.
  /// - Returns: How many levels were played, in part where the round was cancelled.
  /// - Throws: The fault of a script that failed in a game.
  public func play(
    _ levels: [PlayableLevel], _ ledger: inout WatchLedger, show: (String, Bool) -> Void
  ) async throws -> Int {
    var count = 0
    for (place, level) in levels.enumerated() {
      let content = WatchLedger.content(
        of: level, players: pool.players, modules: pool.modules)
      guard !ledger.isUnchanged(level.name, content: content) else { continue }
      let cell = place * pool.players.count
      for line in level.printed(pool.prints, cell: cell) { pool.printed?(line) }
      var played: [[TrialGame]] = pool.players.map { _ in [] }
      var next = min(Self.firstGames, games)
      while let more = try await self.more(level, cell: cell, from: played[0].count, to: next) {
        for player in played.indices { played[player] += more[player] }
        let line = ledger.line(
          level.name, hasGoal: level.hasGoal, players: pool.players.map(\.name), games: played,
          of: games)
        show(line, next == games)
        if next == games { break }
        next = min(next * Self.growth, games)
      }
      guard !played[0].isEmpty else { return count }
      count += 1
      ledger.record(level.name, content: content, games: played)
      if played[0].count < games { return count }
    }
    return count
  }

  private func more(
    _ level: PlayableLevel, cell: Int, from start: Int, to end: Int
  ) async throws -> [[TrialGame]]? {
    try await pool.play(
      pool.players.indices.map { player in
        var request = GameRequest(level: level, player: player, seed: seed, games: start..<end)
        request.cell = cell + player
        return request
      }, isCancelled: isCancelled)
  }
}
