import Catalogue
import FoundationEssentials
import SimHarness
import Testing
import TextFormats

@testable import Studio

/// Levels whose files other programs write while they are open, or while steps of a crash wait.
@Suite struct EditorFileTests {
  private let workspace: EditorWorkspace
  private let editor: StudioEditor
  private let tab: EditorTab

  init() async throws {
    workspace = try EditorWorkspace()
    editor = StudioEditor(workspace.workspace)
    tab = try await EditorTab(editor)
  }

  /// The steps that are kept for the next studio.
  private func keptSteps() throws -> [DesignDraft.Step] {
    let levels = WorkspaceLevels(workspace.workspace)
    let draft = try #require(levels.draft(of: levels.id(ofLevelAt: workspace.file)))
    return draft.read()?.steps ?? []
  }

  /// The events about the level that wait to be sent.
  private func events(of tab: EditorTab? = nil) -> [EditorAnswer] {
    var events: [EditorAnswer] = []
    while let event = (tab ?? self.tab).event {
      if event.has(#""doc":1,"#) { events.append(event) }
    }
    return events
  }

  /// What was told of the file.
  private func states(of tab: EditorTab? = nil) -> [String] {
    events(of: tab).compactMap { event in
      ["conflict", "taken", "back", "unreadable", "gone"].first {
        event.has(#""ev":"file""#) && event.has(#""state":"\#($0)""#)
      }
    }
  }

  // MARK: A question about the file

  @Test func theQuestionIsOverWhenTheFileIsUnchangedAfterAll() async throws {
    _ = await tab.open(workspace)
    let text = workspace.text
    await tab.draw(row: 0, cells: 0..<4)
    try workspace.write(shots: 12)
    await editor.lookAtFiles()
    #expect(states() == ["conflict"])
    try workspace.write(text)
    await editor.lookAtFiles()
    let events = events()
    #expect(events.count == 2)
    #expect(events[0].has(#""conflict":false"#) && events[1].has(#""state":"back""#), "\(events)")
    // Nothing is to be chosen any more, and the steps are as they were.
    let settled = await tab.ask(#""settle","doc":1,"keep":"theirs""#)
    #expect(settled.has(#""undo":"4 cells red""#) && settled.has(#""saved":false"#))
    #expect(await tab.ask(#""save","doc":1"#).has(#""saved":true"#))
    #expect(workspace.text.contains(#""shots": 6"#))
  }

  /// The file is read when it is chosen, not when the question was asked.
  @Test func theFileIsUsedAsItIsNow() async throws {
    _ = await tab.open(workspace)
    let text = workspace.text
    await tab.draw(row: 0, cells: 0..<4)
    try workspace.write(shots: 12)
    await editor.lookAtFiles()
    try workspace.write(text)
    let used = await tab.ask(#""settle","doc":1,"keep":"theirs""#)
    #expect(used.has(#""saved":true"#) && used.has(#""undo":"changed on disk""#), "\(used)")
    #expect(used.has("the file is used; Undo brings your level back"))
    #expect(await tab.ask(#""save","doc":1"#).has(#""saved":true"#))
    #expect(workspace.text == text)

    #expect(await tab.ask(#""undo","doc":1"#).has(#""undo":"4 cells red""#))
    try workspace.write(shots: 12)
    await editor.lookAtFiles()
    try workspace.write(shots: 15)
    #expect(await tab.ask(#""settle","doc":1,"keep":"theirs""#).has(#""saved":true"#))
    #expect(await tab.ask(#""save","doc":1"#).has(#""saved":true"#))
    #expect(workspace.text.contains(#""shots": 15"#))
  }

  @Test func aFileThatBreaksAfterTheQuestionIsNotUsedAndNotReplacedUnasked() async throws {
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<4)
    try workspace.write(shots: 12)
    let text = workspace.text
    await editor.lookAtFiles()
    try workspace.write(#"{"bro"#)
    let used = await tab.ask(#""settle","doc":1,"keep":"theirs""#)
    #expect(used.has(#""undo":"4 cells red""#) && used.has(#""conflict":false"#), "\(used)")
    #expect(states() == ["conflict", "unreadable"])
    #expect(await tab.ask(#""save","doc":1"#).has(#""code":"file.changed""#))
    #expect(workspace.text == #"{"bro"#)
    // What was asked about is asked about again when it is back.
    try workspace.write(text)
    await editor.lookAtFiles()
    #expect(states() == ["conflict"])
  }

  /// A level of another game cannot be taken, and is not replaced unasked.
  @Test(arguments: [true, false])
  func aFileOfAnotherGameIsNotReplacedUnasked(_ hasSteps: Bool) async throws {
    _ = await tab.open(workspace)
    if hasSteps { await tab.draw(row: 0, cells: 0..<4) }
    let game = try #require(GameRegistry.bundled.game(named: "bubble-pop"))
    let text = LevelFile.empty(of: game, named: "Small", catalog: workspace.library).text
    try workspace.write(text)
    await editor.lookAtFiles()
    #expect(states() == ["unreadable"])
    #expect(await tab.ask(#""save","doc":1"#).has(#""code":"file.changed""#))
    #expect(workspace.text == text)
  }

  @Test func aFileDeletedAfterTheQuestionIsReported() async throws {
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<4)
    try workspace.write(shots: 12)
    await editor.lookAtFiles()
    try FileManager.default.removeItem(atPath: workspace.file)
    await editor.lookAtFiles()
    #expect(states() == ["conflict", "gone"])
    let used = await tab.ask(#""settle","doc":1,"keep":"theirs""#)
    #expect(used.has(#""undo":"4 cells red""#) && used.has(#""gone":true"#))
    #expect(used.has(#""conflict":false"#))
    #expect(await tab.ask(#""save","doc":1"#).has(#""saved":true"#))
    #expect(workspace.text.contains(#""shots": 6"#))
  }

  /// A save looks again at what it would ask about.
  @Test func aSaveDoesNotAskAboutAFileThatIsGone() async throws {
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<4)
    try workspace.write(shots: 12)
    await editor.lookAtFiles()
    try FileManager.default.removeItem(atPath: workspace.file)
    #expect(await tab.ask(#""save","doc":1"#).has(#""saved":true"#))
  }

  // MARK: What is taken over

  @Test func whatIsTakenOverIsReported() async throws {
    _ = await tab.open(workspace)
    try workspace.write(shots: 12)
    await editor.lookAtFiles()
    #expect(states() == ["taken"])
    // Written again with what it holds, there is nothing to tell of.
    try workspace.write(shots: 12)
    await editor.lookAtFiles()
    #expect(states().isEmpty)
    let text = workspace.text
    try workspace.write("{ broken")
    await editor.lookAtFiles()
    try workspace.write(text)
    await editor.lookAtFiles()
    #expect(states() == ["unreadable", "back"])
  }

  // MARK: Steps of a crash

  @Test func keptStepsOutliveAChangeOfTheFile() async throws {
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<4)
    let again = StudioEditor(workspace.workspace)
    let other = try await EditorTab(again)
    #expect(await other.open(workspace).has(#""draft":1"#))
    try workspace.write(shots: 12)
    await again.lookAtFiles()
    let events = events(of: other)
    #expect(events.contains { $0.has(#""waiting":true"#) && $0.has(#""conflict":false"#) })
    #expect(events.contains { $0.has(#""state":"taken""#) })
    _ = await other.ask(#""settle","doc":1,"keep":"theirs""#)
    #expect(try keptSteps().count == 1)
    // Restored, they are asked about.
    let restored = await other.ask(#""restore","doc":1"#)
    #expect(restored.has(#""conflict":true"#) && restored.has(#""undo":"4 cells red""#))
    #expect(await other.ask(#""settle","doc":1,"keep":"mine""#).has(#""saved":false"#))
    #expect(try keptSteps().count == 2)
    #expect(await other.ask(#""save","doc":1"#).has(#""saved":true"#))
    #expect(workspace.text.contains(#""shots": 6"#))
  }

  @Test(arguments: ["mine", "theirs"])
  func restoredStepsAskAboutAFileThatHasChangedMeanwhile(_ side: String) async throws {
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<4)
    try workspace.write(shots: 12)
    let other = try await EditorTab(StudioEditor(workspace.workspace))
    #expect(await other.open(workspace).has(#""conflict":false"#))
    #expect(await other.ask(#""restore","doc":1"#).has(#""conflict":true"#))
    #expect(await other.ask(#""save","doc":1"#).has(#""code":"file.changed""#))
    #expect(workspace.text.contains(#""shots": 12"#))
    let settled = await other.ask(#""settle","doc":1,"keep":"\#(side)""#)
    #expect(settled.has(#""conflict":false"#))
    #expect(settled.has(side == "mine" ? #""saved":false"# : #""saved":true"#))
    if side == "mine" {
      // After another crash it is known what the file holds.
      let third = try await EditorTab(StudioEditor(workspace.workspace))
      _ = await third.open(workspace)
      #expect(await third.ask(#""restore","doc":1"#).has(#""conflict":false"#))
    }
    #expect(await other.ask(#""save","doc":1"#).has(#""saved":true"#))
    #expect(workspace.text.contains(side == "mine" ? #""shots": 6"# : #""shots": 12"#))
  }

  @Test func restoredStepsDoNotAskAboutAnUnchangedFile() async throws {
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<4)
    let other = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await other.open(workspace)
    let restored = await other.ask(#""restore","doc":1"#)
    #expect(restored.has(#""conflict":false"#) && restored.has(#""saved":false"#))
  }

  /// Steps back beyond the restored ones are kept too.
  @Test func theLevelBeforeTheRestoredStepsIsKept() async throws {
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<4)
    try workspace.write(shots: 12)
    let other = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await other.open(workspace)
    _ = await other.ask(#""restore","doc":1"#)
    _ = await other.ask(#""settle","doc":1,"keep":"mine""#)
    #expect(
      await other.ask(#""undo","doc":1"#).has(#""undo":"the level before the unsaved steps""#))
    #expect(await other.ask(#""undo","doc":1"#).has(#""undo":null"#))
    await other.draw(row: 1, cells: 0..<2)
    let third = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await third.open(workspace)
    let restored = await third.ask(#""restore","doc":1"#)
    #expect(restored.has(#""words":"restored""#), "\(restored)")
    #expect(await third.ask(#""save","doc":1"#).has(#""saved":true"#))
    #expect(workspace.text.contains(#""shots": 12"#))
    #expect(workspace.text.ranges(of: "R").count == 2)
  }

  /// A step that cannot be done again takes no later one with it.
  @Test func stepsAfterALostOneAreKept() async throws {
    let levels = WorkspaceLevels(workspace.workspace)
    let draft = try #require(levels.draft(of: levels.id(ofLevelAt: workspace.file)))
    try levels.makeOwnFolder()
    let steps: [DesignDraft.Step] = [
      .operations(["fill 0,0=red"]), .operations(["set params.gone.hits=2"]),
    ]
    try draft.begin(with: workspace.text, of: workspace.file, steps)
    _ = await tab.open(workspace)
    #expect(
      await tab.ask(#""restore","doc":1"#).has(#""words":"1 steps could not be restored""#))
    await tab.draw(row: 2, cells: 0..<2)
    let other = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await other.open(workspace)
    #expect(await other.ask(#""restore","doc":1"#).has(#""undo":"2 cells red""#))
    #expect(await other.ask(#""save","doc":1"#).has(#""saved":true"#))
    #expect(workspace.text.ranges(of: "R").count == 3)
  }

  // MARK: What cannot be changed

  @Test func builtInLevelsAndReadOnlyStudiosSayWhatIsRefused() async throws {
    let fixed = try EditorWorkspace(isReadOnly: true)
    let tab = try await EditorTab(StudioEditor(fixed.workspace))
    _ = await tab.open(fixed)
    let id = WorkspaceLevels(fixed.workspace).id(ofLevelAt: fixed.file)
    for action in [#""undo","doc":1"#, #""delete","level":"\#(id)""#] {
      let refused = await tab.ask(action)
      #expect(
        refused.has("this studio is read-only; start it without --read-only to make changes"),
        "\(refused)")
    }
    let missing = await self.tab.ask(#""delete","level":"own-none""#)
    #expect(missing.has("there is no such level; choose another"), "\(missing)")
  }
}
