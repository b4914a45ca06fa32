import PegglePhysics
import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness

/// The special pegs and the masters' powers.
@Suite struct PegglePowersTests {
  private static func isAdded(_ event: PeggleEvent) -> Bool {
    if case .ballAdded = event { true } else { false }
  }

  // MARK: Confusement

  @Test func redTurnsTheBoard() throws {
    let objects = [Pegs.peg("red", 400, 300), Pegs.peg("blue", 100, 150)]
    var game = try PegglePlay(Pegs.level(objects) { $0.bucket = false })
    try game.tap(400, 500)
    #expect(game.count { $0 == .boardTurned } == 1)
    #expect(game.state.view.world.isTurned)
    #expect(game.state.view.world.body(1).position == Vector(700, 450))
  }

  @Test func confusementTwiceRestoresTheBoard() throws {
    // After the first turn the second red peg is below the ball, which falls onto it.
    let objects = [
      Pegs.peg("red", 400, 300), Pegs.peg("red", 455, 150), Pegs.peg("blue", 100, 150),
    ]
    var game = try PegglePlay(Pegs.level(objects) { $0.bucket = false })
    try game.tap(406, 500)
    #expect(game.hits.prefix(2) == [0, 1])
    #expect(game.count { $0 == .boardTurned } == 2)
    #expect(!game.state.view.world.isTurned)
    #expect(game.state.view.world.body(2).position == Vector(100, 150))
  }

  // MARK: Zombies

  @Test func aPurplePegBecomesABall() throws {
    var game = try PegglePlay(
      Pegs.level([Pegs.peg("purple", 400, 300)]) { $0.bucket = false })
    try game.tap(410, 500)
    #expect(game.hits == [0])
    #expect(game.count(Self.isAdded) == 1)
    #expect(game.state.score == 500)
    #expect(game.state.view.balls == 9)
  }

  @Test func aZombieHitsAZombie() throws {
    let objects = [Pegs.peg("purple", 400, 250), Pegs.peg("purple", 400, 320)]
    var game = try PegglePlay(Pegs.level(objects) { $0.bucket = false })
    try game.tap(400, 500)
    #expect(game.hits == [0, 1])
    #expect(game.count(Self.isAdded) == 2)
    #expect(game.state.score == 2 * (500 + 500))
    #expect(game.state.view.pegsLeft == [])
  }

  // MARK: Spooky

  private static func isBack(_ event: PeggleEvent) -> Bool {
    if case .reentered = event { true } else { false }
  }

  @Test func aSpookyBallComesBackOncePerHit() throws {
    // Aside, where the ball misses what it has hit already as it falls again.
    let objects = [Pegs.peg("green", 400, 300)]
    var game = try PegglePlay(
      Pegs.level(objects, master: "rick") { $0.bucket = false })
    try game.tap(412, 500)
    #expect(game.hits == [0])
    #expect(game.count(Self.isBack) == 1)
  }

  @Test func greenHasNoPowerWithoutAMaster() throws {
    var game = try PegglePlay(
      Pegs.level([Pegs.peg("green", 400, 300)]) { $0.bucket = false })
    try game.tap(412, 500)
    #expect(game.events.count { Self.isBack($0) } == 0)
    #expect(game.hits == [0])
  }

  @Test func spookyHasItsPowerUnderAnyMaster() throws {
    var game = try PegglePlay(
      Pegs.level([Pegs.peg("spooky", 400, 300)], master: "morty") { $0.bucket = false })
    try game.tap(412, 500)
    #expect(game.count(Self.isBack) == 1)
    #expect(!game.names().joined().contains("exploded"))
  }

  /// A ball that could come back and falls into the bucket is caught.
  @Test func theBucketCatchesASpookyBall() throws {
    let level = try Pegs.level([Pegs.peg("spooky", 400, 300)], mode: "classic2", scripts: Self.own)
    {
      $0.bucketWidth = 799
      $0.bucketSpeed = 0
    }
    var game = try PegglePlay(level)
    try game.tap(412, 500)
    #expect(game.count { if case .bucket = $0 { true } else { false } } == 1)
    #expect(game.count(Self.isBack) == 0)
    #expect(game.state.view.bucketCatches == 1)
    #expect(game.state.view.balls == 10)
  }

  /// The rules of classic without its want of an orange peg.
  private static let own = [
    "modes/classic2.lua": """
    return { name = "classic2", on_bucket = function(state) state:add_balls(1) end,
      is_won = function(state) return false end }
    """
  ]

  // MARK: Kaboom

  @Test func kaboomTakesTheNearAndThrowsTheFarther() throws {
    let objects = [
      Pegs.peg("kaboom", 400, 300), Pegs.peg("orange", 470, 300), Pegs.peg("blue", 310, 300),
      Pegs.peg("orange", 400, 401), Pegs.peg("blue", 400, 395, radius: 8),
    ]
    var game = try PegglePlay(Pegs.level(objects) { $0.bucket = false })
    try game.tap(400, 500)
    #expect(game.count { $0 == .exploded(peg: 0) } == 1)
    #expect(game.hits.prefix(4) == [0, 1, 2, 4])
    #expect(game.thrown == [2, 4])
    #expect(game.removed.contains(1))
    // The orange peg that the explosion removed counts.
    #expect(game.state.view.orangeLeft == 1 - game.hits.count { $0 == 3 })
    #expect(game.removed.contains(0))
  }

  /// A radius of its own: pegs are removed also where none is thrown.
  @Test func kaboomReachesAsFarAsItsRadius() throws {
    let objects = [
      Pegs.peg("kaboom", 400, 300), Pegs.peg("orange", 740, 300), Pegs.peg("blue", 60, 500),
    ]
    var game = try PegglePlay(
      Pegs.level(objects) {
        $0.bucket = false
        $0.kaboomRadius = 350
        $0.throwRadius = 0
      })
    try game.tap(400, 500)
    #expect(game.hits == [0, 1])
    #expect(game.thrown == [])
  }

  @Test func anOrangePegRemovedByAnExplosionCounts() throws {
    let objects = [
      Pegs.peg("kaboom", 400, 300), Pegs.peg("orange", 460, 300), Pegs.peg("blue", 40, 560),
    ]
    var game = try PegglePlay(Pegs.level(objects, mode: "classic") { $0.bucket = false })
    #expect(game.state.view.orangeLeft == 1)
    try game.tap(400, 500)
    #expect(game.hits == [0, 1])
    #expect(game.removed.contains(1))
    #expect(game.state.view.orangeLeft == 0)
    #expect(game.state.outcome == .won)
  }

  @Test func kaboomGoesOverSeveralGreensASecondLater() throws {
    // A chain of greens, each 95 px from the one before: thrown, and a second later going off.
    let greens = (0..<4).map { Pegs.peg("green", 400 + 95 * Double($0), 300) }
    var game = try PegglePlay(
      Pegs.level(greens + [Pegs.peg("orange", 740, 300)], master: "morty") { $0.bucket = false })
    try game.tap(395, 500)
    #expect(
      game.events.filter { if case .exploded = $0 { true } else { false } }
        == (0..<4).map { .exploded(peg: $0) })
    #expect(game.thrown.sorted() == [1, 2, 3])
    #expect(game.removed.contains(4))
    #expect(game.state.view.orangeLeft == 0)
    #expect(game.state.view.pegsLeft == [])
    // The shot lasts until the last has gone off.
    #expect(game.state.view.time > 3)
  }

  @Test func twoShotsDoNotExplodeTheSamePegTwice() throws {
    let objects = [Pegs.peg("kaboom", 400, 300), Pegs.peg("kaboom", 450, 300)]
    var game = try PegglePlay(Pegs.level(objects) { $0.bucket = false })
    try game.tap(390, 500)
    #expect(game.count { if case .exploded = $0 { true } else { false } } == 2)
    try game.tap(390, 500)
    #expect(game.hits == [])
  }

  // MARK: Ours

  @Test func aGhostLightsAtItsSecondHit() throws {
    var game = try PegglePlay(Pegs.level([Pegs.peg("ghost", 400, 300)]) { $0.bucket = false })
    try game.tap(415, 500)
    #expect(game.hits == [])
    #expect(game.state.view.pegsLeft == [0])
    try game.tap(415, 500)
    #expect(game.hits == [0])
    #expect(game.state.view.pegsLeft == [])
    #expect(game.state.score == 10)
  }

  @Test func aTwinBallLeavesTheGreenPeg() throws {
    var game = try PegglePlay(
      Pegs.level([Pegs.peg("green", 400, 300)], master: "twin") { $0.bucket = false })
    try game.tap(415, 500)
    #expect(game.count(Self.isAdded) == 1)
    #expect(game.state.scriptDraws == 1)
  }
}
