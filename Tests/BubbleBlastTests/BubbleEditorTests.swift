import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

@Suite struct BubbleEditorTests {
  private var editor: LevelEditor<BubbleLevelFile>

  init() throws {
    editor = LevelEditor(
      store: LevelStore(folder: "/nowhere", catalog: TestKinds.all), catalog: TestKinds.all)
    try editor.create(named: "A")
  }

  private func name(_ row: Int, _ column: Int) throws -> String? {
    try editor.level[Cell(row: row, column: column)]?.name
  }

  // MARK: Palette

  @Test mutating func offersAPalette() throws {
    #expect(
      editor.palette.map(\.name) == [
        "blue", "red", "orange", "green", "bomb", "broken", "chameleon", "crate",
        "indestructible", "lightning", "lonely", "rainbow", "star", "timer_bomb", "eraser",
      ])
    #expect(editor.tool == .bubble(.colour(.blue)))
    try editor.select("white")
    try editor.fill(Cell(row: 0, column: 0))
    #expect(editor.palette[4] == .bubble(.colour(.white)))
    try editor.select("crate")
    #expect(editor.tool == .bubble(.kind("crate")))
    try editor.select("empty")
    #expect(editor.tool == .eraser)
    #expect(
      message { try editor.select("brokn") }?.hasPrefix(
        "unknown bubble 'brokn'; did you mean 'broken'? known: blue, ") == true)
    #expect(
      message { try editor.select("broken") } == "bubbles/broken.lua:3: '=' expected near 'x'")
    #expect(editor.tool == .eraser)
  }

  // MARK: Cells

  @Test mutating func fillsDragsAndErases() throws {
    try editor.select("crate")
    #expect(try editor.fill(Cell(row: 0, column: 3)))
    #expect(try editor.level.legend.own == ["x": .kind("crate")])
    #expect(try !editor.fill(Cell(row: 0, column: 3)))
    try editor.select("red")
    try editor.drag(from: Cell(row: 1, column: 0), to: Cell(row: 1, column: 4))
    #expect(try editor.level.gridRows == ["...x........", "RRRRR......"])
    try editor.drag([Cell(row: 2, column: 1), Cell(row: 0, column: 0)])
    #expect(try editor.level.gridRows == ["R..x........", "RRRRR......", ".R.........."])
    #expect(editor.active?.undoCount == 3)
    try editor.select("eraser")
    try editor.drag(from: Cell(row: 0, column: 0), to: Cell(row: 2, column: 1))
    #expect(try editor.level.gridRows == ["...x........", ".RRRR......"])
    try editor.erase(Cell(row: 0, column: 3))
    #expect(try !editor.erase(Cell(row: 0, column: 3)))
    #expect(try editor.level.gridRows == ["............", ".RRRR......"])
    try editor.reset()
    #expect(try editor.level.bubbles.isEmpty)
    try editor.undo()
    #expect(try editor.level.bubbles.count == 4)
  }

  @Test mutating func aStepBesideTheBoardChangesNothing() throws {
    #expect(
      message { try editor.drag([Cell(row: 0, column: 0), Cell(row: 1, column: 11)]) }
        == "row 1, column 11 is not on the board; row 1 has columns 0 to 10")
    #expect(
      message { try editor.fill(Cell(row: 12, column: 0)) }
        == "row 12, column 0 is not on the board; rows go from 0 to 11")
    #expect(
      message { try editor.tap(Cell(row: -1, column: 0)) }
        == "row -1, column 0 is not on the board; rows go from 0 to 11")
    #expect(try editor.level.bubbles.isEmpty)
    #expect(editor.active?.undoCount == 0)
  }

  @Test mutating func cyclesColours() throws {
    let cell = Cell(row: 0, column: 0)
    #expect(try !editor.tap(cell))
    try editor.perform("fill 0,0=blue")
    try editor.perform("fill 0,5=white")
    try editor.perform("fill 0,6=purple")
    var seen: [String?] = []
    for _ in 0..<6 {
      try editor.tap(cell)
      seen.append(try name(0, 0))
    }
    #expect(seen == ["red", "orange", "green", "purple", "white", "blue"])
    try editor.perform("fill 0,0=bomb")
    try editor.tap(cell)
    #expect(try name(0, 0) == "blue")
  }

  // MARK: Operations of the shell

  private static let operations =
    "fill, drag, rectangle, flood, tap, erase, mirror, shift, copy, reset, undo, redo, set, status"

  @Test mutating func performsOperations() throws {
    #expect(try editor.perform("fill 0,3=red") == "red in 1 cell")
    #expect(try editor.perform("  fill  0 , 3 = red ") == "red in 1 cell (no change)")
    #expect(try editor.perform("drag 0,0..0,5=bomb") == "bomb in 6 cells")
    #expect(try editor.perform("drag 0,0..0,1=eraser") == "eraser in 2 cells")
    #expect(try editor.perform("fill 0,2=empty") == "eraser in 1 cell")
    #expect(try editor.perform("tap 0,3") == "row 0, column 3 is blue")
    #expect(try editor.perform("tap 0,0") == "row 0, column 0 is empty (no change)")
    #expect(try editor.perform("erase 0,3") == "row 0, column 3 is empty")
    #expect(try editor.perform("undo") == "undone")
    #expect(try editor.perform("redo") == "redone")
    #expect(try editor.perform("set shots=30") == "set shots=30")
    #expect(try editor.perform("set name=The = Level") == "set name=The = Level")
    #expect(
      try editor.perform("status")
        == "'The = Level': 2 bubbles, 12 columns, 12 rows, 30 shots, tool blue, 8 to undo, "
        + "0 to redo, modified")
    #expect(try editor.perform("reset") == "the board is empty")
    #expect(try editor.perform("reset") == "the board is empty (no change)")
  }

  @Test(arguments: [
    ("", "unknown operation ''; known: \(Self.operations)"),
    (
      "fil 0,3=red",
      "unknown operation 'fil'; did you mean 'fill'? known: \(Self.operations)"
    ),
    (
      "fill 0,3",
      "cannot read 'fill 0,3'; write it as fill R,C=KIND, such as fill 0,3=red"
    ),
    (
      "fill 0=red",
      "cannot read 'fill 0=red'; write it as fill R,C=KIND, such as fill 0,3=red"
    ),
    (
      "fill -1,0=red",
      "cannot read 'fill -1,0=red'; write it as fill R,C=KIND, such as fill 0,3=red"
    ),
    (
      "fill 0,99999999999999999999=red",
      "cannot read 'fill 0,99999999999999999999=red'; "
        + "write it as fill R,C=KIND, such as fill 0,3=red"
    ),
    (
      "drag 0,0-0,5=red",
      "cannot read 'drag 0,0-0,5=red'; write it as drag R,C..R,C=KIND, such as drag 0,0..0,5=red"
    ),
    (
      "drag 0,0..0,5..0,6=red",
      "cannot read 'drag 0,0..0,5..0,6=red'; "
        + "write it as drag R,C..R,C=KIND, such as drag 0,0..0,5=red"
    ),
    ("tap", "cannot read 'tap'; write it as tap R,C, such as tap 0,3"),
    ("erase 1,2,3", "cannot read 'erase 1,2,3'; write it as erase R,C, such as erase 0,3"),
    ("undo 2", "cannot read 'undo 2'; write it as undo"),
    ("set shots", "cannot read 'set shots'; write it as set FIELD=VALUE, such as set shots=30"),
    (
      "set shots=0",
      "shots: expected a whole number from 1 to 100000, found 0"
    ),
    ("drag 0,0..0,12=red", "row 0, column 12 is not on the board; row 0 has columns 0 to 11"),
    (
      "add peg:blue 1,2",
      "'add' works only on levels of peggle; operations on this level: \(Self.operations)"
    ),
    (
      "mirror up",
      "cannot read 'mirror up'; write it as mirror flip, mirror left or mirror right (copies that "
        + "half to the other side)"
    ),
    (
      "shift 2 down",
      "cannot read 'shift 2 down'; write it as shift up|down|left|right N, such as shift down 2"
    ),
    (
      "rectangle 0,0..1,12=red",
      "row 1, column 12 is not on the board; row 1 has columns 0 to 10"
    ),
    (
      "rectangle 1,0..1,11=red",
      "row 1, column 11 is not on the board; row 1 has columns 0 to 10"
    ),
    ("copy 0,0..1,1 12,0", "row 12, column 0 is not on the board; rows go from 0 to 11"),
    ("flood 0,12=red", "row 0, column 12 is not on the board; row 0 has columns 0 to 11"),
    ("undo", "nothing to undo"),
    ("redo", "nothing to redo"),
  ])
  mutating func saysWhatIsWrong(operation: String, text: String) throws {
    let before = try editor.level
    #expect(message { try editor.perform(operation) } == text)
    #expect(try editor.level == before)
  }

  @Test mutating func keepsFrozenBubblePlain() throws {
    try editor.perform("set ruleset=frozen-bubble")
    #expect(
      message { try editor.perform("fill 0,0=bomb") }
        == "the ruleset frozen-bubble has plain colours only, not 'bomb'; choose a colour")
    #expect(try editor.perform("fill 0,7=white") == "white in 1 cell")
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
