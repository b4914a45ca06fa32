import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness

/// The designer's operations on many objects at once.
@Suite struct PeggleRegionsTests {
  private var editor: LevelEditor<PeggleLevelFile>

  init() throws {
    editor = LevelEditor(
      store: LevelStore(folder: "/nowhere", catalog: TestKinds.all), catalog: TestKinds.all)
    try editor.create(named: "A")
    for operation in [
      "add peg:orange 100,200", "add block 200,200", "rotate selected 0.5", "add peg:blue 400,300",
    ] {
      try editor.perform(operation)
    }
  }

  private func places() throws -> [String] {
    try editor.level.objects.map { "\($0.title) \($0.x),\($0.y) \($0.rotation)" }
  }

  @Test mutating func mirrors() throws {
    #expect(try editor.perform("mirror flip") == "left and right exchanged")
    #expect(
      try places() == [
        "orange peg 700.0,200.0 0.0", "block 600.0,200.0 -0.5", "blue peg 400.0,300.0 0.0",
      ])
    #expect(try editor.perform("mirror right") == "the right half copied to the left")
    #expect(
      try places() == [
        "orange peg 700.0,200.0 0.0", "orange peg 100.0,200.0 0.0", "block 600.0,200.0 -0.5",
        "block 200.0,200.0 0.5", "blue peg 400.0,300.0 0.0",
      ])
    try editor.perform("mirror left")
    #expect(try editor.level.objects.count == 5)
  }

  @Test mutating func aMirroredPolygonStaysConvex() throws {
    let corners = [(-30.0, 20.0), (0, -20), (30, 0)].map { PegglePoint(x: $0.0, y: $0.1) }
    try editor.perform("reset")
    try editor.add(PeggleObject(.polygon(corners), x: 200, y: 200, rotation: 0.25))
    let before = try editor.level.objects[0]
    try editor.perform("mirror flip")
    let after = try editor.level.objects[0]
    #expect(PeggleGeometry.problem(with: after.corners) == nil)
    // A point of the one is that point's mirror image of the other.
    for (x, y) in [(190.0, 200.0), (215, 195), (180, 215), (225, 215), (200, 182)] {
      #expect(
        PeggleGeometry.contains(PegglePoint(x: x, y: y), in: before.outline)
          == PeggleGeometry.contains(PegglePoint(x: 800 - x, y: y), in: after.outline))
    }
  }

  @Test mutating func shifts() throws {
    #expect(try editor.perform("shift down 12.5") == "shifted down by 12.5 px")
    #expect(try places().first == "orange peg 100.0,212.5 0.0")
    #expect(
      message { try editor.perform("shift left 90") }
        == "object 0 (orange peg) would extend beyond the left edge by 10 px; "
        + "choose another place or size")
    #expect(
      message { try editor.perform("shift left 900") }
        == "object 0 (orange peg) would leave the board of 800 x 600 px; shift by less")
    #expect(try places().first == "orange peg 100.0,212.5 0.0")
  }

  @Test mutating func aCopyStaysOnTheBoard() throws {
    #expect(
      message { try editor.perform("copy 50,150..250,250 750,350") }
        == "object 4 (block) would leave the board of 800 x 600 px; choose another place")
    #expect(try editor.level.objects.count == 3)
  }

  @Test mutating func copiesARectangle() throws {
    #expect(try editor.perform("copy 50,150..250,250 50,350") == "copied 2 objects")
    #expect(
      try places()[3...] == ["orange peg 100.0,400.0 0.0", "block 200.0,400.0 0.5"])
    #expect(
      message { try editor.perform("copy 50,150..250,250 60,150") }
        == "object 5 (orange peg) would overlap object 0 (orange peg at 100,200) by 30 px; "
        + "choose another place or size")
    #expect(try editor.level.objects.count == 5)
  }

  @Test mutating func recoloursAndClearsARectangle() throws {
    #expect(try editor.perform("rectangle 0,0..400,600=peg:green") == "2 pegs are green")
    #expect(try editor.level.objects.map(\.title) == ["green peg", "block", "green peg"])
    #expect(try editor.perform("rectangle 150,150..250,250=empty") == "deleted 1 object")
    #expect(try editor.level.objects.map(\.title) == ["green peg", "green peg"])
    #expect(
      message { try editor.perform("rectangle 0,0..1,1=block") }?.hasPrefix(
        "cannot read 'rectangle 0,0..1,1=block'; write it as rectangle X,Y..X,Y=peg:COLOUR|empty")
        == true)
    #expect(
      message { try editor.perform("flood 0,0=red") }?.hasPrefix(
        "'flood' works only on levels of bubble-blast; operations on this level: add, ") == true)
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
