import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import PeggleGame
@testable import SimHarness

@Suite struct PeggleEditorTests {
  private let folder: ScratchFolder
  private var editor: LevelEditor<PeggleLevelFile>

  init() throws {
    folder = try ScratchFolder()
    editor = LevelEditor(
      store: LevelStore(folder: folder.path, catalog: TestKinds.all), catalog: TestKinds.all)
    try editor.create(named: "A")
  }

  // MARK: Tools

  @Test mutating func offersAPalette() throws {
    #expect(
      editor.palette.map(\.name) == [
        "peg:amber", "peg:blue", "peg:ghost", "peg:green", "peg:kaboom", "peg:orange",
        "peg:purple", "peg:red", "peg:spooky", "block", "triangle", "polygon", "hand",
        "eraser",
      ])
    #expect(editor.tool == .peg("blue"))
    try editor.select("block")
    #expect(editor.tool == .block)
    #expect(
      message { try editor.select("peg:blu") }?.hasPrefix(
        "unknown peg 'blu'; did you mean 'blue'? known: ") == true)
    #expect(
      message { try editor.select("peg:cracked") } == "pegs/cracked.lua:2: unexpected symbol")
    #expect(
      message { try editor.select("blok") }?.hasPrefix(
        "unknown tool 'blok'; did you mean 'block'? known: ") == true)
    #expect(editor.tool == .block)
  }

  @Test mutating func putsAPolygonThatCanBeStretched() throws {
    #expect(try editor.perform("add polygon 100,200").contains("6 vertices"))
    #expect(try editor.perform("resize 0 80,40").hasPrefix("object 0: polygon"))
    guard case .polygon(let corners) = try editor.level.objects[0].form else {
      Issue.record("not a polygon")
      return
    }
    #expect(corners.map(\.x).max() == 40 && corners.map(\.y).max() == 20)
  }

  @Test mutating func tapsWithTheToolInHand() throws {
    try editor.tap(PegglePoint(x: 100, y: 200))
    try editor.select("triangle")
    try editor.tap(PegglePoint(x: 200, y: 200))
    #expect(editor.selected == 1)
    try editor.select("hand")
    #expect(try editor.tap(PegglePoint(x: 110, y: 205)))
    #expect(editor.selected == 0)
    #expect(try !editor.tap(PegglePoint(x: 500, y: 500)))
    #expect(editor.selected == nil)
    try editor.select("eraser")
    #expect(try !editor.tap(PegglePoint(x: 500, y: 500)))
    #expect(try editor.tap(PegglePoint(x: 110, y: 205)))
    #expect(try editor.level.objects.map(\.kind) == ["triangle"])
    // A long press takes away whatever the tool is.
    try editor.select("block")
    #expect(try editor.erase(PegglePoint(x: 200, y: 205)))
    #expect(try editor.level.objects.isEmpty)
    #expect(editor.active?.undoCount == 4)
  }

  @Test mutating func theSelectionFollowsItsObject() throws {
    for x in [100.0, 200, 300] { try editor.add(peg(x)) }
    try editor.select(object: 1)
    try editor.delete(0)
    #expect(editor.selected == 0)
    try editor.move(0, to: PegglePoint(x: 210, y: 210))
    #expect(editor.selected == 0)
    try editor.undo()
    #expect(editor.selected == nil)
    try editor.select(object: 1)
    try editor.delete(1)
    #expect(editor.selected == nil)
    try editor.select(object: 0)
    try editor.reset()
    #expect(editor.selected == nil)
    try editor.undo()
    try editor.select(object: 0)
    try editor.create(named: "B")
    #expect(editor.selected == nil)
  }

  // MARK: Operations of the shell

  @Test mutating func performsOperations() throws {
    #expect(
      try editor.perform("add peg:orange 100,200")
        == "object 0: orange peg at 100,200, radius 20")
    #expect(
      try editor.perform("  add  block  200.5 , 300 ") == "object 1: block at 200.5,300, 40 x 40")
    #expect(
      try editor.perform("add triangle 300,300") == "object 2: triangle at 300,300, 40 x 40")
    #expect(try editor.perform("resize 0 30") == "object 0: orange peg at 100,200, radius 30")
    #expect(try editor.perform("resize selected 60,50") == "object 2: triangle at 300,300, 60 x 50")
    #expect(try editor.perform("move 0 110,210") == "object 0: orange peg at 110,210, radius 30")
    #expect(
      try editor.perform("move 0 110,210")
        == "object 0: orange peg at 110,210, radius 30 (no change)")
    #expect(
      try editor.perform("rotate 1 0.5")
        == "object 1: block at 200.5,300, 40 x 40, turned by 28.6 degrees")
    #expect(
      try editor.perform("rotate selected 180deg")
        == "object 2: triangle at 300,300, 60 x 50, turned by 180 degrees")
    #expect(
      try editor.perform("rotate 1 1deg")
        == "object 1: block at 200.5,300, 40 x 40, turned by 1 degree")
    // A hair's breadth is not seen.
    #expect(try editor.perform("rotate 1 0.0001") == "object 1: block at 200.5,300, 40 x 40")
    try editor.undo()
    try editor.undo()
    #expect(
      try editor.perform("select 110,215")
        == "selected object 0: orange peg at 110,210, radius 30")
    #expect(
      try editor.perform("delete selected")
        == "deleted object 0: orange peg at 110,210, radius 30")
    #expect(try editor.perform("undo") == "undone")
    #expect(try editor.perform("redo") == "redone")
    #expect(try editor.perform("set balls=12") == "set balls=12")
    #expect(try editor.perform("set mode=score") == "set mode=score")
    #expect(try editor.perform("set name=The = Level") == "set name=The = Level")
    #expect(
      try editor.perform("erase 300,300")
        == "deleted object 1: triangle at 300,300, 60 x 50, turned by 180 degrees")
    #expect(
      try editor.perform("status")
        == "'The = Level': 1 objects, none selected, 12 balls, mode score, master none, "
        + "tool peg:blue, 13 to undo, 0 to redo, modified")
    #expect(try editor.perform("reset") == "the board is empty")
    #expect(try editor.perform("reset") == "the board is empty (no change)")
  }

  @Test(arguments: [
    (
      "ad block 1,1",
      "unknown operation 'ad'; did you mean 'add'? known: add, select, move, resize, rotate, "
        + "delete, erase, rectangle, mirror, shift, copy, reset, undo, redo, set, status"
    ),
    (
      "add block",
      "cannot read 'add block'; write it as add peg:COLOUR|block|triangle|polygon X,Y, "
        + "such as add peg:orange 100,200"
    ),
    (
      "add eraser 1,1",
      "cannot read 'add eraser 1,1'; write it as add peg:COLOUR|block|triangle|polygon X,Y, "
        + "such as add peg:orange 100,200"
    ),
    (
      "add block 1",
      "cannot read 'add block 1'; write it as add peg:COLOUR|block|triangle|polygon X,Y, "
        + "such as add peg:orange 100,200"
    ),
    (
      "add block nan,1",
      "cannot read 'add block nan,1'; write it as add peg:COLOUR|block|triangle|polygon X,Y, "
        + "such as add peg:orange 100,200"
    ),
    (
      "add block 1e999,1",
      "cannot read 'add block 1e999,1'; write it as add peg:COLOUR|block|triangle|polygon X,Y, "
        + "such as add peg:orange 100,200"
    ),
    (
      "add block 900,100",
      "the place is not on the board of 800 x 600 px; choose one on it"
    ),
    (
      "add block 790,300",
      "block would extend beyond the right edge by 10 px; choose another place or size"
    ),
    (
      "add peg:blue 130,200",
      "blue peg would overlap object 0 (orange peg at 100,200) by 10 px; "
        + "choose another place or size"
    ),
    (
      "add peg:red 400,80",
      "red peg would cover the cannon's mouth at 400,50; choose another place or size"
    ),
    (
      "move 0 190,200",
      "orange peg would overlap object 1 (block at 200,200) by 30 px; "
        + "choose another place or size"
    ),
    (
      "move 2 1,1", "there is no object 2; objects are 0 to 1"
    ),
    ("move selected 1,1", "no object is selected; select one with select X,Y or write its number"),
    (
      "delete -1",
      "cannot read 'delete -1'; write it as delete I, such as delete 0 (I: a number or selected)"
    ),
    ("resize 0 7", "a peg's radius must be from 8 to 60 px; choose another size"),
    ("resize 0 61", "a peg's radius must be from 8 to 60 px; choose another size"),
    (
      "resize 0 30,30",
      "cannot read 'resize 0 30,30'; write it as resize I RADIUS for a peg, else "
        + "resize I WIDTH,HEIGHT, such as resize 0 30"
    ),
    ("resize 1 300,20", "width and height must be from 10 to 200 px; choose another size"),
    (
      "resize 1 200,20",
      "block would overlap object 0 (orange peg at 100,200) by 20 px; "
        + "choose another place or size"
    ),
    ("rotate 0 2000", "an angle must be from -1000 to 1000 radians; choose another one"),
    ("select 500,500", "there is no object at 500,500; show the level to see where objects are"),
    (
      "set mode=clasic",
      "mode: unknown mode 'clasic'; did you mean 'classic'? known: classic, dodge, score"
    ),
    ("set name=", "name: this is empty; write a name"),
    ("set =3", "cannot read 'set =3'; write it as set FIELD=VALUE, such as set balls=12"),
    ("undo 2", "cannot read 'undo 2'; write it as undo"),
    ("redo", "nothing to redo"),
  ])
  mutating func saysWhatIsWrong(operation: String, text: String) throws {
    try editor.perform("add peg:orange 100,200")
    try editor.perform("add block 200,200")
    try editor.undo()
    try editor.perform("add block 200,200")
    editor.selected = nil
    let before = try editor.level
    #expect(message { try editor.perform(operation) } == text)
    #expect(try editor.level == before)
    #expect(editor.active?.undoCount == 2)
  }

  @Test mutating func levelsThatAllowOverlapsRefuseNone() throws {
    try editor.perform("set overlaps=true")
    try editor.perform("add peg:blue 400,50")
    try editor.perform("add peg:blue 405,50")
    try editor.perform("add peg:blue 0,0")
    #expect(try editor.level.objects.count == 3)
    #expect(message { try editor.perform("set overlaps=false") }?.hasPrefix("overlaps: ") == true)
    #expect(
      message { try editor.perform("add peg:blue -1,0") }
        == "the place is not on the board of 800 x 600 px; choose one on it")
  }

  @Test mutating func aLevelIsFullAtTwoThousandObjects() throws {
    try editor.perform("set overlaps=true")
    let full = [PeggleObject](repeating: peg(100), count: 2_000)
    try editor.edit { (level) throws(LevelEditorError) in level.objects = full }
    #expect(
      message { try editor.perform("add peg:blue 1,1") }
        == "a level can have at most 2000 objects; delete some first")
  }

  // MARK: Files

  @Test mutating func savesLoadsAndDeletes() throws {
    try editor.perform("add peg:orange 100,200")
    #expect(try editor.save() == folder.path + "/a.json")
    try editor.perform("add block 300,300")
    #expect(try editor.save(as: "B") == folder.path + "/b.json")
    #expect(editor.list().map(\.name) == ["A", "B"])
    #expect(
      message { try editor.save(as: "A") }
        == "\(folder.path)/a.json already has another level; "
        + "choose another name than 'A' or overwrite the file")
    #expect(
      message { try editor.save(as: "") } == "the level's name: this is empty; write a name")
    try editor.load("A")
    #expect(try editor.level.objects.count == 1)
    try folder.write(BubbleLevelFile(name: "Other").text, to: "other.json")
    try folder.write("{", to: "broken.json")
    #expect(
      message { try editor.load("Other") }
        == "'Other' belongs to another game; choose another level")
    try editor.delete("B")
    #expect(editor.documents.map(\.level.name) == ["A"])
    try editor.perform("reset")
    #expect(
      message { try editor.deleteAll() }
        == "'A' has unsaved changes; save or discard them")
    #expect(try editor.deleteAll(discardingChanges: true) == [folder.path + "/a.json"])
    #expect(editor.documents.isEmpty)
    #expect(folder.files == ["broken.json", "other.json"])
    let store = LevelStore(folder: folder.path, catalog: TestKinds.all)
    #expect(try store.deleteAll(of: Peggle.name) == [])
    #expect(try store.deleteAll() == [folder.path + "/other.json"])
    #expect(folder.files == ["broken.json"])
  }

  /// Undo leads back through every state, redo forth again; what fails changes nothing.
  @Test mutating func undoAndRedoRetraceRandomSteps() throws {
    var maker = PeggleLevelRandom(seed: 9)
    var states = [try editor.level]
    var failures = 0
    for step in 0..<2_000 {
      let before = try editor.level
      let count = editor.active?.undoCount
      do throws(LevelEditorError) {
        try editor.perform(maker.operation(on: before))
      } catch {
        failures += 1
        #expect(try editor.level == before)
        #expect(editor.active?.undoCount == count)
      }
      if let chosen = editor.selected { #expect(chosen < (try editor.level.objects.count)) }
      if editor.active?.undoCount != count { states.append(try editor.level) }
      if step % 10 == 0 { #expect(try editor.level.layoutProblems.isEmpty) }
    }
    #expect(failures > 150)
    #expect(states.count > 300)
    for state in states.dropLast().reversed() {
      try editor.undo()
      #expect(try editor.level == state)
    }
    for state in states.dropFirst() {
      try editor.redo()
      #expect(try editor.level == state)
    }
    let last = try editor.level
    #expect(try PeggleLevelFile.reading(last.text) == last)
  }

  @Test func changesLeadThereAndBack() {
    var maker = PeggleLevelRandom(seed: 10)
    for _ in 0..<500 {
      let one = maker.level()
      var other = maker.isLikely(0.5) ? maker.level() : one
      if !other.objects.isEmpty && maker.isLikely(0.5) {
        other.objects.remove(at: maker.random.below(other.objects.count))
      }
      guard let change = one.change(to: other) else {
        #expect(one == other)
        continue
      }
      var level = one
      level.apply(change)
      #expect(level == other)
      level.revert(change)
      #expect(level == one)
    }
  }

  private func peg(_ x: Double) -> PeggleObject {
    PeggleObject(.peg(colour: "blue", radius: 20), x: x, y: 200)
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
