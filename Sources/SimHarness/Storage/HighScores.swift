import FoundationEssentials
import GRDB
import GRDBSQLite

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
  public static let maxNameLength = 100

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

  /// Steps of SQLite's machine that a statement may take, about a second: a file made to mislead
  /// could be read for ever.
  private static let maxSteps: Int32 = 50_000_000
  /// The most bytes of all texts that are read together.
  private static let maxBytes = 64 << 20
  /// What a text takes besides its bytes, so that rows of empty ones are bounded too.
  private static let bytesOfText = 16

  /// Opens a store, made with its folder if it is not there.
  ///
  /// - Throws: `damaged` where the file is no store of scores, before anything else of it is used.
  public convenience init(path: String) throws(HighScoreError) {
    try self.init(path: path, maxSteps: Self.maxSteps)
  }

  /// The same with a limit of the steps of each statement.
  init(path: String, maxSteps: Int32) throws(HighScoreError) {
    self.path = path
    if let obstacle = StoreFiles.obstacle(to: path, isWritten: false) {
      throw .damaged(
        obstacle.path,
        obstacle.isLink ? "this is a link to another file" : "this is not a plain file")
    }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      let folder = String(path[..<slash])
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      } catch {
        let reason = "cannot create the folder: \(RunFolder.reason(error))"
        throw RunFolder.isFull(error) ? .failed(path, reason) : .unwritable(path, reason)
      }
    }
    queue = try Self.storing(path) {
      var configuration = RunStore.configuration(readonly: false)
      configuration.prepareDatabase { db in
        sqlite3_progress_handler(db.sqliteConnection, maxSteps, { _ in 1 }, nil)
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      if try queue.read({ db in try Self.layout(of: db, path) }) != .usual {
        try queue.write { db in try Self.makeTable(in: db, path) }
      }
      return queue
    }
  }

  // MARK: Tables

  /// What the file has in it.
  private enum Layout {
    case nothing
    case usual
    /// The table of earlier versions.
    case withoutSettings
  }

  /// The statements that made the table, with single spaces.
  private static let tables: [(sql: String, layout: Layout)] = [
    (
      """
      CREATE TABLE scores (number INTEGER PRIMARY KEY AUTOINCREMENT, player TEXT NOT NULL, \
      game TEXT NOT NULL, level TEXT NOT NULL, setting TEXT NOT NULL DEFAULT '', \
      score INTEGER NOT NULL, UNIQUE (player, game, level, setting))
      """, .usual
    ),
    (
      """
      CREATE TABLE scores (number INTEGER PRIMARY KEY AUTOINCREMENT, player TEXT NOT NULL, \
      game TEXT NOT NULL, level TEXT NOT NULL, score INTEGER NOT NULL, \
      UNIQUE (player, game, level))
      """, .withoutSettings
    ),
  ]

  /// What SQLite makes by itself for the table.
  private static let accompaniments = [
    StoreSchema.Object(
      type: "table", name: "sqlite_sequence", table: "sqlite_sequence",
      sql: "CREATE TABLE sqlite_sequence(name,seq)"),
    StoreSchema.Object(type: "index", name: "sqlite_autoindex_scores_1", table: "scores"),
  ]

  /// - Throws: `damaged` where it is anything but the table of scores.
  private static func layout(of db: Database, _ path: String) throws -> Layout {
    let objects = try StoreSchema(of: db).objects
    if objects.isEmpty { return .nothing }
    guard let table = objects.first(where: { $0.name == "scores" }), table.isAsStated,
      let sql = table.sql, Set(objects) == Set(accompaniments + [table]),
      let known = tables.first(where: { $0.sql == oneLine(sql) })
    else {
      throw HighScoreError.damaged(path, "its tables differ from those that this playtest writes")
    }
    return known.layout
  }

  /// A statement with single spaces; versions have broken its lines at other places.
  private static func oneLine(_ sql: String) -> String {
    sql.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  /// Creates the table; one without settings, from earlier versions, is migrated.
  private static func makeTable(in db: Database, _ path: String) throws {
    let layout = try layout(of: db, path)
    if layout == .usual { return }
    if layout == .withoutSettings {
      try db.execute(sql: "ALTER TABLE scores RENAME TO scores_without_settings")
    }
    try db.execute(sql: tables[0].sql)
    guard layout == .withoutSettings else { return }
    try db.execute(
      sql: """
        INSERT INTO scores (number, player, game, level, score)
          SELECT number, player, game, level, score FROM scores_without_settings;
        DROP TABLE scores_without_settings
        """)
  }

  // MARK: Names

  /// A player's name as it is kept: without white space at its ends.
  /// - Throws: What is wrong with it.
  public static func name(_ text: String) throws(HighScoreError) -> String {
    let name = String(
      text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    if name.isEmpty { throw .badName("the player's name is empty; write one") }
    if name.unicodeScalars.count > maxNameLength {
      throw .badName("a player's name has at most \(maxNameLength) characters; shorten it")
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
        let standing = try entries(
          db, where: "game = ? AND level = ? AND setting = ?", [game, level, setting])
        let highest = standing.map(\.score).max()
        // SQLite tells names apart by their bytes.
        let own = standing.first { $0.player.utf8.elementsEqual(name.utf8) }?.score
        let isOwnBest = own.map { score > $0 } ?? true
        if isOwnBest {
          // A new row, so that its number shows the order in which scores were set.
          try db.execute(
            sql: """
              INSERT OR REPLACE INTO scores (player, game, level, setting, score)
                VALUES (?, ?, ?, ?, ?)
              """, arguments: [name, game, level, setting, Saturating.bounded(score)])
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
        try entries(db, where: "? IS NULL OR game = ?", [game, game])
      }
    }
  }

  /// Rows in order.
  ///
  /// - Throws: `damaged` for a value that `record` does not write; SQLite keeps any in any column.
  private func entries(
    _ db: Database, where condition: String, _ arguments: StatementArguments
  ) throws -> [Entry] {
    var entries: [Entry] = []
    var bytesLeft = Self.maxBytes
    let sql = """
      SELECT player, game, level, setting, score, number FROM scores
      WHERE \(condition) ORDER BY game, level, setting, score DESC, number
      """
    // A statement of its own: the steps of one that is used again add up.
    try RunStore.scan(try db.makeStatement(sql: sql), of: db, arguments: arguments) { row in
      func text(_ column: Int32) throws -> String {
        guard row.type(column) == SQLITE_TEXT, let text = row.text(column) else {
          throw HighScoreError.damaged(path, "a name in it is not a text")
        }
        bytesLeft -= text.utf8.count + Self.bytesOfText
        guard bytesLeft > 0 else {
          throw HighScoreError.damaged(path, "it has more text than scores have")
        }
        return text
      }
      let score = row.int(4)
      guard row.type(4) == SQLITE_INTEGER, row.type(5) == SQLITE_INTEGER,
        Saturating.bounded(score) == score
      else { throw HighScoreError.damaged(path, "a score in it is no score of a game") }
      entries.append(
        Entry(
          player: try text(0), game: try text(1), level: try text(2), setting: try text(3),
          score: score, order: row.int(5)))
    }
    return entries
  }

  private static func storing<Value>(
    _ path: String, _ work: () throws -> Value
  ) throws(HighScoreError) -> Value {
    do {
      return try work()
    } catch let error as HighScoreError {
      throw error
    } catch let error as DatabaseError {
      let reason = error.message ?? "SQLite error \(error.resultCode.rawValue)"
      switch error.resultCode.primaryResultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_FORMAT, .SQLITE_TOOBIG:
        throw .damaged(path, reason)
      case .SQLITE_INTERRUPT: throw .damaged(path, "reading it takes too long")
      case .SQLITE_FULL, .SQLITE_IOERR: throw .failed(path, reason)
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
  /// The disk failed on the way: it is full or broken.
  case failed(String, String)

  public var description: String {
    switch self {
    case .badName(let reason): reason
    case .damaged(let path, let reason):
      "\(path): cannot read the high scores: \(reason); move the file away, or pass another --store"
    case .unwritable(let path, let reason):
      "\(path): cannot write: \(reason); pass another --store"
    case .failed(let path, let reason):
      "\(path): cannot write: \(reason); free some space or pass another --store"
    }
  }
}
