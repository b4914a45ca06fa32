import Foundation
import SimHarness
import TestSupport
import Testing

@testable import Studio

/// An untrusted workspace, with links in the place of what the studio writes.
@Suite struct EditorLinkTests {
  /// A folder outside of a workspace, with a file, that must stay as it is.
  private static func outside(_ workspace: EditorWorkspace) throws -> (folder: String, file: String)
  {
    let folder = "\(workspace.folder)/outside"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try AtomicFile.write("mine\n", to: "\(folder)/file.json")
    return (folder, "\(folder)/file.json")
  }

  private static func link(_ path: String, to target: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  private static func expectUntouched(_ outside: (folder: String, file: String)) throws {
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.folder) == ["file.json"])
    #expect(try String(contentsOfFile: outside.file, encoding: .utf8) == "mine\n")
  }

  @Test(arguments: [".playtest", ".playtest/drafts", ".playtest/versions", ".playtest/trash"])
  func foldersOfTheStudioAreNoLinks(_ name: String) async throws {
    let workspace = try EditorWorkspace()
    let outside = try Self.outside(workspace)
    try Self.link("\(workspace.folder)/\(name)", to: outside.folder)
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    let id = WorkspaceLevels(workspace.workspace).id(ofLevelAt: workspace.file)
    #expect(await tab.draw(row: 0, cells: 0..<2).has(#""code":"file.link""#))
    for action in [#""save","doc":1"#, #""save","doc":1,"as":"Other""#] {
      #expect(await tab.ask(action).has(#""code":"file.link""#))
    }
    _ = await tab.ask(#""look","doc":1,"players":[],"games":0"#)
    #expect(await tab.ask(#""delete","level":"\#(id)""#).isRefused)
    try Self.expectUntouched(outside)
    #expect(FileManager.default.fileExists(atPath: workspace.file))
  }

  @Test func draftsVersionsAndLevelsAreNoLinks() async throws {
    let workspace = try EditorWorkspace()
    let outside = try Self.outside(workspace)
    let id = WorkspaceLevels(workspace.workspace).id(ofLevelAt: workspace.file)
    for (place, target) in [
      ("\(workspace.folder)/.playtest/drafts/\(id).jsonl", outside.file),
      ("\(workspace.folder)/.playtest/versions/\(id)", outside.folder),
    ] {
      try Self.link(place, to: target)
      let tab = try await EditorTab(StudioEditor(workspace.workspace))
      _ = await tab.open(workspace)
      #expect(await tab.draw(row: 0, cells: 0..<2).has(#""code":"file.link""#))
      #expect(await tab.ask(#""save","doc":1"#).has(#""code":"file.link""#))
      try FileManager.default.removeItem(atPath: place)
    }
    try Self.link("\(workspace.folder)/levels/other.json", to: outside.file)
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<2)
    #expect(
      await tab.ask(#""save","doc":1,"as":"Other","replace":true"#).has(#""code":"file.link""#))
    try Self.expectUntouched(outside)
  }

  /// The folder of the levels, or one below it that has become a link since it was listed.
  @Test(arguments: ["levels", "levels/more"])
  func foldersOfLevelsAreNoLinks(_ name: String) async throws {
    let workspace = try EditorWorkspace()
    let outside = "\(workspace.folder)/outside"
    let (folder, level) = ("\(workspace.folder)/\(name)", "\(workspace.folder)/\(name)/small.json")
    if level != workspace.file {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.moveItem(atPath: workspace.file, toPath: level)
    }
    let id = WorkspaceLevels(workspace.workspace).id(ofLevelAt: level)
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    #expect(await tab.ask(#""open","level":"\#(id)""#).has(#""doc":1"#))
    try FileManager.default.moveItem(atPath: folder, toPath: outside)
    try Self.link(folder, to: outside)
    let before = FileManager.default.contents(atPath: level)
    await tab.draw(row: 0, cells: 0..<2)
    #expect(await tab.ask(#""save","doc":1"#).has(#""code":"file.link""#))
    if name == "levels" {
      // A new level has no file yet.
      let opened = await tab.ask(#""open","new":{"game":"bubble-blast","name":"Evil"}"#)
      #expect(opened.has(#""doc":2"#), "\(opened)")
      #expect(await tab.ask(#""save","doc":2"#).has(#""code":"file.link""#))
      #expect(await tab.ask(#""save","doc":2,"as":"Worse""#).has(#""code":"file.link""#))
    }
    // The editor knows the level by its place.
    await tab.editor.left(tab.tab)
    let other = try await EditorTab(tab.editor, id: 2)
    #expect(await other.ask(#""delete","level":"\#(id)""#).has(#""code":"file.link""#))
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == ["small.json"])
    #expect(FileManager.default.contents(atPath: "\(outside)/small.json") == before)
  }

  /// A workspace that is itself a link was named by the user.
  @Test func theWorkspaceMayBeALink() throws {
    let workspace = try EditorWorkspace()
    let link = "\(workspace.folder)-link"
    defer { try? FileManager.default.removeItem(atPath: link) }
    try Self.link(link, to: workspace.folder)
    try WorkspaceLinks.refuse("\(link)/levels/a.json", below: link)
    try Self.link("\(workspace.folder)/levels/b", to: "/tmp")
    let failure = #expect(throws: StudioFailure.self) {
      try WorkspaceLinks.refuse("\(link)/levels/b/c/d.json", below: link)
    }
    #expect(failure?.message.hasPrefix("\(link)/levels/b: this is a link") == true)
  }

  /// A pipe in the place of what is written would be waited for.
  @Test func nothingIsWrittenToAPipe() async throws {
    let workspace = try EditorWorkspace()
    let id = WorkspaceLevels(workspace.workspace).id(ofLevelAt: workspace.file)
    try OddFiles.pipe(at: "\(workspace.folder)/levels/other.json")
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<2)
    #expect(
      await tab.ask(#""save","doc":1,"as":"Other","replace":true"#).has("this is not a file"))
    let draft = "\(workspace.folder)/.playtest/drafts/\(id).jsonl"
    try FileManager.default.removeItem(atPath: draft)
    try OddFiles.pipe(at: draft)
    #expect(await tab.draw(row: 1, cells: 0..<2, stroke: 2).has("this is not a file"))
  }

  @Test(arguments: [
    "/etc/passwd.lua", "../x.lua", "x.lua", "x.yml", "x.yaml", "scripts/agents/lookahead",
    "./casual",
  ])
  func playersAreNoPaths(_ name: String) async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    let answer = await tab.ask(#""watch","doc":1,"player":"\#(name)","index":0"#)
    #expect(answer.has(#""code":"player.path""#))
    _ = await tab.ask(#""look","doc":1,"players":["\#(name)"],"games":1"#)
    #expect(try #require(tab.event).has(#""problem":""#))
  }

  @Test func levelsBehindLinksAreNotListed() throws {
    let workspace = try EditorWorkspace()
    let other = try EditorWorkspace()
    try Self.link("\(workspace.folder)/levels/file.json", to: other.file)
    try Self.link("\(workspace.folder)/levels/folder", to: "\(other.folder)/levels")
    var workspaceLevels = WorkspaceLevels(workspace.workspace)
    workspaceLevels.list()
    #expect(workspaceLevels.entries.map(\.path) == [workspace.file])
  }

  @Test func theStudioIgnoresItselfFromTheFirstStrokeOn() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    let ignored = "\(workspace.folder)/.playtest/.gitignore"
    #expect(!FileManager.default.fileExists(atPath: ignored))
    await tab.draw(row: 0, cells: 0..<2)
    #expect(try String(contentsOfFile: ignored, encoding: .utf8) == "*\n")
  }
}
