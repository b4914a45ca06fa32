import FoundationEssentials
import Glibc
import SimHarness
import Testing

@testable import Studio

/// One studio in a workspace.
@Suite struct StudioLockTests {
  @Test func aSecondStudioIsRefused() throws {
    let editor = try EditorWorkspace()
    let lock = try #require(try StudioLock.take(editor.workspace))
    #expect(throws: StudioLockError(editor.folder, "\(getpid())")) {
      try StudioLock.take(editor.workspace)
    }
    lock.name("http://127.0.0.1:7703/")
    let error = #expect(throws: StudioLockError.self) { try StudioLock.take(editor.workspace) }
    #expect(
      error?.description == "\(editor.folder): another studio is using this folder at "
        + "http://127.0.0.1:7703/ (process \(getpid())); use the address that it has printed, or end "
        + "it with Ctrl-C first")
    // It writes nothing, and may look.
    #expect(try StudioLock.take(try EditorWorkspace(isReadOnly: true).workspace) == nil)
    // Another workspace is another matter.
    #expect(try StudioLock.take(try EditorWorkspace().workspace) != nil)
    lock.release()
    #expect(try StudioLock.take(editor.workspace) != nil)
  }

  @Test func nothingIsLeft() throws {
    let editor = try EditorWorkspace()
    for _ in 0..<3 {
      let lock = try #require(try StudioLock.take(editor.workspace))
      #expect(FileManager.default.fileExists(atPath: "\(editor.workspace.own)/lock"))
      lock.release()
      #expect(!FileManager.default.fileExists(atPath: editor.workspace.own))
    }
    // But what was kept.
    let lock = try #require(try StudioLock.take(editor.workspace))
    try AtomicFile.write("{}", to: "\(editor.workspace.own)/studio.json")
    lock.release()
    let names = try FileManager.default.contentsOfDirectory(atPath: editor.workspace.own)
    #expect(names.sorted() == [".gitignore", "studio.json"])
  }

  /// A studio that was killed leaves its file; an untrusted folder may hold any file, or a link.
  @Test func aFileAloneIsNoLock() throws {
    let editor = try EditorWorkspace()
    let path = "\(editor.workspace.own)/lock"
    try FileManager.default.createDirectory(
      atPath: editor.workspace.own, withIntermediateDirectories: true)
    try AtomicFile.write("1 http://127.0.0.1:1/\n", to: path)
    let lock = try #require(try StudioLock.take(editor.workspace))
    #expect(try AtomicFileText.read(path) == "\(getpid()) \n")
    lock.release()
    let target = "\(editor.folder)/target"
    try AtomicFile.write("as it was", to: target)
    try FileManager.default.createDirectory(
      atPath: editor.workspace.own, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    #expect(try StudioLock.take(editor.workspace) == nil)
    #expect(try AtomicFileText.read(target) == "as it was")
  }

  @Test(arguments: ["", "abc", "-1", "0 http://127.0.0.1:7700/x", "99999999999 ftp://a"])
  func aFileOfOthersIsNotRepeated(_ text: String) {
    let error = StudioLockError("/w", text)
    #expect(error.process == nil)
    #expect(StudioLockError("/w", "7 http://127.0.0.1:99999/").address == nil)
    #expect(StudioLockError("/w", "7 http://evil.example:80/").address == nil)
    #expect(
      StudioLockError("/w", "abc").description
        == "/w: another studio is using this folder; use the "
        + "address that it has printed, or end it with Ctrl-C first")
  }
}

/// The text of a file.
private enum AtomicFileText {
  static func read(_ path: String) throws -> String {
    let data = try #require(FileManager.default.contents(atPath: path))
    return String(decoding: data, as: UTF8.self)
  }
}
