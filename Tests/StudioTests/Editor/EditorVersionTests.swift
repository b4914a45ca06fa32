import FoundationEssentials
import SimHarness
import Testing
import TextFormats

@testable import Studio

/// Rates of cards, targets, and versions that were saved.
@Suite struct EditorVersionTests {
  private func text(_ response: StudioResponse) -> EditorAnswer {
    EditorAnswer(String(decoding: response.body, as: UTF8.self))
  }

  @Test func aCardHasTheRateOfItsFile() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let id = WorkspaceLevels(workspace.workspace).id(ofLevelAt: workspace.file)
    let rate = text(await editor.rate(["novice", id]))
    #expect(rate.has(#""games":50"#) && rate.has(#""name":"novice""#) && rate.has(#""final":true"#))
    let unknown = await editor.rate(["novice", "own-nothing"])
    #expect(unknown.status == 404)
    // What is wrong with the players or the level is an answer, which a page keeps.
    let nobody = await editor.rate(["nobody", id])
    #expect(nobody.status == 200 && text(nobody).has("unknown agent 'nobody'"))
  }

  @Test func aTargetIsKept() async throws {
    let workspace = try EditorWorkspace()
    do {
      let tab = try await EditorTab(StudioEditor(workspace.workspace))
      #expect(await tab.open(workspace).has(#""target":null"#))
      let answer = await tab.ask(
        #""target","doc":1,"band":{"player":"casual","low":0.4,"high":0.6}"#)
      #expect(answer.has(#""low":0.4"#))
      #expect(
        await tab.ask(#""target","doc":1,"band":{"player":"casual","low":0.7,"high":0.6}"#)
          .isRefused)
      #expect(
        await tab.ask(#""target","doc":1,"band":{"player":"casual","low":-1,"high":0.6}"#)
          .isRefused)
    }
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    #expect(await tab.open(workspace).has(#""target":{"player":"casual","low":0.4,"high":0.6}"#))
    #expect(await tab.ask(#""target","doc":1"#).has(#""target":null"#))
    let again = try await EditorTab(StudioEditor(workspace.workspace))
    #expect(await again.open(workspace).has(#""target":null"#))
  }

  @Test func aFileOfTargetsThatCannotBeReadHasNone() async throws {
    let workspace = try EditorWorkspace()
    try FileManager.default.createDirectory(
      atPath: "\(workspace.folder)/.playtest", withIntermediateDirectories: true)
    try AtomicFile.write(
      #"{"targets":{"own-a":{"player":"casual","low":2,"high":3}}}"#,
      to: "\(workspace.folder)/.playtest/studio.json")
    #expect(LevelTargets(workspace.workspace)["own-a"] == nil)
  }

  @Test func aVersionIsListedComparedAndUsed() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let tab = try await EditorTab(editor)
    _ = await tab.open(workspace)
    #expect(text(await editor.versions(["1"])).has(#""versions":[]"#))
    await tab.draw(row: 0, cells: 0..<3)
    _ = await tab.ask(
      #""gesture","doc":1,"rev":0,"stroke":9,"last":true,"set":{"field":"shots","value":"4"}"#)
    _ = await tab.ask(#""save","doc":1"#)
    let list = text(await editor.versions(["1"]))
    #expect(list.has(#""number":1"#) && list.has(#""film":"#))

    let comparison = text(await editor.compare(["1", "1"]))
    #expect(comparison.has(#"{"field":"shots","before":"6","now":"4"}"#))
    #expect(comparison.has(#"{"field":"spawn weights blue","before":"1","now":""}"#))
    #expect(comparison.has(#""before":{"games":200"#) && comparison.has(#""differing":"#))
    #expect(await editor.compare(["1", "2"]).status == 404)
    #expect(await editor.versions(["7"]).status == 404)

    let used = await tab.ask(#""revert","doc":1,"version":1"#)
    #expect(used.has(#""saved":false"#) && used.has(#""undo":"an earlier version""#))
    #expect(await tab.ask(#""undo","doc":1"#).has(#""saved":true"#))
    #expect(await tab.ask(#""revert","doc":1,"version":5"#).isRefused)
  }

  /// However far back the steps were undone, the saved level is one step away.
  @Test func theSavedLevelComesBackAfterUndoBeyondIt() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<3)
    _ = await tab.ask(#""save","doc":1"#)
    #expect(await tab.ask(#""undo","doc":1"#).has(#""saved":false"#))
    let back = await tab.ask(#""revert","doc":1"#)
    #expect(back.has(#""saved":true"#) && back.has(#""undo":"back to the saved level""#))
    #expect(await tab.ask(#""undo","doc":1"#).has(#""saved":false"#))
    #expect(await tab.ask(#""redo","doc":1"#).has(#""saved":true"#))
  }

  @Test func aReadOnlyWorkspaceTakesNoTarget() async throws {
    let workspace = try EditorWorkspace(isReadOnly: true)
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    #expect(
      await tab.ask(#""target","doc":1,"band":{"player":"casual","low":0.4,"high":0.6}"#)
        .isRefused)
  }
}
