import FoundationEssentials
import Lab
import SimHarness
import TextFormats

/// A level that is open in the studio, with its draft and what its tabs look at.
struct OpenLevel {
  /// The stroke that a tab is drawing.
  private struct Stroke {
    let tab: Int
    /// The tab's number for it.
    let number: Int
    let undoCount: Int
    /// The operations of the command for the stroke before it.
    let command: [String]
  }

  let document: Int
  /// The identifier of the level, and of what is kept of it.
  private(set) var id: String
  private(set) var session: any DesignSession
  private(set) var isReadOnly: Bool
  /// The file's stamp when what it holds was taken over or saved last; nil while there is no file.
  private(set) var stamp: FileStamp?
  /// The file as another program left it, until the user chooses one of the two.
  ///
  /// There is none while a draft waits: what the file holds is taken over then, and restoring asks.
  private(set) var conflict: LevelFile?
  /// The stamp of the file in `conflict`.
  private var conflictStamp: FileStamp?
  /// The stamp of a file that another program has written and that cannot be read; it is looked at
  /// again when it has another one.
  private var unreadable: FileStamp?
  /// Whether another program has removed the file.
  private(set) var isGone = false
  /// A draft that was found when the level was opened, until it is restored or discarded.
  private(set) var found: DesignDraft.Content?
  /// The level before the last stroke.
  private(set) var before: LevelFile
  /// The operations of the command for the last stroke.
  private var shownOperations: [String] = []
  /// The folder that a level without a file is saved to.
  private let folder: String
  private var journal: DraftJournal
  private var stroke: Stroke?
  private var strokes = 0
  private var operations: [String] = []

  /// The tabs that show the level.
  var tabs: Set<Int> = []
  /// The game whose deal a tab shows, by the tab.
  var deals: [Int: Int] = [:]
  var figures = FigureWork()

  init(
    document: Int, id: String, session: any DesignSession, isReadOnly: Bool, draft: DesignDraft?,
    folder: String
  ) {
    self.folder = folder
    self.document = document
    self.id = id
    self.session = session
    self.isReadOnly = isReadOnly
    journal = DraftJournal(draft)
    before = session.file
    stamp = session.path.flatMap { FileStamp(of: $0) }
    found = draft?.read().flatMap { $0.steps.isEmpty ? nil : $0 }
  }

  /// Whether a stroke is being drawn.
  var isDrawing: Bool { stroke != nil }

  /// Why the last step is not in the draft.
  var draftProblem: String? { journal.problem }

  // MARK: Steps

  /// Does what a tab's gesture means.
  mutating func handle(_ gesture: LiveGesture, of tab: Int) throws -> DesignStep? {
    try refuseUnlessEditable()
    begin(gesture.stroke, of: tab)
    defer { if gesture.isLast { endStroke() } }
    switch gesture.effect {
    case .end:
      endStroke()
      return nil
    case .cancel: return try cancel()
    case .design(let change):
      if change.namesBody, gesture.revision < session.bodiesRevision {
        throw StudioFailure(
          status: 409, code: "board.changed",
          message: "the board has changed meanwhile; look at it and do this again")
      }
      let step = try session.handle(change, stroke: strokes)
      if step.drawing != .nothing || !step.operations.isEmpty {
        operations += step.operations
        shownOperations = Self.withoutDetours(operations)
      }
      return step
    }
  }

  /// Begins a stroke, unless it is the current one.
  private mutating func begin(_ number: Int, of tab: Int) {
    if let stroke, stroke.tab == tab, stroke.number == number { return }
    endStroke()
    strokes += 1
    operations = []
    before = session.file
    stroke = Stroke(
      tab: tab, number: number, undoCount: session.undoCount,
      command: shownOperations)
  }

  /// Ends the current stroke; from now on it is one step, which is in the draft.
  mutating func endStroke() {
    guard let stroke else { return }
    session.endStroke()
    self.stroke = nil
    if session.undoCount != stroke.undoCount || session.file != before {
      journal.add(.operations(operations), of: session)
      tidyDraft()
    }
  }

  /// Forgets the draft of a level that is as it was saved: nothing of it is to be restored.
  ///
  /// A level that has no file yet is only there as its draft.
  private mutating func tidyDraft() {
    if !session.isModified, isReadOnly || session.path != nil { journal.clear() }
  }

  /// Ends the current stroke; all steps are on the disk when this returns.
  mutating func settleDraft() {
    endStroke()
    journal.flush()
  }

  /// Ends the stroke of a tab that is gone.
  mutating func endStroke(of tab: Int) { if stroke?.tab == tab { endStroke() } }

  /// Undoes the current stroke.
  private mutating func cancel() throws(LevelEditorError) -> DesignStep? {
    guard let stroke else { return nil }
    session.endStroke()
    self.stroke = nil
    // What was taken back was not done.
    shownOperations = stroke.command
    return session.undoCount > stroke.undoCount ? try session.undo() : nil
  }

  mutating func undo() throws -> DesignStep {
    try refuseUnlessEditable()
    endStroke()
    before = session.file
    let step = try session.undo()
    journal.addUndo(of: session)
    tidyDraft()
    return step
  }

  mutating func redo() throws -> DesignStep {
    try refuseUnlessEditable()
    endStroke()
    before = session.file
    let step = try session.redo()
    journal.addRedo(of: session)
    tidyDraft()
    return step
  }

  /// Gives the level another name, as one step.
  mutating func rename(to name: String) throws -> DesignStep? {
    try refuseUnlessEditable()
    endStroke()
    let old = session.file
    guard name != old.header.name else { return nil }
    // What is dealt stays the same: without an `id` the name would select it, as docs/formats.md
    // says.
    let id = old.header.id == nil ? ["set id=\(old.header.name)"] : []
    let operations = id + ["set name=\(name)"]
    strokes += 1
    var step = try session.perform(operations, stroke: strokes)
    session.endStroke()
    before = old
    shownOperations = operations
    journal.add(.operations(operations), of: session)
    tidyDraft()
    step.words = ["renamed to \(name)"]
    return step
  }

  private func refuseUnlessEditable() throws(StudioFailure) {
    if found != nil {
      throw StudioFailure(
        status: 409, code: "draft.waiting",
        message: "unsaved steps were found; restore or discard them first")
    }
    if conflict != nil {
      throw StudioFailure(
        status: 409, code: "file.changed",
        message: "another program has changed the file; first choose Keep mine or Use the file")
    }
  }

  /// Operations without the moves of an object that is moved on at once, as in a drag.
  private static func withoutDetours(_ operations: [String]) -> [String] {
    func isMove(_ operation: String, of other: String) -> Bool {
      let (one, two) = (operation.split(separator: " "), other.split(separator: " "))
      return one.count == 3 && two.count == 3 && one[0] == "move" && one[..<2] == two[..<2]
    }
    return operations.indices.filter { index in
      !(operations.indices.contains(index + 1)
        && isMove(operations[index], of: operations[index + 1]))
    }.map { operations[$0] }
  }

  /// The shell's command for the last stroke, on the file that the level has now; empty for none.
  var command: String {
    guard !shownOperations.isEmpty else { return "" }
    let words = shownOperations.flatMap { operation in
      // The value of a field may hold spaces.
      operation.split(separator: " ", maxSplits: operation.hasPrefix("set ") ? 1 : .max)
    }
    let quoted = words.map { ShellText.quoted(String($0)) }.joined(separator: " ")
    return "playtest level edit \(ShellText.quoted(shownPath)) \(quoted)"
  }

  /// As a shell in the program's folder names the file, or the one that a level without a file gets.
  var shownPath: String {
    let path =
      session.path ?? "\(folder)/\(LevelStore.fileName(for: session.file.header.name))"
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }

  // MARK: Drafts

  /// Keeps a new level, which is only there as its draft, before the first step.
  mutating func beginDraft() { journal.begin(session) }

  /// Does the steps of the found draft again.
  ///
  /// Where the file holds something else than what the steps were done on, it is asked for as any
  /// other change on the disk.
  /// - Returns: How many steps could not be done again.
  mutating func restore(catalog: any LevelCatalog) -> Int {
    guard var content = found else { return 0 }
    found = nil
    before = session.file
    let file = session.savedFile
    if content.text != session.file.text,
      let base = try? LevelFile.read(Array(content.text.utf8), file: "draft", catalog: catalog)
    {
      // The file has changed since; what the draft led to can still be gone back from.
      _ = try? session.replace(by: base, named: "the level before the unsaved steps")
      if session.path != nil { _ = try? session.rebase(to: base, keepingEdits: true) }
    }
    let undoCount = session.undoCount
    let restoration = session.restore(content.steps, catalog: catalog)
    // What is done from here on does not depend on steps that cannot be done again.
    if restoration.lost > 0 { content.steps.append(.checkpoint(text: session.file.text)) }
    journal.rewrite(
      content, depth: session.undoCount - undoCount, undone: session.redoCount)
    guard session.path != nil else { return restoration.lost }
    if content.knownFile == file.text {
      // Also where the step that took it over could not be done again.
      _ = try? session.rebase(to: file, keepingEdits: true)
    } else {
      (conflict, conflictStamp) = (file, stamp)
    }
    return restoration.lost
  }

  mutating func discard() {
    found = nil
    journal.clear()
    if session.path == nil, !isReadOnly { beginDraft() }
  }

  // MARK: Files

  /// Goes back to the level as it was saved or begun, as one step.
  mutating func replaceBySaved() throws -> DesignStep {
    let origin = session.path == nil ? "start" : "saved level"
    return try replace(by: session.savedFile, named: "back to the \(origin)")
  }

  /// Puts another version in place of the level, as one step.
  mutating func replace(
    by file: LevelFile, named name: String = "an earlier version"
  ) throws -> DesignStep {
    try refuseUnlessEditable()
    endStroke()
    before = session.file
    let step = try session.replace(by: file, named: name)
    journal.add(.replaced(text: file.text, name: name), of: session)
    tidyDraft()
    return step
  }

  /// Writes the level to its file, or under a name; `versions` keeps the text that the file had.
  mutating func save(
    as name: String?, replaces: Bool, keeping versions: LevelVersions?
  ) throws {
    endStroke()
    if found != nil || conflict != nil { try refuseUnlessEditable() }
    if isReadOnly, name == nil {
      throw StudioFailure(
        status: 409, code: "level.read-only",
        message: "this level cannot be changed; save it under a name")
    }
    let path = session.path
    let old = session.savedFile.text
    if let name, !isOwnName(name) {
      _ = try session.save(as: name, overwrite: replaces)
    } else {
      // A file that was removed has nothing that could be lost.
      let isThere = path.map { FileStamp(of: $0) != nil } ?? false
      _ = try session.save(overwrite: replaces, unlessChangedSince: isThere ? stamp : nil)
    }
    if session.path == path, path != nil { try versions?.add(old) }
    stamp = session.path.flatMap { FileStamp(of: $0) }
    (isGone, unreadable) = (false, nil)
    journal.clear()
  }

  /// Whether saving under a name writes the level's own file.
  func isOwnName(_ name: String) -> Bool { name == session.file.header.name }

  /// The level is kept under another identifier from now on.
  mutating func moved(to id: String, draft: DesignDraft?) {
    self.id = id
    isReadOnly = false
    journal = DraftJournal(draft)
  }

  /// Whether the level is what its file holds.
  var isSaved: Bool { !session.isModified && !isGone && unreadable == nil }

  /// Whether another program has written or removed the file since it was looked at last.
  var hasChangedOnDisk: Bool {
    guard let path = session.path, stroke == nil else { return false }
    guard let now = FileStamp(of: path) else { return !isGone }
    return isGone || now != unreadable ?? conflictStamp ?? stamp
  }

  /// The file that saving would replace although it cannot be read; nil for none.
  var unreadablePath: String? { unreadable == nil ? nil : session.path }

  /// Takes over what another program wrote, or remembers it where steps would be lost.
  /// - Parameters:
  ///   - file: What was read.
  ///   - now: The file's stamp before it was read, so that what is written meanwhile is seen.
  /// - Returns: What changed; nil if nothing did, or it is to be decided.
  /// - Throws: That the file is a level of another game, which changes nothing.
  mutating func take(
    _ file: LevelFile, stamped now: FileStamp?
  ) throws(LevelEditorError) -> DesignStep? {
    guard file.header.game == session.game else { throw .otherGame(file.header.name) }
    // What was to be decided is decided again, as the file is not what it was then.
    (isGone, unreadable, conflict, conflictStamp) = (false, nil, nil, nil)
    if file != session.savedFile, session.isModified {
      // `stamp` stays, so that no save replaces what was not chosen.
      (conflict, conflictStamp) = (file, now)
      return nil
    }
    stamp = now
    if file == session.savedFile { return nil }
    before = session.file
    return try session.rebase(to: file, keepingEdits: false)
  }

  /// The file could not be read, or is not there any more.
  ///
  /// `stamp` stays, so that saving asks before it replaces what it has not read.
  /// - Parameter now: The file's stamp before it was read; nil where it is not there.
  mutating func passOver(stamped now: FileStamp?) {
    (conflict, conflictStamp) = (nil, nil)
    unreadable = now
    isGone = now == nil
  }

  /// Keeps the level, or uses the file in its place, as one step.
  /// - Parameters:
  ///   - side: What was chosen.
  ///   - wasAsked: Whether the choice was offered, also if the file holds meanwhile what was saved.
  /// - Returns: What changed; nil if there is nothing to choose.
  /// - Throws: That the level cannot be put in place of this one.
  mutating func settle(
    _ side: LiveSide, wasAsked: Bool
  ) throws(LevelEditorError) -> DesignStep? {
    let isReadable = !isGone && unreadable == nil
    guard let file = conflict ?? (wasAsked && isReadable ? session.savedFile : nil) else {
      // What cannot be read cannot be taken; what was seen of it may now be replaced.
      if side == .mine, let unreadable { stamp = unreadable }
      return nil
    }
    if conflict != nil { stamp = conflictStamp }
    (conflict, conflictStamp) = (nil, nil)
    before = session.file
    var step = try session.rebase(to: file, keepingEdits: side == .mine)
    step.words = [
      side == .mine
        ? "your level is kept; Save replaces the file"
        : "the file is used; Undo brings your level back"
    ]
    journal.add(
      .changedOnDisk(text: file.text, keepingEdits: side == .mine), of: session)
    tidyDraft()
    return step
  }
}

extension DesignDraft.Content {
  /// What the level's file held when the last step was done, as far as the steps know.
  fileprivate var knownFile: String {
    for case .changedOnDisk(let file, _) in steps.reversed() { return file }
    return text
  }
}

extension DesignGesture {
  /// Whether it names a body, whose number may mean another one after a change.
  fileprivate var namesBody: Bool {
    switch self {
    case .move, .resize, .turn, .remove: true
    case .paint, .tap, .hold, .put, .set, .reset: false
    }
  }
}
