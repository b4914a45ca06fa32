import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness

/// The modes' scripts: what wins, what loses, what the bucket gives.
@Suite struct PeggleModesTests {
  /// A bucket that catches all that falls.
  private static func wide(_ rules: inout PeggleRules) {
    rules.bucketWidth = 799
    rules.bucketSpeed = 0
  }

  private static func none(_ rules: inout PeggleRules) { rules.bucket = false }

  @Test func classicIsWonWithoutOrangePegs() throws {
    let objects = [Pegs.peg("orange", 400, 300), Pegs.peg("orange", 100, 300)]
    var game = try PegglePlay(Pegs.level(objects, mode: "classic", change: Self.none))
    try game.tap(400, 500)
    #expect(game.state.outcome == nil)
    try game.tap(100, 300)
    #expect(game.state.outcome == .won)
    #expect(game.events.last == .won)
  }

  @Test func classicGivesTheBallBack() throws {
    let objects = [Pegs.peg("orange", 40, 560)]
    var game = try PegglePlay(
      Pegs.level(objects, mode: "classic", balls: 1, change: Self.wide))
    try game.tap(400, 500)
    #expect(game.state.view.balls == 1)
    #expect(game.state.outcome == nil)
    #expect(game.events.contains(.ballsGiven(count: 1)))
    var other = try PegglePlay(
      Pegs.level(objects, mode: "classic", balls: 1, change: Self.none))
    try other.tap(400, 500)
    #expect(other.state.outcome == .lost)
  }

  @Test func classicNeedsAnOrangePeg() throws {
    #expect(throws: LevelError.self) {
      try Pegs.level([Pegs.peg("blue", 400, 300)], mode: "classic")
    }
  }

  // MARK: Start

  /// A mode whose `start` adds so many balls, and which is never won.
  private func mode(adding balls: Int) -> [String: String] {
    [
      "modes/taker.lua": """
      return { name = "taker", start = function(s) s:add_balls(\(balls)) end,
        is_won = function() return false end }
      """
    ]
  }

  @Test func aStartThatTakesAllBallsLosesTheGame() throws {
    let objects = [Pegs.peg("orange", 400, 300)]
    for (taken, given) in [(-10, -10), (-200, -10)] {
      let game = try PegglePlay(
        Pegs.level(objects, mode: "taker", balls: 10, scripts: mode(adding: taken)))
      #expect(game.state.view.balls == 0)
      #expect(game.state.outcome == .lost)
      #expect(game.events == [.ballsGiven(count: given), .lost(.balls)])
      #expect(game.state.legalMoveCount == 0)
      try game.state.checkInvariants()
    }
    let left = try PegglePlay(
      Pegs.level(objects, mode: "taker", balls: 10, scripts: mode(adding: -9)))
    #expect(left.state.outcome == nil && left.state.view.balls == 1)
  }

  /// A level without balls is lost whatever its mode would give.
  @Test func aStartGivesNothingToALevelWithoutBalls() throws {
    let game = try PegglePlay(
      Pegs.level(
        [Pegs.peg("orange", 400, 300)], mode: "taker", balls: 0, scripts: mode(adding: 5)))
    #expect(game.state.outcome == .lost && game.events == [.lost(.balls)])
  }

  /// The event says what has happened, and nothing where nothing has.
  @Test func onlyBallsThatAreThereAreTaken() throws {
    let scripts = [
      "modes/taker.lua": """
      return { name = "taker", is_won = function() return false end,
        on_shot_end = function(s) s:add_balls(-1000) s:add_balls(-1) s:add_balls(2) end }
      """
    ]
    var game = try PegglePlay(
      Pegs.level(
        [Pegs.peg("orange", 400, 300)], mode: "taker", balls: 4, scripts: scripts,
        change: Self.none))
    try game.tap(100, 300)
    #expect(game.state.view.balls == 2)
    let given = game.events.compactMap { event in
      if case .ballsGiven(let count) = event { count } else { nil }
    }
    #expect(given == [-3, 2])
  }

  // MARK: Score

  @Test func scoreAsksForAShareOfThePoints() throws {
    // 200 points in all with the other table; 90% are 180.
    let objects = [Pegs.peg("blue", 400, 300), Pegs.peg("blue", 100, 300)]
    let level = try Pegs.level(
      objects, mode: "score", parameters: ["score": ["seconds": 60]]
    ) {
      $0.bucket = false
      $0.scoring = .msk
    }
    var game = try PegglePlay(level)
    try game.tap(400, 500)
    #expect(game.state.score == 100)
    #expect(game.state.outcome == nil)
    try game.tap(100, 300)
    #expect(game.state.outcome == .won)
  }

  /// 2 s a peg; the player's aiming counts.
  @Test(arguments: [(0.5, Outcome?.none), (30, .lost)])
  func scoreRunsAgainstTheClock(_ seconds: Double, _ outcome: Outcome?) throws {
    let objects = (0..<10).map { Pegs.peg("blue", 40 + 60 * Double($0), 560) }
    var game = try PegglePlay(Pegs.level(objects, mode: "score", change: Self.none))
    try game.shoot(PeggleMove(tapX: 700, y: 300, seconds: seconds))
    #expect(game.state.outcome == outcome)
    #expect(game.state.view.time > seconds)
    if outcome == .lost { #expect(game.events.last == .lost(.mode)) }
  }

  @Test func scoreGivesABallAndPointsForTheBucket() throws {
    let objects = (0..<10).map { Pegs.peg("blue", 40 + 60 * Double($0), 460, radius: 8) }
    var game = try PegglePlay(Pegs.level(objects, mode: "score", change: Self.wide))
    try game.tap(730, 460)
    #expect(game.hits == [])
    #expect(game.state.score == 10)
    #expect(game.state.view.balls == 10)
  }

  // MARK: Dodge

  private func chances(_ state: PeggleState) -> Int? {
    state.view.variables.first { $0.name == "chances" }?.value
  }

  @Test(arguments: [(1, 1), (2, 1), (10, 9), (20, 18)])
  func dodgeGivesChances(_ balls: Int, _ expected: Int) throws {
    let level = try Pegs.level([Pegs.peg("blue", 400, 300)], mode: "dodge", balls: balls)
    #expect(chances(try PegglePlay(level).state) == expected)
  }

  @Test func dodgeTakesAChanceForAPegAndGivesOneForTheBucket() throws {
    let pegs = [Pegs.peg("blue", 400, 300)]
    var game = try PegglePlay(Pegs.level(pegs, mode: "dodge", balls: 3, change: Self.none))
    try game.tap(400, 500)
    #expect(chances(game.state) == 1)
    #expect(game.state.outcome == nil)
    // Nothing is left to be lit: the last balls win.
    try game.tap(400, 500)
    try game.tap(400, 500)
    #expect(game.state.outcome == .won)
    var caught = try PegglePlay(Pegs.level(pegs, mode: "dodge", balls: 3, change: Self.wide))
    try caught.tap(405, 500)
    #expect(caught.hits == [0])
    #expect(chances(caught.state) == 3)
  }

  @Test func dodgeIsLostWithoutChances() throws {
    let pegs = [Pegs.peg("blue", 400, 300), Pegs.peg("blue", 100, 300)]
    var game = try PegglePlay(Pegs.level(pegs, mode: "dodge", balls: 2, change: Self.none))
    try game.tap(400, 500)
    #expect(game.state.outcome == .lost)
    #expect(game.events.last == .lost(.mode))
  }

  // MARK: Streak

  @Test func streakCountsShotsInARow() throws {
    let pegs = [Pegs.peg("blue", 400, 300), Pegs.peg("blue", 100, 300)]
    let level = try Pegs.level(
      pegs, mode: "streak", parameters: ["streak": ["shots": 2, "pegs": 1]], change: Self.none)
    var game = try PegglePlay(level)
    try game.tap(400, 500)
    #expect(game.state.outcome == nil)
    try game.tap(100, 300)
    #expect(game.state.outcome == .won)
  }
}
