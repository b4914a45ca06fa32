/// The games of all variants, each played once: in memory, and in a log where there is one.
///
/// Games are counted when they are first asked for, whether they are played now or were by a tune
/// that was interrupted, so that a resumed tune takes the same course.
public final class TuneArchive {
  /// What is asked for: the games `0..<count` of a level and player.
  public struct Wish {
    public var level: PlayableLevel
    public var player: Int
    public var seed: UInt64
    public var count: Int
  }

  public let crew: GameCrew
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
    crew: GameCrew, log: TuneLog? = nil, games: [TuneLog.Key: [TrialGame]] = [:],
    isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.crew = crew
    self.log = log
    self.games = games
    self.isCancelled = isCancelled
    self.progress = progress
  }

  private static func key(_ level: PlayableLevel, _ player: Int, _ seed: UInt64) -> TuneLog.Key {
    TuneLog.Key(level: level.hash, id: level.id, player: player, seed: seed)
  }

  /// The games that have been asked for so far.
  func games(_ level: PlayableLevel, player: Int, seed: UInt64) -> ArraySlice<TrialGame> {
    let key = Self.key(level, player, seed)
    return games[key]?.prefix(known[key] ?? 0) ?? []
  }

  /// How many games a wish would add to those counted.
  func cost(of wishes: [Wish]) -> Int {
    wishes.reduce(0) { sum, wish in
      sum + max(0, wish.count - (known[Self.key(wish.level, wish.player, wish.seed)] ?? 0))
    }
  }

  /// Plays what is not there yet.
  /// - Throws: `TuneError`, or why the log cannot be written.
  func play(_ wishes: [Wish]) async throws {
    var demands: [GameCrew.Demand] = []
    var keys: [TuneLog.Key] = []
    var counts: [(key: TuneLog.Key, count: Int)] = []
    for wish in wishes {
      let key = Self.key(wish.level, wish.player, wish.seed)
      counts.append((key, wish.count))
      let there = games[key]?.count ?? 0
      guard wish.count > there, !keys.contains(key) else { continue }
      keys.append(key)
      demands.append(
        GameCrew.Demand(
          level: wish.level, player: wish.player, seed: wish.seed, games: there..<wish.count))
    }
    if isCancelled() { throw TuneError.cancelled }
    if !demands.isEmpty {
      guard
        let played = try await crew.play(
          demands, isCancelled: isCancelled, progress: { [progress] in progress($0) })
      else { throw TuneError.cancelled }
      for (key, added) in zip(keys, played) {
        let there = games[key]?.count ?? 0
        try log?.add(added, first: there, of: key)
        games[key, default: []] += added
        gamesPlayed += added.count
      }
    }
    for (key, count) in counts where count > known[key] ?? 0 {
      gamesCounted += count - (known[key] ?? 0)
      known[key] = count
    }
  }
}
