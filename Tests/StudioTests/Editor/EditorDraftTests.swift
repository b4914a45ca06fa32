import FoundationEssentials
import TestSupport
import Testing
import TextFormats

@testable import Studio

/// Drafts in an editor without a server.
@Suite struct EditorDraftTests {
  @Test func aDraftComesBackWithItsHistory() async throws {
    let workspace = try EditorWorkspace()
    let before = workspace.text
    do {
      let tab = try await EditorTab(StudioEditor(workspace.workspace))
      _ = await tab.open(workspace)
      await tab.draw(row: 0, cells: 0..<11, stroke: 1)
      await tab.draw(row: 1, cells: 0..<2, stroke: 2)
    }
    #expect(workspace.text == before)
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    #expect(await tab.open(workspace).has(#""draft":2"#))
    #expect(await tab.draw(row: 2, cells: 0..<1).has("restore or discard"))
    #expect(await tab.ask(#""restore","doc":1"#).has(#""undo":"2 cells red""#))
    #expect(await tab.ask(#""undo","doc":1"#).has(#""undo":"11 cells red""#))
    #expect(await tab.ask(#""undo","doc":1"#).has(#""undo":null"#))
  }

  /// What is not deleted loses nothing either.
  @Test func aRefusedDeleteKeepsTheDraft() async throws {
    let workspace = try EditorWorkspace()
    let id = WorkspaceLevels(workspace.workspace).id(ofLevelAt: workspace.file)
    do {
      let tab = try await EditorTab(StudioEditor(workspace.workspace))
      _ = await tab.open(workspace)
      await tab.draw(row: 0, cells: 0..<2)
    }
    let trash = "\(workspace.folder)/.playtest/trash"
    try AtomicFile.write("in the way", to: trash)
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    #expect(await tab.ask(#""delete","level":"\#(id)""#).isRefused)
    #expect(await tab.open(workspace).has(#""draft":1"#))
    try FileManager.default.removeItem(atPath: trash)
    let other = try await EditorTab(StudioEditor(workspace.workspace))
    #expect(await !other.ask(#""delete","level":"\#(id)""#).isRefused)
    let drafts = "\(workspace.folder)/.playtest/drafts"
    #expect(try FileManager.default.contentsOfDirectory(atPath: drafts).isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: trash) == ["small.json"])
  }

  /// A draft that grows is written again before it is too large to be read.
  @Test func aLongDraftIsShortened() async throws {
    let workspace = try EditorWorkspace()
    let id = WorkspaceLevels(workspace.workspace).id(ofLevelAt: workspace.file)
    let path = "\(workspace.folder)/.playtest/drafts/\(id).jsonl"
    do {
      let tab = try await EditorTab(StudioEditor(workspace.workspace))
      _ = await tab.open(workspace)
      await tab.draw(row: 0, cells: 0..<2)
      try OddFiles.sparse(at: path, size: 40 << 20)
      await tab.draw(row: 1, cells: 0..<2, stroke: 2)
      await tab.draw(row: 2, cells: 0..<2, stroke: 3)
      _ = await tab.ask(#""undo","doc":1"#)
    }
    let size = try #require(FileManager.default.contents(atPath: path)?.count)
    #expect(size < 1 << 20)
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    #expect(await tab.open(workspace).has(#""draft":3"#))
    _ = await tab.ask(#""restore","doc":1"#)
    _ = await tab.ask(#""save","doc":1"#)
    // Two strokes are there; the third was undone.
    #expect(workspace.text.ranges(of: "RR").count == 2, "\(workspace.text)")
  }

  @Test func aDraftCanBeDiscarded() async throws {
    let workspace = try EditorWorkspace()
    do {
      let tab = try await EditorTab(StudioEditor(workspace.workspace))
      _ = await tab.open(workspace)
      await tab.draw(row: 0, cells: 0..<2)
    }
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    #expect(await tab.open(workspace).has(#""draft":1"#))
    _ = await tab.ask(#""discard","doc":1"#)
    let again = try await EditorTab(StudioEditor(workspace.workspace))
    #expect(await !again.open(workspace).has(#""draft""#))
  }
}
