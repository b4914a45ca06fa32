/// Where the games of a run come from that were not played here but imported.
public struct ImportedResults: Sendable, Equatable {
  /// The name of the file, without its folder: user text.
  public var file: String
  /// The games.
  public var rows: Int

  public init(file: String, rows: Int) {
    self.file = file
    self.rows = rows
  }

  /// Why games of the run cannot be played again, and what can be done instead.
  public var noReplay: String {
    "these results were imported from \(SafeText.quoted(file)), so no game can be played again;"
      + " play the levels with `playtest run` and name that run"
  }
}
