import StableNumerics
import Testing

@testable import PegglePhysics

/// Balls that lie, are wedged or begin in something; and what no bounce may do: give energy.
@Suite struct WorldRestTests {
  private func settled(_ world: inout World, steps: Int = 2400) throws -> Ball {
    for _ in 0..<steps {
      world.step { _ in }
      try world.checkInvariants()
    }
    return try #require(world.balls.first)
  }

  @Test func wedgedBetweenTwoPegs() throws {
    // The gap of 30 px is less than the ball's 40.
    var world = World(
      Physics.bare(), bodies: [Physics.peg(365, 300), Physics.peg(435, 300)])
    world.addBall(x: 401, y: 265, velocityX: 3, velocityY: 0)
    let ball = try settled(&world)
    #expect(abs(ball.x - 400) < 1e-3)
    // 35-53-64: half the distance of the pegs and the distance of the centres.
    #expect(abs(ball.y - (300 - (1600.0 - 1225).squareRoot())) < 1e-3)
    #expect(ball.speed < 5)
    #expect(world.contacts(ofBall: 0) == [.body(0), .body(1)])
    let y = ball.y
    _ = Physics.events(&world, steps: 1200)
    #expect(world.balls[0].y <= y + 1e-6 && world.balls[0].y >= y - 1e-6)
  }

  /// Gravity leads away from the upper peg, and yet along the lower one under it.
  @Test(arguments: [(-1.0, 0), (1.0, 0), (-1.0, 1), (1.0, 1)])
  func wedgedUnderAnOverhang(side: Double, others: Int) throws {
    func at(_ x: Double, _ y: Double) -> Body { Physics.peg(400 - 40 * side * x, 300 - 40 * y) }
    let low = (0.848 * 0.848 + 0.529 * 0.529).squareRoot()
    let high = (0.970 * 0.970 + 0.244 * 0.244).squareRoot()
    var world = World(
      Physics.bare(), bodies: [at(0.848 / low, -0.529 / low), at(-0.970 / high, 0.244 / high)])
    world.addBall(x: 400 - 3 * side, y: 297, velocityX: 0, velocityY: 0)
    for _ in 0..<others { world.addBall(x: 60, y: 30, velocityX: 0, velocityY: 0) }
    _ = Physics.events(&world, steps: 480)
    let ball = try #require(world.ball(0))
    #expect(abs(ball.x - 400) < 1e-3 && abs(ball.y - 300) < 1e-3)
    #expect(ball.velocityX == 0 && ball.velocityY == 0)
    // It does not tremble: an impact on each, and not as many as a step takes.
    let impacts = ball.impacts
    _ = Physics.events(&world, steps: 100)
    #expect(world.balls[0].x == ball.x && world.balls[0].y == ball.y)
    #expect(world.balls[0].impacts - impacts <= 300)
  }

  @Test func wedgedBetweenAPegAndTheWall() throws {
    var world = World(Physics.bare(), bodies: [Physics.peg(45, 300)])
    world.addBall(x: 22, y: 255, velocityX: 0, velocityY: 0)
    let ball = try settled(&world)
    #expect(abs(ball.x - 20) < 1e-3)
    #expect(ball.speed < 5)
    #expect(world.contacts(ofBall: 0) == [.body(0), .leftWall])
  }

  @Test func liesStillOnABlock() throws {
    var world = World(
      Physics.bare(), bodies: [Body(.block(width: 200, height: 20), at: Vector(400, 300))])
    world.addBall(x: 400, y: 100, velocityX: 0, velocityY: 0)
    let ball = try settled(&world)
    #expect(abs(ball.y - 270) < 1e-9 && ball.x == 400)
    #expect(ball.velocityY == 0)
  }

  @Test func slidesDownABlockWithoutLoss() throws {
    let turn = DeterministicMath.sincos(0.3)
    var world = World(
      Physics.bare(),
      bodies: [Body(.block(width: 300, height: 20), at: Vector(400, 300), rotation: 0.3)])
    // Resting on the upper face, 100 px up the slope.
    world.addBall(
      x: 400 - 100 * turn.cos + 30 * turn.sin, y: 300 - 100 * turn.sin - 30 * turn.cos,
      velocityX: 0, velocityY: 0)
    _ = Physics.events(&world, steps: 120)
    let ball = world.balls[0]
    // g sin(a) t along the slope after one second.
    #expect(abs(ball.speed - 300 * turn.sin) < 0.01)
    #expect(abs(ball.velocityY * turn.cos - ball.velocityX * turn.sin) < 0.01)
  }

  @Test func beginningInAPegIsPushedOutTheShortestWay() throws {
    var world = World(Physics.bare(gravity: 0), bodies: [Physics.peg(400, 300)])
    world.addBall(x: 403, y: 304, velocityX: 0, velocityY: 0)
    #expect(Physics.touches(&world, steps: 1) == [.body(0)])
    let ball = world.balls[0]
    #expect(abs(ball.x - 424) < 1e-9 && abs(ball.y - 332) < 1e-9)
  }

  @Test func coincidentCentresSeparateDownward() throws {
    var world = World(Physics.bare(gravity: 0), bodies: [Physics.peg(400, 300)])
    world.addBall(x: 400, y: 300, velocityX: 0, velocityY: 0)
    world.step { _ in }
    #expect(world.balls[0].x == 400 && world.balls[0].y == 340)
    var balls = World(Physics.bare(gravity: 0))
    balls.addBall(x: 400, y: 300, velocityX: 0, velocityY: 0)
    balls.addBall(x: 400, y: 300, velocityX: 0, velocityY: 0)
    balls.step { _ in }
    #expect(balls.balls[0].y == 280 && balls.balls[1].y == 320)
  }

  @Test(arguments: [(Vector(392, 300), Vector(360, 300)), (Vector(400, 314), Vector(400, 350))])
  func beginningInABlockGoesOutByTheNearestEdge(start: Vector, end: Vector) {
    var world = World(
      Physics.bare(gravity: 0), bodies: [Body(.block(width: 40, height: 60), at: Vector(400, 300))])
    world.addBall(x: start.x, y: start.y, velocityX: 0, velocityY: 0)
    world.step { _ in }
    let ball = world.balls[0]
    #expect(abs(ball.x - end.x) < 1e-9 && abs(ball.y - end.y) < 1e-9)
  }

  @Test func beginningInThousandsOfPlacesEndsOutsideAll() throws {
    var random = Physics.random(31)
    for _ in 0..<1500 {
      let bodies = Physics.bodies(&random, count: 8)
      var world = World(Physics.bare(), bodies: bodies)
      world.addBall(
        x: 20 + 760 * random.uniform(), y: 20 + 500 * random.uniform(), velocityX: 0, velocityY: 0)
      for _ in 0..<3 { world.step { _ in } }
      #expect(!world.isUnsettled)
      try world.checkInvariants()
    }
  }

  /// Kinetic and potential energy never rise over a step, except for the rounding of 1e-9 of it.
  @Test func energyNeverRisesInAThousandScenes() {
    for seed in 0..<1000 {
      var parameters = Physics.bare()
      parameters.restitution = seed % 4 == 0 ? 1 : 0.8
      var world = Physics.drop(UInt64(7000 + seed), parameters: parameters, bodies: 30)
      world.step { _ in }
      guard var before = world.balls.first.map({ world.energy(of: $0) }) else { continue }
      for step in 0..<240 {
        world.step { _ in }
        guard let ball = world.balls.first else { break }
        let energy = world.energy(of: ball)
        if energy > before + 1e-9 * (before.magnitude + 180_000) {
          Issue.record("seed \(seed) step \(step): \(before) to \(energy)")
          break
        }
        before = energy
      }
    }
  }

  @Test func energyOfFreeFlightIsKept() {
    var world = World(Physics.bare())
    world.addBall(x: 30, y: 60, velocityX: 123.4, velocityY: -77.7)
    let before = world.energy(of: world.balls[0])
    for _ in 0..<200 {
      world.step { _ in }
      #expect(abs(world.energy(of: world.balls[0]) / before - 1) < 1e-9)
    }
  }

  @Test func aRestIsAsManySteps() throws {
    for substeps in 1...3 {
      var parameters = Physics.bare()
      parameters.substeps = substeps
      var world = World(parameters, bodies: [Physics.peg(365, 300), Physics.peg(435, 300)])
      world.addBall(x: 401, y: 265, velocityX: 3, velocityY: 0)
      _ = Physics.events(&world, steps: 2_400)
      #expect(world.forecast.restingImpacts > 0)
      #expect(world.balls[0].velocityX == 0 && world.balls[0].velocityY == 0)
      var passed = world
      passed.rest(steps: 100)
      var events: [[WorldEvent]] = []
      for _ in 0..<100 { events.append(Physics.events(&world, steps: 1)) }
      #expect(events.allSatisfy { $0 == events[0] && !$0.isEmpty })
      #expect(passed == world && Physics.digest(passed) == Physics.digest(world))
      // What holds it is gone.
      passed.removeBody(1)
      #expect(passed.forecast.restingImpacts == 0)
    }
  }
}
