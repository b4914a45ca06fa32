/// Why the designer refused an operation.
///
/// The levels are then as they were before.
public enum LevelEditorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No level is open.
  case noLevel
  /// No open level has this name.
  case notOpen(String, suggestion: String?)
  /// A level of this name is open already.
  case alreadyOpen(String)
  /// The level of this name would lose changes that are not saved.
  case unsavedChanges(String)
  case nothingToUndo
  case nothingToRedo
  case outside(row: Int, column: Int, board: String)
  /// A name of a bubble that is neither a colour nor a kind.
  case unknownBubble(String, complaint: String)
  /// An unknown tool.
  case unknownTool(String, complaint: String)
  /// A kind whose script is broken.
  case script(ScriptFault)
  /// A bubble that the level's ruleset does not know.
  case refused(bubble: String, ruleset: String)
  /// An object that cannot lie where it was to go, with why.
  case misplaced(String)
  /// No object has this number, or none is at this place; with what exists.
  case noObject(String)
  /// A size that an object cannot have.
  case badSize(String)
  case field(LevelFieldProblem)
  /// An operation that cannot be read, with how it is written.
  case malformed(operation: String, expected: String)
  case unknownOperation(String, complaint: String)
  /// The level belongs to another game.
  case otherGame(String)
  /// The level cannot be saved as it is, with why.
  case unfinished(String)
  case store(LevelStoreError)

  public var description: String {
    switch self {
    case .noLevel: "no level is open; create or load one"
    case .notOpen(let name, let suggestion):
      "no level \(SafeText.named(name)) is open; "
        + (suggestion.map { "did you mean \(SafeText.named($0))?" } ?? "load it first")
    case .alreadyOpen(let name):
      "a level \(SafeText.named(name)) is already open; close it or choose another name"
    case .unsavedChanges(let name):
      "\(SafeText.named(name)) has unsaved changes; save or discard them"
    case .nothingToUndo: "nothing to undo"
    case .nothingToRedo: "nothing to redo"
    case .outside(let row, let column, let board):
      "row \(row), column \(column) is not on the board; \(board)"
    case .unknownBubble(_, let complaint), .unknownTool(_, let complaint): complaint
    case .script(let fault): fault.message
    case .refused(let bubble, let ruleset):
      "the ruleset \(ruleset) has plain colours only, not \(SafeText.named(bubble)); "
        + "choose a colour"
    case .misplaced(let reason), .noObject(let reason), .badSize(let reason): reason
    case .field(let problem): problem.description
    case .malformed(let operation, let expected):
      "cannot read \(SafeText.named(operation)); write it as \(expected)"
    case .unknownOperation(_, let complaint): complaint
    case .otherGame(let name):
      "\(SafeText.named(name)) belongs to another game; choose another level"
    case .unfinished(let problem): "this level is not finished, so it is not saved: \(problem)"
    case .store(let error): error.description
    }
  }

  /// The exit code of a program that ends with this error.
  public var exitCode: Int32 {
    switch self {
    case .malformed, .unknownOperation: 64
    case .store(let error): error.exitCode
    default: 65
    }
  }
}
