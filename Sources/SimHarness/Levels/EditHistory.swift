/// The steps that can be undone and redone, newest last.
///
/// A copy shares the steps with the original, so that copying a history and going on with one of
/// the two costs the same however long it is.
public struct EditHistory<Change: Sendable>: Sendable {
  /// The maximum number of steps; beyond it the oldest is dropped.
  public static var capacity: Int { 10_000 }

  private var done = StepStack<Change>()
  private var undone = StepStack<Change>()
  /// Expired steps at the beginning of `done`; they are removed a block at a time.
  private var forgotten = 0

  public init() {}

  /// How many steps can be undone.
  public var undoCount: Int { done.count - forgotten }

  /// How many undone steps can be redone.
  public var redoCount: Int { undone.count }

  /// How many steps need memory: those that can be undone or redone, and some that have expired.
  var keptCount: Int { done.count + undone.count }

  /// The step that `undo` would give; nil if there is none.
  public var newest: Change? { undoCount > 0 ? done.last : nil }

  /// The step that `redo` would give; nil if there is none.
  public var nextRedo: Change? { undone.last }

  /// Adds a new step; undone ones can then no longer be redone.
  public mutating func record(_ change: Change) {
    undone = StepStack()
    done.push(change)
    if undoCount > Self.capacity { forgotten += 1 }
    if forgotten == StepStack<Change>.blockSize {
      done.removeOldestBlock()
      forgotten = 0
    }
  }

  /// Forgets the newest step as if it had never been done.
  mutating func dropNewest() {
    if undoCount > 0 { done.pop() }
  }

  /// The newest step, which is to be undone now.
  public mutating func undo() -> Change? {
    guard undoCount > 0, let change = done.pop() else { return nil }
    undone.push(change)
    return change
  }

  /// The step undone last, which is to be redone now.
  public mutating func redo() -> Change? {
    guard let change = undone.pop() else { return nil }
    done.push(change)
    return change
  }
}
