import StableNumerics
import Testing

@testable import PegglePhysics

/// Nothing is passed through, however fast the ball is.
@Suite struct WorldSweepTests {
  /// Whether a straight way of a disc goes through a body, by the distance from its middle line.
  private func depth(_ body: Body, from: Vector, to: Vector, radius: Double) -> Double {
    let placed = body.placed
    let count = Int((to - from).length / 0.25) + 1
    var deepest = -Double.infinity
    for index in 0...count {
      let place = from + (Double(index) / Double(count)) * (to - from)
      deepest = max(deepest, placed.depth(in: .circle(centre: place, radius: radius)))
    }
    return deepest
  }

  @Test(arguments: 0..<3)
  func thinBodiesStopABallOf20000PixelsASecond(kind: Int) {
    var random = Physics.random(UInt64(100 + kind))
    var met = 0
    for _ in 0..<1500 {
      let shape: Shape
      switch kind {
      case 0: shape = .circle(radius: 8)
      case 1: shape = .block(width: 10, height: 10 + 60 * random.uniform())
      default: shape = Physics.roundish(corners: 3 + random.below(14), radius: 9)
      }
      let body = Body(shape, at: Vector(400, 300), rotation: 7 * random.uniform())
      let angle = DeterministicMath.sincos(2 * Double.pi * random.uniform())
      let aside = 80 * random.uniform() - 40
      let before = 60 + 60 * random.uniform()
      let from = Vector(
        400 - before * angle.cos - aside * angle.sin, 300 - before * angle.sin + aside * angle.cos)
      var world = World(Physics.bare(gravity: 0), bodies: [body])
      if body.placed.overlaps(.circle(centre: from, radius: 20)) { continue }
      world.addBall(
        x: from.x, y: from.y, velocityX: 20_000 * angle.cos, velocityY: 20_000 * angle.sin)
      let to = from + Vector(20_000.0 / 120 * angle.cos, 20_000.0 / 120 * angle.sin)
      let expected = depth(body, from: from, to: to, radius: 20)
      let touched = Physics.touches(&world, steps: 1) == [.body(0)]
      if expected.magnitude > 0.01 {
        #expect(touched == (expected > 0), "\(body) from \(from): depth \(expected)")
      }
      if touched { met += 1 }
      let ball = world.balls[0]
      #expect(body.placed.depth(in: .circle(centre: Vector(ball.x, ball.y), radius: 20)) < 1e-9)
    }
    #expect(met > 500)
  }

  /// A bounce keeps its speed because normals are units, of grazing and touching balls too.
  @Test func normalsAreUnits() {
    var random = Physics.random(51)
    var met = 0
    var touching = 0
    for number in 0..<20_000 {
      let turn = DeterministicMath.sincos(2 * Double.pi * random.uniform())
      let reach = 15 + 60 * random.uniform()
      // One in four touches it, or lies in it as deep as a ball that is settled may.
      let away = number % 4 == 0 ? -1e-9 * random.uniform() : 8 * random.uniform()
      let x = 400 + (reach + away) * turn.cos
      let y = 300 + (reach + away) * turn.sin
      let aim = DeterministicMath.sincos(2 * Double.pi * random.uniform())
      let length = 0.01 + 12 * random.uniform()
      let way = Vector(length * aim.cos, length * aim.sin)
      var hit = Hit()
      hit.sweepCircle(
        x, y, displacement: way, squared: length * length, centreX: 400, centreY: 300, reach: reach,
        kind: .body, number: 0)
      if hit.kind == .nothing { continue }
      met += 1
      if hit.when == 0 { touching += 1 }
      let normal = hit.normal(ballX: x + hit.when * way.x, ballY: y + hit.when * way.y)
      #expect(abs(normal.length - 1) < 1e-12, "from (\(x), \(y)) by \(way)")
      #expect(hit.when >= 0 && hit.when < 1)
    }
    #expect(met > 5_000 && touching > 2_000)
  }

  /// A pen of thin blocks whose corners overlap, without loss, at several speeds.
  @Test(arguments: [600.0, 20_000, 100_000])
  func penOfThinBlocksKeepsABall(speed: Double) throws {
    var parameters = Physics.bare(gravity: 0)
    parameters.restitution = 1
    for corners in 3...12 {
      var bodies: [Body] = []
      for side in 0..<corners {
        let angle = 2 * Double.pi * Double(side) / Double(corners)
        let turn = DeterministicMath.sincos(angle)
        let length = 2 * 150 * DeterministicMath.tan(Double.pi / Double(corners)) + 20
        bodies.append(
          Body(
            .block(width: 10, height: length),
            at: Vector(400 + 155 * turn.cos, 300 + 155 * turn.sin), rotation: angle))
      }
      var world = World(parameters, bodies: bodies)
      let way = DeterministicMath.sincos(0.7 + Double(corners))
      world.addBall(x: 405, y: 298, velocityX: speed * way.cos, velocityY: speed * way.sin)
      var touched = 0
      for _ in 0..<400 {
        world.step { _ in touched += 1 }
        try world.checkInvariants()
        let ball = world.balls[0]
        for body in bodies {
          let turn = DeterministicMath.sincos(body.rotation)
          let out = (ball.x - 400) * turn.cos + (ball.y - 300) * turn.sin
          #expect(out < 130 + 1e-6, "corners \(corners)")
        }
        #expect(abs(ball.speed / speed - 1) < 1e-9)
      }
      #expect(touched > 3)
    }
  }

  /// Every edge pushes along its normal, every corner away from itself.
  @Test(arguments: 3...16)
  func everyEdgeAndCorner(count: Int) {
    let shape = Physics.roundish(corners: count, radius: 40)
    for rotation in [0.0, 0.3, 2] {
      let body = Body(shape, at: Vector(400, 300), rotation: rotation)
      guard case .polygon(let corners) = body.placed else { return }
      for (index, corner) in corners.enumerated() {
        let next = corners[(index + 1) % corners.count]
        let middle = 0.5 * (corner + next)
        for target in [corner, middle] {
          let out = target - body.position
          let normal = (1 / out.length) * out
          for isReversed in [false, true] {
            let ring = isReversed ? Array(corners.reversed()) : corners
            var world = World(
              Physics.bare(gravity: 0),
              bodies: [Body(.polygon(ring.map { $0 - body.position }), at: body.position)])
            let start = target + 100 * normal
            world.addBall(
              x: start.x, y: start.y, velocityX: -600 * normal.x, velocityY: -600 * normal.y)
            #expect(Physics.touches(&world, steps: 30) == [.body(0)])
            let ball = world.balls[0]
            #expect(abs(ball.velocityX - 480 * normal.x) < 1e-6)
            #expect(abs(ball.velocityY - 480 * normal.y) < 1e-6)
          }
        }
      }
    }
  }

  @Test func cornersBesideTheEdgeMirrorAboutTheirOwnNormal() {
    // 3-4-5: the ball's centre is at (3, -4) / 5 from the corner when it touches.
    var world = World(
      Physics.bare(gravity: 0), bodies: [Body(.block(width: 40, height: 40), at: Vector(400, 300))])
    world.addBall(x: 420 + 12, y: 200, velocityX: 0, velocityY: 600)
    #expect(Physics.touches(&world, steps: 20) == [.body(0)])
    let ball = world.balls[0]
    // v - 1.8 (v.n) n with n = (0.6, -0.8).
    #expect(abs(ball.velocityX - 600 * 1.8 * 0.8 * 0.6) < 1e-6)
    #expect(abs(ball.velocityY - (600 - 600 * 1.8 * 0.64)) < 1e-6)
  }

  @Test func ballBetweenTwoWallsOfPegsAtGreatSpeedIsKept() throws {
    // 14 impacts a step are more than are calculated: the rest of the step is dropped.
    var world = World(
      Physics.bare(gravity: 0),
      bodies: [
        Body(.block(width: 400, height: 20), at: Vector(400, 260)),
        Body(.block(width: 400, height: 20), at: Vector(400, 322)),
      ])
    world.addBall(x: 400, y: 291, velocityX: 0, velocityY: 100_000)
    for _ in 0..<50 {
      world.step { _ in }
      try world.checkInvariants()
    }
    #expect(world.balls[0].x == 400)
  }

  /// At 20,000 px/s a ball goes 167 px in a step.
  @Test(arguments: [
    Shape.circle(radius: 1), .block(width: 1, height: 200), .block(width: 200, height: 1),
    .triangle(width: 2, height: 2),
  ])
  func aBallAt20000PixelsASecondNeverPassesThrough(_ shape: Shape) {
    var random = Physics.random(20_000)
    for _ in 0..<2_000 {
      let place = Vector(350 + 100 * random.uniform(), 250 + 100 * random.uniform())
      var world = World(
        Physics.bare(gravity: 300), bodies: [Body(shape, at: place, rotation: 7 * random.uniform())]
      )
      // Towards the middle, from farther away than a step goes or nearer.
      let turn = DeterministicMath.sincos(2 * Double.pi * random.uniform())
      let far = 125 + 90 * random.uniform()
      world.addBall(
        x: place.x - far * turn.cos, y: place.y - far * turn.sin, velocityX: 20_000 * turn.cos,
        velocityY: 20_000 * turn.sin)
      let touches = Physics.touches(&world, steps: 3)
      #expect(touches.first == .body(0))
    }
  }
}
