import StableNumerics
import Testing

@testable import PegglePhysics

/// However many steps are skipped at once, not a bit of a flight changes.
@Suite struct WorldJumpTests {
  private static func scene(_ number: Int) -> World {
    var random = Physics.random(UInt64(310_000 + number))
    var parameters = PhysicsParameters()
    parameters.hasBucket = number % 3 != 0
    parameters.bucketSpeed = number % 5 == 0 ? 900 * random.uniform() : 120
    parameters.gravity = [2000 * random.uniform(), 0, 300, 300][number % 4]
    parameters.restitution = number % 7 == 0 ? random.uniform() : 0.8
    parameters.friction = number % 11 == 0 ? random.uniform() : 0
    parameters.substeps = number % 6 == 0 ? 1 + random.below(4) : 1
    parameters.step = number % 13 == 0 ? 0.001 + 0.02 * random.uniform() : 1.0 / 120
    // Round pegs alone, as most levels have them, or anything.
    var bodies = Physics.bodies(&random, count: 5 + random.below(50))
    if number % 2 == 0 {
      bodies = bodies.map { Physics.peg($0.position.x, $0.position.y, radius: 14) }
    }
    var world = World(parameters, bodies: bodies)
    let speed = number % 10 == 0 ? 5000.0 : 600
    for ball in 0..<(number % 8 == 0 ? 2 + random.below(3) : 1) {
      let turn = DeterministicMath.sincos(Double.pi * random.uniform())
      world.addBall(
        x: 400 + 45 * Double(ball), y: 50, velocityX: speed * turn.cos, velocityY: speed * turn.sin)
    }
    return world
  }

  /// A ball or two beside, above and in a bucket, of any speed.
  private static func bucketScene(_ number: Int) -> World {
    var random = Physics.random(UInt64(610_000 + number))
    var parameters = PhysicsParameters()
    parameters.bucketSpeed = number % 3 == 0 ? 900 * random.uniform() : 120
    parameters.gravity = [2000 * random.uniform(), 0, 300, 300][number % 4]
    parameters.substeps = number % 6 == 0 ? 1 + random.below(4) : 1
    var world = World(
      parameters, bodies: number % 4 == 0 ? Physics.bodies(&random, count: 10) : [])
    for _ in 0..<(number % 16 == 0 ? 2 : 1) {
      let speed = number % 10 == 0 ? 5000.0 : 600
      world.addBall(
        x: 60 + 680 * random.uniform(), y: 400 + 130 * random.uniform(),
        velocityX: speed * (2 * random.uniform() - 1), velocityY: speed * (random.uniform() - 0.3))
    }
    return world
  }

  private static func digest(_ world: World, _ events: [[WorldEvent]]) -> UInt64 {
    var digest = StableDigest()
    world.hash(into: &digest)
    for (step, told) in events.enumerated() { digest.combine("\(step) \(told)") }
    return digest.value
  }

  /// Jumps as far as they go; random numbers of steps at once; each step searched, nothing known.
  @Test func jumpsStepsAndSearchesGiveTheSameBytes() {
    var touches = 0
    for number in 0..<3_500 {
      let isOfBucket = number >= 1_500
      let start = isOfBucket ? Self.bucketScene(number) : Self.scene(number)
      let steps = isOfBucket ? 120 : number % 10 == 0 ? 900 : 250
      var digests: [UInt64] = []
      for manner in 0..<3 {
        var world = start
        var random = Physics.random(UInt64(number))
        var events = [[WorldEvent]](repeating: [], count: steps)
        var step = 0
        while step < steps {
          var told: [WorldEvent] = []
          if manner == 2 { world.disturb(unsettles: true) }
          let limit =
            manner == 0 ? steps - step : manner == 1 ? min(1 + random.below(9), steps - step) : 1
          step += world.advance(atMost: limit) { told.append($0) }
          events[step - 1] = told
        }
        if manner == 0 { touches += events.reduce(0) { $0 + $1.count } }
        // What is settled at once is not settled later.
        world.disturb(unsettles: true)
        digests.append(Self.digest(world, events))
      }
      #expect(digests[0] == digests[1] && digests[0] == digests[2], "scene \(number)")
    }
    #expect(touches > 10_000)
  }

  /// A ball that was put upon the bucket's rim, in which it lies by 0.2 px, leaves it and comes
  /// back.
  @Test func aBallPutIntoTheRimMeetsItOnceItIsOut() {
    var world = World(PhysicsParameters())
    world.addBall(
      x: 296.0834743778597, y: 481.0066966241544, velocityX: 150.72791421507947,
      velocityY: -33.9795622770151)
    var searched = world
    var touched: [Int] = []
    for step in 0..<60 {
      let told = Physics.events(&world, steps: 1)
      if !told.isEmpty { touched.append(step) }
      searched.disturb(unsettles: true)
      #expect(Physics.events(&searched, steps: 1) == told, "step \(step)")
    }
    #expect(touched.first == 23)
  }

  /// The formula of `Ball.fly`, from the place of the last impact.
  @Test func aFlightIsItsParabolaToTheLastBit() throws {
    var world = World(PhysicsParameters(), bodies: Physics.rows())
    world.addBall(x: 400, y: 50, velocityX: 300, velocityY: 200)
    let step = world.parameters.step
    var start = world.balls[0]
    var steps = 0
    var longest = 0
    for _ in 0..<1_200 {
      let told = Physics.events(&world, steps: 1)
      guard let ball = world.balls.first else { break }
      if !told.isEmpty {
        start = ball
        steps = 0
        continue
      }
      steps += 1
      longest = max(longest, steps)
      let time = Double(steps) * step
      #expect(ball.x == start.x + start.velocityX * time)
      #expect(ball.y == start.y + (start.velocityY * time + 0.5 * 300.0 * (time * time)))
      #expect(ball.velocityX == start.velocityX)
      #expect(ball.velocityY == start.velocityY + 300.0 * time)
    }
    #expect(longest > 30)
  }

  /// A world in which nothing can be met is passed through at once.
  @Test func aFlightWithoutContactsIsSkipped() {
    var world = World(Physics.bare(gravity: 0))
    world.addBall(x: 400, y: 300, velocityX: 1, velocityY: 0)
    #expect(world.advance(atMost: 1_000_000) { _ in } == 45_600)
    #expect(abs(world.balls[0].x - 780) < 1e-2)
  }
}
