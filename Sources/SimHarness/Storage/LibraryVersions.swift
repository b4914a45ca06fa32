import CLua
import GRDBSQLite

/// The versions of the C libraries in use, which may be others than those of the build.
public enum LibraryVersions {
  /// For example `Lua 5.4.4, SQLite 3.40.1`.
  public static var text: String { "Lua \(lua), SQLite \(sqlite)" }

  /// The number behind "Lua" in what the library says of itself.
  private static var lua: String {
    let words = String(cString: clua_identification()).split(separator: " ")
    let name = words.firstIndex(of: "Lua") ?? words.endIndex
    return words[name...].dropFirst().first.map(String.init) ?? "of an unknown version"
  }

  private static var sqlite: String { String(cString: sqlite3_libversion()) }
}
