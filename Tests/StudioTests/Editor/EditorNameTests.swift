import FoundationEssentials
import SimHarness
import Testing
import TextFormats

@testable import Studio

/// Names of levels: another one for a level, and those that are taken.
@Suite struct EditorNameTests {
  private static func rename(_ tab: EditorTab, _ document: Int, to name: String) async
    -> EditorAnswer
  {
    await tab.ask(#""rename","doc":\#(document),"name":"\#(name)""#)
  }

  /// The name seeds the games of a level without an `id`; another name is not another level.
  @Test func renamingKeepsTheDeals() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    let renamed = await Self.rename(tab, 1, to: "Twenty 48")
    #expect(renamed.has(#""words":"renamed to Twenty 48""#) && renamed.has(#""name":"Twenty 48""#))
    #expect(renamed.has("set id=Small set 'name=Twenty 48'"))
    #expect(renamed.has(#""undo":"rename to Twenty 48""#))
    #expect(await tab.ask(#""save","doc":1"#).has("levels/small.json"))
    #expect(workspace.text.contains(#""name": "Twenty 48""#))
    #expect(workspace.text.contains(#""id": "Small""#))
    // A second time the `id` is there already, and a number is a name as well.
    #expect(await Self.rename(tab, 1, to: "2048").has(#""words":"renamed to 2048""#))
    _ = await tab.ask(#""save","doc":1"#)
    #expect(workspace.text.contains(#""name": "2048""#))
    #expect(workspace.text.contains(#""id": "Small""#))
    // It is one step.
    let undone = await tab.ask(#""undo","doc":1"#)
    #expect(undone.has(#""name":"Twenty 48""#) && undone.has("undone: rename to 2048"))
    let first = await tab.ask(#""undo","doc":1"#)
    #expect(first.has(#""name":"Small""#) && first.has(#""undo":null"#))
  }

  @Test func aLevelNamedByANumberCanBeRenamed() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.ask(#""open","new":{"game":"bubble-blast","name":"2048"}"#)
    #expect(await Self.rename(tab, 1, to: "Other").has(#""words":"renamed to Other""#))
    #expect(!(await tab.ask(#""save","doc":1"#)).isRefused)
    let text = try #require(
      FileManager.default.contents(atPath: "\(workspace.folder)/levels/other.json"))
    #expect(String(decoding: text, as: UTF8.self).contains(#""id": "2048""#))
  }

  @Test func aNameThatIsTakenIsRefused() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    let new = #""open","new":{"game":"bubble-blast","name":"Small"}"#
    let taken = await tab.ask(new)
    #expect(taken.has(#""code":"level.exists""#) && taken.has("small.json"), "\(taken)")
    _ = await tab.ask(#""open","new":{"game":"bubble-blast","name":"Other"}"#)
    let refused = await Self.rename(tab, 1, to: "Small")
    #expect(refused.has(#""code":"level.exists""#) && refused.has("small.json"), "\(refused)")
    #expect(!refused.has("overwrite"))
    _ = await tab.open(workspace)
    // One that is not saved yet has its name as well.
    #expect(await Self.rename(tab, 2, to: "Other").has("not saved yet"))
    // The file keeps its name, so a new level cannot have it.
    _ = await Self.rename(tab, 2, to: "Third")
    _ = await tab.ask(#""save","doc":2"#)
    #expect(await tab.ask(new).has("its file, small.json"))
    #expect(await Self.rename(tab, 1, to: " ").has("white space"))
  }

  /// A level that was made is there until it is deleted, whether anything was drawn on it or not.
  @Test func aNewLevelIsKeptBeforeItsFirstStep() async throws {
    let workspace = try EditorWorkspace()
    let new = #""open","new":{"game":"bubble-blast","name":"Other"}"#
    let levels = WorkspaceLevels(workspace.workspace)
    let id = levels.id(ofLevelAt: "\(workspace.folder)/levels/other.json")
    do {
      let tab = try await EditorTab(StudioEditor(workspace.workspace))
      #expect(await !tab.ask(new).isRefused)
      _ = await tab.ask(#""look","doc":1,"players":[],"games":0"#)
      #expect(await tab.ask(new).has("not saved yet"))
    }
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    let opened = await tab.ask(#""open","level":"\#(id)""#)
    #expect(opened.has(#""name":"Other""#) && !opened.has(#""draft":"#), "\(opened)")
    #expect(await tab.draw(row: 0, cells: 0..<1).has("1 cell red"))
    #expect(await !tab.ask(#""save","doc":1"#).isRefused)
    #expect(levels.draftIDs == [])
  }

  /// What leads back to the saved level leaves nothing to restore.
  @Test func aLevelThatEqualsItsSavedFileHasNoDraft() async throws {
    let workspace = try EditorWorkspace()
    let drafts = "\(workspace.folder)/.playtest/drafts"
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: drafts) }
    do {
      let tab = try await EditorTab(StudioEditor(workspace.workspace))
      _ = await tab.open(workspace)
      await tab.draw(row: 0, cells: 0..<2)
      #expect(try names().count == 1)
      _ = await tab.ask(#""undo","doc":1"#)
      #expect(try names() == [])
      _ = await tab.ask(#""redo","doc":1"#)
      #expect(try names().count == 1)
    }
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    #expect(await tab.open(workspace).has(#""draft":1"#))
    #expect(await tab.ask(#""restore","doc":1"#).has(#""saved":false"#))
  }
}
