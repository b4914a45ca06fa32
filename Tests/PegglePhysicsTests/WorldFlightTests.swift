import Testing

@testable import PegglePhysics

/// Single flights and bounces of integrator `standard`.
@Suite struct WorldFlightTests {
  @Test(arguments: [1, 3])
  func freeFallIsTheParabola(substeps: Int) {
    var parameters = Physics.bare()
    parameters.substeps = substeps
    var world = World(parameters)
    world.addBall(x: 100, y: 60, velocityX: 90, velocityY: -10)
    for step in 1...120 {
      world.step { _ in }
      let time = Double(step) / 120
      let ball = world.balls[0]
      #expect(abs(ball.x - (100 + 90 * time)) < 1e-9)
      #expect(abs(ball.y - (60 - 10 * time + 150 * time * time)) < 1e-9)
      #expect(abs(ball.velocityY - (-10 + 300 * time)) < 1e-9)
    }
    #expect(abs(world.time - 1) < 1e-12)
  }

  @Test(arguments: [0, 0.5, 0.8, 1])
  func restitutionOffAPeg(restitution: Double) {
    var parameters = Physics.bare(gravity: 0)
    parameters.restitution = restitution
    var world = World(parameters, bodies: [Physics.peg(400, 300)])
    world.addBall(x: 400, y: 200, velocityX: 0, velocityY: 240)
    #expect(Physics.touches(&world, steps: 40) == [.body(0)])
    #expect(abs(world.balls[0].velocityY + 240 * restitution) < 1e-9)
    #expect(world.balls[0].velocityX == 0)
  }

  @Test func tangentialVelocityIsKept() {
    var world = World(
      Physics.bare(gravity: 0),
      bodies: [Body(.block(width: 200, height: 20), at: Vector(400, 300))])
    world.addBall(x: 350, y: 250, velocityX: 77, velocityY: 120)
    #expect(Physics.touches(&world, steps: 60) == [.body(0)])
    #expect(world.balls[0].velocityX == 77)
    #expect(abs(world.balls[0].velocityY + 96) < 1e-9)
  }

  @Test func frictionTakesItsShareOfTheTangentialVelocity() {
    var parameters = Physics.bare(gravity: 0)
    parameters.friction = 0.25
    var world = World(
      parameters, bodies: [Body(.block(width: 200, height: 20), at: Vector(400, 300))])
    world.addBall(x: 350, y: 250, velocityX: 80, velocityY: 120)
    _ = Physics.events(&world, steps: 60)
    #expect(abs(world.balls[0].velocityX - 60) < 1e-9)
    #expect(abs(world.balls[0].velocityY + 96) < 1e-9)
  }

  @Test(arguments: [
    (Vector(-500, 0), Obstacle.leftWall), (Vector(500, 0), .rightWall),
    (Vector(0, -500), .topWall),
  ])
  func wallsMirror(velocity: Vector, wall: Obstacle) {
    var world = World(Physics.bare(gravity: 0))
    world.addBall(x: 400, y: 300, velocityX: velocity.x, velocityY: velocity.y)
    #expect(Physics.touches(&world, steps: 120) == [wall])
    #expect(abs(world.balls[0].velocityX + 0.8 * velocity.x) < 1e-9)
    #expect(abs(world.balls[0].velocityY + 0.8 * velocity.y) < 1e-9)
  }

  @Test func bodiesWithoutACommonCategoryPass() {
    for (bits, ballBits) in [(UInt16(0), UInt16.max), (0b10, 0b01), (1 << 15, 1)] {
      var world = World(
        Physics.bare(), bodies: [Physics.peg(400, 300, filter: Physics.group(bits))])
      world.addBall(x: 400, y: 60, velocityX: 0, velocityY: 100, filter: Physics.group(ballBits))
      #expect(Physics.touches(&world, steps: 150).isEmpty)
    }
    var world = World(Physics.bare(), bodies: [Physics.peg(400, 300, filter: Physics.group(0b110))])
    world.addBall(x: 400, y: 60, velocityX: 0, velocityY: 100, filter: Physics.group(0b011))
    #expect(Physics.touches(&world, steps: 150) == [.body(0)])
  }

  @Test func ballWithoutCategoriesFallsThroughEverything() {
    var world = World(bodies: [Physics.peg(400, 300)])
    world.addBall(x: 400, y: 60, velocityX: 0, velocityY: 0, filter: .nothing)
    world.addBall(x: 200, y: 60, velocityX: -900, velocityY: 0, filter: .nothing)
    let events = Physics.events(&world, steps: 400)
    #expect(events.count == 2)
    if case .left(let ball, let atBottom) = events[0] {
      #expect(ball.id == 1 && !atBottom && ball.x < -20)
    }
    if case .left(let ball, let atBottom) = events[1] {
      #expect(ball.id == 0 && atBottom && ball.y > 620)
    }
  }

  /// It never leaves by itself: each bounce loses 36% of its energy, then it lies; the game's rule
  /// of stuck balls ends the shot.
  @Test func verticalDropOnAPegsCentreComesToRest() {
    var world = World(Physics.bare(), bodies: [Physics.peg(400, 300)])
    world.addBall(x: 400, y: 100, velocityX: 0, velocityY: 0)
    // The heights of the bounces sum up to a fall of 9 times the first, in time.
    let events = Physics.events(&world, steps: 120 * 12)
    #expect(events.count > 20)
    let ball = world.balls[0]
    #expect(ball.x == 400)
    #expect(abs(ball.y - 260) < 1e-6)
    #expect(ball.velocityX == 0 && ball.velocityY == 0)
    #expect(world.contacts(ofBall: 0) == [.body(0)])
    #expect(world.isHeld(ball: 0))
    world.removeBody(0)
    _ = Physics.events(&world, steps: 240)
    #expect(world.balls.isEmpty)
  }

  @Test func leavesAtTheBottomWhenCompletelyBelow() {
    var world = World(Physics.bare())
    world.addBall(x: 300, y: 590, velocityX: 12, velocityY: 100)
    var ends: [Ball] = []
    for _ in 0..<60 {
      world.step { event in
        if case .left(let ball, atBottom: true) = event { ends.append(ball) }
      }
    }
    #expect(ends.count == 1)
    #expect(ends[0].y > 620 && ends[0].y < 625)
    #expect(world.balls.isEmpty)
  }

  @Test func advancingIsSteppingUntilSomethingHappens() {
    for seed in 0..<50 {
      var parameters = PhysicsParameters()
      parameters.substeps = 1 + seed % 3
      var stepped = Physics.drop(UInt64(seed), parameters: parameters, bodies: 30)
      var advanced = stepped
      var left = 1500
      while left > 0 {
        var told: [WorldEvent] = []
        let done = advanced.advance(atMost: left) { told.append($0) }
        for step in 1...done {
          let events = Physics.events(&stepped, steps: 1)
          #expect(events == (step == done ? told : []))
        }
        #expect(stepped == advanced)
        left -= done
      }
    }
  }

  /// Every step searched, as after a disturbance, and with another ball in the world.
  @Test func lookingAheadChangesNoBit() {
    for seed in 0..<150 {
      var parameters = PhysicsParameters()
      parameters.hasBucket = seed % 2 == 0
      var ahead = Physics.drop(UInt64(seed), parameters: parameters, bodies: 30)
      var searched = ahead
      var several = ahead
      for _ in 0..<900 {
        // It leaves at once, and lets nobody look ahead in this step.
        several.addBall(x: 5, y: -1e5, velocityX: 0, velocityY: 0, filter: .nothing)
        searched.disturb(unsettles: true)
        var events: [[WorldEvent]] = [[], [], []]
        ahead.step { events[0].append($0) }
        searched.step { events[1].append($0) }
        several.step { events[2].append($0) }
        events[2].removeAll {
          if case .left(let ball, _) = $0 { ball.id > 0 } else { false }
        }
        #expect(events[0] == events[1] && events[0] == events[2])
        guard ahead.balls == searched.balls, ahead.balls.first == several.ball(0) else {
          Issue.record("seed \(seed): \(ahead.balls) \(searched.balls) \(several.balls)")
          break
        }
        if ahead.balls.isEmpty { break }
      }
    }
  }
}
