/// A level of any game that is being designed: the erased form of an `EditorSession`.
///
/// A server holds one per open level. Everything that changes the level goes through it, gives what
/// changed on the board, and can be undone; what fails changes nothing.
public protocol DesignSession: Sendable {
  /// The name of the game.
  var game: String { get }
  /// The level as it is now; its `text` is what would be saved.
  var file: LevelFile { get }
  /// The level as it was opened or saved last.
  var savedFile: LevelFile { get }
  /// The file it was read from or saved to last.
  var path: String? { get }
  /// Grows with every change of the level.
  var revision: Int { get }
  /// The revision since which bodies have had the ids that they have now: a gesture that names a
  /// body and was made on an older one may mean another body.
  var bodiesRevision: Int { get }
  var isModified: Bool { get }
  var undoCount: Int { get }
  var redoCount: Int { get }
  /// What `undo` would take back, such as `4 cells red`.
  var undoName: String? { get }
  /// What `redo` would do again.
  var redoName: String? { get }

  /// The board as the page has it after all changes; nil if the game draws none.
  var board: DesignBoard? { get }
  /// The tools that the level offers.
  var tools: [DesignTool] { get }
  /// What can be set beside the board.
  var fields: [DesignField] { get }

  /// The operations of `level edit` that a gesture comes to.
  func operations(for gesture: DesignGesture) -> [String]

  /// Does operations of `level edit` as one step, all or none; those of calls with the same stroke,
  /// one after another, are one step together.
  mutating func perform(
    _ operations: [String], stroke: Int
  ) throws(LevelEditorError) -> DesignStep

  /// Ends the stroke: what is done next is a step of its own.
  mutating func endStroke()

  mutating func undo() throws(LevelEditorError) -> DesignStep
  mutating func redo() throws(LevelEditorError) -> DesignStep

  /// Puts another level of the game in place of this one, as one step of a name.
  mutating func replace(
    by file: LevelFile, named name: String
  ) throws(LevelEditorError) -> DesignStep

  /// Takes over what another program wrote to the file, as one step; with `keepingEdits` the level
  /// stays as it is and only counts as unsaved against the new file.
  mutating func rebase(
    to file: LevelFile, keepingEdits: Bool
  ) throws(LevelEditorError) -> DesignStep

  /// Writes the level to its file, or to a new one where it has none; see `LevelStore.save`.
  /// - Returns: The file's path.
  mutating func save(
    overwrite: Bool, unlessChangedSince stamp: FileStamp?
  ) throws(LevelEditorError) -> String

  /// Writes the level under another name to a file of its own; the old file stays.
  /// - Returns: The file's path.
  mutating func save(as name: String, overwrite: Bool) throws(LevelEditorError) -> String
}

/// What a step did to a level and to its board.
public struct DesignStep: Sendable, Equatable {
  /// What is to be redrawn.
  public enum Drawing: Sendable, Equatable {
    case nothing
    case patch(DesignPatch)
    /// The whole board, as after a change of its size.
    case board(DesignBoard)
  }

  /// The session's revision after the step.
  public var revision: Int
  /// The operations that were done, as `level edit` takes them.
  public var operations: [String]
  /// What each did, in one line.
  public var words: [String]
  public var drawing: Drawing
}

extension DesignSession {
  /// Does what a gesture means; see `perform(_:stroke:)`.
  public mutating func handle(
    _ gesture: DesignGesture, stroke: Int
  ) throws(LevelEditorError) -> DesignStep {
    try perform(operations(for: gesture), stroke: stroke)
  }
}

extension GameEntry {
  /// Opens a level of the game for designing.
  ///
  /// - Parameters:
  ///   - file: The level.
  ///   - path: The file it was read from; nil for one that is no file yet.
  ///   - store: The folder that it is saved to where it has no file.
  ///   - library: Where the scripts that it names come from.
  /// - Returns: The session.
  /// - Throws: That the level belongs to another game.
  public func design(
    _ file: LevelFile, path: String? = nil, store: LevelStore, library: ScriptLibrary
  ) throws(LevelEditorError) -> any DesignSession {
    guard file.header.game == name else { throw .otherGame(file.header.name) }
    let variants = LevelVariants(of: file, entry: self, library: library)
    func open<Level: DesignedLevel>(
      _ level: Level
    ) throws(LevelEditorError) -> any DesignSession {
      try EditorSession(level, of: self, path: path, store: store) { script in
        (try? variants.parameters(ofScript: script, path: "params.\(script)")) ?? []
      }
    }
    return try open(file.content)
  }
}
