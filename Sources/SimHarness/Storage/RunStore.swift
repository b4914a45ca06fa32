import FoundationEssentials
import GRDB
import GRDBSQLite
import Synchronization

/// The games of a run, one row per game, in one SQLite file.
///
/// Written by prepared statements in transactions of a few games, with a write-ahead log: a killed
/// process loses at most the games in flight. Every row carries a hash of all its fields that is
/// bound to the run, so a damaged row, and one of another run, is found when it is read. One writer
/// at a time, and any number of readers.
public final class RunStore: Sendable {
  let path: String
  let queue: DatabaseQueue
  let gate: DiskGate
  /// What the run's store is made for.
  package let header: Header
  /// What rows' hashes are bound with.
  let binding: RunBinding
  /// The games that each cell may have; nil: any.
  let ranges: [Range<Int>]?
  /// SQLite's `data_version` at this connection's last check; it changes when another connection
  /// commits.
  let version = Mutex<Int64?>(nil)
  /// The file that is being written.
  private let place = Mutex<FilePlace?>(nil)

  /// What a run's store is made for.
  public struct Header: Sendable {
    /// What makes its rows those of one run.
    public var identity: RunIdentity
    public var cells: [RunCell]
    public var levels: [StoredLevel]
    public var scripts: [ScriptSource]
    /// The metrics, in the order of their values.
    var metrics: [StoredMetric]
    /// Names of metrics, in the order of their values.
    public var metricNames: [String] { metrics.map(\.name) }
    /// The metrics as definitions.
    var metricDefinitions: [MetricDefinition] {
      metrics.map {
        MetricDefinition($0.name, unit: $0.unit, kind: $0.kind, summary: $0.summary)
      }
    }

    public init(
      identity: RunIdentity, cells: [RunCell], levels: [StoredLevel], scripts: [ScriptSource],
      metrics: [MetricDefinition]
    ) {
      self.init(
        identity: identity, cells: cells, levels: levels, scripts: scripts,
        metrics: metrics.map(StoredMetric.init))
    }

    init(
      identity: RunIdentity, cells: [RunCell], levels: [StoredLevel], scripts: [ScriptSource],
      metrics: [StoredMetric]
    ) {
      self.identity = identity
      self.cells = cells
      self.levels = levels
      self.scripts = scripts
      self.metrics = metrics
    }

    /// The header of a plan's store.
    public init(_ plan: RunPlan) {
      self.init(
        identity: plan.identity, cells: plan.cells,
        levels: plan.levels.map {
          StoredLevel(name: $0.name, id: $0.id, hash: $0.hash, json: JSONWriter.compact($0.tree))
        }, scripts: plan.scripts, metrics: plan.game.metrics)
    }

    /// A hash of everything in it.
    var digest: UInt64 {
      var digest = StableDigest()
      digest.combine(identity.digest)
      for cell in cells {
        digest.combine(cell.level)
        digest.combine(cell.agent)
      }
      for level in levels {
        for text in [level.name, level.id, level.hash, level.json] { digest.combine(text) }
      }
      for script in scripts {
        for text in [script.name, script.hash, script.text] { digest.combine(text) }
        digest.combine(script.isBundled ? 1 : 0)
      }
      for metric in metrics {
        for text in [metric.name, metric.unit, metric.kind.rawValue, metric.summary] {
          digest.combine(text)
        }
      }
      for count in [cells.count, levels.count, scripts.count] { digest.combine(count) }
      return digest.value
    }

    /// The name of a cell in messages.
    func name(ofCell cell: Int) -> String {
      guard cells.indices.contains(cell), levels.indices.contains(cells[cell].level) else {
        return "cell \(cell)"
      }
      let level = SafeText.escaped(levels[cells[cell].level].name, limit: 60)
      return "\(SafeText.escaped(cells[cell].agent, limit: 60)) on \(level)"
    }
  }

  // MARK: Opening

  /// Makes a new store; the file must not exist.
  public static func create(
    at path: String, header: Header, through gate: DiskGate = .open
  ) throws(StorageError) -> RunStore {
    try create(at: path, header: header, through: gate, pageSize: nil)
  }

  /// Makes a new store with SQLite pages of a size; nil: SQLite's own.
  static func create(
    at path: String, header: Header, through gate: DiskGate, pageSize: Int?
  ) throws(StorageError) -> RunStore {
    try StoreFiles.check(path, isWritten: true)
    return try storing(path) {
      try gate.pass(.openStore, path)
      let queue = try DatabaseQueue(path: path, configuration: configuration(readonly: false))
      try queue.writeWithoutTransaction { db in
        if let pageSize { try db.execute(sql: "PRAGMA page_size = \(pageSize)") }
        try db.execute(sql: writing)
      }
      try queue.write { db in
        try gate.pass(.insert, path)
        try writeHeader(header, to: db)
        try gate.pass(.commit, path)
      }
      let store = RunStore(path: path, queue: queue, gate: gate, header: header)
      try store.beginWatching()
      return store
    }
  }

  /// Opens the store of a run for reading.
  ///
  /// - Throws: `damaged` where the file is not a store, `foreign` if it is of another run than the
  ///   manifest describes.
  public static func open(
    at path: String, for manifest: RunManifest
  ) throws(StorageError) -> RunStore {
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path) }
    try StoreFiles.check(path, isWritten: false)
    return try storing(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration(readonly: true))
      let header = try queue.read { db in
        let header = try readHeader(from: db, at: path)
        let difference = header.identity.difference(from: manifest.identity)
        if let difference { throw foreign(path, difference) }
        return header
      }
      let store = RunStore(
        path: path, queue: queue, gate: .open, header: header,
        ranges: header.cells.indices.map { manifest.range(ofCell: $0) })
      try queue.read { db in try store.checkEnds(db) }
      return store
    }
  }

  /// What to do about a file or a row of another run.
  static let restoration = "restore the run's own file or play the run again with --force"

  /// A store of another run.
  static func foreign(_ path: String, _ difference: String) -> StorageError {
    .foreign(
      path,
      "this file belongs to another run than run.json: it has \(difference); \(restoration)")
  }

  init(
    path: String, queue: DatabaseQueue, gate: DiskGate, header: Header,
    ranges: [Range<Int>]? = nil
  ) {
    self.path = path
    self.queue = queue
    self.gate = gate
    self.header = header
    self.ranges = ranges
    binding = RunBinding(run: header.identity.digest)
  }

  /// What a writer sets.
  ///
  /// The empty transaction ends one that SQLite 3.40 leaves open after changing the journal, which
  /// would keep the log from being folded.
  static let writing =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; COMMIT"

  /// The most bytes of one value: a level's JSON at the most that a level file may have.
  private static let maxValueBytes: Int32 = 64 << 20

  static func configuration(readonly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readonly
    configuration.busyMode = .timeout(5)
    // A foreign file can run no code, and no value exceeds what a run writes.
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      if readonly { try db.execute(sql: "PRAGMA query_only = ON") }
      _ = sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, maxValueBytes)
    }
    return configuration
  }

  /// Records the state of the file, so that later changes by others are noticed.
  func beginWatching() throws(StorageError) {
    try storing(path) {
      _ = try queue.read { db in try hasNewVersion(db) }
      place.withLock { $0 = FilePlace(of: path) }
    }
  }

  /// Whether the path still leads to the file that is being written.
  var isInPlace: Bool { place.withLock { $0 != nil && $0 == FilePlace(of: path) } }

  /// Closes the store; the write-ahead log is folded into the one file.
  public func close() throws(StorageError) {
    try storing(path) {
      if !queue.configuration.readonly {
        try gate.pass(.fold, path)
        try queue.writeWithoutTransaction { db in
          try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
        }
      }
      try queue.close()
    }
  }

  // MARK: Header

  /// The statements that make the tables, word for word as SQLite keeps them.
  static func schema(_ metrics: [StoredMetric]) -> [String] {
    let metricColumns = metrics.map { ", \(column($0.name)) INTEGER" }.joined()
    return [
      """
      CREATE TABLE levels (position INTEGER PRIMARY KEY, name TEXT NOT NULL, id TEXT NOT NULL, \
      hash TEXT NOT NULL, json TEXT NOT NULL)
      """,
      "CREATE TABLE cells (cell INTEGER PRIMARY KEY, level INTEGER NOT NULL, agent TEXT NOT NULL)",
      """
      CREATE TABLE scripts (name TEXT NOT NULL, hash TEXT NOT NULL, bundled INTEGER NOT NULL, \
      text TEXT NOT NULL)
      """,
      """
      CREATE TABLE metrics (position INTEGER PRIMARY KEY, name TEXT NOT NULL, \
      unit TEXT NOT NULL, kind TEXT NOT NULL, summary TEXT NOT NULL)
      """,
      """
      CREATE TABLE seal (playtest TEXT NOT NULL, game TEXT NOT NULL, seed INTEGER NOT NULL, \
      max_moves INTEGER NOT NULL, digest INTEGER NOT NULL)
      """,
      """
      CREATE TABLE games (id INTEGER PRIMARY KEY, end TEXT NOT NULL, score INTEGER NOT NULL, \
      moves INTEGER NOT NULL, hash INTEGER NOT NULL, reason TEXT, fault TEXT, \
      record BLOB NOT NULL\(metricColumns), digest INTEGER NOT NULL)
      """,
      resultsView(metrics),
    ]
  }

  static func column(_ metric: String) -> String { "\"m_\(metric)\"" }

  static func writeHeader(_ header: Header, to db: Database) throws {
    for statement in schema(header.metrics) { try db.execute(sql: statement) }
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
        sql: "INSERT INTO metrics VALUES (?, ?, ?, ?, ?)",
        arguments: [position, metric.name, metric.unit, metric.kind.rawValue, metric.summary])
    }
    let identity = header.identity
    try db.execute(
      sql: "INSERT INTO seal VALUES (?, ?, ?, ?, ?)",
      arguments: [
        identity.program, identity.game, Int64(bitPattern: identity.seed), identity.maxMoves,
        Int64(bitPattern: header.digest),
      ])
  }
}
