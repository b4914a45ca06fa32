import StableNumerics
import Testing

@testable import PegglePhysics

/// Integrator `msk`; `WorldTraceTests` compares it with the positions of the original engine.
@Suite struct WorldVerletTests {
  static func launched(tap: Vector, bodies: [Body]) -> World {
    var world = World(.msk, bodies: bodies)
    let way = tap - Vector(400, 50)
    let length = way.length
    world.addBall(
      x: 400 + 10 * (way.x / length), y: 50 + 10 * (way.y / length), previousX: 400,
      previousY: 50)
    return world
  }

  @Test func aTriangleTurnsABallAwayByTheMeanOfItsCorners() {
    // The ball's centre lies between the triangle's position and the mean of its corners, which is
    // lower: the ball leaves upward.
    var world = World(
      .msk, bodies: [Body(.triangle(width: 200, height: 90), at: Vector(400, 400))])
    world.addBall(x: 400, y: 408, previousX: 400, previousY: 408)
    world.step { _ in }
    #expect(world.balls[0].y < 408)
  }

  @Test func ballIsOutFortyPixelsBelowTheBottom() throws {
    var world = Self.launched(tap: Vector(400, 500), bodies: [])
    var end: Ball?
    for _ in 0..<40 where end == nil {
      world.step { event in
        if case .left(let ball, atBottom: true) = event { end = ball }
      }
    }
    let ball = try #require(end)
    // Looked at once per step, after two parts.
    #expect(ball.y == 653.24999999999818 && ball.previousY > 640)
    #expect(world.balls.isEmpty)
  }

  @Test func ballRestsForEverOnABlocksCorner() {
    var world = Self.launched(
      tap: Vector(400, 500),
      bodies: [
        Body(.block(width: 60, height: 60), at: Vector(400, 400), rotation: Double.pi / 4)
      ])
    _ = Physics.events(&world, steps: 2000)
    #expect(world.balls.count == 1)
    #expect(world.contacts(ofBall: 0, tolerance: 1) == [.body(0)])
  }

  @Test func masksAreRespected() {
    var passing = World(.msk, bodies: [Physics.peg(400, 300, filter: Physics.group(0b10))])
    passing.addBall(x: 400, y: 60, previousX: 400, previousY: 50, filter: Physics.group(0b01))
    #expect(Physics.touches(&passing, steps: 25).isEmpty)
    #expect(passing.balls[0].y > 400)
  }

  @Test func coincidentCentresSeparateDownward() {
    var world = World(.msk, bodies: [Physics.peg(400, 300)])
    world.addBall(x: 400, y: 300, previousX: 400, previousY: 300)
    world.step { _ in }
    #expect(world.balls[0].x == 400)
    #expect(world.balls[0].y > 300)
  }

  @Test func bucketCatchesFromAbove() {
    var parameters = PhysicsParameters.msk
    parameters.hasBucket = true
    var world = World(parameters)
    world.addBall(x: 400, y: 400, previousX: 400, previousY: 399)
    let events = Physics.events(&world, steps: 60)
    #expect(events.count == 1)
    if case .caught(let ball)? = events.first { #expect(ball.y > 500 && ball.previousY <= 500) }
  }

  @Test func copyInFlightPlaysOnIdentically() {
    var random = Physics.random(5)
    var world = Self.launched(
      tap: Vector(300, 400), bodies: Physics.bodies(&random, count: 20))
    world.addBall(x: 500, y: 60, previousX: 498, previousY: 60)
    _ = Physics.events(&world, steps: 30)
    var copy = world
    let first = Physics.events(&world, steps: 200)
    #expect(Physics.events(&copy, steps: 200) == first)
    #expect(copy == world)
  }
}
