/// What changed of a level beside the objects on its board.
///
/// An object of its own: a history holds thousands of changes, of which few have one.
package final class LevelFrameChange<Level: DesignedLevel>: Sendable {
  /// The level without its objects before the change.
  package let before: Level
  /// The same after it.
  package let after: Level

  /// Nil if both are equal.
  package init?(from before: Level, to after: Level) {
    if before == after { return nil }
    self.before = before
    self.after = after
  }
}
