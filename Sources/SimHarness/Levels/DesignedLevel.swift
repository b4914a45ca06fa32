/// A level that the designer can edit: a value whose changes can be undone.
///
/// A conformance must keep this: for any two levels, applying `a.change(to: b)` to `a` gives `b`,
/// and reverting it gives `a`.
public protocol DesignedLevel: Equatable, Sendable {
  /// A difference between two levels, small against a level.
  associatedtype Change: Sendable
  /// What the designer holds in the hand.
  associatedtype Tool: Hashable, Sendable
  /// The operations of `playtest level edit`.
  associatedtype Operation: LevelOperation

  static var game: LevelGame { get }

  /// The tool of a new designer.
  static var initialTool: Tool { get }

  var name: String { get set }

  /// An empty level.
  static func empty(named name: String) -> Self

  /// The level of a file, or nil if it belongs to another game.
  init?(_ file: LevelFile)

  var levelFile: LevelFile { get }

  /// What leads from this level to another; nil if they are equal.
  func change(to other: Self) -> Change?

  mutating func apply(_ change: Change)

  mutating func revert(_ change: Change)

  /// Does one operation on the editor's active level.
  ///
  /// - Returns: What was done, in one line.
  static func perform(
    _ operation: LevelOperationText<Operation>, in editor: inout LevelEditor<Self>
  ) throws(LevelEditorError) -> String
}
