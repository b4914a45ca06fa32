import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

@Suite struct BubbleLevelFieldsTests {
  @Test func setsFields() throws {
    var level = BubbleLevelFile(name: "A")
    level[Cell(row: 0, column: 7)] = .colour(.red)
    try set(&level, "shots", "30")
    try set(&level, "name", "12")
    try set(&level, "id", "First Steps")
    try set(&level, "columns", "8")
    try set(&level, "aims", "90")
    try set(&level, "rules.matchSize", "4")
    try set(&level, "matched", "15")
    try set(&level, "descent", "9")
    try set(&level, "goal.score", "500")
    try set(&level, "queue", #"["red"]"#)
    try set(&level, "stars", "[1, 2, 3]")
    try set(&level, "params.crate.hits", "2")
    try set(&level, "spawn.weights.blue", "0.5")
    var expected = BubbleLevelFile(name: "12")
    expected.id = "First Steps"
    expected.rules.columns = 8
    expected.rules.shots = 30
    expected.rules.aims = 90
    expected.rules.matchSize = 4
    expected.rules.scoring.matched = 15
    expected.rules.descentEvery = 9
    expected.rules.goal = .score(500)
    expected.queue = [.red]
    expected.stars = [1, 2, 3]
    expected.parameters = ["crate": ["hits": 2]]
    expected.spawn.weights = [0.5, 1, 0, 0, 0, 0, 0, 0]
    expected[Cell(row: 0, column: 7)] = .colour(.red)
    #expect(level == expected)
    try set(&level, "shots", "null")
    try set(&level, "descent", "null")
    try set(&level, "scoring", "puzzle-bobble")
    try set(&level, "goal", "clear")
    #expect(level.rules.shots == nil)
    #expect(level.rules.descentEvery == nil)
    #expect(level.rules.scoring == .puzzleBobble)
    #expect(level.rules.goal == .clear)
  }

  @Test func changesTheRuleset() throws {
    var level = BubbleLevelFile(name: "A")
    level[Cell(row: 1, column: 6)] = .colour(.red)
    try set(&level, "contact", "0.5")
    try set(&level, "maxBounces", "0")
    try set(&level, "ruleset", "frozen-bubble")
    // Its flight has a contact of its own, and no limit of bounces to play without.
    #expect(level.rules == .frozenBubble)
    #expect(level.restrictedVariants(catalog: Bubbles.library).isEmpty)
    try set(&level, "ruleset", "saga")
    var rules = BubbleRules()
    rules.columns = 8
    rules.descentEvery = 9
    #expect(level.rules == rules)
    level[Cell(row: 0, column: 0)] = .kind("bomb")
    #expect(
      problem(level, "ruleset", "frozen-bubble")
        == "ruleset: $.grid[0]: the ruleset frozen-bubble has plain colours only; "
        + "remove 'bomb' from the grid")
  }

  @Test(arguments: [
    ("shots", "0", "shots: expected a whole number from 1 to 100000, found 0"),
    ("shots", "many", "shots: expected a whole number from 1 to 100000, found \"many\""),
    (
      "columns", "5",
      "columns: 1 bubbles would be outside the board, the first in row 9, column 5; "
        + "erase them first"
    ),
    (
      "rows", "9",
      "rows: 1 bubbles would be outside the board, the first in row 9, column 5; "
        + "erase them first"
    ),
    ("version", "2", "version: this cannot be set; create a new level instead"),
    (
      "scoring.matched", "5",
      "scoring.matched: the object that contains 'matched' is \"puzzle-bobble\"; set it first"
    ),
    ("name", "", "name: this is empty; write a name"),
    (
      "spawn.weights.rad", "2",
      "spawn.weights.rad: unknown colour 'rad'; did you mean 'red'? "
        + "known: blue, red, orange, green, yellow, purple, cyan, white"
    ),
    ("grid", "[]x", "grid: expected an array of strings, found a string"),
  ])
  func complains(field: String, value: String, message: String) {
    var level = BubbleLevelFile(name: "A")
    level.rules.scoring = .puzzleBobble
    level[Cell(row: 9, column: 5)] = .colour(.red)
    #expect(problem(level, field, value) == message)
  }

  @Test func suggestsFields() {
    let message = problem(BubbleLevelFile(name: "A"), "shotz", "3")
    #expect(message?.hasPrefix("shotz: unknown field 'shotz'; did you mean 'shots'? ") == true)
  }

  @Test func takesWhatASuiteSets() throws {
    var level = BubbleLevelFile(name: "A")
    try level.apply(
      rules: ["shots": 20, "aims": 30, "descent": 4], parameters: ["crate": ["hits": 3]],
      catalog: TestKinds.all)
    #expect(level.rules.shots == 20)
    #expect(level.rules.aims == 30)
    #expect(level.rules.descentEvery == 4)
    #expect(level.parameters == ["crate": ["hits": 3]])
    let before = level
    let error = #expect(throws: LevelFieldProblem.self) {
      try level.apply(rules: ["aims": 90, "shotz": 1], parameters: [:], catalog: TestKinds.all)
    }
    #expect(error?.description.hasPrefix("rules.shotz: unknown rule 'shotz'; did you") == true)
    #expect(level == before)
  }

  private func set(_ level: inout BubbleLevelFile, _ field: String, _ value: String) throws {
    try level.set(field, to: value, catalog: TestKinds.all)
  }

  private func problem(_ level: BubbleLevelFile, _ field: String, _ value: String) -> String? {
    var copy = level
    do throws(LevelFieldProblem) {
      try copy.set(field, to: value, catalog: TestKinds.all)
      return nil
    } catch {
      return copy == level ? error.description : "the level was changed"
    }
  }
}
