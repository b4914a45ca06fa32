import FoundationEssentials
import GRDB

/// The best score of each player on each level and setting, in one SQLite file that outlives runs
/// and games.
///
/// Ties keep the earlier score. Writers in several processes wait for each other.
public final class HighScores: Sendable {
  /// One player's best on one level in one setting.
  public struct Entry: Hashable, Sendable {
    public let player: String
    public let game: String
    /// The level's id.
    public let level: String
    /// What was changed of the level for the game, such as `duration=30`; empty for the level as it
    /// is.
    public let setting: String
    public let score: Int
    /// Counts the scores in the order in which they were set, from 1.
    public let order: Int
  }

  /// The result of recording a score.
  public struct Recorded: Hashable, Sendable {
    /// Whether it is the player's best now.
    public let isOwnBest: Bool
    /// The highest score of the level before, by any player.
    public let highestBefore: Int?
    /// Whether it is above that; the event is `HighScores.passedEvent`.
    public let passesHighest: Bool
  }

  /// The event of a game in which the highest score of its level is passed.
  public static let passedEvent = "high_score_passed"
  /// The maximum length of a player's name.
  public static let longestName = 100

  private let path: String
  private let queue: DatabaseQueue

  /// The file where none is named: `playtest/scores.sqlite` in the user's data folder, from the
  /// process's environment variables.
  public static func defaultPath(environment: [String: String]) -> String {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return "\(data)/playtest/scores.sqlite"
    }
    return "\(environment["HOME"] ?? ".")/.local/share/playtest/scores.sqlite"
  }

  /// Opens a store, made with its folder if it is not there.
  public init(path: String) throws(HighScoreError) {
    self.path = path
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      let folder = String(path[..<slash])
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw .unwritable(path, "cannot create the folder")
      }
    }
    queue = try Self.storing(path) {
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.write { db in
        try Self.makeTable(in: db)
      }
      return queue
    }
  }

  /// Creates the table; one without settings, from earlier versions, is migrated.
  private static func makeTable(in db: Database) throws {
    let isOld =
      try db.tableExists("scores")
      && !db.columns(in: "scores").contains { $0.name == "setting" }
    if isOld { try db.execute(sql: "ALTER TABLE scores RENAME TO scores_without_settings") }
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS scores (number INTEGER PRIMARY KEY AUTOINCREMENT,
          player TEXT NOT NULL, game TEXT NOT NULL, level TEXT NOT NULL,
          setting TEXT NOT NULL DEFAULT '', score INTEGER NOT NULL,
          UNIQUE (player, game, level, setting))
        """)
    guard isOld else { return }
    try db.execute(
      sql: """
        INSERT INTO scores (number, player, game, level, score)
          SELECT number, player, game, level, score FROM scores_without_settings;
        DROP TABLE scores_without_settings
        """)
  }

  /// A player's name as it is kept: without white space at its ends.
  /// - Throws: What is wrong with it.
  public static func name(_ text: String) throws(HighScoreError) -> String {
    let name = String(
      text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    if name.isEmpty { throw .badName("the player's name is empty; write one") }
    if name.unicodeScalars.count > longestName {
      throw .badName("a player's name has at most \(longestName) characters; shorten it")
    }
    if name.unicodeScalars.contains(where: {
      $0.properties.generalCategory == .control || $0.properties.isBidiControl
    }) {
      throw .badName("a player's name has a character that cannot be shown; remove it")
    }
    return name
  }

  /// Records a score; one that is not above the player's own best changes nothing.
  @discardableResult
  public func record(
    player: String, game: String, level: String, setting: String = "", score: Int
  ) throws(HighScoreError) -> Recorded {
    let name = try Self.name(player)
    return try Self.storing(path) {
      try queue.write { db in
        let highest = try Int.fetchOne(
          db, sql: "SELECT MAX(score) FROM scores WHERE game = ? AND level = ? AND setting = ?",
          arguments: [game, level, setting])
        let own = try Int.fetchOne(
          db,
          sql: """
            SELECT score FROM scores WHERE player = ? AND game = ? AND level = ? AND setting = ?
            """, arguments: [name, game, level, setting])
        let isOwnBest = own.map { score > $0 } ?? true
        if isOwnBest {
          // A new row, so that its number shows the order in which scores were set.
          try db.execute(
            sql: """
              INSERT OR REPLACE INTO scores (player, game, level, setting, score)
                VALUES (?, ?, ?, ?, ?)
              """, arguments: [name, game, level, setting, score])
        }
        return Recorded(
          isOwnBest: isOwnBest, highestBefore: highest,
          passesHighest: highest.map { score > $0 } ?? false)
      }
    }
  }

  /// The best scores of a level in one setting, the highest first and of equals the earlier.
  public func best(
    _ count: Int, game: String, level: String, setting: String = ""
  ) throws(HighScoreError) -> [Entry] {
    Array(
      try entries(game: game).filter { $0.level == level && $0.setting == setting }
        .prefix(count))
  }

  /// Every player's best in one game or all, by game, level and setting, the highest first and of
  /// equals the earlier.
  public func entries(game: String? = nil) throws(HighScoreError) -> [Entry] {
    try Self.storing(path) {
      try queue.read { db in
        try Row.fetchAll(
          db,
          sql: """
            SELECT player, game, level, setting, score, number FROM scores
            WHERE ? IS NULL OR game = ? ORDER BY game, level, setting, score DESC, number
            """, arguments: [game, game]
        ).map {
          Entry(
            player: $0[0], game: $0[1], level: $0[2], setting: $0[3], score: $0[4], order: $0[5])
        }
      }
    }
  }

  private static func storing<Value>(
    _ path: String, _ work: () throws -> Value
  ) throws(HighScoreError) -> Value {
    do {
      return try work()
    } catch let error as DatabaseError {
      let reason = error.message ?? "SQLite error \(error.resultCode.rawValue)"
      switch error.resultCode.primaryResultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_FORMAT:
        throw .damaged(path, reason)
      default: throw .unwritable(path, reason)
      }
    } catch {
      throw .damaged(path, "\(error)")
    }
  }
}

/// Why high scores cannot be read or kept.
public enum HighScoreError: Error, Hashable, Sendable, CustomStringConvertible {
  case badName(String)
  /// The file is there but holds no high scores.
  case damaged(String, String)
  case unwritable(String, String)

  public var description: String {
    switch self {
    case .badName(let reason): reason
    case .damaged(let path, let reason):
      "\(path): cannot read the high scores: \(reason); pass another --store"
    case .unwritable(let path, let reason):
      "\(path): cannot write: \(reason); pass another --store"
    }
  }
}
