import FoundationEssentials
import GRDB
import GRDBSQLite
import Glibc

extension RunStore {
  /// The state of the store of a run that is to be resumed.
  public struct Survey: Sendable {
    /// The games that are there and whole.
    public var held: StoredGameRanges
    /// What was damaged, a line each; empty for a store in order.
    public var notices: [String]

    /// The maximum number of damaged games that are listed.
    static let maxNamed = 20
  }

  /// Opens the store of a run that was stopped, whatever state it is in.
  ///
  /// Every row is checked against its hash, and the file's structure by SQLite. Where anything is
  /// damaged, all whole rows go into a new file, which takes the place of the old one. A row that
  /// is damaged, or is of no game in `range`, is not counted. A store whose creation was
  /// interrupted has no game yet: it is created again without a notice.
  /// - Throws: `foreign` where the file or a row in it belongs to another run, `damaged` where it
  ///   is of an earlier build, and what keeps files from being read or written at all.
  public static func resume(
    at path: String, header: Header, range: Range<Int>, through gate: DiskGate = .open
  ) throws(StorageError) -> (store: RunStore, survey: Survey) {
    var survey = Survey(held: StoredGameRanges(cells: header.cells.count), notices: [])
    try StoreFiles.check(path, isWritten: true)
    guard FileManager.default.fileExists(atPath: path) else {
      removeLog(of: path)
      return (try create(at: path, header: header, through: gate), survey)
    }
    try storing(path) { try gate.pass(.openStore, path) }
    let opening = try tolerant(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration(readonly: false))
      return RunStore(path: path, queue: queue, gate: gate, header: header)
    }
    var reason = opening.damage
    let old = opening.value
    if let old {
      if try tolerant(path, old.isNotStarted).value == true {
        try storing(path) { try old.queue.close() }
        return (try create(at: path, header: header, through: gate), survey)
      }
      var isReplaced = false
      let look = try tolerant(path) { () -> String? in
        let state = try old.state()
        if case .damaged(let reason) = state { return reason }
        isReplaced = state == .otherHeader
        try old.queue.read { db in try old.examine(db, range, into: &survey) }
        return nil
      }
      reason = look.damage ?? look.value.flatMap(\.self)
      if reason == nil && survey.notices.isEmpty && !isReplaced {
        try storing(path) {
          try old.queue.writeWithoutTransaction { db in try db.execute(sql: writing) }
        }
        try old.beginWatching()
        return (old, survey)
      }
    }
    return try rebuild(old, at: path, header: header, range: range, reason: reason, through: gate)
  }

  /// Does work on a file that may be damaged, and returns what is wrong with it.
  private static func tolerant<Value>(
    _ path: String, _ work: () throws -> Value
  ) throws(StorageError) -> (value: Value?, damage: String?) {
    try storing(path) {
      do {
        return (try work(), nil)
      } catch let error as DatabaseError where isDamage(error, path) {
        return (nil, error.message ?? "SQLite error \(error.resultCode.rawValue)")
      }
    }
  }

  /// Whether an error is about the content of the file rather than about the disk or permissions.
  private static func isDamage(_ error: DatabaseError, _ path: String) -> Bool {
    switch error.resultCode.primaryResultCode {
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      // A damaged header may claim to be of a version that must not be written.
      return access(path, R_OK | W_OK) == 0 && error.extendedResultCode != .SQLITE_CANTOPEN_ISDIR
    case .SQLITE_IOERR: return error.extendedResultCode == .SQLITE_IOERR_SHORT_READ
    case .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_INTERRUPT: return false
    default: return true
    }
  }

  /// Whether the file is one that SQLite has made and no table was ever committed to.
  ///
  /// The tables come all at once, with the header. A file that was whole and lost its list of
  /// tables has further pages.
  private func isNotStarted() throws -> Bool {
    try queue.read { db in
      var counts: [Int] = []
      try Self.scan(db, "PRAGMA page_count") { counts.append($0.int(0)) }
      try Self.scan(db, "SELECT count(*) FROM sqlite_master") { counts.append($0.int(0)) }
      return counts == [0, 0] || counts == [1, 0]
    }
  }

  /// The state of the file apart from its games.
  private enum State: Equatable {
    case whole
    /// Of this run, with texts that change no game, such as a level's author, from another time.
    case otherHeader
    case damaged(String)
  }

  /// The state of the file apart from its games.
  /// - Throws: `foreign`, or `damaged` for a store of an earlier build.
  private func state() throws -> State {
    try queue.writeWithoutTransaction { db in
      // Whether the file can be written at all.
      try db.execute(sql: "BEGIN IMMEDIATE; ROLLBACK")
      var found: [String] = []
      try Self.scan(db, "PRAGMA integrity_check(1)") { found.append($0.text(0) ?? "") }
      guard found == ["ok"] else {
        let words = (found.first ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
        return .damaged(SafeText.escaped(words, limit: 200))
      }
      do {
        let kept = try Self.readHeader(from: db, at: path)
        if let difference = kept.identity.difference(from: header.identity) {
          throw Self.foreign(path, difference)
        }
        return kept.digest == header.digest ? .whole : .otherHeader
      } catch StorageError.damaged(_, let reason) where reason != Self.earlierBuild {
        return .damaged(String(reason.prefix { $0 != ";" }))
      }
    }
  }

  /// Reads every game and records which are whole and which are not.
  private func examine(
    _ db: Database, _ range: Range<Int>, into survey: inout Survey
  ) throws {
    guard try hasOwnGames(db) else { return }
    var damaged: [String] = []
    var count = 0
    try scanGames(db, descending: false) { game in
      if game.verdict == .foreign { throw foreign(game) }
      if isSound(game, range), !survey.held.contains(game.row.result.index, cell: game.cell) {
        survey.held.add(game.row.result.index, cell: game.cell)
      } else {
        count += 1
        if damaged.count < Survey.maxNamed {
          damaged.append("\(path): \(name(of: game)) is damaged; it is played again")
        }
      }
    }
    survey.notices += damaged
    if count > damaged.count { survey.notices.append("... and \(count - damaged.count) more") }
  }

  /// Whether a row is whole and of a game of this run.
  private func isSound(_ game: StoredGame, _ range: Range<Int>) -> Bool {
    game.verdict == .own && header.cells.indices.contains(game.cell)
      && range.contains(game.row.result.index)
  }

  /// Whether the games are in a plain table of this run's: nothing else is read for rows.
  private func hasOwnGames(_ db: Database) throws -> Bool {
    var found: [String] = []
    let sql = "SELECT sql FROM sqlite_master WHERE name = 'games' LIMIT 2"
    try Self.scan(db, sql) { found.append($0.text(0) ?? "") }
    return found == [Self.schema(header.metrics)[Self.headerTables]]
  }

  /// Calls `body` with every game in the order of their numbers.
  ///
  /// Pages of a damaged file may be linked to more than once; numbers that do not increase end the
  /// reading, which might otherwise never end.
  private func scanGames(
    _ db: Database, descending: Bool, _ body: (StoredGame) throws -> Void
  ) throws {
    var last: Int64?
    try Self.scan(db, query(descending: descending)) { fields in
      let number = fields.int64(0)
      if let last, descending ? number >= last : number <= last {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its rows are out of order")
      }
      last = number
      try body(stored(in: fields))
    }
  }

  // MARK: Rebuilding

  /// Puts the whole rows of a damaged store into a new one, which takes its place.
  private static func rebuild(
    _ old: RunStore?, at path: String, header: Header, range: Range<Int>, reason: String?,
    through gate: DiskGate
  ) throws(StorageError) -> (store: RunStore, survey: Survey) {
    var survey = Survey(held: StoredGameRanges(cells: header.cells.count), notices: [])
    let new = rebuilt(path)
    try remove(new, through: gate)
    removeLog(of: new)
    let store = try create(at: new, header: header, through: gate)
    if let old {
      _ = try tolerant(path) {
        try old.queue.read { db in try old.examine(db, range, into: &survey) }
      }
      // Damaged games are listed once; the copy below decides which games are stored.
      survey.held = StoredGameRanges(cells: header.cells.count)
      for descending in [false, true] {
        let isWhole = try storing(path) {
          try old.copySound(to: store, range, descending: descending, held: &survey.held)
        }
        if isWhole { break }
      }
      try? old.queue.close()
    }
    try store.close()
    removeLog(of: path)
    try storing(path) {
      try gate.pass(.rename, path)
      guard rename(new, path) == 0 else { throw DiskFault.last }
    }
    if let reason {
      survey.notices.insert(
        "\(path): the file is damaged (\(reason)); \(survey.held.count) of its games are kept, the"
          + " others are played again", at: 0)
    }
    try storing(path) { try gate.pass(.openStore, path) }
    let queue = try storing(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration(readonly: false))
      try queue.writeWithoutTransaction { db in try db.execute(sql: writing) }
      return queue
    }
    let rebuilt = RunStore(path: path, queue: queue, gate: gate, header: header)
    try rebuilt.beginWatching()
    return (rebuilt, survey)
  }

  /// Where a store is rebuilt.
  private static func rebuilt(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return "\(path.dropLast(name.count)).\(name)\(AtomicFile.unfinishedSuffix)"
  }

  /// Copies valid rows that are not stored yet, as far as the file can be read.
  /// - Returns: whether it could be read to its end.
  private func copySound(
    to store: RunStore, _ range: Range<Int>, descending: Bool, held: inout StoredGameRanges
  ) throws -> Bool {
    var reachedEnd = true
    try store.queue.write { copy in
      let statement = try store.insertion(copy)
      do {
        try queue.read { db in
          guard try hasOwnGames(db) else { return }
          try scanGames(db, descending: descending) { game in
            guard isSound(game, range), !held.contains(game.row.result.index, cell: game.cell)
            else { return }
            try Self.insert(
              game.row, cell: game.cell, bound: binding, into: statement, db: copy)
            held.add(game.row.result.index, cell: game.cell)
          }
        }
      } catch let error as DatabaseError where Self.isDamage(error, path) {
        // What was copied before is kept. Even the end of a reading may fail.
        reachedEnd = false
      }
      try gate.pass(.commit, path)
    }
    return reachedEnd
  }

  private static func remove(_ path: String, through gate: DiskGate) throws(StorageError) {
    guard access(path, F_OK) == 0 else { return }
    try storing(path) {
      try gate.pass(.remove, path)
      guard unlink(path) == 0 else { throw DiskFault.last }
    }
  }

  /// Removes a store's write-ahead log, which must not be taken for that of another file.
  private static func removeLog(of path: String) {
    for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }
}
