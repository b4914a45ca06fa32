import FoundationEssentials
import GRDB
import GRDBSQLite

/// The games of a run, a row a game, in one SQLite file.
///
/// Written by prepared statements in transactions of a chunk of games, with a write-ahead log: a
/// killed process loses at most the games in flight. One writer at a time; readers may look on.
public final class RunStore: Sendable {
  private let path: String
  private let queue: DatabaseQueue
  private let metricNames: [String]

  /// What a run's store is made for.
  public struct Header: Sendable {
    public var cells: [RunCell]
    public var levels: [StoredLevel]
    public var scripts: [ScriptSource]
    public var metrics: [MetricDefinition]

    public init(
      cells: [RunCell], levels: [StoredLevel], scripts: [ScriptSource],
      metrics: [MetricDefinition]
    ) {
      self.cells = cells
      self.levels = levels
      self.scripts = scripts
      self.metrics = metrics
    }
  }

  // MARK: Opening

  /// Makes a new store; the file must not exist.
  public static func create(at path: String, header: Header) throws(StorageError) -> RunStore {
    try storing(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration(readonly: false))
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      }
      try queue.write { db in try writeHeader(header, to: db) }
      return RunStore(path: path, queue: queue, metricNames: header.metrics.map(\.name))
    }
  }

  /// Opens an existing store for reading.
  public static func open(at path: String) throws(StorageError) -> RunStore {
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path) }
    return try storing(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration(readonly: true))
      let names = try queue.read { db in
        try String.fetchAll(db, sql: "SELECT name FROM metrics ORDER BY position")
      }
      return RunStore(path: path, queue: queue, metricNames: names)
    }
  }

  private init(path: String, queue: DatabaseQueue, metricNames: [String]) {
    self.path = path
    self.queue = queue
    self.metricNames = metricNames
  }

  private static func configuration(readonly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readonly
    return configuration
  }

  /// Closes the store; the write-ahead log is folded into the one file.
  public func close() throws(StorageError) {
    try storing(path) {
      if !queue.configuration.readonly {
        try queue.writeWithoutTransaction { db in
          try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
        }
      }
      try queue.close()
    }
  }

  private static func writeHeader(_ header: Header, to db: Database) throws {
    let metricColumns = header.metrics.map { ", \(column($0.name)) INTEGER" }.joined()
    try db.execute(
      sql: """
        CREATE TABLE levels (position INTEGER PRIMARY KEY, name TEXT NOT NULL, id TEXT NOT NULL,
          hash TEXT NOT NULL, json TEXT NOT NULL);
        CREATE TABLE cells (cell INTEGER PRIMARY KEY, level INTEGER NOT NULL, agent TEXT NOT NULL);
        CREATE TABLE scripts (name TEXT NOT NULL, hash TEXT NOT NULL, bundled INTEGER NOT NULL,
          text TEXT NOT NULL);
        CREATE TABLE metrics (position INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE games (cell INTEGER NOT NULL, game INTEGER NOT NULL, end TEXT NOT NULL,
          score INTEGER NOT NULL, moves INTEGER NOT NULL, hash INTEGER NOT NULL, reason TEXT,
          fault TEXT, record BLOB NOT NULL\(metricColumns), PRIMARY KEY (cell, game)) WITHOUT ROWID;
        """)
    for (position, level) in header.levels.enumerated() {
      try db.execute(
        sql: "INSERT INTO levels VALUES (?, ?, ?, ?, ?)",
        arguments: [position, level.name, level.id, level.hash, level.json])
    }
    for (number, cell) in header.cells.enumerated() {
      try db.execute(
        sql: "INSERT INTO cells VALUES (?, ?, ?)", arguments: [number, cell.level, cell.agent])
    }
    for script in header.scripts {
      try db.execute(
        sql: "INSERT INTO scripts VALUES (?, ?, ?, ?)",
        arguments: [script.name, script.hash, script.isBundled, script.text])
    }
    for (position, metric) in header.metrics.enumerated() {
      try db.execute(
        sql: "INSERT INTO metrics VALUES (?, ?)", arguments: [position, metric.name])
    }
  }

  private static func column(_ metric: String) -> String { "\"m_\(metric)\"" }

  // MARK: Writing

  /// Adds games of a cell, all or none.
  public func add(_ rows: [GameRow], cell: Int) throws(StorageError) {
    try storing(path) {
      try queue.write { db in
        let places = String(repeating: ", ?", count: 8 + metricNames.count)
        let statement = try db.cachedStatement(sql: "INSERT INTO games VALUES (?\(places))")
        let raw = statement.sqliteStatement
        for row in rows { try Self.insert(row, cell: cell, into: raw, db: db) }
      }
    }
  }

  /// Binds and runs the prepared statement without boxing a value.
  private static func insert(
    _ row: GameRow, cell: Int, into statement: OpaquePointer, db: Database
  ) throws {
    sqlite3_reset(statement)
    sqlite3_bind_int64(statement, 1, Int64(cell))
    sqlite3_bind_int64(statement, 2, Int64(row.result.index))
    bind(row.result.end.rawValue, to: 3, of: statement)
    sqlite3_bind_int64(statement, 4, Int64(row.result.score))
    sqlite3_bind_int64(statement, 5, Int64(row.result.moves))
    sqlite3_bind_int64(statement, 6, Int64(bitPattern: row.result.hash))
    bind(row.lossReason, to: 7, of: statement)
    bind(row.result.fault, to: 8, of: statement)
    row.record.withUnsafeBytes { bytes in
      // A copy is taken before the buffer goes.
      _ = sqlite3_bind_blob(statement, 9, bytes.baseAddress, Int32(bytes.count), transient)
      if bytes.isEmpty { sqlite3_bind_zeroblob(statement, 9, 0) }
    }
    for (index, value) in row.metrics.enumerated() {
      let place = Int32(10 + index)
      if let value {
        sqlite3_bind_int64(statement, place, value)
      } else {
        sqlite3_bind_null(statement, place)
      }
    }
    let code = sqlite3_step(statement)
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: sqlite3_errmsg(db.sqliteConnection).map { String(cString: $0) })
    }
    sqlite3_reset(statement)
  }

  private static func bind(_ text: String?, to place: Int32, of statement: OpaquePointer) {
    guard let text else {
      sqlite3_bind_null(statement, place)
      return
    }
    sqlite3_bind_text(statement, place, text, -1, transient)
  }

  /// SQLite's sign that it must copy what it is given.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  // MARK: Reading

  /// The levels, in the order of the run.
  public func levels() throws(StorageError) -> [StoredLevel] {
    try storing(path) {
      try queue.read { db in
        try Row.fetchAll(db, sql: "SELECT name, id, hash, json FROM levels ORDER BY position").map {
          StoredLevel(name: $0[0], id: $0[1], hash: $0[2], json: $0[3])
        }
      }
    }
  }

  /// The cells, by number.
  public func cells() throws(StorageError) -> [RunCell] {
    try storing(path) {
      try queue.read { db in
        try Row.fetchAll(db, sql: "SELECT level, agent FROM cells ORDER BY cell").map {
          RunCell(level: $0[0], agent: $0[1])
        }
      }
    }
  }

  /// The scripts the run used.
  public func scripts() throws(StorageError) -> [ScriptSource] {
    try storing(path) {
      try queue.read { db in
        try Row.fetchAll(db, sql: "SELECT name, text, bundled FROM scripts").map {
          ScriptSource(name: $0[0], text: $0[1], isBundled: $0[2])
        }
      }
    }
  }

  /// Calls `body` with every game of a cell, by index; memory does not grow with their number.
  ///
  /// With `records` the moves are read as well.
  public func forEachGame(
    ofCell cell: Int, records: Bool = false, _ body: (GameRow) -> Void
  ) throws(StorageError) {
    try storing(path) {
      try queue.read { db in
        let metrics = metricNames.map { ", " + Self.column($0) }.joined()
        let statement = try db.cachedStatement(
          sql: """
            SELECT game, end, score, moves, hash, reason, fault, \(records ? "record" : "NULL")\
            \(metrics) FROM games WHERE cell = ? ORDER BY game
            """)
        statement.arguments = [cell]
        try Self.scan(statement.sqliteStatement, metrics: metricNames.count, db: db, body)
      }
    }
  }

  /// One game of a cell with its moves; nil when it was not played.
  public func game(_ index: Int, ofCell cell: Int) throws(StorageError) -> GameRow? {
    try storing(path) {
      try queue.read { db in
        let metrics = metricNames.map { ", " + Self.column($0) }.joined()
        let statement = try db.makeStatement(
          sql: """
            SELECT game, end, score, moves, hash, reason, fault, record\(metrics) FROM games
            WHERE cell = ? AND game = ?
            """)
        statement.arguments = [cell, index]
        var found: GameRow?
        try Self.scan(statement.sqliteStatement, metrics: metricNames.count, db: db) { found = $0 }
        return found
      }
    }
  }

  private static func scan(
    _ statement: OpaquePointer, metrics: Int, db: Database, _ body: (GameRow) -> Void
  ) throws {
    defer { sqlite3_reset(statement) }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else {
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code),
          message: sqlite3_errmsg(db.sqliteConnection).map { String(cString: $0) })
      }
      var values: [Int64?] = []
      values.reserveCapacity(metrics)
      for index in 0..<metrics {
        let place = Int32(8 + index)
        values.append(
          sqlite3_column_type(statement, place) == SQLITE_NULL
            ? nil : sqlite3_column_int64(statement, place))
      }
      let length = Int(sqlite3_column_bytes(statement, 7))
      let bytes = sqlite3_column_blob(statement, 7).map {
        [UInt8](UnsafeRawBufferPointer(start: $0, count: length))
      }
      body(
        GameRow(
          result: GameResult(
            index: Int(sqlite3_column_int64(statement, 0)),
            end: GameEnd(rawValue: text(1, of: statement) ?? "") ?? .faulted,
            score: Int(sqlite3_column_int64(statement, 2)),
            moves: Int(sqlite3_column_int64(statement, 3)),
            hash: UInt64(bitPattern: sqlite3_column_int64(statement, 4)),
            fault: text(6, of: statement)),
          lossReason: text(5, of: statement), metrics: values, record: bytes ?? []))
    }
  }

  private static func text(_ column: Int32, of statement: OpaquePointer) -> String? {
    sqlite3_column_text(statement, column).map { String(cString: $0) }
  }
}

/// A level and an agent of a run.
public struct RunCell: Sendable, Hashable {
  /// The level's position in the run.
  public let level: Int
  /// The agent's name as it was given.
  public let agent: String

  public init(level: Int, agent: String) {
    self.level = level
    self.agent = agent
  }
}

/// A level as the store keeps it: enough to play it again without its file.
public struct StoredLevel: Sendable, Hashable {
  public let name: String
  public let id: String
  public let hash: String
  /// The level file's canonical text.
  public let json: String

  public init(name: String, id: String, hash: String, json: String) {
    self.name = name
    self.id = id
    self.hash = hash
    self.json = json
  }
}

/// Why a run's files cannot be read or written.
public enum StorageError: Error, Sendable, Equatable, CustomStringConvertible {
  case missing(String)
  /// The file is there but is no store or is damaged.
  case damaged(String, String)
  /// The file cannot be made or written at all: a folder without permission.
  case unwritable(String, String)
  /// Reading or writing failed on the way: a full or failing disk.
  case failed(String, String)

  public var description: String {
    switch self {
    case .missing(let path): "\(path): there is no such file"
    case .damaged(let path, let reason): "\(path): the run cannot be read: \(reason)"
    case .unwritable(let path, let reason):
      "\(path): cannot write: \(reason); choose another --out"
    case .failed(let path, let reason):
      "\(path): \(reason); what was written before is kept; make room or choose another --out"
    }
  }
}

/// Runs a piece of database work and turns its errors into ours.
private func storing<Value>(
  _ path: String, _ work: () throws -> Value
) throws(StorageError) -> Value {
  do {
    return try work()
  } catch let error as DatabaseError {
    let reason = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    switch error.resultCode.primaryResultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_FORMAT:
      throw .damaged(path, reason)
    case .SQLITE_FULL, .SQLITE_IOERR: throw .failed(path, reason)
    default: throw .unwritable(path, reason)
    }
  } catch {
    throw .damaged(path, "\(error)")
  }
}
