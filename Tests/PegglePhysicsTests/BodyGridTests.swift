import StableNumerics
import Testing

@testable import PegglePhysics

/// What the broad phase sorts out may not hide anything that a ball hits.
@Suite struct BodyGridTests {
  /// A crowded board, of any size, and a ball somewhere on it that touches nothing.
  private static func scene(_ number: Int) -> World {
    var random = Physics.random(UInt64(820_000 + number))
    var parameters = PhysicsParameters()
    parameters.width = number % 3 == 0 ? 10_000 : 800
    parameters.height = number % 3 == 0 ? 9_000 : 600
    parameters.gravity = number % 4 == 0 ? 5_000 * random.uniform() : 300
    parameters.ballRadius = number % 5 == 0 ? 1 : 20
    parameters.hasBucket = number % 2 == 0
    let x = parameters.width * (0.1 + 0.8 * random.uniform())
    let y = parameters.height * (0.1 + 0.8 * random.uniform())
    // All near the ball, so that it has many to look at.
    let bodies = (0..<90).map { _ -> Body in
      let radius = 1 + 8 * random.uniform()
      let place = Vector(
        x + 160 * (random.uniform() - 0.5), y + 160 * (random.uniform() - 0.5))
      if random.below(4) > 0 { return Body(.circle(radius: radius), at: place) }
      return Body(
        .polygon([
          Vector(-4 * radius, -1), Vector(4 * radius, -1), Vector(4 * radius, 1),
          Vector(-4 * radius, 1),
        ]), at: place, rotation: 6 * random.uniform())
    }
    let apart = bodies.filter { body in
      let aside = Vector(body.position.x - x, body.position.y - y)
      return aside.length > parameters.ballRadius + body.shape.boundingRadius + 1e-3
    }
    var world = World(parameters, bodies: apart)
    let turn = DeterministicMath.sincos(2 * Double.pi * random.uniform())
    let speed = [5, 300, 600, 20_000][random.below(4)] * random.uniform()
    world.addBall(x: x, y: y, velocityX: speed * turn.cos, velocityY: speed * turn.sin)
    world.settle { _ in }
    return world
  }

  /// Before the bound of the time of impact nothing is hit: no body is nearer than touching at 60
  /// moments of that flight.
  @Test func nothingIsHitBeforeTheBound() throws {
    var probes = 0
    var stopped = 0
    var long = 0
    for number in 0..<900 {
      var world = Self.scene(number)
      let ball = try #require(world.balls.first)
      let free = world.impactBound(World.FlightState(ball))
      probes += 1
      if !free.isHorizon { stopped += 1 }
      if world.grid.far.cell(x: ball.x, y: ball.y).range.count > 16 { long += 1 }
      for moment in 1...60 {
        let time = free.time * Double(moment) / 60
        let x = ball.x + ball.velocityX * time
        let y =
          ball.y + ball.velocityY * time + 0.5 * world.parameters.gravity * time * time
        for body in 0..<world.bodyCount {
          let found = world.statics.overlap(body, x: x, y: y, radius: ball.radius)
          if found.depth > 1e-6 {
            Issue.record("scene \(number): \(found.depth) px in body \(body) at \(moment) of 60")
          }
        }
      }
    }
    // They are not all short or all open, and many lists are longer than one broad phase takes.
    #expect(probes == 900 && stopped > 300 && stopped < 900 && long > 300)
  }

  /// A ball that leaves the middle of a long block still comes down on its end.
  @Test func aBlockIsMetWhileItsMiddleIsLeft() throws {
    let block = Body(
      .polygon([Vector(-60, -5), Vector(60, -5), Vector(60, 5), Vector(-60, 5)]),
      at: Vector(400, 300))
    var world = World(PhysicsParameters(), bodies: [block])
    world.addBall(x: 420, y: 272, velocityX: 300, velocityY: 60)
    var touched: [WorldEvent] = []
    while touched.isEmpty { world.advance(atMost: 1) { touched.append($0) } }
    #expect(touched == [.contact(ball: 0, .body(0))])
    #expect(world.time < 0.06)
  }
}
