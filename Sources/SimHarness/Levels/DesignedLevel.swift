/// A level that the designer can edit: a value whose changes can be undone.
///
/// A conformance must keep this: for any two levels, applying `a.change(to: b)` to `a` gives `b`,
/// and reverting it gives `a`. A level without a board is a `PlainLevel`, which has all this.
public protocol DesignedLevel: LevelContent {
  /// A difference between two levels, small against a level.
  associatedtype Change: Sendable
  /// What the designer holds in the hand.
  associatedtype Tool: Hashable, Sendable
  /// The operations of `playtest level edit`.
  associatedtype Operation: LevelOperation

  /// The tool of a new designer.
  static var initialTool: Tool { get }

  var name: String { get set }

  /// What leads from this level to another; nil if they are equal.
  func change(to other: Self) -> Change?

  mutating func apply(_ change: Change)

  mutating func revert(_ change: Change)

  /// What a change that led to this level did, as a step is named: `4 cells red`; nil if only
  /// the operation says it.
  func words(for change: Change) -> String?

  /// What keeps the level from being saved as it is, in one line; nil: nothing.
  var unfinished: String? { get }

  /// Does one operation on the editor's active level.
  ///
  /// - Returns: What was done, in one line.
  static func perform(
    _ operation: LevelOperationText<Operation>, in editor: inout LevelEditor<Self>
  ) throws(LevelEditorError) -> String
}

extension DesignedLevel {
  public func words(for change: Change) -> String? { nil }
  public var unfinished: String? { nil }
}

/// A level that has fields and no board: its fields are set, and that is all there is to edit.
public protocol PlainLevel: DesignedLevel, ExampleAssigning
where Change == PlainLevelChange<Self>, Tool == PlainTool, Operation == PlainOperation<Self> {
  /// The level with every field at its default.
  var atDefaults: Self { get }

  /// What `status` says of the level beside its name.
  var status: String { get }
}

/// A level whose fields are set on the command line.
public protocol ExampleAssigning {
  /// An assignment as an example of `set`, such as `duration=30`.
  static var assignmentExample: String { get }
}

/// A difference between two levels without a board: both, as such a level is small.
public struct PlainLevelChange<Level: LevelContent>: Sendable {
  let before: Level
  let after: Level
}

/// What the designer of a level without a board holds: nothing.
public enum PlainTool: Hashable, Sendable {
  case none
}

/// The operations of `playtest level edit` on a level without a board.
public enum PlainOperation<Level: ExampleAssigning>: String, LevelOperation {
  case set, reset, undo, redo, status

  public var usage: String {
    self == .set ? "set FIELD=VALUE, such as set \(Level.assignmentExample)" : rawValue
  }

  public var wordCount: Int { self == .set ? 1 : 0 }
}

extension PlainLevel {
  public static var initialTool: PlainTool { .none }

  public func change(to other: Self) -> PlainLevelChange<Self>? {
    self == other ? nil : PlainLevelChange(before: self, after: other)
  }

  public mutating func apply(_ change: PlainLevelChange<Self>) { self = change.after }

  public mutating func revert(_ change: PlainLevelChange<Self>) { self = change.before }

  public static func perform(
    _ operation: LevelOperationText<PlainOperation<Self>>, in editor: inout LevelEditor<Self>
  ) throws(LevelEditorError) -> String {
    switch operation.verb {
    case .set:
      return try editor.assign(operation)
    case .reset:
      try operation.requireNothing()
      let changed = try editor.edit { (level) throws(LevelEditorError) in
        level = level.atDefaults
      }
      return LevelEditor<Self>.outcome(changed, "every field is at its default")
    case .undo:
      try operation.requireNothing()
      try editor.undo()
      return "undone"
    case .redo:
      try operation.requireNothing()
      try editor.redo()
      return "redone"
    case .status:
      try operation.requireNothing()
      guard let active = editor.active else { throw .noLevel }
      let words = [active.level.status, editor.historyWords(active)].filter { !$0.isEmpty }
      return "\(SafeText.named(active.level.name)): \(words.joined(separator: ", "))"
    }
  }
}
