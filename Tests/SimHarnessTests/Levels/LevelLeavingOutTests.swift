import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import BubblePopGame
@testable import Catalogue
@testable import SimHarness

/// `set FIELD=`, after which a field has its default.
@Suite struct LevelLeavingOutTests {
  private static func editor() throws -> LevelEditor<BubbleLevelFile> {
    var editor = LevelEditor<BubbleLevelFile>(
      store: LevelStore(folder: "/nowhere", catalog: TestKinds.all), catalog: TestKinds.all)
    try editor.create(named: "A")
    return editor
  }

  @Test(arguments: [
    ("preview=3", "preview"), ("shots=12", "shots"), ("columns=14", "columns"),
    ("rules.matchSize=4", "matchSize"), ("matchSize=4", "rules.matchSize"),
    ("spawn.weights.red=3", "spawn.weights"), ("id=seed", "id"),
  ])
  func aFieldWithoutAValueHasItsDefault(assignment: String, field: String) throws {
    var editor = try Self.editor()
    try editor.perform("fill 0,3=blue")
    let before = try editor.level
    try editor.perform("set \(assignment)")
    #expect(try editor.level != before)
    #expect(try editor.perform("set \(field)=") == "\(field) has its default")
    #expect(try editor.level == before)
    #expect(try editor.perform("set \(field)= ") == "\(field) has its default (no change)")
  }

  @Test(arguments: [
    ("name", "name: this is empty; write a name"),
    ("format", "format: this cannot be set; create a new level instead"),
    ("spawn.wieghts", "spawn.wieghts: unknown field 'wieghts'; did you mean 'weights'?"),
    ("grid[0]", "grid[0]: an element of a list cannot be left out; set the whole list"),
  ])
  func whatCannotBeLeftOutIsRefused(field: String, words: String) throws {
    var editor = try Self.editor()
    let said = message { _ = try editor.perform("set \(field)=") }
    #expect(said?.hasPrefix(words) == true, "\(said ?? "")")
    #expect(editor.active?.undoCount == 0)
  }

  /// Columns that still hold bubbles are not taken away.
  @Test func aBoardGetsNoSmallerThanItsBubbles() throws {
    var editor = try Self.editor()
    try editor.perform("set columns=14")
    try editor.perform("fill 0,13=red")
    #expect(
      message { _ = try editor.perform("set columns=") }
        == "columns: 1 bubbles would be outside the board, the first in row 0, column 13; "
        + "erase them first")
  }

  @Test func fieldsOfGamesInLuaAreLeftOut() throws {
    let entry = try #require(Bubbles.library.games.game(named: "crates"))
    let game = try #require(entry.definition as? OpenGame)
    var editor = LevelEditor<OpenLevelFile>(
      store: LevelStore(folder: "/nowhere", catalog: Bubbles.library), catalog: Bubbles.library,
      game: "crates")
    var level = OpenLevelFile(of: game, name: "Test")
    level.values[0] = .grid(["----", "-@$.", "----"])
    try editor.open(level)
    try editor.perform("set pushes=7")
    #expect(try editor.perform("set pushes=") == "pushes has its default")
    #expect(try editor.level == level)
    #expect(
      message { _ = try editor.perform("set map.columns=") }
        == "map.columns: a board has no default size; write a number")
    #expect(
      message { _ = try editor.perform("set pushs=") }?.hasPrefix("pushs: unknown field") == true)
  }

  /// A goal is nothing without its score.
  @Test func anObjectGoesWithItsOnlyField() throws {
    let level = LevelFile(PopLevelFile(name: "A"))
    var file = level
    try file.set("goal.score", to: "5", catalog: TestKinds.all)
    #expect(file != level)
    try file.set("goal.score", to: "", catalog: TestKinds.all)
    #expect(file == level)
  }

  /// A level for one game takes it as well.
  @Test func aLevelFileLeavesFieldsOut() throws {
    var file = try LevelFile(Self.editor().level)
    let before = file
    try file.set("shots", to: "9", catalog: TestKinds.all)
    try file.set("shots", to: "", catalog: TestKinds.all)
    #expect(file == before)
  }
}
