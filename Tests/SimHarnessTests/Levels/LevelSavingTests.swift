import FoundationEssentials
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import Lab
@testable import SimHarness

/// Saving without reading the whole folder, and not over what another program saved.
@Suite struct LevelSavingTests {
  private func level(_ name: String) -> LevelFile { LevelFile(BubbleLevelFile(name: name)) }

  @Test func onlyChangedFilesAreReadAgain() throws {
    let folder = try ScratchFolder()
    let files = ["a", "b", "c"].map { "\(folder.path)/\($0).json" }
    for (path, name) in zip(files, ["A", "B", "C"]) {
      try folder.write(level(name).text, to: String(path.split(separator: "/").last ?? ""))
    }
    let index = LevelIndex()
    var read: [String] = []
    func names() -> [String?] {
      read = []
      return index.entries(of: files) { path in
        read.append(path)
        let store = LevelStore(folder: folder.path, catalog: TestKinds.all)
        return store.list().first { $0.path == path }
      }.map(\.name)
    }
    #expect(names() == ["A", "B", "C"])
    #expect(read == files)
    #expect(names() == ["A", "B", "C"])
    #expect(read == [])
    // As programs save: another file takes its place.
    try AtomicFile.write(level("Other").text, to: files[1])
    #expect(names() == ["A", "Other", "C"])
    #expect(read == [files[1]])
    // What cannot be read is asked for each time, and gone files are forgotten.
    try AtomicFile.write(#"{"game":"bubble-blast"}"#, to: files[2])
    #expect(names() == ["A", "Other", nil])
    #expect(names() == ["A", "Other", nil])
    #expect(read == [files[2]])
    try FileManager.default.removeItem(atPath: files[0])
    #expect(names() == ["Other", nil])
  }

  /// The index changes nothing of what is refused.
  @Test func aStoreSeesWhatOthersSave() throws {
    let folder = try ScratchFolder()
    let store = LevelStore(folder: folder.path, catalog: TestKinds.all)
    let path = try store.save(level("A"))
    try store.save(level("A"), to: path)
    let other = try folder.write(level("B").text, to: "other.json")
    #expect(
      message { try store.save(level("B")) }
        == "\(other) already has another level; choose another name than 'B' or overwrite the file")
    try AtomicFile.write(level("C").text, to: other)
    #expect(try store.save(level("B")) == folder.path + "/b.json")
    try FileManager.default.removeItem(atPath: other)
    #expect(try store.save(level("C")) == folder.path + "/c.json")
  }

  @Test func refusesToSaveOverWhatAnotherProgramSaved() throws {
    let folder = try ScratchFolder()
    let store = LevelStore(folder: folder.path, catalog: TestKinds.all)
    let path = try store.save(level("A"))
    let stamp = try #require(FileStamp(of: path))
    #expect(FileStamp(of: folder.path + "/none.json") == nil)
    #expect(FileStamp(of: path) == stamp)
    var changed = BubbleLevelFile(name: "A")
    changed.rules.shots = 3
    try store.save(LevelFile(changed), to: path, unlessChangedSince: stamp)
    #expect(try store.load(at: path) == LevelFile(changed))
    let complaint =
      "\(path) has been changed by another program since it was read; load it again or save under"
      + " another name"
    #expect(
      message { try store.save(level("A"), to: path, unlessChangedSince: stamp) } == complaint)
    #expect(try store.load(at: path) == LevelFile(changed))
    // Even where levels may be replaced.
    #expect(
      message {
        try store.save(level("A"), to: path, overwrite: true, unlessChangedSince: stamp)
      } == complaint)
    try FileManager.default.removeItem(atPath: path)
    #expect(
      message { try store.save(level("A"), to: path, unlessChangedSince: stamp) } == complaint)
    #expect(LevelStoreError.changedSince(path: "a").exitCode == 73)
  }

  @Test func anEditorPassesTheStampOn() throws {
    let folder = try ScratchFolder()
    var editor = LevelEditor<BubbleLevelFile>(
      store: LevelStore(folder: folder.path, catalog: TestKinds.all), catalog: TestKinds.all)
    try editor.create(named: "A")
    let path = try editor.save()
    let stamp = try #require(FileStamp(of: path))
    try editor.perform("fill 0,0=red")
    try AtomicFile.write(level("A").text, to: path)
    #expect(message { try editor.save(unlessChangedSince: stamp) }?.hasPrefix(path) == true)
    #expect(editor.active?.isModified == true)
    try editor.save(unlessChangedSince: FileStamp(of: path))
    #expect(editor.active?.isModified == false)
  }
}
