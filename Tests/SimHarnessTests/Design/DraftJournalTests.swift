import Glibc
import Synchronization
import TestSupport
import Testing

@testable import SimHarness
@testable import Studio
@testable import TextFormats

/// A draft on a disk that is full for a while: what is said to be kept is kept.
@Suite struct DraftJournalTests {
  /// Lets one kind of operation fail, while it is told to.
  private final class Disk: Sendable {
    private let failing = Mutex<DiskGate.Operation?>(nil)

    func fails(_ operation: DiskGate.Operation?) { failing.withLock { $0 = operation } }

    var gate: DiskGate {
      DiskGate { [self] operation, _ in
        failing.withLock { $0 == operation } ? ENOSPC : nil
      }
    }
  }

  private let folder: ScratchFolder
  private let disk = Disk()
  private let draft: DesignDraft
  private var journal: DraftJournal
  private var session: any DesignSession

  init() throws {
    folder = try ScratchFolder()
    draft = try #require(DesignDraft(folder: folder.path + "/drafts", id: "a", gate: disk.gate))
    journal = DraftJournal(draft)
    session = try Designing.session(LevelFile(Designing.bubbles))
  }

  private mutating func perform(_ operation: String) throws {
    _ = try session.perform([operation], stroke: session.undoCount + 1)
    session.endStroke()
    journal.add(.operations([operation]), of: session)
  }

  /// The level that the draft leads to.
  private func restored() throws -> LevelFile {
    let content = try #require(draft.read())
    #expect(!content.isCut)
    var level = try Designing.session(
      try LevelFile.read(Array(content.text.utf8), file: "draft", catalog: Bubbles.library))
    #expect(level.restore(content.steps, catalog: Bubbles.library).lost == 0)
    return level.file
  }

  /// The write fails in the middle of a line, or the first step finds no space at all.
  @Test(arguments: [0, 1, 2], [DiskGate.Operation.write, .create])
  mutating func stepsAfterAFullDiskAreKept(before: Int, operation: DiskGate.Operation) throws {
    for row in 0..<before { try perform("fill \(row),0=red") }
    // A file is made for the first step only.
    disk.fails(before > 0 ? .write : operation)
    try perform("fill 2,1=blue")
    #expect(
      journal.problem
        == "\(draft.path): cannot write: no space left; check the folder's permissions and the free"
        + " space")
    try perform("set shots=9")
    #expect(journal.problem != nil)
    disk.fails(nil)
    try perform("fill 2,2=red")
    #expect(journal.problem == nil)
    #expect(try restored() == session.file)
    try perform("fill 2,3=blue")
    _ = try session.undo()
    journal.addUndo(of: session)
    #expect(journal.problem == nil)
    #expect(try restored() == session.file)
  }

  /// What the system could not bring onto the disk is not there because the next flush can.
  @Test mutating func aFailedFlushIsMadeGoodByTheWholeDraft() throws {
    try perform("fill 1,0=red")
    journal.flush()
    #expect(journal.problem == nil)
    disk.fails(.flush)
    journal.flush()
    #expect(journal.problem?.contains("no space left") == true)
    disk.fails(nil)
    journal.flush()
    #expect(journal.problem?.contains("no space left") == true)
    try perform("fill 1,1=red")
    #expect(journal.problem == nil)
    #expect(draft.read()?.steps.count == 1)
    #expect(try restored() == session.file)
  }

  /// Where the folder cannot be made, the reason is that of the folder.
  @Test mutating func aFullDiskWithoutTheFolderIsNamed() throws {
    let file = try folder.write("x", to: "file")
    let blocked = try #require(DesignDraft(folder: file + "/drafts", id: "a"))
    let error = #expect(throws: FileWriteError.self) { try blocked.begin(with: "", of: nil) }
    #expect(
      error?.description
        == "\(blocked.path): cannot write: cannot create the folder: a part of the path is a file and "
        + "not a folder; name another file")
  }
}
