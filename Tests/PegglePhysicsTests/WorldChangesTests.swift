import Testing

@testable import PegglePhysics

@Suite struct WorldChangesTests {
  @Test func copyInFlightPlaysOnIdentically() {
    for seed in 0..<60 {
      var world = Physics.drop(UInt64(seed), parameters: PhysicsParameters(), bodies: 30)
      if seed % 2 == 0 { world.addBall(x: 200, y: 60, velocityX: 200, velocityY: 0) }
      _ = Physics.events(&world, steps: 40 + seed)
      var copy = world
      let told = Physics.events(&world, steps: 500)
      #expect(copy != world || told.isEmpty)
      copy.forecast.isKnown = false
      copy.forecast.clearSubsteps = 0
      #expect(Physics.events(&copy, steps: 500) == told)
      #expect(copy == world)
      #expect(Physics.digest(copy) == Physics.digest(world))
    }
  }

  @Test func digestCoversEveryDifference() {
    let start = Physics.drop(1, parameters: PhysicsParameters(), bodies: 10)
    var digests = [Physics.digest(start)]
    func note(_ change: (inout World) -> Void) {
      var world = start
      change(&world)
      #expect(world != start)
      digests.append(Physics.digest(world))
    }
    note { $0.step { _ in } }
    note { $0.removeBody(0) }
    note { $0.removeBall(0) }
    note { $0.addBall(x: 1, y: 2, velocityX: 3, velocityY: 4) }
    note { $0.addBall(x: 1, y: 2, velocityX: 3, velocityY: 4, filter: Physics.group(5)) }
    note { $0.ignore(.body(0), byBall: 0) }
    note { $0.ignore(.body(1), byBall: 0) }
    note { $0.ignore(.bucket, byBall: 0) }
    note { $0.grantReentry(toBall: 0) }
    note { $0.turnBoard() }
    note { $0.throwBody(1, velocityX: 1, velocityY: 1) }
    note { $0.setVelocity(ofBall: 0, x: 1, y: 1) }
    note { $0.replaceBody(0, by: Physics.peg(400, 300)) }
    note { $0.addBody(Physics.peg(400, 300)) }
    #expect(Set(digests).count == digests.count)
    var parameters = PhysicsParameters()
    parameters.restitution = 0.7
    #expect(Physics.digest(World(parameters)) != Physics.digest(World()))
  }

  @Test func removedBodyIsNotMet() {
    var world = World(Physics.bare(), bodies: [Physics.peg(400, 200), Physics.peg(400, 400)])
    world.addBall(x: 400, y: 60, velocityX: 0, velocityY: 0)
    world.removeBody(0)
    #expect(Physics.touches(&world, steps: 200).first == .body(1))
    #expect(!world.isAlive(0) && world.isAlive(1) && world.bodyCount == 2)
    #expect(world.bodies(within: 500, ofX: 400, y: 300) == [1])
  }

  @Test func movedBodyIsMetWhereItIsAndPushesABallOut() {
    var world = World(Physics.bare(gravity: 0), bodies: [Physics.peg(100, 100)])
    world.addBall(x: 400, y: 300, velocityX: 0, velocityY: 0)
    _ = Physics.events(&world, steps: 3)
    world.replaceBody(0, by: Physics.peg(390, 300))
    #expect(Physics.touches(&world, steps: 1) == [.body(0)])
    #expect(abs(world.balls[0].x - 430) < 1e-9)
    #expect(world.body(0).position == Vector(390, 300))
  }

  @Test func ballPassesWhatItIgnores() {
    var world = World(
      Physics.bare(),
      bodies: [
        Physics.peg(365, 300), Physics.peg(435, 300),
        Body(.block(width: 60, height: 10), at: Vector(400, 400)),
      ])
    world.addBall(x: 400, y: 200, velocityX: 0, velocityY: 0)
    _ = Physics.events(&world, steps: 1200)
    for obstacle in world.contacts(ofBall: 0) { world.ignore(obstacle, byBall: 0) }
    world.ignore(.body(2), byBall: 0)
    world.ignore(.leftWall, byBall: 0)
    #expect(world.ignored.count == 3)
    #expect(Physics.touches(&world, steps: 300).isEmpty)
    #expect(world.balls.isEmpty)
    #expect(world.ignored.isEmpty)
    let next = world.addBall(x: 400, y: 200, velocityX: 0, velocityY: 0)
    #expect(next == 1)
    #expect(Physics.touches(&world, steps: 300).first == .body(0))
  }

  @Test func grantedReentryIsUsedOnce() {
    var world = World(Physics.bare())
    world.addBall(x: 300, y: 500, velocityX: 0, velocityY: 100)
    world.grantReentry(toBall: 0)
    var events: [WorldEvent] = []
    var x = 0.0
    var top = 0.0
    for _ in 0..<600 {
      world.step { event in events.append(event) }
      if events.count == 1 && top == 0 {
        x = world.balls[0].x
        top = world.balls[0].y
      }
    }
    #expect(events.count == 2)
    #expect(events.first == .reentered(ball: 0))
    if case .left(_, let atBottom)? = events.last { #expect(atBottom) }
    #expect(x == 300 && top == 20)
  }
}
