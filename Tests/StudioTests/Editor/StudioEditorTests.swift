import FoundationEssentials
import SimHarness
import TestSupport
import Testing
import TextFormats

@testable import Studio

/// The editor without a server.
@Suite struct StudioEditorTests {
  @Test func aStrokeIsOneStep() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    let opened = await tab.open(workspace)
    #expect(opened.has(#""doc":1"#) && opened.has(#""undo":null"#) && opened.has(#""saved":true"#))
    let drawn = await tab.draw(row: 0, cells: 0..<11)
    #expect(drawn.has(#""undo":"11 cells red""#) && drawn.has(#""saved":false"#))
    #expect(drawn.has("fill 0,0=red") && drawn.has("fill 0,10=red"))
    let undone = await tab.ask(#""undo","doc":1"#)
    #expect(undone.has(#""undo":null"#) && undone.has(#""saved":true"#))
    #expect(undone.has(#""redo":"11 cells red""#))
  }

  @Test func aCancelledStrokeChangesNothing() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    _ = await tab.ask(
      #""gesture","doc":1,"rev":0,"stroke":1,"last":false,"paint":{"tool":"red","places":["0,0"]}"#)
    let answer = await tab.ask(
      #""gesture","doc":1,"rev":0,"stroke":1,"last":true,"cancel":{}"#)
    #expect(answer.has(#""saved":true"#) && answer.has(#""undo":null"#))
    // What was taken back is not shown as a command.
    #expect(answer.has(#""command":"","#))
    await tab.draw(row: 1, cells: 0..<1, stroke: 2)
    _ = await tab.ask(
      #""gesture","doc":1,"rev":0,"stroke":3,"last":false,"paint":{"tool":"red","places":["0,0"]}"#)
    let again = await tab.ask(
      #""gesture","doc":1,"rev":0,"stroke":3,"last":true,"cancel":{}"#)
    #expect(again.has("fill 1,0=red") && !again.has("fill 0,0=red"))
  }

  /// The form of rules comes with what may change it, and the file's name once there is a file.
  @Test func anAnswerHasWhatItsStepChanged() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    #expect(await tab.open(workspace).has("levels/small.json\""))
    let new = await tab.ask(#""open","new":{"game":"bubble-blast","name":"Other"}"#)
    #expect(new.has(#""path":null"#) && new.has(#""fields":["#) && new.has(#""doc":2"#))
    let painted = await tab.ask(
      #""gesture","doc":2,"rev":0,"stroke":1,"last":false,"paint":{"tool":"red","places":["0,0"]}"#)
    #expect(painted.has(#""fields":["#))
    let ended = await tab.ask(#""gesture","doc":2,"rev":0,"stroke":1,"last":true,"end":{}"#)
    #expect(ended.has(#""undo":"1 cell red""#) && !ended.has("fields"))
    #expect(await tab.ask(#""undo","doc":2"#).has(#""fields":["#))
    // Where an object is, only the board shows.
    _ = await tab.ask(#""open","new":{"game":"peggle","name":"Pegs"}"#)
    func gesture(_ fields: String, stroke: Int) async -> EditorAnswer {
      await tab.ask(#""gesture","doc":3,"rev":9,"stroke":\#(stroke),"last":true,\#(fields)"#)
    }
    let put = await gesture(#""put":{"tool":"block","x":200,"y":200}"#, stroke: 1)
    #expect(put.has(#""fields":["#) && put.has(#""grips":{"0":"#), "\(put)")
    for (stroke, fields) in [
      #""move":{"body":0,"x":300,"y":200}"#, #""resize":{"body":0,"width":50,"height":30}"#,
      #""turn":{"body":0,"radians":1}"#,
    ].enumerated() {
      let changed = await gesture(fields, stroke: stroke + 2)
      #expect(changed.has(#""patch":{"#) && !changed.has("fields"), "\(changed)")
    }
    let set = await gesture(#""set":{"field":"balls","value":"7"}"#, stroke: 5)
    #expect(set.has(#""fields":["#))
    let removed = await gesture(#""remove":{"body":0}"#, stroke: 6)
    #expect(removed.has(#""fields":["#))
    let saved = await tab.ask(#""save","doc":2"#)
    #expect(saved.has("levels/other.json\"") && saved.has(#""saved":true"#))
  }

  /// The shell's command names the file that the level has, or gets; also after it was saved as
  /// another one.
  @Test func theCommandNamesTheFile() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.ask(#""open","new":{"game":"bubble-blast","name":"Other"}"#)
    let drawn = await tab.draw(row: 0, cells: 0..<1)
    func command(_ name: String) -> String {
      #""command":"playtest level edit \#(workspace.folder)/levels/\#(name).json fill 0,0=red""#
    }
    #expect(drawn.has(command("other")), "\(drawn)")
    #expect(await tab.ask(#""save","doc":1"#).has(command("other")))
    let copy = await tab.ask(#""save","doc":1,"as":"Third""#)
    #expect(copy.has(command("third")), "\(copy)")
  }

  /// Why a level has no rate is an answer, like the rate, and no failure of the request.
  @Test func aLevelWithoutARateHasAReason() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let id = WorkspaceLevels(workspace.workspace).id(ofLevelAt: workspace.file)
    let rate = await editor.rate(["a/b", id])
    #expect(rate.status == 200)
    #expect(
      String(decoding: rate.body, as: UTF8.self)
        == #"{"problem":"'a/b' is a file; put it into the workspace's scripts or players and take"#
        + #" its name"}"#)
    #expect(await editor.rate(["casual", "nothing"]).status == 404)
  }

  /// A field is named as the form names it, and not as the shell sets it.
  @Test(arguments: [
    ("set shots=null", "shots: none"), ("set columns=14", "columns: 14"),
    ("set shots=null (no change)", "shots: none (no change)"),
    ("set maxBounces=3", "max bounces: 3"), ("set spawn.weights.red=2", "spawn weights red: 2"),
    ("set bubbles[2].probability=0.5", "bubbles 3 probability: 0.5"),
    ("set bubbles[*].probability=[0.5,0.5]", "bubbles all probability: [0.5,0.5]"),
    ("set title=a = b", "title: a = b"), ("set name=Other", "rename to Other"),
    ("shots has its default", "shots has its default"),
    ("maxBounces has its default (no change)", "max bounces has its default (no change)"),
    ("set a[9223372036854775807]=1", "a 9223372036854775807: 1"), ("4 cells red", "4 cells red"),
  ])
  func wordsOfAFieldAreThoseOfItsForm(words: String, shown: String) {
    #expect(OpenLevel.plain(words) == shown)
  }

  /// What is shown on the page of a field that was set, and that was emptied.
  @Test func aFieldIsSetAndEmptied() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    let before = workspace.text
    func set(_ field: String, _ value: String, stroke: Int) async -> EditorAnswer {
      await tab.ask(
        #""gesture","doc":1,"rev":0,"stroke":\#(stroke),"last":true,"#
          + #""set":{"field":"\#(field)","value":"\#(value)"}"#)
    }
    let three = await set("preview", "3", stroke: 1)
    #expect(three.has(#""words":"preview: 3""#) && three.has(#""undo":"preview: 3""#), "\(three)")
    let empty = await set("preview", "", stroke: 2)
    #expect(
      empty.has(#""words":"preview has its default""#) && empty.has(#""saved":true"#), "\(empty)")
    #expect(empty.has("set preview=\""))
    let refused = await set("maxBounces", "99999", stroke: 3)
    #expect(refused.has(#""message":"max bounces: expected a whole number"#), "\(refused)")
    #expect(await tab.ask(#""save","doc":1"#).has(#""saved":true"#) && workspace.text == before)
  }

  @Test func theSavedFileIsThatOfTheEditor() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<3)
    var level = try LevelStore(folder: "\(workspace.folder)/levels", catalog: workspace.library)
      .load(at: workspace.file)
    let game = try #require(GameRegistry.bundled.game(named: level.header.game))
    let store = LevelStore(folder: workspace.folder, catalog: workspace.library)
    var session = try game.design(level, store: store, library: workspace.library)
    _ = try session.perform(["fill 0,0=red", "fill 0,1=red", "fill 0,2=red"], stroke: 1)
    level = session.file
    #expect(await tab.ask(#""save","doc":1"#).has(#""saved":true"#))
    #expect(workspace.text == level.text)
    let drafts = "\(workspace.folder)/.playtest/drafts"
    #expect(try FileManager.default.contentsOfDirectory(atPath: drafts).isEmpty)
  }

  /// What lies in the place of the targets and is no such file is neither read nor waited for.
  @Test func aFileThatCannotHoldTargetsIsNotRead() throws {
    let workspace = try EditorWorkspace()
    let path = "\(workspace.folder)/.playtest/studio.json"
    try OddFiles.pipe(at: path)
    #expect(LevelTargets(workspace.workspace)["own-a"] == nil)
    try FileManager.default.removeItem(atPath: path)
    try OddFiles.sparse(at: path)
    #expect(LevelTargets(workspace.workspace)["own-a"] == nil)
  }

  @Test func twoTabsSeeEachOther() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let (one, other) = (try await EditorTab(editor, id: 1), try await EditorTab(editor, id: 2))
    _ = await one.open(workspace)
    #expect(await other.open(workspace).has(#""doc":1"#))
    await one.draw(row: 0, cells: 0..<1)
    let event = try #require(other.event)
    #expect(event.has(#""ev":"board","doc":1,"patch":"#))
    #expect(one.event == nil)
    #expect(await other.ask(#""undo","doc":1"#).has(#""saved":true"#))
  }

  @Test func aFileThatChangedIsTakenOverOrAskedFor() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let tab = try await EditorTab(editor)
    _ = await tab.open(workspace)
    try workspace.write(shots: 9)
    await editor.lookAtFiles()
    #expect(try #require(tab.event).has(#""saved":true"#))
    #expect(await tab.ask(#""undo","doc":1"#).has(#""saved":false"#))
    #expect(await tab.ask(#""redo","doc":1"#).has(#""saved":true"#))
    await tab.draw(row: 0, cells: 0..<1)
    try workspace.write(shots: 12)
    #expect(await tab.ask(#""save","doc":1"#).has(#""code":"file.changed""#))
    await editor.lookAtFiles()
    _ = await tab.event { $0.has(#""state":"conflict""#) }
    #expect(await tab.ask(#""save","doc":1"#).has(#""code":"file.changed""#))
    #expect(await tab.ask(#""settle","doc":1,"keep":"mine""#).has(#""saved":false"#))
    #expect(await tab.ask(#""save","doc":1"#).has(#""saved":true"#))
    #expect(workspace.text.contains(#""shots": 9"#))
  }

  /// What cannot be read is not replaced without a question, and is kept where it is.
  @Test func anUnreadableFileIsAskedForAndKept() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let tab = try await EditorTab(editor)
    _ = await tab.open(workspace)
    let text = "{ my half-finished hand edit"
    try workspace.write(text)
    await editor.lookAtFiles()
    _ = await tab.event { $0.has(#""state":"unreadable""#) }
    await tab.draw(row: 0, cells: 0..<1)
    #expect(await tab.ask(#""save","doc":1"#).has(#""code":"file.changed""#))
    #expect(workspace.text == text)
    _ = await tab.ask(#""settle","doc":1,"keep":"mine""#)
    #expect(await tab.ask(#""save","doc":1"#).has(#""saved":true"#))
    let trash = "\(workspace.folder)/.playtest/trash"
    let kept = try #require(try FileManager.default.contentsOfDirectory(atPath: trash).first)
    #expect(FileManager.default.contents(atPath: "\(trash)/\(kept)") == Data(text.utf8))
    #expect(workspace.text.contains(#""name": "Small""#))
  }

  /// The question is about what was seen: a file that changes after it is asked for again.
  @Test func aFileThatChangesAfterTheQuestionIsAskedForAgain() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let tab = try await EditorTab(editor)
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<1)
    try workspace.write("{ one")
    #expect(await tab.ask(#""save","doc":1"#).has(#""code":"file.changed""#))
    _ = await tab.ask(#""settle","doc":1,"keep":"mine""#)
    try workspace.write("{ another one")
    #expect(await tab.ask(#""save","doc":1"#).has(#""code":"file.changed""#))
    #expect(workspace.text == "{ another one")
  }

  @Test func aFileThatIsGoneIsReportedAndWrittenAgain() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let tab = try await EditorTab(editor)
    _ = await tab.open(workspace)
    let text = workspace.text
    try FileManager.default.removeItem(atPath: workspace.file)
    await editor.lookAtFiles()
    #expect(try #require(tab.event).has(#""saved":false"#))
    _ = await tab.event { $0.has(#""state":"gone""#) }
    // It may come back.
    try workspace.write(text)
    await editor.lookAtFiles()
    _ = await tab.event { $0.has(#""state":"back""#) }
    #expect(await tab.open(workspace).has(#""saved":true"#))
    try FileManager.default.removeItem(atPath: workspace.file)
    await editor.lookAtFiles()
    #expect(await tab.ask(#""save","doc":1"#).has(#""saved":true"#))
    #expect(workspace.text == text)
  }

  /// A tab sees that another one has decided.
  @Test func aConflictThatIsSettledIsSettledForAllTabs() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let (one, other) = (try await EditorTab(editor, id: 1), try await EditorTab(editor, id: 2))
    _ = await one.open(workspace)
    _ = await other.open(workspace)
    await one.draw(row: 0, cells: 0..<1)
    try workspace.write(shots: 12)
    await editor.lookAtFiles()
    _ = await other.event { $0.has(#""state":"conflict""#) }
    _ = await one.ask(#""settle","doc":1,"keep":"mine""#)
    _ = await other.event { $0.has(#""conflict":false"#) }
  }

  /// Saving under a name is a step with words of its own, and what it replaces is a version.
  @Test func aReplacedLevelIsKeptAndSavingAsHasAName() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let tab = try await EditorTab(editor)
    _ = await tab.open(workspace)
    _ = await tab.ask(#""save","doc":1,"as":"Other""#)
    let saved = await tab.ask(#""save","doc":1,"as":"Small","replace":true"#)
    #expect(saved.has(#""undo":"save as 'Small'""#), "\(saved)")
    let list = await editor.versions(["1"])
    #expect(EditorAnswer(String(decoding: list.body, as: UTF8.self)).has(#""number":1"#))
  }

  @Test func aFolderThatCannotBeWrittenIsNamed() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let tab = LiveTab(id: 1, outbox: Outbox(StudioLimits()) {})
    #expect(try await editor.enter(tab, version: StudioPage.version)["unwritable"] == .null)
    // A file stands where the studio's folder is to be.
    try AtomicFile.write("", to: "\(workspace.folder)/.playtest")
    let entered = try await editor.enter(tab, version: StudioPage.version)
    #expect(
      entered["unwritable"]
        == .string("\(workspace.folder)/.playtest: cannot write: this is not a folder"))
    let asking = try await EditorTab(editor)
    _ = await asking.open(workspace)
    let refused = await asking.draw(row: 0, cells: 0..<1)
    #expect(refused.has(#""code":"file.unwritable""#), "\(refused)")
    #expect(
      refused.has(
        "cannot write: cannot create the folder: a part of the path is a file and not a folder; "
          + "check the folder's permissions and the free space"), "\(refused)")
  }

  @Test func nothingIsWrittenReadOnly() async throws {
    let workspace = try EditorWorkspace(isReadOnly: true)
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    for action in [
      #""gesture","doc":1,"rev":0,"stroke":1,"last":true,"reset":{}"#, #""undo","doc":1"#,
      #""save","doc":1,"as":"Other""#, #""open","new":{"game":"peggle","name":"A"}"#,
    ] {
      #expect(await tab.ask(action).has(#""code":"studio.read-only""#))
    }
    #expect(!FileManager.default.fileExists(atPath: "\(workspace.folder)/.playtest"))
  }

  @Test func aGameCanBeWatched() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<11)
    let now = await tab.ask(#""watch","doc":1,"player":"casual","index":3"#)
    #expect(now.has(#""film":{"w":"#) && now.has(#""outcome":"#))
    #expect(await tab.ask(#""watch","doc":1,"player":"nobody","index":3"#).isRefused)
  }

  @Test func aPageOpensALevelOverItsSocket() async throws {
    let workspace = try EditorWorkspace()
    let server = try await StudioServer(StudioEditor(workspace.workspace), port: 0)
    let id = WorkspaceLevels(workspace.workspace).id(ofLevelAt: workspace.file)
    let (port, token, version) = (server.port, server.access.token, StudioPage.version)
    let answer = try await offPool {
      let socket = try RawSocket(port: port)
      socket.send(#"{"n":1,"do":"enter","token":"\#(token)","version":"\#(version)"}"#)
      _ = try socket.receive()
      socket.send(#"{"n":2,"do":"open","level":"\#(id)"}"#)
      return try socket.receive().text
    }
    #expect(answer.hasPrefix(#"{"re":2,"ok":{"doc":1,"#))
    await server.stop()
    await server.wait()
  }
}
