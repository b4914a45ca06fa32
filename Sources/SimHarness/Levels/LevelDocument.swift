/// One level that is open in the designer, with its history.
public struct LevelDocument<Level: DesignedLevel>: Sendable {
  /// A step of the history.
  private struct Step: Sendable {
    let change: Level.Change
    let name: String?
  }

  /// Edits that are one step for as long as nothing else is done.
  private struct Stroke: Sendable {
    let number: Int
    /// The level before its first edit.
    let start: Level
    /// Whether it is a step of the history: an edit that changes nothing is none.
    let isStep: Bool
  }

  public private(set) var level: Level
  /// The file it was read from or saved to last.
  public private(set) var path: String?
  /// The level as it was opened or saved.
  public private(set) var saved: Level
  private var history = EditHistory<Step>()
  private var stroke: Stroke?

  public init(_ level: Level, path: String? = nil) {
    self.level = level
    self.path = path
    saved = level
  }

  /// Whether the level differs from what was opened or saved.
  public var isModified: Bool { level != saved }
  public var undoCount: Int { history.undoCount }
  public var redoCount: Int { history.redoCount }
  /// What `undo` would take back, such as `4 cells red`; nil if nobody said.
  public var undoName: String? { history.newest?.name }
  /// What `redo` would do again; nil if nobody said.
  public var redoName: String? { history.nextRedo?.name }

  /// The same level without its history.
  var withoutHistory: LevelDocument { LevelDocument(level, path: path) }

  /// Replaces the level as one step that can be undone.
  ///
  /// - Parameters:
  ///   - level: The new level.
  ///   - stroke: Edits of one number, one after another, are one step; nil: a step of its own.
  ///   - name: What was done; nil: what the change says of itself, else `fallback`.
  ///   - fallback: What was done, where nobody else says.
  /// - Returns: false if the level stays the same.
  @discardableResult
  public mutating func edit(
    to level: Level, stroke: Int? = nil, name: String? = nil, fallback: String? = nil
  ) -> Bool {
    let open = self.stroke.flatMap { $0.number == stroke ? $0 : nil }
    guard let change = self.level.change(to: level) else {
      if open == nil {
        self.stroke = stroke.map { Stroke(number: $0, start: level, isStep: false) }
      }
      return false
    }
    let start = open?.start ?? self.level
    if open?.isStep == true { history.dropNewest() }
    // A stroke may come back to where it began.
    let whole = open == nil ? change : start.change(to: level)
    if let whole {
      let name = name ?? level.words(for: whole) ?? fallback
      history.record(Step(change: whole, name: name))
    }
    self.stroke = stroke.map { Stroke(number: $0, start: start, isStep: whole != nil) }
    self.level = level
    return true
  }

  /// Ends a stroke: the next edit is a step of its own, whatever its number.
  public mutating func endStroke() { stroke = nil }

  /// Takes over a level that another program wrote to the file; false if it is the same.
  ///
  /// What differs is one step that can be undone, and the level counts as saved. With
  /// `keepingEdits` the level stays as it is, and only counts as unsaved against the new file.
  @discardableResult
  public mutating func rebase(to level: Level, keepingEdits: Bool = false) -> Bool {
    endStroke()
    saved = level
    return keepingEdits ? false : edit(to: level, name: "changed on disk")
  }

  /// Undoes the newest step; false if there is none.
  public mutating func undo() -> Bool {
    endStroke()
    guard let step = history.undo() else { return false }
    level.revert(step.change)
    return true
  }

  /// Redoes the step undone last; false if there is none.
  public mutating func redo() -> Bool {
    endStroke()
    guard let step = history.redo() else { return false }
    level.apply(step.change)
    return true
  }

  /// Records that the level was written to a file.
  mutating func didSave(to path: String) {
    endStroke()
    self.path = path
    saved = level
  }
}
