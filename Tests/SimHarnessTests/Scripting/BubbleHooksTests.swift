import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// The hooks of each bundled bubble on boards made by hand, event by event.
@Suite struct BubbleHooksTests {
  private typealias Game = BubbleGame<SmallMask>

  /// A game on six columns; the other kinds stand for themselves by their glyphs.
  private func game(
    _ grid: [String], queue: String, change: (inout BubbleRules) -> Void = { _ in }
  ) throws -> Game {
    try Game(
      try Bubbles.level(
        grid, queue: queue,
        legend: ["x": "crate", "~": "rainbow", "&": "chameleon", "@": "timer_bomb"], columns: 6,
        rows: 9, change: change))
  }

  /// The same level with other values of its kinds' parameters.
  private func level(
    _ grid: [String], queue: String, parameters: [String: [String: Double]],
    legend: [Character: String]
  ) throws -> BubbleLevel {
    let plain = try Bubbles.level(grid, queue: queue, legend: legend, columns: 6, rows: 9)
    return BubbleLevel(
      name: plain.name, rules: plain.setup.rules, kinds: plain.setup.kinds,
      kindParameters: parameters, grid: plain.grid, queue: plain.queue)
  }

  // MARK: Events as traces write them

  private func landed(_ colour: String, _ row: Int, _ column: Int) -> String {
    #"{"type":"landed","colour":"\#(colour)","cell":[\#(row),\#(column)],"bounces":0}"#
  }

  private func matched(_ colour: String, _ cells: [[Int]]) -> String {
    #"{"type":"matched","colour":"\#(colour)","cells":\#(text(cells))}"#
  }

  private func activated(
    _ kind: String, _ row: Int, _ column: Int, removing cells: [[Int]]
  ) -> String {
    #"{"type":"activated","kind":"\#(kind)","cell":[\#(row),\#(column)],"#
      + #""removed":\#(text(cells))}"#
  }

  private func removed(_ kind: String, by hook: String, _ cells: [[Int]]) -> String {
    #"{"type":"removed","kind":"\#(kind)","by":"\#(hook)","cells":\#(text(cells))}"#
  }

  private func fell(_ cells: [[Int]]) -> String {
    #"{"type":"fell","cells":\#(text(cells))}"#
  }

  private func changed(
    _ row: Int, _ column: Int, to kind: String, of colour: String? = nil
  ) -> String {
    #"{"type":"changed","cell":[\#(row),\#(column)],"kind":"\#(kind)","#
      + #""colour":\#(colour.map { "\"\($0)\"" } ?? "null")}"#
  }

  private func text(_ cells: [[Int]]) -> String {
    "[" + cells.map { "[\($0[0]),\($0[1])]" }.joined(separator: ",") + "]"
  }

  // MARK: Effects

  @Test func aBombRemovesTheSixAroundIt() throws {
    var game = try game(["BBRRBB", "R*BRR"], queue: "GGG")
    try game.shoot(atRow: 2, column: 2)
    #expect(
      game.names() == [
        landed("green", 2, 2),
        activated("bomb", 1, 1, removing: [[0, 1], [0, 2], [1, 0], [1, 2], [2, 2]]),
      ])
    #expect(game.rows.prefix(3) == ["B..RBB", "...RR", "......"])
    // 50 for the bomb, 10 for each it removed, the shot included.
    #expect(game.state.score == 100)
  }

  @Test func aBombSetsOffAnother() throws {
    var game = try game(["BB*R.B", ".B*RR"], queue: "GGG")
    try game.shoot(atRow: 2, column: 2)
    #expect(
      game.names() == [
        landed("green", 2, 2),
        activated("bomb", 1, 2, removing: [[0, 2], [0, 3], [1, 1], [1, 3], [2, 2]]),
        activated("bomb", 0, 2, removing: [[0, 1]]),
      ])
    #expect(game.rows.prefix(2) == ["B....B", "....R"])
  }

  /// The star comes first by its priority, takes the shot with it, and lightning still goes off.
  @Test func starAndLightningSideBySide() throws {
    var game = try game(["BBRRBB", "R$=RR"], queue: "BGG")
    try game.shoot(atRow: 2, column: 2)
    #expect(
      game.names() == [
        landed("blue", 2, 2),
        activated("star", 1, 1, removing: [[0, 0], [0, 1], [0, 4], [0, 5], [2, 2]]),
        activated("lightning", 1, 2, removing: [[1, 0], [1, 3], [1, 4]]),
      ])
    #expect(game.rows.prefix(2) == ["..RR..", "....."])
    #expect(game.state.score == 2 * 50 + 8 * 10)
  }

  @Test func lightningSetsOffWhatIsInItsRow() throws {
    var game = try game(["RRRRRR", "*B=BO"], queue: "GGG")
    try game.shoot(atRow: 2, column: 3)
    #expect(
      game.names() == [
        landed("green", 2, 3),
        activated("lightning", 1, 2, removing: [[1, 0], [1, 1], [1, 3], [1, 4]]),
        activated("bomb", 1, 0, removing: [[0, 0], [0, 1]]),
        fell([[2, 3]]),
      ])
  }

  @Test func nothingRemovesAnIndestructibleOne() throws {
    var game = try game(["BB##BB", "R#*RR"], queue: "GGG")
    try game.shoot(atRow: 2, column: 2)
    #expect(
      game.names().dropFirst() == [
        activated("bomb", 1, 2, removing: [[1, 3], [2, 2]])
      ])
    #expect(game.rows.prefix(2) == ["BB##BB", "R#..R"])
  }

  // MARK: Crates

  @Test func aCrateBreaksAtTheFirstHit() throws {
    var game = try game(["BBRRBB", "..x.."], queue: "RGG")
    try game.shoot(atRow: 1, column: 3)
    #expect(
      game.names() == [
        landed("red", 1, 3),
        matched("red", [[0, 2], [0, 3], [1, 3]]),
        removed("crate", by: "on_neighbour_removed", [[1, 2]]),
      ])
    #expect(game.rows.first == "BB..BB")
  }

  @Test func aCratesHitsAreAParameter() throws {
    let level = try level(
      ["RRxRRB"], queue: "RRG", parameters: ["crate": ["hits": 2]], legend: ["x": "crate"])
    var game = try Game(level)
    try game.shoot(atRow: 1, column: 0)
    #expect(
      game.names() == [
        landed("red", 1, 0),
        matched("red", [[0, 0], [0, 1], [1, 0]]),
      ])
    #expect(game.rows.first == "..xRRB")
    try game.shoot(atRow: 1, column: 3)
    #expect(
      game.names() == [
        landed("red", 1, 3),
        matched("red", [[0, 3], [0, 4], [1, 3]]),
        removed("crate", by: "on_neighbour_removed", [[0, 2]]),
      ])
    #expect(game.rows.first == ".....B")
  }

  // MARK: Colours

  @Test func aRainbowLinksBubblesOfTheShotsColour() throws {
    var game = try game(["RB~BRR", "R...."], queue: "BGG")
    try game.shoot(atRow: 1, column: 1)
    #expect(
      game.names() == [
        landed("blue", 1, 1),
        matched("blue", [[0, 1], [0, 2], [0, 3], [1, 1]]),
      ])
    #expect(game.rows.prefix(2) == ["R...RR", "R...."])
  }

  @Test func aChameleonTakesTheNextColourEachTurn() throws {
    var game = try game(["&....R", "....."], queue: "GGGGG") { $0.shots = 9 }
    var seen: [String] = []
    for column in [2, 3, 4, 1] {
      try game.shoot(atRow: 0, column: column)
      seen += game.names().filter { $0.contains("changed") }
    }
    #expect(
      seen
        == ["red", "orange", "green", "blue"].map {
          changed(0, 0, to: "chameleon", of: $0)
        })
  }

  @Test func aChameleonMatchesAsTheColourItHas() throws {
    var game = try game(["BB&..R"], queue: "BGG")
    try game.shoot(atRow: 1, column: 2)
    #expect(
      game.names() == [
        landed("blue", 1, 2),
        matched("blue", [[0, 0], [0, 1], [0, 2], [1, 2]]),
      ])
  }

  // MARK: Time

  @Test func aTimerBombTurnsItsNeighboursToStone() throws {
    let level = try level(
      ["@BR...", "G...."], queue: "BGBG", parameters: ["timer_bomb": ["fuse": 3]],
      legend: ["@": "timer_bomb"])
    var game = try Game(level)
    for column in [4, 5] {
      try game.shoot(atRow: 0, column: column)
      #expect(game.names().count == 1, "only the landing")
    }
    try game.shoot(atRow: 1, column: 4)
    #expect(
      game.names() == [
        landed("blue", 1, 4),
        changed(0, 1, to: "indestructible"),
        changed(1, 0, to: "indestructible"),
        changed(0, 0, to: "indestructible"),
      ])
    #expect(game.rows.prefix(2) == ["##R.BG", "#...B"])
  }

  @Test func aShotBesideATimerBombDefusesIt() throws {
    var game = try game(["RB@BRG"], queue: "GGG")
    try game.shoot(atRow: 1, column: 2)
    #expect(
      game.names() == [
        landed("green", 1, 2),
        activated("timer_bomb", 0, 2, removing: []),
      ])
    #expect(game.state.score == 50 + 30)
  }
}
