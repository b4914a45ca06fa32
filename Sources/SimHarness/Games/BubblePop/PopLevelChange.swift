/// A difference between two bubble pop levels: both, as a level is small.
public struct PopLevelChange: Sendable {
  let before: PopLevelFile
  let after: PopLevelFile
}

/// What the designer holds: a level has a screen of chance and nothing to draw.
public enum PopTool: Hashable, Sendable {
  case none
}

/// The operations of `playtest level edit` on a bubble pop level.
public enum PopOperation: String, LevelOperation {
  case set, reset, undo, redo, status

  public var usage: String {
    self == .set ? "set FIELD=VALUE, such as set duration=30" : rawValue
  }

  public var wordCount: Int { self == .set ? 1 : 0 }
}

extension PopLevelFile: DesignedLevel {
  public static var game: LevelGame { .bubblePop }

  public static var initialTool: PopTool { .none }

  public static func empty(named name: String) -> PopLevelFile { PopLevelFile(name: name) }

  public init?(_ file: LevelFile) {
    guard case .bubblePop(let level) = file else { return nil }
    self = level
  }

  public var levelFile: LevelFile { .bubblePop(self) }

  public func change(to other: PopLevelFile) -> PopLevelChange? {
    self == other ? nil : PopLevelChange(before: self, after: other)
  }

  public mutating func apply(_ change: PopLevelChange) { self = change.after }

  public mutating func revert(_ change: PopLevelChange) { self = change.before }

  public static func perform(
    _ operation: LevelOperationText<PopOperation>, in editor: inout LevelEditor<PopLevelFile>
  ) throws(LevelEditorError) -> String {
    switch operation.verb {
    case .set:
      let (field, value) = try operation.assignment()
      let catalog = editor.catalog
      let changed = try editor.edit { (level) throws(LevelEditorError) in
        do throws(LevelFieldProblem) {
          try level.set(field, to: value, catalog: catalog)
        } catch {
          throw .field(error)
        }
      }
      return LevelEditor<Self>.outcome(changed, "set \(SafeText.escaped(operation.rest))")
    case .reset:
      try operation.requireNothing()
      let changed = try editor.edit { (level) throws(LevelEditorError) in
        var plain = PopLevelFile(name: level.name)
        plain.id = level.id
        level = plain
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
      let level = active.level
      return "\(SafeText.named(level.name)): \(level.rules.duration) s, at most"
        + " \(level.rules.maxBubbles) bubbles, \(level.colours.count) colours, "
        + editor.historyWords(active)
    }
  }
}
