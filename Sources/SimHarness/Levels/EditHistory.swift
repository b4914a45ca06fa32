/// The steps that can be undone and redone, newest last.
public struct EditHistory<Change: Sendable>: Sendable {
  /// The maximum number of steps; beyond it the oldest is dropped.
  public static var capacity: Int { 10_000 }

  private var done: [Change] = []
  private var undone: [Change] = []
  /// Expired steps at the beginning of `done`; they are removed in bulk.
  private var forgotten = 0

  public init() {}

  /// How many steps can be undone.
  public var undoCount: Int { done.count - forgotten }

  /// How many undone steps can be redone.
  public var redoCount: Int { undone.count }

  /// The step that `undo` would give; nil where there is none.
  public var newest: Change? { undoCount > 0 ? done.last : nil }

  /// The step that `redo` would give; nil where there is none.
  public var nextRedo: Change? { undone.last }

  /// Adds a new step; undone ones can then no longer be redone.
  public mutating func record(_ change: Change) {
    undone.removeAll()
    done.append(change)
    if undoCount > Self.capacity { forgotten += 1 }
    if forgotten >= Self.capacity {
      done.removeFirst(forgotten)
      forgotten = 0
    }
  }

  /// Forgets the newest step as if it had never been done.
  mutating func dropNewest() {
    if undoCount > 0 { done.removeLast() }
  }

  /// The newest step, which is to be undone now.
  public mutating func undo() -> Change? {
    guard undoCount > 0, let change = done.popLast() else { return nil }
    undone.append(change)
    return change
  }

  /// The step undone last, which is to be redone now.
  public mutating func redo() -> Change? {
    guard let change = undone.popLast() else { return nil }
    done.append(change)
    return change
  }
}
