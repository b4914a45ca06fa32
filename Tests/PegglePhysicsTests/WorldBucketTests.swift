import StableNumerics
import Testing

@testable import PegglePhysics

@Suite struct WorldBucketTests {
  @Test func goesBackAndForthBetweenTheWalls() throws {
    var world = World()
    var least = Double.infinity
    var most = 0.0
    for step in 1...2400 {
      world.step { _ in }
      let x = try #require(world.bucketX)
      // One px a step, from the middle to the right at first.
      let along = Double((300 + step) % 1200)
      #expect(abs(x - (100 + (along > 600 ? 1200 - along : along))) < 1e-6)
      least = min(least, x)
      most = max(most, x)
    }
    #expect(abs(least - 100) < 1e-6 && abs(most - 700) < 1e-6)
    #expect(World(Physics.bare()).bucketX == nil)
  }

  @Test func catchesFromAbove() {
    var world = World()
    world.addBall(x: 420, y: 430, velocityX: 0, velocityY: 100)
    let events = Physics.events(&world, steps: 120)
    #expect(events.count == 1)
    guard case .caught(let ball)? = events.first else {
      Issue.record("not caught: \(events)")
      return
    }
    #expect(abs(ball.y - 500) < 1e-9 && ball.x == 420)
    #expect(world.balls.isEmpty)
  }

  @Test func fastBallIsCaughtToo() {
    var world = World()
    world.addBall(x: 400, y: 100, velocityX: 0, velocityY: 80_000)
    let events = Physics.events(&world, steps: 1)
    guard case .caught? = events.first else {
      Issue.record("not caught: \(events)")
      return
    }
  }

  @Test func hitFromTheSideThrowsBack() {
    var parameters = PhysicsParameters()
    parameters.gravity = 0
    var world = World(parameters)
    world.addBall(x: 200, y: 550, velocityX: 300, velocityY: 0)
    #expect(Physics.touches(&world, steps: 60) == [.bucket])
    // In the bucket's frame it came with 180 px/s and goes with 144.
    #expect(abs(world.balls[0].velocityX - (120 - 144)) < 1e-6)
    #expect(world.balls[0].velocityY == 0)
  }

  @Test func movingSidePushesARestingBall() {
    var parameters = PhysicsParameters()
    parameters.gravity = 0
    var world = World(parameters)
    world.addBall(x: 540, y: 550, velocityX: 0, velocityY: 0)
    #expect(Physics.touches(&world, steps: 30) == [.bucket])
    #expect(abs(world.balls[0].velocityX - 216) < 1e-6)
  }

  /// A ball on its way from the bucket, also without gravity, falls out in the step it is below.
  @Test(arguments: [0.0, 300])
  func ballBesideItFallsOutInTime(gravity: Double) {
    var parameters = PhysicsParameters()
    parameters.gravity = gravity
    var world = World(parameters)
    world.addBall(x: 250, y: 440, velocityX: -150, velocityY: 300)
    // It has 180 px to go.
    let speed = (90_000 + 360 * gravity).squareRoot()
    let time = 360 / (300 + speed)
    var events: [WorldEvent] = []
    let steps = world.advance(atMost: 240) { events.append($0) }
    #expect(steps == Int(time * 120) + 1)
    guard case .left(_, true)? = events.first, events.count == 1 else {
      Issue.record("not left: \(events)")
      return
    }
  }

  /// A fast bucket's corner is met where it is then, not where it was when the step began.
  @Test(arguments: [546.0, 550, 555, 561])
  func cornerIsMetWhereItHasGone(x: Double) {
    var parameters = PhysicsParameters()
    parameters.gravity = 0
    parameters.bucketSpeed = 900
    var world = World(parameters)
    world.addBall(x: x, y: 450, velocityX: 0, velocityY: 600)
    // From the corner, at (500, 500) at first, the ball goes straight until it is 20 px off.
    let aside = Vector(x - 500, -50)
    let way = Vector(-900, 600)
    let b = aside.x * way.x + aside.y * way.y
    let c = aside.x * aside.x + aside.y * aside.y - 400
    let squared = way.x * way.x + way.y * way.y
    let time = (-b - (b * b - squared * c).squareRoot()) / squared
    let normal = (1.0 / 20) * (aside + time * way)
    let into = way.x * normal.x + way.y * normal.y
    #expect(Physics.touches(&world, steps: Int(time * 120) + 1) == [.bucket])
    #expect(abs(world.balls[0].velocityX + 1.8 * into * normal.x) < 1e-6)
    #expect(abs(world.balls[0].velocityY - 600 + 1.8 * into * normal.y) < 1e-6)
  }

  @Test func hitFromBelowThrowsBack() {
    var parameters = PhysicsParameters()
    parameters.gravity = 0
    parameters.bucketRise = 300
    var world = World(parameters)
    world.addBall(x: 400, y: 500, velocityX: 0, velocityY: -300)
    #expect(Physics.touches(&world, steps: 60) == [.bucket])
    #expect(abs(world.balls[0].velocityY - 240) < 1e-9)
  }

  @Test func hitOnTheRimThrowsBackUp() {
    var world = World()
    // Straight above the right rim while the bucket is near its first place.
    world.addBall(x: 511, y: 470, velocityX: 0, velocityY: 400)
    let events = Physics.events(&world, steps: 8)
    #expect(events == [.contact(ball: 0, .bucket)])
    #expect(world.balls[0].velocityY < 0)
  }

  @Test func squeezedAgainstTheWallPasses() throws {
    for offset in 0..<100 {
      var world = World()
      _ = Physics.events(&world, steps: 230 + offset)
      world.addBall(x: 775, y: 450, velocityX: 0, velocityY: 30)
      for _ in 0..<600 {
        world.step { _ in }
        try world.checkInvariants()
        if let ball = world.balls.first { #expect(ball.x <= 780 + 1e-9) }
      }
      #expect(world.balls.isEmpty)
    }
  }

  @Test func passesPegs() {
    var with = World(bodies: [Physics.peg(450, 550)])
    var without = World()
    for _ in 0..<300 {
      with.step { _ in }
      without.step { _ in }
      #expect(with.bucketX == without.bucketX)
    }
  }

  /// In the frame of the bucket no bounce gives energy.
  @Test func bouncesGiveNoEnergyInTheBucketsFrame() {
    var parameters = PhysicsParameters()
    parameters.gravity = 0
    var random = Physics.random(77)
    var bounces = 0
    for _ in 0..<1000 {
      var world = World(parameters)
      let angle = DeterministicMath.sincos(2 * Double.pi * random.uniform())
      world.addBall(
        x: 400 + 160 * angle.cos, y: 550 + 110 * angle.sin, velocityX: -900 * angle.cos,
        velocityY: -700 * angle.sin)
      func relative() -> Double {
        let ball = world.balls[0]
        return Vector(ball.velocityX - 120, ball.velocityY).length
      }
      for _ in 0..<20 {
        let before = relative()
        var isMet = false
        world.step { if case .contact(_, .bucket) = $0 { isMet = true } }
        if world.balls.isEmpty { break }
        if isMet {
          bounces += 1
          #expect(relative() <= before * (1 + 1e-9))
        }
      }
    }
    #expect(bounces > 500)
  }
}
