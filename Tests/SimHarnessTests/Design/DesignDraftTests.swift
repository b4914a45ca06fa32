import FoundationEssentials
import TestSupport
import Testing

@testable import Agents
@testable import BubbleBlastGame
@testable import Catalogue
@testable import Lab
@testable import SimHarness

@Suite struct DesignDraftTests {
  private let folder: ScratchFolder
  private let draft: DesignDraft

  init() throws {
    folder = try ScratchFolder()
    draft = try #require(DesignDraft(folder: folder.path + "/.playtest/drafts", id: "a-1"))
  }

  private static let steps: [DesignDraft.Step] = [
    .operations(["fill 1,0=red", "fill 1,1=\"quoted\"\n"]), .undo, .redo,
    .replaced(text: "{}", name: "tuned"), .changedOnDisk(text: "{\"a\": 1}", keepingEdits: true),
    .checkpoint(text: "\u{1F600}\\"), .operations([]),
  ]

  private func bytes() throws -> [UInt8] {
    [UInt8](try #require(FileManager.default.contents(atPath: draft.path)))
  }

  @Test func holdsWhatWasDone() throws {
    #expect(draft.read() == nil)
    try draft.begin(with: Designing.bubbles.text, of: "levels/a.json")
    try draft.add(Array(Self.steps.prefix(2)))
    try draft.add(Array(Self.steps.dropFirst(2)))
    let content = try #require(draft.read())
    #expect(content.text == Designing.bubbles.text && content.path == "levels/a.json")
    #expect(content.steps == Self.steps && !content.isCut)
    // Written as a whole it is the same file.
    let before = try bytes()
    try draft.write(content)
    #expect(try bytes() == before)
    try draft.begin(with: "", of: nil)
    #expect(draft.read() == DesignDraft.Content(text: "", path: nil, steps: [], isCut: false))
    draft.remove()
    #expect(draft.read() == nil)
  }

  @Test func aFileThatCannotBeADraftIsNotRead() throws {
    try OddFiles.sparse(at: draft.path)
    #expect(draft.read() == nil && draft.isLong)
    draft.remove()
    try OddFiles.pipe(at: draft.path)
    #expect(draft.read() == nil && !draft.isLong)
    // The next one takes its place.
    try draft.begin(with: "{}", of: nil, [.undo])
    #expect(draft.read()?.steps == [.undo])
    // Nothing is written through a link either.
    let other = try folder.write("mine", to: "other")
    draft.remove()
    try OddFiles.link(at: draft.path, to: other)
    try draft.begin(with: "{}", of: nil)
    #expect(folder.text(of: "other") == "mine" && draft.read()?.text == "{}")
  }

  /// Wherever writing stopped, every step is there whose line was written to its end.
  @Test func stepsAreThereBeforeTheyAreFlushed() throws {
    try draft.begin(with: "{}", of: nil)
    try draft.add([.undo], flushing: false)
    #expect(draft.read()?.steps == [.undo])
    try draft.flush()
    #expect(draft.read()?.steps == [.undo])
    // A draft that was given up has nothing to flush.
    draft.remove()
    try draft.flush()
    #expect(draft.read() == nil)
  }

  @Test func canBeCutAtEveryByte() throws {
    try draft.begin(with: Designing.bubbles.text, of: nil)
    try draft.add(Self.steps)
    let whole = try bytes()
    let end = UInt8(ascii: "\n")
    for count in 0...whole.count {
      let cut = Array(whole.prefix(count))
      let lines = cut.count { $0 == end }
      guard lines > 0 else {
        #expect(draft.content(cut) == nil)
        continue
      }
      let content = try #require(draft.content(cut))
      #expect(content.text == Designing.bubbles.text)
      #expect(content.steps == Array(Self.steps.prefix(lines - 1)), "\(count) bytes")
      #expect(content.isCut == (cut.last != end), "\(count) bytes")
    }
  }

  /// A changed byte anywhere loses that line and what is behind it, and nothing else is read.
  @Test func aDamagedLineEndsTheDraft() throws {
    try draft.begin(with: "level", of: nil)
    try draft.add(Self.steps)
    let whole = try bytes()
    let end = UInt8(ascii: "\n")
    for place in whole.indices where whole[place] != end {
      var damaged = whole
      damaged[place] ^= 1
      if damaged[place] == end { continue }
      let lines = whole[..<place].count { $0 == end }
      guard lines > 0 else {
        #expect(draft.content(damaged) == nil)
        continue
      }
      let content = try #require(draft.content(damaged))
      #expect(content.isCut)
      #expect(content.steps == Array(Self.steps.prefix(lines - 1)), "byte \(place)")
    }
    // A line of another level's draft is none of this one's.
    let other = try #require(DesignDraft(folder: folder.path, id: "b"))
    #expect(other.content(whole) == nil)
  }

  @Test func idsAreNoPaths() {
    for id in ["", "../a", "a/b", "a.b", "ä", String(repeating: "a", count: 121), "a b", "a\0"] {
      #expect(DesignDraft(folder: "x", id: id) == nil, "\(id)")
      #expect(LevelVersions(folder: "x", id: id) == nil, "\(id)")
    }
    #expect(DesignDraft(folder: "x", id: "Az-09_")?.path == "x/Az-09_.jsonl")
  }

  @Test func aFolderThatCannotBeWrittenIsReported() throws {
    let nowhere = try #require(DesignDraft(folder: "/dev/null/drafts", id: "a"))
    #expect(throws: FileWriteError.self) { try nowhere.begin(with: "", of: nil) }
    #expect(throws: FileWriteError.self) { try nowhere.add([.undo]) }
  }

  // MARK: Restoring

  /// A draft brings back the level and its history.
  @Test func restoringBringsBackTheHistory() throws {
    var session = try Designing.session(LevelFile(Designing.bubbles))
    var steps: [DesignDraft.Step] = []
    func perform(_ operations: [String]) throws {
      _ = try session.perform(operations, stroke: steps.count)
      steps.append(.operations(operations))
    }
    try perform(["fill 1,0=red", "fill 1,1=red"])
    try perform(["set shots=7"])
    try perform(["fill 1,2=bomb"])
    _ = try session.undo()
    steps.append(.undo)
    var theirs = Designing.bubbles
    theirs.rules.shots = 99
    _ = try session.rebase(to: LevelFile(theirs), keepingEdits: false)
    steps.append(.changedOnDisk(text: theirs.text, keepingEdits: false))
    steps.append(.checkpoint(text: session.file.text))
    var restored = try Designing.session(LevelFile(Designing.bubbles))
    #expect(
      restored.restore(steps, catalog: Bubbles.library) == DraftRestoration(done: 5, lost: 0))
    #expect(restored.file == session.file && restored.savedFile == session.savedFile)
    #expect(restored.undoCount == session.undoCount && session.undoCount == 3)
    while session.undoCount > 0 {
      #expect(restored.undoName == session.undoName)
      _ = try session.undo()
      _ = try restored.undo()
      #expect(restored.file == session.file)
    }
  }

  /// Where a step cannot be done any more, such as one with a kind that is gone, a checkpoint
  /// helps.
  @Test func aCheckpointGoesOnBehindWhatIsLost() throws {
    var later = Designing.bubbles
    later[Cell(row: 3, column: 0)] = .colour(.green)
    let lost: [DesignDraft.Step] = [
      .operations(["fill 1,0=red"]), .operations(["fill 1,1=no_such_kind"]),
      .operations(["fill 1,2=red"]),
    ]
    var session = try Designing.session(LevelFile(Designing.bubbles))
    #expect(
      session.restore(lost, catalog: Bubbles.library) == DraftRestoration(done: 1, lost: 2))
    #expect(session.undoCount == 1)
    session = try Designing.session(LevelFile(Designing.bubbles))
    let restoration = session.restore(
      lost + [.checkpoint(text: later.text), .operations(["fill 3,1=red"])],
      catalog: Bubbles.library)
    #expect(restoration == DraftRestoration(done: 2, lost: 2))
    later[Cell(row: 3, column: 1)] = .colour(.red)
    #expect(session.file == LevelFile(later))
    #expect(session.undoCount == 3)
  }
}
