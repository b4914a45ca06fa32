import GRDB

/// What is in a store's file besides rows: tables, indices, views and triggers.
///
/// A file may come from an untrusted source, whose view can be an endless query. So the whole list is
/// compared with what this program makes before anything else of the file is used.
struct StoreSchema {
  /// One thing of the list.
  struct Object: Hashable {
    var type: String
    var name: String
    /// The table that it is of.
    var table: String
    /// The statement that made it; nil for what SQLite makes by itself.
    var sql: String?

    /// Whether its type and names are what its statement says.
    var isAsStated: Bool {
      table == name && sql?.hasPrefix("CREATE \(type.uppercased()) \(name) ") == true
    }
  }

  /// More than any file of ours has.
  private static let most = 32

  /// In the order in which they were made; the first ones of a file with more than any of ours.
  let objects: [Object]

  init(of db: Database) throws {
    var objects: [Object] = []
    let sql =
      "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid LIMIT \(Self.most)"
    try RunStore.scan(db, sql) { row in
      objects.append(
        Object(
          type: row.text(0) ?? "", name: row.text(1) ?? "", table: row.text(2) ?? "",
          sql: row.text(3)))
    }
    self.objects = objects
  }
}
