import SimHarness

/// The games of all variants, each played once: in memory, and in a log where there is one.
///
/// Games are counted when they are first asked for, whether they are played now or were by a tune
/// that was interrupted, so that a resumed tune takes the same course.
public final class TuneArchive {
  public let pool: GamePool
  private let log: TuneLog?
  private var games: [TuneLog.Key: [TrialGame]]
  /// What failed in games whose faults are spared.
  private var faults: [TuneLog.Key: GameFault] = [:]
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

  /// What failed in games that were asked for with their faults spared; nil: nothing.
  func fault(_ level: PlayableLevel, player: Int, seed: UInt64) -> GameFault? {
    faults[Self.key(level, player, seed)]
  }

  /// How many games requests would add to those counted.
  func cost(of requests: [GameRequest]) -> Int {
    requests.reduce(0) { sum, request in
      sum + max(0, request.games.upperBound - (known[Self.key(of: request)] ?? 0))
    }
  }

  /// Plays what is not there yet of requests for games from the first on.
  ///
  /// With `sparingFaults`, a script's failure ends only the request in which it happens: `fault` then
  /// says what failed, and the request's games are not kept.
  /// - Throws: `TuneError`, or why the log cannot be written.
  func play(_ requests: [GameRequest], sparingFaults: Bool = false) async throws {
    var missing: [GameRequest] = []
    var keys: [TuneLog.Key] = []
    for var request in requests {
      let key = Self.key(of: request)
      let there = games[key]?.count ?? 0
      guard request.games.upperBound > there, !keys.contains(key) else { continue }
      if sparingFaults && faults[key] != nil { continue }
      keys.append(key)
      request.games = there..<request.games.upperBound
      missing.append(request)
    }
    if isCancelled() { throw TuneError.cancelled }
    if !missing.isEmpty {
      let played = await pool.outcomes(
        of: missing, isCancelled: isCancelled, progress: { [progress] in progress($0) })
      let fault = played.faults.lazy.compactMap(\.self).first
      if let fault, !sparingFaults, !pool.toleratesFaults { throw TuneError.faulted(fault) }
      guard let found = played.games else { throw TuneError.cancelled }
      for (place, (key, added)) in zip(keys, found).enumerated() {
        gamesPlayed += added.count
        if sparingFaults, let fault = played.faults[place] {
          faults[key] = fault
          continue
        }
        let there = games[key]?.count ?? 0
        try log?.add(added, first: there, of: key)
        games[key, default: []] += added
      }
    }
    for request in requests {
      gamesCounted += cost(of: [request])
      let key = Self.key(of: request)
      known[key] = max(known[key] ?? 0, request.games.upperBound)
    }
  }
}
