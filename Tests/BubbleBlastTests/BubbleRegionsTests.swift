import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// The designer's operations on many cells at once.
@Suite struct BubbleRegionsTests {
  private var editor: LevelEditor<BubbleLevelFile>

  init() throws {
    editor = LevelEditor(
      store: LevelStore(folder: "/nowhere", catalog: TestKinds.all), catalog: TestKinds.all)
    try editor.create(named: "A")
    try editor.perform("set columns=5")
    try editor.perform("set rows=9")
  }

  private func grid() throws -> [String] { try editor.level.gridRows }

  @Test mutating func fillsARectangle() throws {
    #expect(try editor.perform("rectangle 2,3..0,1=red") == "red in 9 cells")
    #expect(try grid() == [".RRR.", ".RRR", ".RRR."])
    // The last column is on long rows only.
    #expect(try editor.perform("rectangle 0,4..2,4=bomb") == "bomb in 2 cells")
    #expect(try grid() == [".RRR*", ".RRR", ".RRR*"])
    #expect(try editor.perform("rectangle 0,0..2,2=empty") == "eraser in 9 cells")
    #expect(try grid() == ["...R*", "...R", "...R*"])
  }

  /// Whole rows, whether the corner lies in a long row or in a short one.
  @Test mutating func fillsWholeRows() throws {
    #expect(try editor.perform("rectangle 0,0..1,4=red") == "red in 9 cells")
    #expect(try grid() == ["RRRRR", "RRRR"])
    #expect(try editor.perform("rectangle 1,4..2,0=blue") == "blue in 9 cells")
    #expect(try grid() == ["RRRRR", "BBBB", "BBBBB"])
    #expect(try editor.perform("copy 0,0..1,4 4,0") == "copied to row 4, column 0")
    #expect(try Array(grid().suffix(2)) == ["RRRRR", "BBBB"])
  }

  @Test mutating func floodsWhatIsConnected() throws {
    try editor.perform("rectangle 0,0..1,1=red")
    try editor.perform("fill 3,0=red")
    #expect(try editor.perform("flood 0,0=blue") == "blue in 4 cells")
    #expect(try grid() == ["BB...", "BB..", ".....", "R..."])
    // Empty cells are a region like any other: a wall of row 4 shuts in those below.
    try editor.perform("drag 4,0..4,4=green")
    #expect(try editor.perform("flood 8,0=white") == "white in 18 cells")
    #expect(try grid()[5...] == ["WWWW", "WWWWW", "WWWW", "WWWWW"])
    #expect(try grid()[2] == ".....")
    try editor.perform("undo")
    #expect(try grid() == ["BB...", "BB..", ".....", "R...", "GGGGG"])
  }

  @Test mutating func mirrors() throws {
    try editor.perform("fill 0,0=red")
    try editor.perform("fill 0,2=green")
    try editor.perform("fill 1,1=bomb")
    try editor.perform("fill 1,3=blue")
    #expect(try editor.perform("mirror flip") == "left and right exchanged")
    #expect(try grid() == ["..G.R", "B.*."])
    #expect(try editor.perform("mirror right") == "the right half copied to the left")
    #expect(try grid() == ["R.G.R", ".**."])
    #expect(try editor.perform("mirror left") == "the left half copied to the right (no change)")
  }

  @Test mutating func shifts() throws {
    try editor.perform("rectangle 0,0..1,1=red")
    #expect(try editor.perform("shift down 2") == "shifted down by 2")
    #expect(try grid() == [".....", "....", "RR...", "RR.."])
    try editor.perform("shift right 2")
    #expect(try grid() == [".....", "....", "..RR.", "..RR"])
    #expect(try editor.perform("shift up 1") == "shifted up by 1")
    #expect(try grid() == [".....", "..RR", "..RR."])
    let before = try editor.level
    #expect(
      message { try editor.perform("shift right 1") }
        == "the bubble in row 1, column 3 would leave the board; erase it first or shift by less")
    #expect(try editor.level == before)
    try editor.perform("shift left 2")
    #expect(try grid() == [".....", "RR..", "RR..."])
  }

  @Test mutating func copiesARectangle() throws {
    try editor.perform("fill 0,0=red")
    try editor.perform("fill 1,1=bomb")
    try editor.perform("fill 2,3=blue")
    #expect(try editor.perform("copy 1,1..0,0 2,2") == "copied to row 2, column 2")
    // Empty cells are copied too: the blue bubble is gone.
    #expect(try grid() == ["R....", ".*..", "..R..", "...*"])
    #expect(
      message { try editor.perform("copy 0,0..1,1 0,4") }
        == "the bubble in row 1, column 1 would be copied to row 1, column 5, which is not on the board;"
        + " choose another place")
    #expect(try grid() == ["R....", ".*..", "..R..", "...*"])
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
