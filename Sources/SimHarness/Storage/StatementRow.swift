import GRDB
import GRDBSQLite

/// A row of a statement, read column by column; a column of another type still gives a value, so a
/// damaged file cannot trap.
struct StatementRow {
  let statement: OpaquePointer

  func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// SQLite's number of the value's type.
  func type(_ column: Int32) -> Int32 { sqlite3_column_type(statement, column) }

  func int(_ column: Int32) -> Int { Int(int64(column)) }

  func optional(_ column: Int32) -> Int64? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : int64(column)
  }

  func text(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension RunStore {
  /// Calls `body` with every row of a query.
  static func scan(
    _ db: Database, _ sql: String, arguments: StatementArguments = [],
    _ body: (StatementRow) throws -> Void
  ) throws {
    try scan(try db.cachedStatement(sql: sql), of: db, arguments: arguments, body)
  }

  /// The same with a statement at hand.
  static func scan(
    _ query: Statement, of db: Database, arguments: StatementArguments = [],
    _ body: (StatementRow) throws -> Void
  ) throws {
    query.arguments = arguments
    let statement = query.sqliteStatement
    defer { sqlite3_reset(statement) }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code, db) }
      try body(StatementRow(statement: statement))
    }
  }

  static func failure(_ code: Int32, _ db: Database) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: sqlite3_errmsg(db.sqliteConnection).map { String(cString: $0) })
  }
}
