import PegglePhysics
import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness

/// One whole shot, by the rules.
@Suite struct PeggleShotTests {
  private static func isStuck(_ event: PeggleEvent) -> Bool {
    if case .stuck = event { true } else { false }
  }

  @Test func aVerticalDropOnAPegsCentreEnds() throws {
    var game = try PegglePlay(Pegs.level([Pegs.peg("blue", 400, 300)]) { $0.bucket = false })
    try game.tap(400, 500)
    #expect(game.hits == [0])
    #expect(game.removed == [0])
    // It comes to rest on the peg, which then goes.
    #expect(game.count(Self.isStuck) == 1)
    #expect(game.state.score == 10)
    #expect(game.state.view.balls == 9)
    #expect(game.state.view.pegsLeft == [])
    #expect(game.state.view.time < 20)
  }

  /// The ball falls through the upper peg, which only a ball of another category hits.
  @Test func aBallPassesAnObjectOfAnotherMask() throws {
    var passed = Pegs.peg("blue", 400, 200)
    passed.filter = CollisionFilter(maskBits: 2)
    let level = try Pegs.level([passed, Pegs.peg("blue", 400, 400)])
    var game = try PegglePlay(level)
    try game.tap(400, 500)
    #expect(game.hits == [1])
    let findings = level.file.findings(catalog: try Pegs.library())
    #expect(findings.count == 1)
    #expect(findings[0].message.hasPrefix("no ball from the cannon hits this peg; "))
  }

  /// Two blocks, a V in which a ball comes to rest, and walls that keep it there.
  private static let wedge = [
    Pegs.block(300, 250, width: 20, height: 200), Pegs.block(500, 250, width: 20, height: 200),
    Pegs.block(350, 400, width: 140, height: 20, rotation: 0.7),
    Pegs.block(450, 400, width: 140, height: 20, rotation: -0.7),
  ]

  @Test(arguments: [PeggleRules.Integrator.standard, .msk])
  func aWedgedBallPassesThrough(_ integrator: PeggleRules.Integrator) throws {
    // In the other integrator the ball rests on a corner, as it did in the original.
    let corner = Pegs.block(400, 400, width: 60, height: 60, rotation: Double.pi / 4)
    let level = try Pegs.level(integrator == .msk ? [corner] : Self.wedge) { rules in
      if integrator == .msk { rules = .msk }
      rules.bucket = false
      rules.restitution = 0.3
    }
    var game = try PegglePlay(level)
    try game.tap(400, 500)
    #expect(game.count(Self.isStuck) == 1)
    let flight = game.state.view.time - PeggleMove.quickest
    #expect(flight > 5 && flight < 25, "\(flight)")
  }

  @Test func aShotEndsInTime() throws {
    let level = try Pegs.level(Self.wedge) {
      $0.restitution = 0.3
      $0.releaseTime = 1000
      $0.shotTime = 12
    }
    var game = try PegglePlay(level)
    try game.tap(400, 500)
    #expect(game.count(Self.isStuck) == 1)
    #expect(game.state.view.time == 12.5)
    #expect(game.state.view.world.balls.isEmpty)
  }

  // MARK: Moves

  @Test(arguments: [
    (PeggleMove(tapX: 400, y: 50), "below the cannon, at y above 50"),
    (PeggleMove(tapX: 100, y: 50), "below the cannon"),
    (PeggleMove(tapX: 300, y: 20), "below the cannon"),
    (PeggleMove(tapX: .nan, y: 200), "finite coordinates"),
    (PeggleMove(tapX: 300, y: .infinity), "finite coordinates"),
    (PeggleMove(angle: 0), "above 0 (right) and below pi"),
    (PeggleMove(angle: .pi), "above 0 (right) and below pi"),
    (PeggleMove(angle: -1), "above 0 (right) and below pi"),
    (PeggleMove(angle: .nan), "finite number"),
    (PeggleMove(angle: .infinity), "finite number"),
    (PeggleMove(angle: 1, seconds: -1), "time of aiming"),
    (PeggleMove(angle: 1, seconds: .nan), "time of aiming"),
  ])
  func anIllegalMoveChangesNothing(_ move: PeggleMove, _ words: String) throws {
    var game = try PegglePlay(Pegs.level([Pegs.peg("blue", 400, 300)]))
    let before = game.state
    do {
      try game.shoot(move)
      Issue.record("the move was played")
    } catch let error as MoveError {
      #expect(error.description.contains(words), "\(error)")
    }
    #expect(game.state == before)
  }

  @Test func aTapAtTheCannonIsIllegal() throws {
    var game = try PegglePlay(Pegs.level([Pegs.peg("blue", 400, 300)]))
    let before = game.state
    #expect(throws: MoveError.self) { try game.tap(400, 50) }
    #expect(game.state == before)
    #expect(game.state.view.balls == 10)
  }

  @Test func theFanIsEquallySpacedAndStrictlyInside() throws {
    let state = try PegglePlay(Pegs.level([])).state
    #expect(state.legalMoveCount == 64)
    var moves: [PeggleMove] = []
    state.appendLegalMoves(to: &moves)
    for (index, move) in moves.enumerated() {
      #expect(move == PeggleMove(angle: (Double(index) + 0.5) * .pi / 64))
    }
  }

  // MARK: Lighting and points

  @Test func aPegLightsOnceAndGoesWhenTheLastBallHasLeft() throws {
    // A cup of pegs in which the ball bounces often.
    let objects = [
      Pegs.peg("blue", 360, 300), Pegs.peg("blue", 440, 300), Pegs.peg("blue", 400, 360),
    ]
    var game = try PegglePlay(Pegs.level(objects) { $0.bucket = false })
    try game.tap(402, 500)
    #expect(Set(game.hits).count == game.hits.count)
    #expect(game.removed == game.hits.sorted())
    let hit = game.hits.count
    #expect(game.state.score == 10 * hit * hit)
    #expect(game.events.last == .shotEnded(points: 10 * hit * hit, hits: hit))
    #expect(game.state.view.hits == game.hits)
  }

  /// Points are multiplied by the orange pegs left after the peg, then by the hits of the shot.
  @Test func theMultiplierFollowsTheOrangePegs() throws {
    let corner = (0..<3).map { Pegs.peg("orange", 40 + 60 * Double($0), 560) }
    var game = try PegglePlay(
      Pegs.level([Pegs.peg("orange", 400, 300)] + corner) { $0.bucket = false })
    #expect(game.state.view.multiplier == 5)
    try game.tap(400, 500)
    #expect(game.events.prefix(2) == [.pegHit(peg: 0, points: 1000), .multiplier(value: 10)])
    #expect(game.state.score == 1000)
    #expect(game.state.view.orangeLeft == 3)
  }

  @Test func theOtherTableHasNeither() throws {
    let objects = [Pegs.peg("orange", 400, 300), Pegs.peg("blue", 40, 560)]
    var game = try PegglePlay(Pegs.level(objects) { $0.scoring = .msk })
    try game.tap(400, 500)
    #expect(game.state.score == 500)
    #expect(!game.names().joined().contains("multiplier"))
  }

  @Test func pointsOfOneShotBringFreeBalls() throws {
    var game = try PegglePlay(
      Pegs.level([Pegs.peg("orange", 400, 300)]) {
        $0.bucket = false
        $0.scoring.freeBall1 = 9_999
        $0.scoring.freeBall2 = 10_000
        $0.scoring.freeBall3 = 10_001
      })
    try game.tap(400, 500)
    // The last orange peg: 100 times 100.
    #expect(game.state.score == 10_000)
    #expect(game.count { $0 == .freeBall } == 2)
    #expect(game.state.view.balls == 11)
  }

  // MARK: Ends

  @Test func withoutABallAGameIsLostAtOnce() throws {
    let level = try Pegs.level([Pegs.peg("orange", 400, 300)], mode: "dodge", balls: 0)
    var game = try PegglePlay(level)
    #expect(game.state.outcome == .lost)
    #expect(game.events == [.lost(.balls)])
    #expect(game.state.legalMoveCount == 0)
    #expect(throws: MoveError.gameOver) { try game.shoot(PeggleMove(angle: 1)) }
  }

  @Test func theLastBallLosesInAModeThatDoesNotSay() throws {
    var game = try PegglePlay(Pegs.level([], balls: 1) { $0.bucket = false })
    try game.tap(400, 500)
    #expect(game.state.outcome == .lost)
    #expect(game.events.last == .lost(.balls))
  }

  @Test func aCannonCoveredByAPegPushesTheBallOut() throws {
    var game = try PegglePlay(Pegs.level([Pegs.peg("blue", 400, 80)]) { $0.bucket = false })
    try game.tap(400, 500)
    #expect(game.hits == [0])
    #expect(game.state.view.pegsLeft == [])
  }

  /// Shots are atomic, so a copy between two of them plays on identically.
  @Test func aCopyPlaysOnIdentically() throws {
    let level = try Pegs.builtIn("01-garden-gate")
    var game = try PegglePlay(level)
    try game.shoot(PeggleMove(angle: 1.2))
    var copy = game.state
    var context = GameContext(streams: Bubbles.streams(), scripts: Pegs.host())
    for angle in [1.5, 0.7, 2.2] {
      try game.shoot(PeggleMove(angle: angle))
      var events: [PeggleEvent] = []
      try copy.apply(PeggleMove(angle: angle), in: &context) { events.append($0) }
      #expect(events == game.events)
      #expect(copy == game.state)
      #expect(copy.stableHash == game.state.stableHash)
    }
  }

  /// Random shots over random boards keep the invariants, end, and remove what they light.
  @Test func randomDropsKeepTheInvariants() throws {
    #if DEBUG
    let wanted = 2_000
    #else
    let wanted = 10_000
    #endif
    var maker = PeggleLevelRandom(seed: 8)
    var drops = 0
    let host = Pegs.host()
    while drops < wanted {
      var file = maker.level()
      file.rules.balls = 12
      file.rules.gravity = max(50, file.rules.gravity)
      file.mode = "endless"
      file.parameters = [:]
      for index in file.objects.indices {
        if case .peg("amber", let radius) = file.objects[index].form {
          file.objects[index].form = .peg(colour: "blue", radius: radius)
        }
      }
      let level = try PeggleLevel(file, catalog: try Pegs.library())
      var game = try PegglePlay(level, host: host, index: drops)
      while game.state.outcome == nil && game.state.view.turn < 30 {
        let before = game.state.view
        let angle = 0.001 + (Double.pi - 0.002) * maker.random.uniform()
        try game.shoot(PeggleMove(angle: angle))
        drops += 1
        let after = game.state.view
        let gone = Set(game.removed + game.thrown)
        #expect(gone == Set(game.hits))
        #expect(after.pegsLeft == before.pegsLeft.filter { !gone.contains($0) })
        #expect(
          after.flightSteps - before.flightSteps <= after.setup.lastStep)
      }
    }
  }
}
