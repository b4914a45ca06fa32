import GRDB
import GRDBSQLite

extension RunStore {
  /// The header, read only after the schema has been found to be exactly what `schema` makes.
  ///
  /// - Throws: `damaged` where the tables are not those of a run's store or the header is not as it
  ///   was written.
  static func readHeader(from db: Database, at path: String) throws -> Header {
    let objects = try schemaObjects(of: db, at: path)
    let plain = schema([])
    // Of the tables that are read for the header, none depends on the metrics.
    guard objects.prefix(headerTables).elementsEqual(plain.prefix(headerTables)) else {
      throw otherTables(path, objects)
    }
    var header = try readParts(from: db, at: path)
    guard objects == schema(header.metrics) else {
      throw otherTables(path, objects)
    }
    header.identity = try readIdentity(of: header, from: db, at: path)
    return header
  }

  /// The statements behind everything in the file, in the order in which it was made.
  ///
  /// The type and names of each must be what its statement says.
  private static func schemaObjects(of db: Database, at path: String) throws -> [String] {
    let objects = try StoreSchema(of: db).objects
    let statements = objects.map { $0.sql ?? "" }
    guard objects.allSatisfy(\.isAsStated) else { throw otherTables(path, statements) }
    return statements
  }

  /// The tables that come first in `schema` and make the header.
  static let headerTables = 5

  /// The error for a file whose tables are not those that `schema` makes.
  private static func otherTables(_ path: String, _ objects: [String]) -> StorageError {
    // The format of builds before stores were bound to their runs.
    if objects.contains("CREATE TABLE seal (digest INTEGER NOT NULL)") {
      return .damaged(path, earlierBuild)
    }
    if objects.isEmpty {
      return .damaged(path, "it is empty; play its games again with --resume")
    }
    return .damaged(
      path,
      "its tables differ from those that this playtest writes; play its games again with --resume")
  }

  /// Why a store of an earlier build is not read.
  static let earlierBuild =
    "it was written by an earlier build, whose stores this one cannot read; play the run again"
    + " with --force"

  /// The header's lists; rows must be numbered as they were written, and are bounded.
  private static func readParts(from db: Database, at path: String) throws -> Header {
    var header = Header(
      identity: RunIdentity(
        program: "", game: "", seed: 0, maxMoves: 0, levels: [], agents: [], scripts: []),
      cells: [], levels: [], scripts: [], metrics: [StoredMetric]())
    var reader = HeaderReader(db: db, path: path)
    try reader.rows("SELECT position, name, id, hash, json FROM levels ORDER BY position") { row in
      let level = StoredLevel(
        name: row.text(1) ?? "", id: row.text(2) ?? "", hash: row.text(3) ?? "",
        json: row.text(4) ?? "")
      header.levels.append(level)
      return level.name.utf8.count + level.json.utf8.count
    }
    try reader.rows("SELECT cell, level, agent FROM cells ORDER BY cell") { row in
      header.cells.append(RunCell(level: row.int(1), agent: row.text(2) ?? ""))
      return header.cells.last?.agent.utf8.count ?? 0
    }
    try reader.rows("SELECT rowid - 1, name, text, bundled FROM scripts ORDER BY rowid") { row in
      let script = ScriptSource(
        name: row.text(1) ?? "", text: row.text(2) ?? "", isBundled: row.int(3) != 0)
      header.scripts.append(script)
      return script.text.utf8.count
    }
    let metrics = "SELECT position, name, unit, kind, summary FROM metrics ORDER BY position"
    try reader.rows(metrics) { row in
      let metric = StoredMetric(row, from: 1)
      // A name becomes part of a query.
      guard metric.name.utf8.allSatisfy(isOfMetric) else { throw damagedHeader(path) }
      header.metrics.append(metric)
      return metric.name.utf8.count + metric.unit.utf8.count + metric.summary.utf8.count
    }
    return header
  }

  /// The identity that the seal and the header's lists make, if the seal is that of the header.
  private static func readIdentity(
    of header: Header, from db: Database, at path: String
  ) throws -> RunIdentity {
    var found: [(identity: RunIdentity, digest: Int64)] = []
    let sql = "SELECT playtest, game, seed, max_moves, digest FROM seal LIMIT 2"
    try scan(db, sql) { row in
      let identity = RunIdentity(
        program: row.text(0) ?? "", game: row.text(1) ?? "",
        seed: UInt64(bitPattern: row.int64(2)), maxMoves: row.int(3),
        levels: header.levels.map { RunIdentity.Level(name: $0.name, id: $0.id, hash: $0.hash) },
        agents: header.cells.filter { $0.level == 0 }.map(\.agent),
        scripts: header.scripts.map { RunIdentity.Script(name: $0.name, hash: $0.hash) })
      found.append((identity, row.int64(4)))
    }
    guard found.count == 1, let seal = found.first else { throw damagedHeader(path) }
    var sealed = header
    sealed.identity = seal.identity
    guard seal.digest == Int64(bitPattern: sealed.digest) else { throw damagedHeader(path) }
    return seal.identity
  }

  /// Whether a metric's name may hold the byte.
  private static func isOfMetric(_ byte: UInt8) -> Bool {
    let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    return isLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
  }

  static func damagedHeader(_ path: String) -> StorageError {
    .damaged(path, "its header is damaged; play the run again with --force")
  }
}

/// Reads the lists of a store's header within bounds, whatever the file claims.
private struct HeaderReader {
  let db: Database
  let path: String
  /// Bytes that may still come; a run's manifest, which holds as much, is bounded likewise.
  private var bytesLeft = 256 << 20

  init(db: Database, path: String) {
    self.db = db
    self.path = path
  }

  /// Calls `body` with every row of a query whose first column numbers the rows from 0; it gives
  /// the size of what it took.
  mutating func rows(_ sql: String, _ body: (StatementRow) throws -> Int) throws {
    var number: Int64 = 0
    var left = bytesLeft
    try RunStore.scan(db, sql) { row in
      guard row.int64(0) == number else { throw RunStore.damagedHeader(path) }
      number += 1
      left -= try body(row) + 16
      guard left > 0 else { throw RunStore.damagedHeader(path) }
    }
    bytesLeft = left
  }
}
