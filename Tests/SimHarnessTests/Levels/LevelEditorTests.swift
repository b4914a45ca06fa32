import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

@Suite struct LevelEditorTests {
  typealias Editor = LevelEditor<BubbleLevelFile>

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func editor(_ name: String? = "A") throws -> Editor {
    var editor = Editor(
      store: LevelStore(folder: folder.path, catalog: TestKinds.all), catalog: TestKinds.all)
    if let name { try editor.create(named: name) }
    return editor
  }

  // MARK: Files

  @Test func savesLoadsAndSavesAgain() throws {
    var editor = try editor()
    #expect(editor.active?.isModified == false)
    try editor.perform("fill 0,0=red")
    #expect(editor.active?.isModified == true)
    let path = try editor.save()
    #expect(path == folder.path + "/a.json")
    #expect(editor.active?.isModified == false)
    try editor.undo()
    #expect(editor.active?.isModified == true)
    try editor.redo()
    #expect(editor.active?.isModified == false)
    try editor.perform("fill 0,1=red")
    #expect(try editor.save() == path)
    var other = try self.editor(nil)
    try other.load("A")
    #expect(try other.level == editor.level)
    try other.perform("set name=B")
    #expect(try other.save() == path)
    #expect(other.list().map(\.name) == ["B"])
  }

  @Test func savesUnderAnotherName() throws {
    var editor = try editor()
    try editor.perform("fill 0,0=red")
    try editor.save()
    try editor.perform("fill 0,1=red")
    #expect(try editor.save(as: "B") == folder.path + "/b.json")
    #expect(try editor.level.name == "B")
    #expect(editor.active?.isModified == false)
    #expect(editor.list().map(\.name) == ["A", "B"])
    try editor.undo()
    #expect(try editor.level.name == "A")
    #expect(editor.active?.isModified == true)
    try editor.redo()
    #expect(
      message { try editor.save(as: "A") }
        == "\(folder.path)/a.json already has another level; "
        + "choose another name than 'A' or overwrite the file")
    #expect(try editor.level.name == "B")
    try editor.save(as: "A", overwrite: true)
    #expect(try editor.level.bubbles.count == 2)
  }

  @Test func keepsSeveralLevelsOpen() throws {
    var editor = try editor()
    try editor.create(named: "B")
    try editor.perform("fill 0,0=red")
    try editor.activate("A")
    try editor.perform("fill 0,0=blue")
    #expect(editor.documents.map(\.level.name) == ["A", "B"])
    #expect(try editor.level.bubbles.values.map(\.name) == ["blue"])
    try editor.undo()
    #expect(editor.documents[1].undoCount == 1)
    #expect(
      message { try editor.create(named: "B") }
        == "a level 'B' is already open; close it or choose another name")
    #expect(
      message { try editor.perform("set name=B") }
        == "a level 'B' is already open; close it or choose another name")
    #expect(
      message { try editor.activate("Bb") }
        == "no level 'Bb' is open; load it first")
    #expect(message { try editor.activate("b") } == "no level 'b' is open; did you mean 'B'?")
    #expect(
      message { try editor.create(named: "") }
        == "the level's name: this is empty; write a name")
    try editor.close("A")
    #expect(try editor.level.name == "B")
    try editor.close("B", discardingChanges: true)
    #expect(editor.active == nil)
    #expect(message { try editor.perform("reset") } == "no level is open; create or load one")
    #expect(message { _ = try editor.save() } == "no level is open; create or load one")
  }

  @Test func guardsUnsavedChanges() throws {
    var editor = try editor()
    try editor.save()
    try editor.perform("fill 0,0=red")
    let refusal = "'A' has unsaved changes; save or discard them"
    #expect(message { try editor.close("A") } == refusal)
    #expect(message { try editor.load("A") } == refusal)
    #expect(message { try editor.load(at: folder.path + "/a.json") } == refusal)
    #expect(message { try editor.delete("A") } == refusal)
    #expect(try editor.level.bubbles.count == 1)
    try editor.load("A", discardingChanges: true)
    #expect(try editor.level.bubbles.isEmpty)
    #expect(editor.documents.count == 1)
    #expect(editor.active?.undoCount == 0)
    try editor.perform("fill 0,0=red")
    try editor.undo()
    try editor.close("A")
    try editor.load("A")
    try editor.perform("fill 0,0=red")
    try editor.delete("A", discardingChanges: true)
    #expect(editor.documents.isEmpty)
    #expect(folder.files.isEmpty)
    #expect(
      message { try editor.delete("A") }
        == "there is no level 'A'; list the levels to see their names")
  }

  @Test func keepsTheNamesOfOpenLevelsApart() throws {
    var editor = try editor()
    try editor.perform("set name=B")
    try editor.create(named: "A")
    try editor.activate("B")
    let refusal = "a level 'A' is already open; close it or choose another name"
    #expect(message { try editor.undo() } == refusal)
    #expect(editor.documents.map(\.level.name) == ["B", "A"])
    #expect(editor.active?.undoCount == 1)
    try editor.close("A")
    try editor.undo()
    #expect(try editor.level.name == "A")
    try editor.save()
    try editor.perform("set name=C")
    try editor.create(named: "A")
    #expect(
      message { try editor.load("A") }
        == "'C' has unsaved changes; save or discard them")
    #expect(message { try editor.load("A", discardingChanges: true) } == refusal)
    try editor.close("A")
    try editor.load("A", discardingChanges: true)
    #expect(editor.documents.map(\.level.name) == ["A"])
  }

  // MARK: Steps

  @Test func undoingAllAndRedoingAllComesBack() throws {
    var maker = BubbleLevelRandom(seed: 3)
    for _ in 0..<2_000 {
      let start = maker.level()
      var editor = try editor(nil)
      try editor.open(start)
      var steps = 0
      for _ in 0..<(1 + maker.random.below(12)) {
        let before = try editor.level
        let operation = maker.operation(on: before)
        let counts = (editor.active?.undoCount ?? 0, editor.active?.redoCount ?? 0)
        do throws(LevelEditorError) {
          try editor.perform(operation)
        } catch {
          #expect(try editor.level == before)
          #expect(editor.active?.undoCount == counts.0)
          continue
        }
        if try editor.level != before { steps += 1 }
      }
      let end = try editor.level
      #expect(editor.active?.undoCount == steps)
      #expect(editor.active?.isModified == (start != end))
      for _ in 0..<steps { try editor.undo() }
      #expect(try editor.level == start)
      #expect(editor.active?.isModified == false)
      #expect(message { try editor.undo() } == "nothing to undo")
      for _ in 0..<steps { try editor.redo() }
      #expect(try editor.level == end)
      #expect(message { try editor.redo() } == "nothing to redo")
    }
  }

  @Test func aNewStepClearsWhatCouldBeRedone() throws {
    var editor = try editor()
    try editor.perform("fill 0,0=red")
    try editor.perform("fill 0,1=red")
    try editor.undo()
    // What changes nothing is no step.
    try editor.perform("fill 0,0=red")
    #expect(editor.active?.redoCount == 1)
    try editor.perform("fill 0,2=red")
    #expect(editor.active?.redoCount == 0)
    #expect(editor.active?.undoCount == 2)
  }

  func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? LevelEditorError)?.description
    }
  }
}
