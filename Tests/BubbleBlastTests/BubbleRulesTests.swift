import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// docs/rules.md, "Bubble Blast": a test a rule, named after it, each on both representations.
@Suite struct BubbleRulesTests {
  /// Plays shots straight at cells and gives the events of the last one.
  private func play(
    _ level: BubbleLevel, _ targets: [(row: Int, column: Int)],
    check: (borrowing BubbleGame<SmallMask>) throws -> Void
  ) throws {
    var small = try BubbleGame<SmallMask>(level)
    var large = try BubbleGame<LargeMask>(level)
    for target in targets {
      try small.shoot(atRow: target.row, column: target.column)
      try large.shoot(atRow: target.row, column: target.column)
    }
    #expect(small.names() == large.names())
    #expect(small.rows == large.rows)
    #expect(small.state.stableHash == large.state.stableHash)
    try check(small)
  }

  // MARK: Start

  @Test func looseBubblesAreDroppedAtTheStartWithoutScore() throws {
    let game = try BubbleGame<SmallMask>(
      try Bubbles.level(["RRR.........", "...........", "...BB......."]))
    #expect(game.names() == [#"{"type":"fell","cells":[[2,3],[2,4]]}"#])
    #expect(game.state.score == 0)
    #expect(game.rows[2] == "............")
  }

  @Test func readyMadeGroupsStay() throws {
    let game = try BubbleGame<SmallMask>(try Bubbles.level(["RRRR........"]))
    #expect(game.rows[0] == "RRRR........")
  }

  @Test func aLooseSpecialIsNotActivatedAtTheStart() throws {
    let game = try BubbleGame<SmallMask>(
      try Bubbles.level(["R...........", "...........", "...*........"]))
    #expect(game.names() == [#"{"type":"fell","cells":[[2,3]]}"#])
    #expect(game.state.score == 0)
  }

  @Test func anEmptyBoardIsWonAtTheStart() throws {
    let game = try BubbleGame<SmallMask>(try Bubbles.level([]) { $0.shots = 3 })
    #expect(game.state.outcome == .won)
    #expect(game.state.score == 300)
    #expect(game.state.legalMoveCount == 0)
  }

  // MARK: Match and fall

  @Test func aGroupOfThreeGoes() throws {
    let level = try Bubbles.level(["RR....B....."], queue: "RB")
    try play(level, [(0, 2)]) { game in
      #expect(
        game.names() == [
          #"{"type":"landed","colour":"red","cell":[0,2],"bounces":0}"#,
          #"{"type":"matched","colour":"red","cells":[[0,0],[0,1],[0,2]]}"#,
        ])
      #expect(game.state.score == 30)
    }
  }

  @Test func aGroupOfTwoStays() throws {
    let level = try Bubbles.level(["R.....B....."], queue: "RB")
    try play(level, [(0, 1)]) { game in
      #expect(game.rows[0] == "RR....B.....")
      #expect(game.state.score == 0)
    }
  }

  @Test func aReadyMadeGroupGoesWhenTheShotJoinsIt() throws {
    let level = try Bubbles.level(["RRRR..B....."], queue: "RB")
    try play(level, [(0, 4)]) { game in
      #expect(game.state.score == 50)
      #expect(game.rows[0] == "......B.....")
    }
  }

  @Test func unsupportedBubblesFall() throws {
    let level = try Bubbles.level(
      ["RR....B.....", "B..........", "GO.........."], queue: "RB")
    try play(level, [(0, 2)]) { game in
      #expect(
        Array(game.names().dropFirst(2)) == [
          #"{"type":"fell","cells":[[1,0],[2,0],[2,1]]}"#
        ])
      #expect(game.state.score == 30 + 60)
    }
  }

  // MARK: Specials

  @Test func aBombRemovesItsRing() throws {
    let level = try Bubbles.level(
      ["BGBGBGBGBGBG", "GBGBG*GBGBG", "GBGBG..BGBGB"], queue: "OR")
    try play(level, [(2, 5)]) { game in
      #expect(
        game.names()[1]
          == #"{"type":"activated","kind":"bomb","cell":[1,5],"removed":[[0,5],[0,6],[1,4],[1,6],[2,5]]}"#
      )
      // The shot is one of the five; special 50, removed 10 each.
      #expect(game.state.score >= 100)
    }
  }

  @Test func lightningRemovesItsWholeRow() throws {
    let level = try Bubbles.level(
      ["BGBGBGBGBGBG", "GBGBG=GBGBG"], queue: "OR")
    try play(level, [(2, 5)]) { game in
      #expect(game.rows[1] == "...........")
      #expect(game.names()[1].contains(#""kind":"lightning""#))
      #expect(game.state.score == 50 + 10 * 10 + 20)
    }
  }

  @Test func aStarRemovesTheColourThatWasShot() throws {
    let level = try Bubbles.level(
      ["OGBGBOBGBGBO", "GBGBG$GBGBG"], queue: "OR")
    try play(level, [(2, 5)]) { game in
      #expect(!game.rows.joined().contains("O"))
      #expect(
        game.names()[1]
          == #"{"type":"activated","kind":"star","cell":[1,5],"removed":[[0,0],[0,5],[0,11],[2,5]]}"#
      )
    }
  }

  /// Specials go in order of (priority, name), within a kind by row, column.
  @Test func starAndLightningSideBySide() throws {
    let level = try Bubbles.level(
      ["GBGBGBGBGBGB", "BGBG=$GBGBG", "......B....."], queue: "OR")
    try play(level, [(2, 5)]) { game in
      let names = game.names()
      #expect(names[1].contains(#""kind":"star""#))
      #expect(names[2].contains(#""kind":"lightning""#))
      #expect(names[2].contains("[1,4]") == true)
    }
  }

  @Test func anIndestructibleGoesOnlyByFalling() throws {
    let level = try Bubbles.level(
      ["B#BGBGBGBGBG", "GBGBG=GBGBG"], queue: "OR", legend: [:])
    try play(level, [(2, 5)]) { game in
      #expect(game.rows[0].contains("#"))
    }
  }

  @Test func aFallingSpecialDoesNotActivate() throws {
    let level = try Bubbles.level(["RR....B.....", "*.........."], queue: "RB")
    try play(level, [(0, 2)]) { game in
      // The shot at (0,2) is not beside the bomb at (1,0).
      #expect(game.names().last == #"{"type":"fell","cells":[[1,0]]}"#)
      #expect(game.state.score == 30 + 20)
    }
  }

  // MARK: Turn end

  @Test func winAndLossInTheSameTurnIsAWin() throws {
    let level = try Bubbles.level(["RR.........."], queue: "RB") { $0.shots = 1 }
    try play(level, [(0, 2)]) { game in
      #expect(game.state.outcome == .won)
      #expect(game.names().last == #"{"type":"won","bonus":0}"#)
    }
  }

  @Test func aWinCountsTheShotsLeft() throws {
    let level = try Bubbles.level(["RR.........."], queue: "RB") { $0.shots = 4 }
    try play(level, [(0, 2)]) { game in #expect(game.state.score == 30 + 300) }
  }

  @Test func shotsUsedUpIsALoss() throws {
    let level = try Bubbles.level(["B.R.B......."], queue: "RB") { $0.shots = 1 }
    try play(level, [(0, 8)]) { game in
      #expect(game.state.outcome == .lost)
      #expect(game.names().last == #"{"type":"lost","reason":"shots"}"#)
    }
  }

  @Test func aBubbleBelowTheLineIsALoss() throws {
    let grid = (0..<9).map { row in
      String(repeating: row % 2 == 0 ? "B" : "G", count: 12 - row % 2)
    }
    let level = try Bubbles.level(grid, queue: "RB", rows: 9)
    try play(level, [(9, 5)]) { game in
      #expect(game.state.outcome == .lost)
      #expect(game.names().last == #"{"type":"lost","reason":"line"}"#)
    }
  }

  @Test func theDescentComesAfterTheNthLandedShot() throws {
    let level = try Bubbles.level(["B..........."], queue: "RGRG") { $0.descentEvery = 2 }
    try play(level, [(0, 4)]) { game in #expect(game.state.view.descended == 0) }
    try play(level, [(0, 4), (0, 8)]) { game in
      #expect(game.state.view.descended == 1)
      #expect(game.names().last == #"{"type":"descended","rows":1}"#)
      #expect(game.rows[1] == "B...R...G...")
      #expect(game.rows[0].count == 11)
      // Where it landed is reported as it was before the descent.
      #expect(game.state.view.landed == Cell(row: 0, column: 8))
    }
  }

  @Test func obstaclesDoNotCountForWinning() throws {
    let level = try Bubbles.level(["RR....#....."], queue: "RB")
    try play(level, [(0, 2)]) { game in #expect(game.state.outcome == .won) }
  }

  @Test func aScoreGoalIsWonByScoreAlone() throws {
    let level = try Bubbles.level(["RR.........."], queue: "RB") { $0.goal = .score(40) }
    try play(level, [(0, 2)]) { game in
      #expect(game.state.outcome == nil)
      #expect(game.state.view.board.occupied.isEmpty)
    }
  }

  // MARK: Swap

  @Test func aSwapExchangesCurrentAndNext() throws {
    let level = try Bubbles.level(["RR....B....."], queue: "BRG") { $0.swap = true }
    var game = try BubbleGame<SmallMask>(level)
    #expect(game.state.legalMoveCount == 120)
    let angle = Bubbles.angle(toX: 2.5, y: 0.5, rules: level.setup.rules)
    try game.shoot(angle, swap: true)
    #expect(game.names().first == #"{"type":"swapped"}"#)
    #expect(game.state.score == 30)
    #expect(game.state.view.current == .blue)
    #expect(game.state.view.next == [.green])
  }

  @Test func aSwapWhereItIsOffIsIllegal() throws {
    var game = try BubbleGame<SmallMask>(try Bubbles.level(["RR....B....."]))
    #expect(throws: MoveError.illegal("this level does not allow a swap")) {
      try game.state.apply(BubbleMove(angle: 1, swap: true), in: &game.context) { _ in }
    }
  }

  // MARK: Score

  @Test func puzzleBobbleDoublesWhatFalls() throws {
    let level = try Bubbles.level(
      ["RR....B.....", "B..........", "GO.........."], queue: "RB"
    ) { $0.scoring = .puzzleBobble }
    try play(level, [(0, 2)]) { game in #expect(game.state.score == 30 + 80) }
  }

  @Test(arguments: [(1, 20), (2, 40), (17, 1_310_720), (18, 1_310_720), (100, 1_310_720)])
  func puzzleBobbleFallsAreBounded(_ fallen: Int, _ points: Int) {
    #expect(BubbleScoring.puzzleBobble.fall(of: fallen) == points)
    #expect(BubbleScoring.saga.fall(of: fallen) == 20 * fallen)
  }

  // MARK: Cannon

  /// The k-th colour comes from the k-th uniform: two levels that differ only in shots are dealt
  /// the same colours, for as long as the same colours are present.
  @Test func levelsThatDifferOnlyInShotsAreDealtTheSame() throws {
    func colours(_ shots: Int) throws -> [BubbleColour] {
      let level = try Bubbles.level(["RBGO........"], queue: "") { $0.shots = shots }
      var game = try BubbleGame<SmallMask>(level)
      var dealt: [BubbleColour] = []
      for shot in 0..<8 {
        dealt.append(game.state.view.current)
        try game.shoot(shot % 2 == 0 ? 0.5 : 2.6)
      }
      return dealt
    }
    #expect(try colours(20) == colours(50))
  }

  @Test func onlyColoursOnTheBoardAreDealt() throws {
    let level = try Bubbles.level(["G....R......"], queue: "")
    for index in 0..<200 {
      let game = try BubbleGame<SmallMask>(level, index: index)
      #expect([.green, .red].contains(game.state.view.current))
    }
  }

  /// The deal follows the weights: 20,000 first colours, chi-square with 3 degrees of freedom
  /// below 16.27 (one false alarm in 1,000; the seed is fixed).
  @Test func theDealFollowsTheWeights() throws {
    let rules = BubbleRules()
    let level = BubbleLevel(
      name: "w", rules: rules, grid: [(Cell(row: 0, column: 0), .colour(.red))],
      spawn: BubbleSpawn(weights: [1, 2, 3, 4, 0, 0, 0, 0], onlyPresent: false))
    var counts: [BubbleColour: Double] = [:]
    let games = 20_000
    for index in 0..<games {
      var context = GameContext(streams: Bubbles.streams(index))
      let state = try BubbleState<SmallMask>(level: level, in: &context)
      counts[state.view.current, default: 0] += 1
    }
    var chiSquare = 0.0
    for (colour, weight) in [(BubbleColour.blue, 0.1), (.red, 0.2), (.orange, 0.3), (.green, 0.4)] {
      let expected = weight * Double(games)
      let difference = (counts[colour] ?? 0) - expected
      chiSquare += difference * difference / expected
    }
    #expect(chiSquare < 16.27)
    #expect(counts.count == 4)
  }
}
