import SimHarnessTesting
import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// Levels of games in Lua that are drawn: operations, the size, and the contract of `DrawnLevel`.
@Suite struct BoardDesignTests {
  private static func game(_ name: String) throws -> GameEntry {
    try #require(Bubbles.library.games.game(named: name))
  }

  private static func editor(_ rows: [String]) throws -> LevelEditor<OpenLevelFile> {
    let game = try #require(try game("crates").definition as? OpenGame)
    var level = OpenLevelFile(of: game, name: "Test")
    level.values[0] = .grid(rows)
    var editor = LevelEditor<OpenLevelFile>(
      store: LevelStore(folder: "/nowhere", catalog: Bubbles.library), catalog: Bubbles.library,
      game: "crates")
    try editor.open(level)
    return editor
  }

  private static func rows(_ editor: LevelEditor<OpenLevelFile>) throws -> [String] {
    guard case .grid(let rows) = try editor.level.values[0] else { return [] }
    return rows
  }

  @Test(arguments: [
    ("fill 0,1=wall", ["-#--", "-@$.", "----"], "wall in 1 cell"),
    ("rectangle 0,0..1,1=crate", ["$$--", "$$$.", "----"], "crate in 4 cells"),
    ("drag 0,0..2,3=wall", ["#---", "-##.", "---#"], "wall in 4 cells"),
    ("drag 2,3..2,1=crate", ["----", "-@$.", "-$$$"], "crate in 3 cells"),
    ("drag 2,0..0,1=wall", ["-#--", "-#$.", "#---"], "wall in 3 cells"),
    ("copy 1,2..1,3 2,0", ["----", "-@$.", "$.--"], "copied to row 2, column 0"),
    // The copy of a part that overlaps it, and of what there may be one of.
    ("copy 0,0..1,2 1,1", ["----", "----", "---$"], "copied to row 1, column 1"),
    ("flood 0,0=wall", ["####", "#@$.", "####"], "wall in 9 cells"),
    ("tap 1,2", ["----", "-@*.", "----"], "row 1, column 2 is crate on mark"),
    ("tap 0,0", ["----", "-@$.", "----"], "row 0, column 0 is floor (no change)"),
    ("erase 1,1", ["----", "--$.", "----"], "row 1, column 1 is floor"),
    // There is one of them on a board.
    ("fill 2,3=you_on_mark", ["----", "--$.", "---+"], "you on mark in 1 cell"),
    ("rectangle 0,0..0,3=you", ["---@", "--$.", "----"], "you in 1 cell"),
    ("mirror flip", ["----", ".$@-", "----"], "left and right exchanged"),
    ("mirror left", ["----", "-@--", "----"], "the left half copied to the right"),
    ("mirror right", ["----", ".$$.", "----"], "the right half copied to the left"),
    ("shift down 1", ["----", "----", "-@$."], "shifted down by 1"),
    ("shift right 1", ["----", "--@$", "----"], "shifted right by 1"),
    ("set map.columns=5", ["-----", "-@$.-", "-----"], "set map.columns=5"),
    ("set map.rows=4", ["----", "-@$.", "----", "----"], "set map.rows=4"),
    ("set pushes=7", ["----", "-@$.", "----"], "set pushes=7"),
    (
      "status", ["----", "-@$.", "----"],
      "'Test': 3 rows, 4 columns, 0 to undo, 0 to redo, not modified"
    ),
  ])
  func operationsChangeTheField(_ operation: String, _ rows: [String], _ words: String) throws {
    var editor = try Self.editor(["----", "-@$.", "----"])
    #expect(try editor.perform(operation) == words)
    #expect(try Self.rows(editor) == rows)
    guard editor.active?.undoCount == 1 else { return }
    try editor.undo()
    #expect(try Self.rows(editor) == ["----", "-@$.", "----"])
  }

  @Test(arguments: [
    (
      "fill 9,9=wall",
      "row 9, column 9 is not on the board; it has rows 0 to 2 and columns 0 to 3;"
        + " enlarge it with set map.rows=10 set map.columns=10"
    ),
    ("fill 1,4=wall", "columns 0 to 3; enlarge it with set map.columns=5"),
    ("fill 1,16=wall", "columns 0 to 3; it can have 16 rows and 16 columns at most"),
    ("fill 0,0=wal", "unknown token 'wal'; did you mean 'wall'?"),
    ("fill 0,0=$", "unknown token '$'; write 'crate', whose letter that is"),
    ("fill 0=wall", "cannot read 'fill 0=wall'; write it as fill R,C=TOKEN"),
    ("rectangle 0,0..9,0=wall", "row 9, column 0 is not on the board"),
    ("drag 0,0=wall", "write it as drag R,C..R,C=TOKEN"),
    ("drag 0,0..3,0=wall", "row 3, column 0 is not on the board"),
    ("copy 0,0..1,1", "write it as copy R,C..R,C R,C"),
    ("copy 0,0..1,1 2,0", "row 3, column 0 is not on the board"),
    ("mirror up", "write it as mirror flip"),
    ("shift up x", "write it as shift up|down|left|right N"),
    ("set map.rows=99", "map.rows: must be a whole number from 3 to 16"),
    ("set map.rows=x", "map.rows: must be a whole number from 3 to 16"),
    ("paint 0,0=wall", "unknown operation 'paint'"),
    ("set pushes=0", "pushes"),
  ])
  func whatIsRefusedChangesNothing(_ operation: String, _ message: String) throws {
    var editor = try Self.editor(["----", "-@$.", "----"])
    let error = #expect(throws: LevelEditorError.self) { try editor.perform(operation) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(try Self.rows(editor) == ["----", "-@$.", "----"])
  }

  /// A level may be wrong while it is drawn; it is not saved until it is right.
  @Test func anUnfinishedLevelIsNotSaved() throws {
    var editor = try Self.editor(["----", "-@$.", "----"])
    try editor.perform("erase 1,1")
    #expect(try editor.level.unfinished == #"map: needs one "you" (@, or + on a mark), not 0"#)
    // Other fields can be set meanwhile.
    try editor.perform("set pushes=9")
    #expect(
      try editor.level.board(catalog: Bubbles.library).notes.map(\.words)
        == [#"map: needs one "you" (@, or + on a mark), not 0"#])
    let error = #expect(throws: LevelEditorError.self) { try editor.save() }
    #expect(
      error?.description
        == #"this level is not finished, so it is not saved: map: needs one "you" (@, or + on a mark), not 0"#
    )
    try editor.perform("fill 0,0=you")
    #expect(try editor.level.unfinished == nil)
  }

  /// A game that begins with the level's board shows it once; a legend names the tokens.
  @Test func aBoardIsShownOnceWithItsTokens() throws {
    let level = try Self.editor(["----", "-@$.", "----"]).level
    let legend = "- floor, # wall, . mark, $ crate, * crate_on_mark, @ you, + you_on_mark"
    #expect(
      level.picture(catalog: Bubbles.library, withRulers: true)
        == "  0123\n0 ----\n1 -@$.\n2 ----\n\(legend)\nhome 0 of 1  pushes left 100")
    #expect(
      level.picture(catalog: Bubbles.library, withRulers: false)
        == "\n @$.\n\nhome 0 of 1  pushes left 100")
    // The gems of this one are dealt.
    let game = try #require(try Self.game("match-three").definition as? OpenGame)
    let gems = OpenLevelFile(of: game, name: "Test")
      .picture(catalog: Bubbles.library, withRulers: true)
    #expect(
      gems.hasSuffix(
        "\n\n  012345\n0 ......\n1 ......\n2 ......\n3 jjjjjj\n4 ......\n5 ......\n"
          + ". cell, j jelly, x crate, o crate_on_jelly, # hole"), "\(gems)")
  }

  @Test func aStatusNamesWhatIsNotAtItsDefault() throws {
    let game = try #require(try Self.game("tiles").definition as? OpenGame)
    var level = OpenLevelFile(of: game, name: "Test")
    #expect(level.status == "every field at its default")
    try level.set("target", to: .int(8), catalog: Bubbles.library)
    #expect(level.status == "target 8")
  }

  /// A game without `design` has its fields alone.
  @Test func otherGamesAreNotDrawn() throws {
    let tiles = try Self.game("tiles")
    #expect(!tiles.isDrawn)
    let game = try #require(tiles.definition as? OpenGame)
    let file = LevelFile(OpenLevelFile(of: game, name: "Test"))
    var session = try tiles.design(
      file, store: LevelStore(folder: "/nowhere", catalog: Bubbles.library),
      library: Bubbles.library)
    #expect(session.board == nil && session.tools.isEmpty)
    #expect(session.fields.map(\.path).contains("size"))
    let error = #expect(throws: LevelEditorError.self) {
      try session.perform(["fill 0,0=2"], stroke: 1)
    }
    #expect(
      error?.description.hasPrefix("'fill' needs a board, and games/tiles.lua has no `design`")
        == true, "\(error?.description ?? "")")
  }

  /// A step is named by what it did, and the form beside the board has its size.
  @Test func strokesAreSteps() throws {
    let crates = try Self.game("crates")
    let file = try Self.level("one-push")
    var session = try crates.design(
      file, store: LevelStore(folder: "/nowhere", catalog: Bubbles.library),
      library: Bubbles.library)
    #expect(session.tools.map(\.name).last == "floor" && session.tools.last?.use == .erase)
    for places in [["1,1", "1,2"], ["1,3"]] {
      _ = try session.handle(.paint(tool: "wall", places: places), stroke: 1)
    }
    #expect(session.undoCount == 1 && session.undoName == "3 cells wall")
    #expect(session.fields.map(\.path) == ["name", "id", "pushes", "map.rows", "map.columns"])
    let step = try session.handle(.set(field: "map.columns", value: "9"), stroke: 2)
    guard case .board(let board) = step.drawing else {
      Issue.record("the board is not drawn again")
      return
    }
    #expect(board.places.count == 45 && board.picture.width == 372)
  }

  private static func level(_ name: String) throws -> LevelFile {
    let path =
      name.contains("/")
      ? "levels/\(name).json" : "Tests/SimHarnessTests/Fixtures/Boards/\(name).json"
    let text = try Program.text(of: path, in: Oracle.root)
    return try LevelFile.read(Array(text.utf8), file: path, catalog: Bubbles.library)
  }

  @Test(arguments: [
    ("one-push", 4), ("match-three/02-crates", 3),
  ])
  func drawnGamesKeepTheContract(_ name: String, _ samples: Int) throws {
    let file = try Self.level(name)
    let suite = DrawnLevelConformance(
      file, of: try Self.game(file.header.game), library: Bubbles.library, samples: samples)
    #expect(suite.violations() == [])
  }
}
