import StableNumerics
import Testing

@testable import PegglePhysics

@Suite struct WorldTurnTests {
  @Test func turnsBodiesBallsAndVelocitiesAboutTheMiddle() {
    var world = World(
      Physics.bare(),
      bodies: [
        Physics.peg(100, 200),
        Body(.triangle(width: 40, height: 30), at: Vector(500, 150), rotation: 0.5),
      ])
    world.addBall(x: 300, y: 400, velocityX: 10, velocityY: -20)
    world.turnBoard()
    #expect(world.isTurned)
    #expect(world.body(0).position == Vector(700, 400))
    #expect(world.body(1).position == Vector(300, 450))
    #expect(abs(world.body(1).rotation - 0.5 - Double.pi) < 1e-15)
    let ball = world.balls[0]
    #expect(ball.x == 500 && ball.y == 200)
    #expect(ball.velocityX == -10 && ball.velocityY == 20)
  }

  /// Coordinates that 800 - x does not keep exactly.
  @Test func twiceIsTheIdentityBitForBit() {
    for seed in 0..<200 {
      var world = Physics.drop(UInt64(seed), parameters: PhysicsParameters(), bodies: 30)
      world.addBall(x: 41.0 / 3, y: 100.0 / 3, velocityX: 1, velocityY: 0, radius: 5)
      _ = Physics.events(&world, steps: seed)
      let before = world
      var pushed = false
      world.turnBoard { _ in pushed = true }
      #expect(world != before)
      world.turnBoard { _ in pushed = true }
      if pushed { continue }
      // What is kept for a third turn is no part of the board.
      #expect(world.balls == before.balls)
      #expect(world.statics == before.statics)
      var first = world
      var second = before
      #expect(Physics.events(&first, steps: 300) == Physics.events(&second, steps: 300))
      #expect(first == second)
    }
  }

  @Test func turnedWorldMirrorsWithoutGravityToo() {
    var random = Physics.random(3)
    let bodies = Physics.bodies(&random, count: 25)
    for _ in 0..<100 {
      var parameters = Physics.bare(gravity: 0)
      parameters.restitution = 1
      var world = World(parameters, bodies: bodies)
      world.addBall(
        x: 400, y: 70, velocityX: 900 * random.uniform() - 450, velocityY: 500)
      var turned = world
      turned.turnBoard()
      for _ in 0..<40 {
        world.step { _ in }
        turned.step { _ in }
        guard world.balls.first?.impacts ?? 0 < 3, let ball = world.balls.first,
          let image = turned.balls.first
        else { break }
        #expect(abs(ball.x + image.x - 800) < 1e-6 && abs(ball.y + image.y - 600) < 1e-6)
      }
    }
  }

  /// The lists of a turned board may be older than a ball that is too large for them.
  @Test func aBallTooLargeForTheTurnedListsIsListedFor() {
    var world = World(
      Physics.bare(),
      bodies: [Physics.peg(200, 300, radius: 60), Physics.peg(600, 300, radius: 60)])
    world.throwBody(0, velocityX: 0, velocityY: 600)
    _ = Physics.events(&world, steps: 120)
    #expect(world.balls.isEmpty)
    world.turnBoard()
    world.turnBoard()
    world.throwBody(1, velocityX: 0, velocityY: 0)
    world.turnBoard()
    #expect(world.grid.suits(radius: 60))
  }

  /// What is calculated before a turn is what would be calculated after it.
  @Test func turningIsTheSameWhenItIsPrepared() {
    for seed in 0..<200 {
      var random = Physics.random(UInt64(21_000 + seed))
      var world = Physics.drop(UInt64(seed), parameters: PhysicsParameters(), bodies: 30)
      var prepared = world
      prepared.prepareTurn()
      for _ in 0..<12 {
        let change = random.below(6)
        let number = random.below(world.bodyCount)
        let place = Vector(100 + 600 * random.uniform(), 150 + 300 * random.uniform())
        func play(_ world: inout World) -> [WorldEvent] {
          switch change {
          case 0: world.removeBody(number)
          case 1: world.replaceBody(number, by: Physics.peg(place.x, place.y))
          case 2: world.throwBody(number, velocityX: 10, velocityY: -100)
          default: world.turnBoard()
          }
          return Physics.events(&world, steps: 20)
        }
        let told = play(&world)
        #expect(play(&prepared) == told)
      }
      #expect(prepared == world, "seed \(seed)")
    }
  }

  @Test func bodyTurnedOntoABallPushesItOut() throws {
    var world = World(Physics.bare(gravity: 0), bodies: [Physics.peg(390, 310)])
    // The ball turns to (410, 290 + 45), the peg to (410, 290).
    world.addBall(x: 390, y: 265, velocityX: 0, velocityY: 0)
    world.replaceBody(0, by: Physics.peg(390, 310))
    var pushing = world
    var told: [WorldEvent] = []
    // Balls turn with the pegs, so it takes a wall: one turned to the left border.
    pushing.addBall(x: 790, y: 300, velocityX: 0, velocityY: 0, radius: 5)
    pushing.turnBoard { told.append($0) }
    #expect(told.isEmpty)
    var squeezed = World(Physics.bare(gravity: 0), bodies: [Physics.peg(400, 585, radius: 10)])
    squeezed.addBall(x: 400, y: 610, velocityX: 0, velocityY: 0, radius: 15)
    squeezed.turnBoard { told.append($0) }
    #expect(!told.isEmpty)
    let ball = try #require(squeezed.balls.first)
    #expect(ball.y >= 15 - 1e-9)
    #expect((Vector(ball.x, ball.y) - Vector(400, 15)).length >= 25 - 1e-9)
    try squeezed.checkInvariants()
  }

  @Test func bodyGivenWhileTurnedStaysWhereItWasPut() {
    var world = World(Physics.bare(), bodies: [Physics.peg(100, 200)])
    world.turnBoard()
    let number = world.addBody(Physics.peg(41.0 / 3, 100))
    #expect(world.body(number).position == Vector(41.0 / 3, 100))
    world.turnBoard()
    #expect(world.body(0).position == Vector(100, 200))
    world.turnBoard()
    #expect(world.body(number).position == Vector(41.0 / 3, 100))
  }
}
