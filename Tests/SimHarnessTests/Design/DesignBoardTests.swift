import TestSupport
import Testing

@testable import Agents
@testable import BubbleBlastGame
@testable import Catalogue
@testable import Lab
@testable import PeggleGame
@testable import SimHarness

@Suite struct DesignBoardTests {
  /// A board shows what the film of a game shows before its first move.
  @Test(arguments: [
    "levels/bubble-blast/02-candy-stripes.json", "levels/bubble-blast/07-crate-yard.json",
    "levels/bubble-blast/11-tick-tock.json", "levels/peggle/01-garden-gate.json",
    "levels/peggle/12-topsy-turvy.json",
  ])
  func boardsLookAsFilmsBegin(_ path: String) throws {
    let variants = try Tuning.variants(at: path)
    let level = try variants.unchanged().level
    var cutting = try #require(variants.entry.film(level))
    let host = ScriptHost(interfaces: variants.entry.interfaces)
    _ = try variants.entry.replay(
      ReplayRequest(
        level: level, seed: 1, index: 0, moves: [], scripts: host,
        step: { step in cutting.add(step.trace(), words: "") }))
    let film = try #require(cutting.film)
    let board = try #require(try Designing.session(variants.file).board)
    #expect(board.picture.width == film.width && board.picture.height == film.height)
    // What moves in a film is a body there, and stands still on a board.
    let moves = film.start.contains { ["bucket", "cannon"].contains(film.kinds[$0.kind].style) }
    #expect(moves || board.picture.backdrop.elementsEqual(film.backdrop, by: ==))
    // What is in the launcher is no part of the level.
    let start = film.start.filter { $0.id >= 0 }
    #expect(
      Self.looks(of: board.picture.start, in: board.picture) == Self.looks(of: start, in: film))
  }

  private struct Look: Equatable {
    let id: Int
    let x: Int
    let y: Int
    let kind: GameFilm.Kind
  }

  private static func looks(of bodies: [GameFilm.Body], in film: GameFilm) -> [Look] {
    bodies.map { Look(id: $0.id, x: $0.x, y: $0.y, kind: film.kinds[$0.kind]) }
  }

  // MARK: Cells

  @Test func cellsHaveNamesAndWords() throws {
    let board = Designing.bubbles.board(catalog: Bubbles.library)
    let rules = BubbleRules()
    let cells = (0..<rules.rows).reduce(0) { $0 + HexGrid.width(ofRow: $1, columns: rules.columns) }
    #expect(board.places.count == cells)
    #expect(board.places[2].name == "0,2")
    #expect(board.places[2].words == "row 0, column 2, bomb")
    #expect(board.places[3].words == "row 0, column 3, empty")
    #expect(board.picture.start.map(\.id) == [0, 1, 2])
    #expect(board.picture.kinds.map(\.label) == ["R", "*"])
    #expect(board.picture.kinds.map(\.style) == ["ball-R", "ball-special"])
    // A place and its bubble lie in one spot.
    #expect(board.places[1].x == board.picture.start[1].x)
    #expect(board.places[1].y == board.picture.start[1].y)
    #expect(board.grips.isEmpty)
  }

  @Test func looseBubblesArePointedOut() throws {
    var level = Designing.bubbles
    #expect(level.board(catalog: Bubbles.library).notes == [])
    level[Cell(row: 4, column: 3)] = .colour(.blue)
    level[Cell(row: 5, column: 3)] = .colour(.blue)
    let board = level.board(catalog: Bubbles.library)
    #expect(
      board.notes == [
        DesignNote(
          "2 bubbles are not connected to the ceiling", bodies: [4 * 64 + 3, 5 * 64 + 3])
      ])
    level[Cell(row: 5, column: 3)] = nil
    #expect(
      level.board(catalog: Bubbles.library).notes.map(\.words) == [
        "1 bubble is not connected to the ceiling"
      ])
    let empty = BubbleLevelFile(name: "Empty").board(catalog: Bubbles.library)
    #expect(empty.notes.count == 1 && empty.picture.start.isEmpty)
  }

  @Test func bubbleTools() throws {
    let tools = BubbleLevelFile.tools(for: Designing.bubbles, catalog: TestKinds.all)
    #expect(tools.prefix(4).map(\.name) == ["blue", "red", "orange", "green"])
    #expect(tools.last == DesignTool("eraser", .erase))
    #expect(tools[1].look == BubbleCanvas.kind(.red, label: "R"))
    let rainbow = try #require(tools.first { $0.name == "rainbow" })
    #expect(rainbow.use == .paint && rainbow.look?.label == "~")
    // Frozen-Bubble has no specials.
    let frozen = BubbleLevelFile(name: "Frozen", rules: .frozenBubble)
    let plain = BubbleLevelFile.tools(for: frozen, catalog: TestKinds.all)
    #expect(plain.map(\.name) == ["blue", "red", "orange", "green", "eraser"])
  }

  @Test func gesturesOnCellsAreOperations() {
    let level = Designing.bubbles
    #expect(
      level.operations(for: .paint(tool: "red", places: ["0,3", "0,4"]))
        == ["fill 0,3=red", "fill 0,4=red"])
    #expect(level.operations(for: .tap(place: "0,3")) == ["tap 0,3"])
    #expect(level.operations(for: .hold(place: "0,3")) == ["erase 0,3"])
    #expect(level.operations(for: .set(field: "shots", value: "3")) == ["set shots=3"])
    #expect(level.operations(for: .reset) == ["reset"])
    #expect(level.operations(for: .move(body: 1, x: 3, y: 3)) == [])
    #expect(level.operations(for: .set(field: "a=b", value: "3")) == [])
  }

  // MARK: Objects

  @Test func objectsHaveGrips() throws {
    let board = Designing.pegs.board(catalog: Bubbles.library)
    #expect(board.places.isEmpty)
    #expect(
      board.grips[0]
        == DesignGrips(
          words: "orange peg at 200, 200", x: 200, y: 200, width: 40, height: 40, sizes: .one,
          canTurn: false))
    #expect(
      board.grips[2]
        == DesignGrips(
          words: "block at 400, 300", x: 400, y: 300, width: 60, height: 20, turn: 0.5))
    #expect(board.picture.kinds.map(\.style) == ["ball-O", "ball-B", "stone"])
  }

  @Test func gesturesOnObjectsAreOperations() {
    let level = Designing.pegs
    #expect(
      level.operations(for: .put(tool: "peg:orange", x: 100, y: 200.5))
        == ["add peg:orange 100,200.5"])
    #expect(level.operations(for: .move(body: 2, x: 3, y: 4)) == ["move 2 3,4"])
    #expect(level.operations(for: .resize(body: 0, width: 50, height: 50)) == ["resize 0 25"])
    #expect(level.operations(for: .resize(body: 2, width: 50, height: 30)) == ["resize 2 50,30"])
    #expect(level.operations(for: .turn(body: 2, radians: 0.25)) == ["rotate 2 0.25"])
    #expect(level.operations(for: .remove(body: 1)) == ["delete 1"])
    #expect(level.operations(for: .turn(body: 2, radians: .nan)) == [])
    #expect(level.operations(for: .paint(tool: "red", places: ["0,3"])) == [])
    let tools = PeggleLevelFile.tools(for: level, catalog: Bubbles.library)
    #expect(tools.suffix(2) == [DesignTool("hand", .hand), DesignTool("eraser", .erase)])
    let orange = tools.first { $0.name == "peg:orange" }
    #expect(orange?.look == level.board(catalog: Bubbles.library).picture.kinds[0])
  }
}
