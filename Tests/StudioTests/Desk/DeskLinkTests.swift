import Foundation
import SimHarness
import Testing

@testable import Studio

/// An untrusted workspace, with links in the place of what the studio writes.
@Suite struct DeskLinkTests {
  /// A folder outside of a workspace, with a file, that must stay as it is.
  private static func outside(_ workspace: DeskWorkspace) throws -> (folder: String, file: String) {
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
    let workspace = try DeskWorkspace()
    let outside = try Self.outside(workspace)
    try Self.link("\(workspace.folder)/\(name)", to: outside.folder)
    let tab = try await DeskTab(StudioDesk(workspace.workspace))
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
    let workspace = try DeskWorkspace()
    let outside = try Self.outside(workspace)
    let id = WorkspaceLevels(workspace.workspace).id(ofLevelAt: workspace.file)
    for (place, target) in [
      ("\(workspace.folder)/.playtest/drafts/\(id).jsonl", outside.file),
      ("\(workspace.folder)/.playtest/versions/\(id)", outside.folder),
    ] {
      try Self.link(place, to: target)
      let tab = try await DeskTab(StudioDesk(workspace.workspace))
      _ = await tab.open(workspace)
      #expect(await tab.draw(row: 0, cells: 0..<2).has(#""code":"file.link""#))
      #expect(await tab.ask(#""save","doc":1"#).has(#""code":"file.link""#))
      try FileManager.default.removeItem(atPath: place)
    }
    try Self.link("\(workspace.folder)/levels/other.json", to: outside.file)
    let tab = try await DeskTab(StudioDesk(workspace.workspace))
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<2)
    #expect(
      await tab.ask(#""save","doc":1,"as":"Other","replace":true"#).has(#""code":"file.link""#))
    try Self.expectUntouched(outside)
  }

  @Test(arguments: ["/etc/passwd.lua", "../x.lua", "x.lua", "scripts/agents/lookahead", "./casual"])
  func playersAreNoPaths(_ name: String) async throws {
    let workspace = try DeskWorkspace()
    let tab = try await DeskTab(StudioDesk(workspace.workspace))
    _ = await tab.open(workspace)
    let answer = await tab.ask(#""watch","doc":1,"player":"\#(name)","index":0"#)
    #expect(answer.has(#""code":"player.path""#))
    _ = await tab.ask(#""look","doc":1,"players":["\#(name)"],"games":1"#)
    #expect(try #require(tab.event).has(#""problem":""#))
  }

  @Test func levelsBehindLinksAreNotListed() throws {
    let workspace = try DeskWorkspace()
    let other = try DeskWorkspace()
    try Self.link("\(workspace.folder)/levels/file.json", to: other.file)
    try Self.link("\(workspace.folder)/levels/folder", to: "\(other.folder)/levels")
    var workspaceLevels = WorkspaceLevels(workspace.workspace)
    workspaceLevels.list()
    #expect(workspaceLevels.entries.map(\.path) == [workspace.file])
  }

  @Test func theStudioIgnoresItselfFromTheFirstStrokeOn() async throws {
    let workspace = try DeskWorkspace()
    let tab = try await DeskTab(StudioDesk(workspace.workspace))
    _ = await tab.open(workspace)
    let ignored = "\(workspace.folder)/.playtest/.gitignore"
    #expect(!FileManager.default.fileExists(atPath: ignored))
    await tab.draw(row: 0, cells: 0..<2)
    #expect(try String(contentsOfFile: ignored, encoding: .utf8) == "*\n")
  }
}
