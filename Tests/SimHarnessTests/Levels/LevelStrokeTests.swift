import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import Lab
@testable import PeggleGame
@testable import SimHarness

/// Strokes: operations that are one step of the history together.
@Suite struct LevelStrokeTests {
  private static func bubbles() throws -> LevelEditor<BubbleLevelFile> {
    var editor = LevelEditor<BubbleLevelFile>(
      store: LevelStore(folder: "/nowhere", catalog: TestKinds.all), catalog: TestKinds.all)
    try editor.create(named: "A")
    return editor
  }

  private static func pegs() throws -> LevelEditor<PeggleLevelFile> {
    var editor = LevelEditor<PeggleLevelFile>(
      store: LevelStore(folder: "/nowhere", catalog: TestKinds.all), catalog: TestKinds.all)
    try editor.create(named: "A")
    return editor
  }

  @Test func aStrokeIsOneStep() throws {
    var editor = try Self.bubbles()
    let empty = try editor.level
    let words = try editor.perform(["fill 0,0=red", "fill 0,1=red"], stroke: 1)
    #expect(words == ["red in 1 cell", "red in 1 cell"])
    // A drag comes in parts.
    try editor.perform(["fill 0,2=red"], stroke: 1)
    try editor.perform(["fill 0,3=red", "fill 0,2=red"], stroke: 1)
    let drawn = try editor.level
    #expect(drawn.bubbles.count == 4)
    #expect(editor.active?.undoCount == 1)
    #expect(editor.active?.undoName == "4 cells red")
    try editor.undo()
    #expect(try editor.level == empty)
    #expect(editor.active?.redoName == "4 cells red")
    #expect(editor.active?.undoName == nil)
    try editor.redo()
    #expect(try editor.level == drawn)
  }

  @Test func anotherNumberIsAnotherStep() throws {
    var editor = try Self.bubbles()
    try editor.perform(["fill 0,0=red"], stroke: 1)
    try editor.perform(["fill 0,1=blue"], stroke: 2)
    try editor.perform(["fill 0,2=blue"], stroke: 1)
    #expect(editor.active?.undoCount == 3)
    editor.endStroke()
    try editor.perform(["fill 0,3=blue"], stroke: 1)
    #expect(editor.active?.undoCount == 4)
    // Whatever is done between two parts of a stroke ends it.
    try editor.undo()
    try editor.perform(["fill 0,4=blue"], stroke: 1)
    #expect(editor.active?.undoCount == 4)
    try editor.perform("fill 0,5=blue")
    try editor.perform(["fill 0,6=blue"], stroke: 1)
    #expect(editor.active?.undoCount == 6)
  }

  @Test func allOrNone() throws {
    var editor = try Self.bubbles()
    try editor.perform(["fill 0,0=red"], stroke: 1)
    let before = try editor.level
    #expect(
      message { try editor.perform(["fill 0,1=red", "fill 0,99=red"], stroke: 1) }
        == "row 0, column 99 is not on the board; row 0 has columns 0 to 11")
    #expect(try editor.level == before)
    #expect(editor.active?.undoCount == 1)
    // The stroke goes on.
    try editor.perform(["fill 0,1=red"], stroke: 1)
    #expect(editor.active?.undoCount == 1)
    #expect(editor.active?.undoName == "2 cells red")
    // It cannot reach behind itself.
    #expect(message { try editor.perform(["undo"], stroke: 2) } == "nothing to undo")
    #expect(editor.active?.undoCount == 1)
  }

  @Test func aStrokeThatChangesNothingIsNoStep() throws {
    var editor = try Self.bubbles()
    try editor.perform(["fill 0,0=red"], stroke: 1)
    try editor.undo()
    #expect(
      try editor.perform(["erase 0,0"], stroke: 2) == ["row 0, column 0 is empty (no change)"])
    #expect(editor.active?.undoCount == 0)
    // What was undone can still be done again.
    #expect(editor.active?.redoCount == 1)
    try editor.perform(["fill 0,0=blue"], stroke: 2)
    #expect(editor.active?.undoCount == 1 && editor.active?.redoCount == 0)
    // Back to where it began: the step goes.
    try editor.perform(["erase 0,0"], stroke: 2)
    #expect(editor.active?.undoCount == 0)
    #expect(editor.active?.isModified == false)
    try editor.perform(["fill 0,1=red"], stroke: 2)
    #expect(editor.active?.undoCount == 1)
    try editor.undo()
    #expect(try editor.level.bubbles.isEmpty)
  }

  @Test func namesSayWhatWasDone() throws {
    var editor = try Self.bubbles()
    func name(_ operations: [String], _ stroke: Int) throws -> String? {
      try editor.perform(operations, stroke: stroke)
      return editor.active?.undoName
    }
    #expect(try name(["fill 0,0=bomb"], 1) == "1 cell bomb")
    #expect(try name(["fill 0,1=red", "fill 0,2=blue"], 2) == "2 cells")
    #expect(try name(["erase 0,1", "erase 0,2"], 3) == "2 cells empty")
    #expect(try name(["set shots=12"], 4) == "set shots=12")
    #expect(try name(["set shots=13", "set preview=2"], 5) == "set preview=2")
  }

  @Test func namesOfObjects() throws {
    var editor = try Self.pegs()
    func name(_ operations: [String], _ stroke: Int) throws -> String? {
      try editor.perform(operations, stroke: stroke)
      return editor.active?.undoName
    }
    #expect(try name(["add peg:orange 200,200"], 1) == "orange peg added")
    #expect(try name(["add block 300,200", "add block 400,200"], 2) == "2 objects added")
    #expect(try name(["move 0 200,260"], 3) == "orange peg moved")
    #expect(try name(["rotate 1 45deg"], 4) == "block turned")
    #expect(try name(["resize 0 30"], 5) == "orange peg changed")
    #expect(try name(["delete 0"], 6) == "orange peg removed")
    #expect(try name(["set balls=3"], 7) == "set balls=3")
    // Nudges of one stroke.
    try editor.perform(["move 0 301,200"], stroke: 8)
    try editor.perform(["move 0 302,200"], stroke: 8)
    #expect(editor.active?.undoCount == 8)
    #expect(editor.active?.undoName == "block moved")
  }

  /// Random strokes: undoing all of them leads back through the same levels, and redoing to the
  /// end.
  @Test(arguments: 0..<8) func undoingGoesBackStrokeByStroke(seed: Int) throws {
    var random = SeededRandom(key: StreamKey(rawValue: UInt64(seed)))
    var editor = try Self.bubbles()
    var levels = [try editor.level]
    let kinds = ["red", "blue", "bomb", "empty"]
    for stroke in 0..<30 {
      for _ in 0..<(1 + random.below(4)) {
        let operations = (0..<(1 + random.below(3))).map { _ in
          "fill \(random.below(4)),\(random.below(5))=\(kinds[random.below(kinds.count)])"
        }
        try editor.perform(operations, stroke: stroke)
      }
      if try editor.level != levels[levels.count - 1] { levels.append(try editor.level) }
    }
    #expect(editor.active?.undoCount == levels.count - 1)
    for level in levels.dropLast().reversed() {
      try editor.undo()
      #expect(try editor.level == level)
    }
    for level in levels.dropFirst() {
      try editor.redo()
      #expect(try editor.level == level)
    }
  }

  // MARK: Changes on disk

  @Test func whatChangedOnDiskIsOneStep() throws {
    var editor = try Self.bubbles()
    try editor.perform(["fill 0,0=red"], stroke: 1)
    let mine = try editor.level
    var theirs = BubbleLevelFile(name: "A")
    theirs[Cell(row: 3, column: 3)] = .kind("bomb")
    theirs.rules.shots = 5
    #expect(try editor.rebase(to: theirs))
    #expect(try editor.level == theirs)
    #expect(editor.active?.isModified == false)
    #expect(editor.active?.undoName == "changed on disk")
    #expect(try !editor.rebase(to: theirs))
    #expect(editor.active?.undoCount == 2)
    try editor.undo()
    #expect(try editor.level == mine)
    #expect(editor.active?.isModified == true)
    try editor.undo()
    #expect(try editor.level.bubbles.isEmpty)
  }

  @Test func mineCanBeKept() throws {
    var editor = try Self.bubbles()
    try editor.perform(["fill 0,0=red"], stroke: 1)
    let mine = try editor.level
    #expect(try !editor.rebase(to: BubbleLevelFile(name: "A B"), keepingEdits: true))
    #expect(try editor.level == mine)
    #expect(editor.active?.isModified == true)
    #expect(editor.active?.undoCount == 1)
    // The file holds what is drawn here.
    try editor.rebase(to: mine, keepingEdits: true)
    #expect(editor.active?.isModified == false)
  }

  @Test func aRebaseKeepsNamesApart() throws {
    var editor = try Self.bubbles()
    try editor.create(named: "B")
    #expect(
      message { try editor.rebase(to: BubbleLevelFile(name: "A")) }
        == "a level 'A' is already open; close it or choose another name")
    #expect(try editor.level.name == "B")
  }

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? LevelEditorError)?.description
    }
  }
}
