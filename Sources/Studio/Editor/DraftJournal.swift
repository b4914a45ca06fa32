import SimHarness
import TextFormats

/// Writes a level's draft step by step.
///
/// A step back beyond the beginning of the draft, such as before the last save, cannot be done
/// again from the draft alone; from then on steps back and forward are written as whole levels.
///
/// Where a step could not be written, the next one writes the whole draft again: steps that follow a
/// gap would be done again on another level than they were done on.
struct DraftJournal {
  private let draft: DesignDraft?
  private let flusher: DraftFlusher?
  private var isBegun = false
  /// The steps in the draft that can be taken back.
  private var depth = 0
  /// Those that were taken back and can be done again.
  private var undone = 0
  private var isWhole = false
  private var writeProblem: String?

  init(_ draft: DesignDraft?) {
    self.draft = draft
    flusher = draft.map { DraftFlusher($0) }
  }

  /// Why the last steps could not be kept.
  var problem: String? { writeProblem ?? flusher?.problem }

  /// Returns when all steps are on the disk.
  func flush() { if isBegun { flusher?.flushNow() } }

  /// Begins the draft before the first step.
  mutating func begin(_ session: any DesignSession) {
    let (text, path) = (session.savedFile.text, session.path)
    attempt { (draft) throws(FileWriteError) in try draft.begin(with: text, of: path) }
    isBegun = writeProblem == nil
  }

  mutating func add(_ step: DesignDraft.Step, of session: any DesignSession) {
    depth += 1
    undone = 0
    write(step, of: session)
  }

  mutating func addUndo(of session: any DesignSession) {
    guard depth > 0, !isWhole else { return addWhole(session, "undone") }
    depth -= 1
    undone += 1
    write(.undo, of: session)
  }

  mutating func addRedo(of session: any DesignSession) {
    guard undone > 0, !isWhole else { return addWhole(session, "done again") }
    depth += 1
    undone -= 1
    write(.redo, of: session)
  }

  private mutating func addWhole(_ session: any DesignSession, _ name: String) {
    isWhole = true
    write(.replaced(text: session.file.text, name: name), of: session)
  }

  /// The draft holds these steps, which were done again; what was cut off is left out.
  /// - Parameters:
  ///   - content: The steps.
  ///   - depth: How many of them can be taken back.
  ///   - undone: How many were taken back and can be done again.
  mutating func rewrite(_ content: DesignDraft.Content, depth: Int, undone: Int) {
    isBegun = true
    self.depth = depth
    self.undone = undone
    var content = content
    content.isCut = false
    attempt { (draft) throws(FileWriteError) in try draft.write(content) }
  }

  mutating func clear() {
    draft?.remove()
    self = DraftJournal(draft)
  }

  private mutating func write(_ step: DesignDraft.Step, of session: any DesignSession) {
    if problem != nil {
      shorten(session)
    } else {
      if !isBegun { begin(session) }
      if writeProblem == nil {
        attempt { (draft) throws(FileWriteError) in try draft.add([step], flushing: false) }
      }
      if writeProblem == nil, draft?.isLong == true { shorten(session) }
    }
    isBegun = isBegun || writeProblem == nil
    flusher?.flush()
  }

  /// Writes all steps as one that leads to the level as it is: a draft that grew on would not be read,
  /// and one with a gap would lead elsewhere.
  private mutating func shorten(_ session: any DesignSession) {
    isWhole = true
    let (text, path) = (session.savedFile.text, session.path)
    let now = DesignDraft.Step.replaced(text: session.file.text, name: "the unsaved steps")
    attempt { (draft) throws(FileWriteError) in try draft.begin(with: text, of: path, [now]) }
    // That is on the disk as a whole.
    if writeProblem == nil { flusher?.forgetProblem() }
  }

  private mutating func attempt(_ body: (DesignDraft) throws(FileWriteError) -> Void) {
    guard let draft else { return }
    do throws(FileWriteError) {
      try body(draft)
      writeProblem = nil
    } catch {
      writeProblem = StudioFailure(describing: error).message
    }
  }
}
