import SimHarness

/// The games of all variants, each played once: in memory, and in a log where there is one.
///
/// Games are counted when they are first asked for, whether they are played now or were by a tune
/// that was interrupted, so that a resumed tune takes the same course.
public final class TuneArchive {
  public let pool: GamePool
  private let log: TuneLog?
  private var games: [TuneLog.Key: [TrialGame]]
  /// How many of the games have been asked for.
  private var known: [TuneLog.Key: Int] = [:]
  /// All games asked for.
  public private(set) var gamesCounted = 0
  /// Of these, the ones that were played now.
  public private(set) var gamesPlayed = 0
  private let isCancelled: @Sendable () -> Bool
  private let progress: @Sendable (Int) -> Void

  init(
    pool: GamePool, log: TuneLog? = nil, games: [TuneLog.Key: [TrialGame]] = [:],
    isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.pool = pool
    self.log = log
    self.games = games
    self.isCancelled = isCancelled
    self.progress = progress
  }

  private static func key(_ level: PlayableLevel, _ player: Int, _ seed: UInt64) -> TuneLog.Key {
    TuneLog.Key(level: level.hash, id: level.id, player: player, seed: seed)
  }

  private static func key(of request: GameRequest) -> TuneLog.Key {
    key(request.level, request.player, request.seed)
  }

  /// The games that have been asked for so far.
  func games(_ level: PlayableLevel, player: Int, seed: UInt64) -> ArraySlice<TrialGame> {
    let key = Self.key(level, player, seed)
    return games[key]?.prefix(known[key] ?? 0) ?? []
  }

  /// How many games requests would add to those counted.
  func cost(of requests: [GameRequest]) -> Int {
    requests.reduce(0) { sum, request in
      sum + max(0, request.games.upperBound - (known[Self.key(of: request)] ?? 0))
    }
  }

  /// Plays what is not there yet of requests for games from the first on.
  /// - Throws: `TuneError`, or why the log cannot be written.
  func play(_ requests: [GameRequest]) async throws {
    var missing: [GameRequest] = []
    var keys: [TuneLog.Key] = []
    for var request in requests {
      let key = Self.key(of: request)
      let there = games[key]?.count ?? 0
      guard request.games.upperBound > there, !keys.contains(key) else { continue }
      keys.append(key)
      request.games = there..<request.games.upperBound
      missing.append(request)
    }
    if isCancelled() { throw TuneError.cancelled }
    if !missing.isEmpty {
      guard
        let played = try await pool.play(
          missing, isCancelled: isCancelled, progress: { [progress] in progress($0) })
      else { throw TuneError.cancelled }
      for (key, added) in zip(keys, played) {
        let there = games[key]?.count ?? 0
        try log?.add(added, first: there, of: key)
        games[key, default: []] += added
        gamesPlayed += added.count
      }
    }
    for request in requests {
      gamesCounted += cost(of: [request])
      let key = Self.key(of: request)
      known[key] = max(known[key] ?? 0, request.games.upperBound)
    }
  }
}
