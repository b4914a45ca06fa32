/// One level that is open in the designer, with its history.
public struct LevelDocument<Level: DesignedLevel>: Sendable {
  public private(set) var level: Level
  /// The file it was read from or saved to last.
  public private(set) var path: String?
  /// The level as it was opened or saved.
  private var saved: Level
  private var history = EditHistory<Level.Change>()

  public init(_ level: Level, path: String? = nil) {
    self.level = level
    self.path = path
    saved = level
  }

  /// Whether the level differs from what was opened or saved.
  public var isModified: Bool { level != saved }
  public var undoCount: Int { history.undoCount }
  public var redoCount: Int { history.redoCount }

  /// Replaces the level as one step that can be undone; false if it is the same.
  @discardableResult
  public mutating func edit(to level: Level) -> Bool {
    guard let change = self.level.change(to: level) else { return false }
    history.record(change)
    self.level = level
    return true
  }

  /// Takes back the newest step; false if there is none.
  public mutating func undo() -> Bool {
    guard let change = history.undo() else { return false }
    level.revert(change)
    return true
  }

  /// Does again the step undone last; false if there is none.
  public mutating func redo() -> Bool {
    guard let change = history.redo() else { return false }
    level.apply(change)
    return true
  }

  /// Takes note that the level was written to a file.
  mutating func didSave(to path: String) {
    self.path = path
    saved = level
  }
}
