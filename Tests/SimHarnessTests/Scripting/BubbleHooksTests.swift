import Testing

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

  // MARK: Effects

  @Test func aBombRemovesTheSixAroundIt() throws {
    var game = try game(["BBRRBB", "R*BRR"], queue: "GGG")
    try game.shoot(atRow: 2, column: 2)
    #expect(
      game.names() == [
        #"{"type":"landed","colour":"green","cell":[2,2],"bounces":0}"#,
        #"{"type":"activated","kind":"bomb","cell":[1,1],"#
          + #""removed":[[0,1],[0,2],[1,0],[1,2],[2,2]]}"#,
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
        #"{"type":"landed","colour":"green","cell":[2,2],"bounces":0}"#,
        #"{"type":"activated","kind":"bomb","cell":[1,2],"#
          + #""removed":[[0,2],[0,3],[1,1],[1,3],[2,2]]}"#,
        #"{"type":"activated","kind":"bomb","cell":[0,2],"removed":[[0,1]]}"#,
      ])
    #expect(game.rows.prefix(2) == ["B....B", "....R"])
  }

  /// The star comes first by its priority, takes the shot with it, and lightning still goes off.
  @Test func starAndLightningSideBySide() throws {
    var game = try game(["BBRRBB", "R$=RR"], queue: "BGG")
    try game.shoot(atRow: 2, column: 2)
    #expect(
      game.names() == [
        #"{"type":"landed","colour":"blue","cell":[2,2],"bounces":0}"#,
        #"{"type":"activated","kind":"star","cell":[1,1],"#
          + #""removed":[[0,0],[0,1],[0,4],[0,5],[2,2]]}"#,
        #"{"type":"activated","kind":"lightning","cell":[1,2],"#
          + #""removed":[[1,0],[1,3],[1,4]]}"#,
      ])
    #expect(game.rows.prefix(2) == ["..RR..", "....."])
    #expect(game.state.score == 2 * 50 + 8 * 10)
  }

  @Test func lightningSetsOffWhatIsInItsRow() throws {
    var game = try game(["RRRRRR", "*B=BO"], queue: "GGG")
    try game.shoot(atRow: 2, column: 3)
    #expect(
      game.names() == [
        #"{"type":"landed","colour":"green","cell":[2,3],"bounces":0}"#,
        #"{"type":"activated","kind":"lightning","cell":[1,2],"#
          + #""removed":[[1,0],[1,1],[1,3],[1,4]]}"#,
        #"{"type":"activated","kind":"bomb","cell":[1,0],"removed":[[0,0],[0,1]]}"#,
        #"{"type":"fell","cells":[[2,3]]}"#,
      ])
  }

  @Test func nothingRemovesAnIndestructibleOne() throws {
    var game = try game(["BB##BB", "R#*RR"], queue: "GGG")
    try game.shoot(atRow: 2, column: 2)
    #expect(
      game.names().dropFirst() == [
        #"{"type":"activated","kind":"bomb","cell":[1,2],"removed":[[1,3],[2,2]]}"#
      ])
    #expect(game.rows.prefix(2) == ["BB##BB", "R#..R"])
  }

  // MARK: Crates

  @Test func aCrateBreaksAtTheFirstHit() throws {
    var game = try game(["BBRRBB", "..x.."], queue: "RGG")
    try game.shoot(atRow: 1, column: 3)
    #expect(
      game.names() == [
        #"{"type":"landed","colour":"red","cell":[1,3],"bounces":0}"#,
        #"{"type":"matched","colour":"red","cells":[[0,2],[0,3],[1,3]]}"#,
        #"{"type":"removed","kind":"crate","by":"on_neighbour_removed","cells":[[1,2]]}"#,
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
        #"{"type":"landed","colour":"red","cell":[1,0],"bounces":0}"#,
        #"{"type":"matched","colour":"red","cells":[[0,0],[0,1],[1,0]]}"#,
      ])
    #expect(game.rows.first == "..xRRB")
    try game.shoot(atRow: 1, column: 3)
    #expect(
      game.names() == [
        #"{"type":"landed","colour":"red","cell":[1,3],"bounces":0}"#,
        #"{"type":"matched","colour":"red","cells":[[0,3],[0,4],[1,3]]}"#,
        #"{"type":"removed","kind":"crate","by":"on_neighbour_removed","cells":[[0,2]]}"#,
      ])
    #expect(game.rows.first == ".....B")
  }

  // MARK: Colours

  @Test func aRainbowLinksBubblesOfTheShotsColour() throws {
    var game = try game(["RB~BRR", "R...."], queue: "BGG")
    try game.shoot(atRow: 1, column: 1)
    #expect(
      game.names() == [
        #"{"type":"landed","colour":"blue","cell":[1,1],"bounces":0}"#,
        #"{"type":"matched","colour":"blue","cells":[[0,1],[0,2],[0,3],[1,1]]}"#,
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
          #"{"type":"changed","cell":[0,0],"kind":"chameleon","colour":"\#($0)"}"#
        })
  }

  @Test func aChameleonMatchesAsTheColourItHas() throws {
    var game = try game(["BB&..R"], queue: "BGG")
    try game.shoot(atRow: 1, column: 2)
    #expect(
      game.names() == [
        #"{"type":"landed","colour":"blue","cell":[1,2],"bounces":0}"#,
        #"{"type":"matched","colour":"blue","cells":[[0,0],[0,1],[0,2],[1,2]]}"#,
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
        #"{"type":"landed","colour":"blue","cell":[1,4],"bounces":0}"#,
        #"{"type":"changed","cell":[0,1],"kind":"indestructible","colour":null}"#,
        #"{"type":"changed","cell":[1,0],"kind":"indestructible","colour":null}"#,
        #"{"type":"changed","cell":[0,0],"kind":"indestructible","colour":null}"#,
      ])
    #expect(game.rows.prefix(2) == ["##R.BG", "#...B"])
  }

  @Test func aShotBesideATimerBombDefusesIt() throws {
    var game = try game(["RB@BRG"], queue: "GGG")
    try game.shoot(atRow: 1, column: 2)
    #expect(
      game.names() == [
        #"{"type":"landed","colour":"green","cell":[1,2],"bounces":0}"#,
        #"{"type":"activated","kind":"timer_bomb","cell":[0,2],"removed":[]}"#,
      ])
    #expect(game.state.score == 50 + 30)
  }
}
