import GRDB
import GRDBSQLite

extension RunStore {
  // MARK: Writing

  /// Adds games of a cell, all or none.
  public func add(_ rows: [GameRow], cell: Int) throws(StorageError) {
    try add(rows, cell: cell) { _ in }
  }

  /// Adds games of a cell, all or none, and calls `disturbed` first if another connection has
  /// written since the last check.
  func add(
    _ rows: [GameRow], cell: Int, disturbed: (Database) throws -> Void
  ) throws(StorageError) {
    try storing(path) {
      try queue.write { db in
        if try hasNewVersion(db) { try disturbed(db) }
        let statement = try insertion(db)
        // By place: walking over the rows would copy each, and count its parts' references.
        for place in rows.indices {
          // In tests that make this fail, half of a chunk has been inserted.
          if place == rows.count / 2 { try gate.pass(.insert, path) }
          try Self.insert(rows[place], cell: cell, bound: binding, into: statement, db: db)
        }
        try gate.pass(.commit, path)
      }
    }
  }

  /// The prepared statement that inserts a row.
  func insertion(_ db: Database) throws -> OpaquePointer {
    let places = String(repeating: ", ?", count: 8 + header.metricNames.count)
    return try db.cachedStatement(sql: "INSERT INTO games VALUES (?\(places))").sqliteStatement
  }

  /// Binds and runs the prepared statement without boxing a value.
  static func insert(
    _ row: GameRow, cell: Int, bound binding: RunBinding, into statement: OpaquePointer,
    db: Database
  ) throws {
    sqlite3_reset(statement)
    sqlite3_bind_int64(statement, 1, RowNumber.of(row.result.index, cell: cell))
    sqlite3_bind_int64(statement, 3, Int64(row.result.score))
    sqlite3_bind_int64(statement, 4, Int64(row.result.moves))
    sqlite3_bind_int64(statement, 5, Int64(bitPattern: row.result.hash))
    bind(row.lossReason, to: 6, of: statement)
    bind(row.result.fault, to: 7, of: statement)
    for (index, value) in row.metrics.enumerated() {
      let place = Int32(9 + index)
      if let value {
        sqlite3_bind_int64(statement, place, value)
      } else {
        sqlite3_bind_null(statement, place)
      }
    }
    sqlite3_bind_int64(
      statement, Int32(9 + row.metrics.count),
      Int64(bitPattern: binding.bound(RowDigest.of(row, cell: cell))))
    var end = row.result.end.rawValue
    try end.withUTF8 { end in
      try row.record.withUnsafeBytes { bytes in
        // Not copied: the statement is finished before the buffers are freed.
        _ = end.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(statement, 2, $0.baseAddress, Int32($0.count), nil)
        }
        sqlite3_bind_blob(statement, 8, bytes.baseAddress, Int32(bytes.count), nil)
        if bytes.isEmpty { sqlite3_bind_zeroblob(statement, 8, 0) }
        defer {
          sqlite3_reset(statement)
          sqlite3_bind_null(statement, 2)
          sqlite3_bind_null(statement, 8)
        }
        let code = sqlite3_step(statement)
        guard code == SQLITE_DONE else { throw failure(code, db) }
      }
    }
  }

  private static func bind(_ text: String?, to place: Int32, of statement: OpaquePointer) {
    guard var text else {
      sqlite3_bind_null(statement, place)
      return
    }
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(statement, place, $0.baseAddress, Int32($0.count), transient)
      }
      if bytes.isEmpty { sqlite3_bind_text(statement, place, "", 0, transient) }
    }
  }

  /// SQLite's sign that it must copy what it is given.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  // MARK: Reading

  /// Calls `body` with every game of a cell, by index; memory does not grow with their number.
  ///
  /// With `records` the rows come with their moves. Every row is checked against its hash and the
  /// run that it belongs to.
  public func forEachGame(
    ofCell cell: Int, records: Bool = false, _ body: (GameRow) throws -> Void
  ) throws(StorageError) {
    try storing(path) {
      try queue.read { db in
        var last = -1
        let ids: StatementArguments = [
          RowNumber.of(0, cell: cell), RowNumber.of(0, cell: cell + 1),
        ]
        try Self.scan(db, query(where: "id >= ? AND id < ?"), arguments: ids) { fields in
          var game = stored(in: fields)
          let index = game.row.result.index
          guard game.verdict == .own, game.cell == cell, index > last else {
            throw damage(of: game)
          }
          if let ranges, !ranges[cell].contains(index) {
            throw StorageError.damaged(
              path, "\(name(of: game)) is not from this run; \(Self.restoration)")
          }
          last = index
          if !records { game.row.record = [] }
          try body(game.row)
        }
      }
    }
  }

  /// Calls `body` with every game of a cell of a run, by index.
  ///
  /// - Throws: `damaged` where a game of a complete run is missing. An interrupted run, or a person,
  ///   may have fewer games.
  package func forEachGame(
    ofCell cell: Int, of manifest: RunManifest, records: Bool = false,
    _ body: (GameRow) throws -> Void
  ) throws(StorageError) {
    let agent = header.cells[cell].agent
    let isWhole =
      !manifest.isPartial && !manifest.agents.contains { $0.name == agent && $0.isPerson }
    let range = manifest.range(ofCell: cell)
    var next = range.lowerBound
    try forEachGame(ofCell: cell, records: records) { row in
      guard range.contains(row.result.index) else {
        throw StorageError.damaged(
          path, "game \(row.result.index) of \(header.name(ofCell: cell)) is not from this run")
      }
      if isWhole && row.result.index != next { throw missing(next, ofCell: cell) }
      next = row.result.index + 1
      try body(row)
    }
    if isWhole && next < range.upperBound { throw missing(next, ofCell: cell) }
  }

  /// A game of a complete run that is not there.
  private func missing(_ game: Int, ofCell cell: Int) -> StorageError {
    .damaged(
      path,
      "game \(game) of \(header.name(ofCell: cell)) is missing; run again with --resume to play it"
        + " again")
  }

  /// One game of a cell with its moves; nil when it was not played.
  public func game(_ index: Int, ofCell cell: Int) throws(StorageError) -> GameRow? {
    guard RowNumber.indices.contains(index) else { return nil }
    return try storing(path) {
      try queue.read { db in
        var found: GameRow?
        let id = RowNumber.of(index, cell: cell)
        try Self.scan(db, query(where: "id = ?"), arguments: [id]) { fields in
          let game = stored(in: fields)
          guard game.verdict == .own else { throw damage(of: game) }
          found = game.row
        }
        return found
      }
    }
  }

  /// How many of a cell's games below an index were passed; of which two each may share a deal.
  func passes(
    ofCell cell: Int, below end: Int, hasPairs: Bool
  ) throws(StorageError) -> PassCount {
    var games = CellGames(
      hasPairs: hasPairs, isForTwo: MetricDefinition.areForTwo(header.metricNames))
    try storing(path) {
      try queue.read { db in
        // What a figure needs beside the end is left out.
        let sql = "SELECT (\(RowNumber.sqlIndex)), end FROM games WHERE id >= ? AND id < ?"
        let ids: StatementArguments = [
          RowNumber.of(0, cell: cell), RowNumber.of(end, cell: cell),
        ]
        try Self.scan(db, sql, arguments: ids) { row in
          guard let end = row.text(1).flatMap(GameEnd.init) else { return }
          let result = GameResult(
            index: row.int(0), end: end, score: 0, moves: 0, hash: 0, fault: nil)
          games.add(GameRow(result: result))
        }
      }
    }
    return games.passCount
  }

  /// What is wrong with a row that is not whole and of this run.
  func damage(of game: StoredGame) -> StorageError {
    if game.verdict == .foreign { return foreign(game) }
    return .damaged(
      path, "\(name(of: game)) is damaged; run again with --resume to play it again")
  }

  /// A row of another run.
  func foreign(_ game: StoredGame) -> StorageError {
    .foreign(path, "\(name(of: game)) belongs to another run; \(Self.restoration)")
  }

  /// The name of a stored game in messages.
  func name(of game: StoredGame) -> String {
    "game \(game.row.result.index) of \(header.name(ofCell: game.cell))"
  }

  /// The query for whole rows.
  func query(where condition: String = "1", descending: Bool = false) -> String {
    let metrics = header.metricNames.map { Self.column($0) + ", " }.joined()
    return """
      SELECT id, end, score, moves, hash, reason, fault, record, \(metrics)digest \
      FROM games WHERE \(condition) ORDER BY id\(descending ? " DESC" : "")
      """
  }

  /// A row of that query.
  func stored(in fields: StatementRow) -> StoredGame {
    let metrics = header.metricNames.indices.map { fields.optional(Int32(8 + $0)) }
    let end = fields.text(1).flatMap { GameEnd(rawValue: $0) }
    let id = fields.int64(0)
    let row = GameRow(
      result: GameResult(
        index: RowNumber.index(of: id), end: end ?? .faulted, score: fields.int(2),
        moves: fields.int(3), hash: UInt64(bitPattern: fields.int64(4)), fault: fields.text(6)),
      lossReason: fields.text(5), metrics: metrics, record: fields.bytes(7))
    let cell = RowNumber.cell(of: id)
    let digest = UInt64(bitPattern: fields.int64(Int32(8 + metrics.count)))
    let isPossible =
      end != nil && 0...max(0, header.identity.maxMoves) ~= row.result.moves
      && row.result.isPossible && hasOwnTypes(fields)
    let verdict =
      isPossible ? binding.verdict(digest, of: RowDigest.of(row, cell: cell)) : .damaged
    return StoredGame(cell: cell, row: row, verdict: verdict)
  }

  /// Whether every column has the type that a run writes, so that nothing was converted.
  private func hasOwnTypes(_ fields: StatementRow) -> Bool {
    let texts = [fields.type(5), fields.type(6)]
    guard fields.type(1) == SQLITE_TEXT, fields.type(7) == SQLITE_BLOB,
      texts.allSatisfy({ $0 == SQLITE_TEXT || $0 == SQLITE_NULL })
    else { return false }
    for column in [2, 3, 4, Int32(8 + header.metricNames.count)] {
      guard fields.type(column) == SQLITE_INTEGER else { return false }
    }
    for column in 0..<Int32(header.metricNames.count) {
      let type = fields.type(8 + column)
      guard type == SQLITE_INTEGER || type == SQLITE_NULL else { return false }
    }
    return true
  }

  // MARK: What should be there

  /// Refuses rows of no cell: the first and the last of all must be of one.
  func checkEnds(_ db: Database) throws {
    for order in ["ASC", "DESC"] {
      try Self.scan(db, "SELECT id FROM games ORDER BY id \(order) LIMIT 1") { row in
        let cell = RowNumber.cell(of: row.int64(0))
        guard header.cells.indices.contains(cell) else {
          throw StorageError.damaged(
            path, "row \(row.int64(0)) is not from a game of this run; \(Self.restoration)")
        }
      }
    }
  }

  /// Whether another connection has written since the last check; reported once.
  func hasNewVersion(_ db: Database) throws -> Bool {
    var now: Int64 = 0
    try Self.scan(db, "PRAGMA data_version") { now = $0.int64(0) }
    return version.withLock { seen in
      defer { seen = now }
      return seen.map { $0 != now } ?? false
    }
  }

  /// Verifies that the store holds exactly these games, each as this run wrote it.
  /// - Throws: `disturbed` with the first that is not there, not as it was or not among them.
  func expect(_ held: StoredGameRanges, _ db: Database) throws {
    var found = StoredGameRanges(cells: header.cells.count)
    do {
      let kept = try Self.readHeader(from: db, at: path)
      guard kept.digest == header.digest else { throw Self.damagedHeader(path) }
      try Self.scan(db, query()) { fields in
        let game = stored(in: fields)
        let index = game.row.result.index
        guard game.verdict == .own else { throw damage(of: game) }
        guard held.contains(index, cell: game.cell) else {
          throw StorageError.disturbed(path, "\(name(of: game)) is not from this run")
        }
        found.add(index, cell: game.cell)
      }
    } catch StorageError.damaged(_, let reason) {
      throw StorageError.disturbed(path, String(reason.prefix { $0 != ";" }))
    } catch StorageError.foreign(_, let reason) {
      throw StorageError.disturbed(path, String(reason.prefix { $0 != ";" }))
    }
    for cell in header.cells.indices {
      if let game = held.first(notIn: found, cell: cell) {
        throw StorageError.disturbed(
          path, "game \(game) of \(header.name(ofCell: cell)) is missing")
      }
    }
  }

  /// Makes sure at the end of a run that the file still is the one that was written, and holds just
  /// these games.
  ///
  /// Rows are read one by one only where their number is wrong or another connection wrote.
  func conclude(holding held: StoredGameRanges) throws(StorageError) {
    try storing(path) {
      try queue.write { db in
        var count: [Int] = []
        try Self.scan(db, "SELECT count(*) FROM games") { count.append($0.int(0)) }
        if try hasNewVersion(db) || count != [held.count] { try expect(held, db) }
      }
      guard isInPlace else {
        throw StorageError.disturbed(path, "it was removed or replaced by another file")
      }
    }
  }
}

/// A game as it was found in a store.
struct StoredGame {
  var cell: Int
  var row: GameRow
  /// What the row's hash says of its fields, and of the run that they belong to.
  var verdict: RunBinding.Verdict
}
