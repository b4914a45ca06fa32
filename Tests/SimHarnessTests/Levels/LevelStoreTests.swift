import FoundationEssentials
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import SimHarness

@Suite struct LevelStoreTests {
  @Test func savesLoadsListsAndDeletes() throws {
    let folder = try ScratchFolder()
    let store = LevelStore(folder: folder.path + "/new/levels", catalog: TestKinds.all)
    #expect(store.list().isEmpty)
    var level = BubbleLevelFile(name: "First Steps")
    level[Cell(row: 0, column: 0)] = .kind("bomb")
    let path = try store.save(LevelFile(level))
    #expect(path == folder.path + "/new/levels/first-steps.json")
    let found = try store.load(named: "First Steps")
    #expect(found.file == LevelFile(level))
    #expect(found.path == path)
    #expect(folder.text(of: "new/levels/first-steps.json") == level.text)
    level.rules.shots = 3
    #expect(try store.save(LevelFile(level), to: path) == path)
    #expect(try store.load(at: path) == LevelFile(level))
    try folder.write(#"{"game":"bubble-blast"}"#, to: "new/levels/broken.json")
    // JSON of other kinds that lies there is none of the levels.
    for (number, text) in [
      "{}", "[1]", #"{"format":"playtest-record","game":"bubble-blast"}"#, #"{"game":"chess"}"#,
    ].enumerated() {
      try folder.write(text, to: "new/levels/other\(number).json")
    }
    let entries = store.list()
    #expect(entries.map(\.name) == [nil, "First Steps"])
    #expect(entries[0].problem?.hasSuffix("the field 'format' is missing; add it") == true)
    #expect(entries[1].problem == nil)
    try store.delete(named: "First Steps")
    #expect(store.list().count == 1)
    let library = LevelLibrary(folder: folder.path, catalog: TestKinds.all)
    let problem = #expect(throws: LevelProblems.self) {
      try library.levels(for: [folder.path + "/new/levels"])
    }
    #expect(
      problem?.lines.allSatisfy { $0.contains("/broken.json:1: ") } == true,
      "\(problem?.lines ?? [])")
    // Nothing temporary is left behind.
    #expect(folder.files == ["new"])
  }

  /// A level that is kept elsewhere and linked to is edited where it is.
  @Test func aLinkStaysALink() throws {
    let folder = try ScratchFolder()
    let manager = FileManager.default
    var level = BubbleLevelFile(name: "Linked")
    let real = try folder.write(level.text, to: "kept/linked.json")
    try manager.createDirectory(
      atPath: folder.path + "/levels", withIntermediateDirectories: false)
    let link = folder.path + "/levels/link.json"
    try manager.createSymbolicLink(atPath: link, withDestinationPath: real)
    let store = LevelStore(folder: folder.path + "/levels", catalog: TestKinds.all)
    level.rules.shots = 3
    #expect(try store.save(LevelFile(level), to: link) == link)
    #expect(try manager.destinationOfSymbolicLink(atPath: link) == real)
    #expect(folder.text(of: "kept/linked.json") == level.text)
    #expect(folder.files.sorted() == ["kept", "levels"])
  }

  /// A level is saved back to where it was read from, also where its folder was removed since.
  @Test func aFolderThatIsGoneIsMadeAgain() throws {
    let folder = try ScratchFolder()
    let store = LevelStore(folder: folder.path + "/levels", catalog: TestKinds.all)
    let level = BubbleLevelFile(name: "A")
    let place = try folder.write(level.text, to: "levels/deep/er/a.json")
    try FileManager.default.removeItem(atPath: folder.path + "/levels/deep")
    #expect(try store.save(LevelFile(level), to: place) == place)
    #expect(folder.text(of: "levels/deep/er/a.json") == level.text)
    // Not in the place of a file.
    try folder.write("x", to: "levels/plain")
    #expect(
      message {
        try store.save(LevelFile(level), to: folder.path + "/levels/plain/a.json", overwrite: true)
      }
        == "\(folder.path)/levels/plain/a.json: cannot write: cannot create the folder: a part of the "
        + "path is a file and not a folder; check the folder's permissions and the free space")
  }

  @Test func refusesToOverwriteAnotherLevel() throws {
    let folder = try ScratchFolder()
    let store = LevelStore(folder: folder.path, catalog: TestKinds.all)
    let level = BubbleLevelFile(name: "A b")
    let path = try store.save(LevelFile(level))
    #expect(message { try store.save(LevelFile(level)) } == Self.exists(path, "A b"))
    // Another name of the same file.
    let duplicate = BubbleLevelFile(name: "a B")
    #expect(message { try store.save(LevelFile(duplicate)) } == Self.exists(path, "a B"))
    #expect(try store.load(at: path).header.name == "A b")
    try store.save(LevelFile(duplicate), overwrite: true)
    #expect(try store.load(at: path).header.name == "a B")
    // The same name in another file.
    let other = folder.path + "/other.json"
    try folder.write(level.text, to: "other.json")
    #expect(message { try store.save(LevelFile(level), to: path) } == Self.exists(other, "A b"))
    try store.save(LevelFile(level), to: path, overwrite: true)
    #expect(folder.files == ["a-b.json"])
  }

  /// Files are told apart by their bytes before they are read; a name that JSON writes in another
  /// way is the same name.
  @Test(arguments: [
    ("A b", #"A\u0020b"#), ("Caf\u{E9}", "Cafe\u{301}"), ("A/b", #"A\/b"#), ("K", "\u{212A}"),
    ("\u{212A}", "K"),
  ])
  func aNameIsFoundHoweverItIsWritten(name: String, written: String) throws {
    let folder = try ScratchFolder()
    let store = LevelStore(folder: folder.path, catalog: TestKinds.all)
    let text = BubbleLevelFile(name: "Other name").text
    let path = try folder.write(
      text.replacingOccurrences(of: "Other name", with: written), to: "x.json")
    let level = LevelFile(BubbleLevelFile(name: name))
    #expect(message { try store.save(level) } == Self.exists(path, name))
    // A part of another name is none.
    try store.save(LevelFile(BubbleLevelFile(name: "Other")))
    #expect(store.path(ofLevelNamed: "Other", besides: path) == folder.path + "/other.json")
    #expect(store.path(ofLevelNamed: "ther", besides: nil) == nil)
  }

  @Test func complains() throws {
    let folder = try ScratchFolder()
    let store = LevelStore(folder: folder.path, catalog: TestKinds.all)
    try store.save(LevelFile(BubbleLevelFile(name: "First")))
    #expect(
      message { _ = try store.load(named: "Frist") }
        == "there is no level 'Frist'; did you mean 'First'?")
    #expect(
      message { try store.delete(named: "zzz") }
        == "there is no level 'zzz'; list the levels to see their names")
    #expect(
      message { try store.save(LevelFile(BubbleLevelFile(name: " "))) }
        == "the level's name: this is only white space; write a name")
    let none = LevelStore(folder: "/dev/null/levels", catalog: TestKinds.all)
    #expect(
      message { try none.save(LevelFile(BubbleLevelFile(name: "A"))) }
        == "/dev/null/levels/a.json: cannot write: cannot create the folder: a part of the path is "
        + "a file and not a folder; check the folder's permissions and the free space")
    for (isBroken, code) in [(false, 73), (true, 74)] as [(Bool, Int32)] {
      let error = LevelStoreError.cannotWrite(path: "a", reason: "b", isBroken: isBroken)
      #expect(error.exitCode == code)
    }
    let undeleted = LevelStoreError.cannotDelete(path: "a", reason: "permission denied")
    #expect(
      undeleted.description
        == "a: cannot delete: permission denied; check the folder's permissions")
    #expect(undeleted.exitCode == 73)
    #expect(LevelStoreError.noSuchLevel("a", suggestion: nil).exitCode == 66)
  }

  @Test(arguments: [
    ("First Steps", "first-steps.json"), ("A_b-C 12", "a-b-c-12.json"),
    ("../../etc/passwd", "etc-passwd-f"), ("漢字", "level-"), ("a/b", "a-b-"), ("...", "level-"),
    ("Pack", "pack-"),
    (String(repeating: "x", count: 90), String(repeating: "x", count: 60) + "-"),
  ])
  func makesFileNames(name: String, beginning: String) {
    let file = LevelStore.fileName(for: name)
    #expect(file.hasPrefix(beginning.hasSuffix("f") ? "etc-passwd-" : beginning))
    #expect(file.hasSuffix(".json"))
    #expect(!file.contains("/") && !file.hasPrefix("."))
  }

  @Test func namesThatLoseSomethingKeepApart() {
    #expect(LevelStore.fileName(for: "漢字") != LevelStore.fileName(for: "漢"))
    #expect(LevelStore.fileName(for: "a/b") != LevelStore.fileName(for: "a b"))
  }

  private static func exists(_ path: String, _ name: String) -> String {
    "\(path) already has another level; choose another name than '\(name)' or overwrite the file"
  }

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? LevelStoreError)?.description
    }
  }
}
