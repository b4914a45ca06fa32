import PegglePhysics
import StableNumerics
import Testing

/// The library as a program uses it, against answers that are known without a simulation.
@Suite struct PublicFaceTests {
  /// A world of 800 x 600 px without a bucket.
  private static func parameters(
    gravity: Double = 0, restitution: Double = 1
  ) -> PhysicsParameters {
    var parameters = PhysicsParameters()
    parameters.hasBucket = false
    parameters.gravity = gravity
    parameters.restitution = restitution
    return parameters
  }

  private static func random(_ seed: UInt64) -> SeededRandom {
    SeededRandom(key: StreamKey(rawValue: StreamKey.mix(seed)))
  }

  /// Pegs and blocks that do not overlap, and a ball above them.
  private static func scene(_ seed: UInt64, gravity: Double = 300) -> World {
    var random = random(seed)
    var bodies: [Body] = []
    for _ in 0..<40 {
      let size = 10 + 30 * random.uniform()
      let shape =
        random.below(2) == 0 ? Shape.circle(radius: size) : .block(width: 2 * size, height: size)
      let body = Body(
        shape, at: Vector(60 + 680 * random.uniform(), 150 + 350 * random.uniform()),
        rotation: 7 * random.uniform())
      if !bodies.contains(where: { $0.placed.overlaps(body.placed) }) { bodies.append(body) }
    }
    var world = World(
      parameters(gravity: gravity, restitution: 0.5 + 0.5 * random.uniform()), bodies: bodies)
    world.addBall(
      x: 100 + 600 * random.uniform(), y: 50, velocityX: 600 * (random.uniform() - 0.5),
      velocityY: 100)
    return world
  }

  // MARK: One ball

  @Test func freeFall() throws {
    var world = World(Self.parameters(gravity: 300))
    let id = world.addBall(x: 100, y: 50, velocityX: 30, velocityY: -20)
    #expect(world.advance(atMost: 180) { _ in } == 180)
    let ball = try #require(world.ball(id))
    #expect(abs(world.time - 1.5) < 1e-12)
    #expect(abs(ball.x - (100 + 30 * 1.5)) < 1e-9)
    #expect(abs(ball.y - (50 - 20 * 1.5 + 150 * 1.5 * 1.5)) < 1e-9)
    #expect(abs(ball.velocityY - (-20 + 300 * 1.5)) < 1e-9)
  }

  /// Without loss the ball comes back to the height from which it fell, with half as much to a
  /// quarter of it.
  @Test(arguments: [1, 0.5])
  func aBounceReturnsTheSquareOfTheRestitution(restitution: Double) {
    let block = Body(.block(width: 400, height: 40), at: Vector(400, 500))
    var world = World(
      Self.parameters(gravity: 300, restitution: restitution), bodies: [block])
    // The ball touches the block at y = 460.
    world.addBall(x: 400, y: 160, velocityX: 0, velocityY: 0)
    var contacts = 0
    var highest = 460.0
    for _ in 0..<600 where contacts < 2 {
      world.step { event in
        if case .contact(_, .body(0)) = event { contacts += 1 }
      }
      if contacts == 1 { highest = min(highest, world.balls[0].y) }
    }
    // Steps of 1/120 s see the top of the flight to within g / 8 of a step's square.
    #expect(abs((460 - highest) - 300 * restitution * restitution) < 0.003 * 300)
    #expect(world.balls[0].x == 400)
  }

  @Test func aBallComesToRestOnABlock() throws {
    let block = Body(.block(width: 400, height: 40), at: Vector(400, 500))
    var world = World(Self.parameters(gravity: 300, restitution: 0.6), bodies: [block])
    let id = world.addBall(x: 400, y: 300, velocityX: 0, velocityY: 0)
    world.advance(atMost: 3_000) { _ in }
    for _ in 0..<2_000 { world.step { _ in } }
    let ball = try #require(world.ball(id))
    #expect(abs(ball.y - 460) < 1e-6 && ball.x == 400)
    #expect(ball.speed < 1e-3)
    #expect(world.isHeld(ball: id))
    #expect(world.contacts(ofBall: id) == [.body(0)])
    #expect(world.stepsAtRest == .max)
  }

  /// A ball slides down without rolling: its acceleration along the slope is g sin(a).
  @Test func aBallSlidesDownASlope() throws {
    let angle = 0.3
    let slope = Body(.block(width: 700, height: 20), at: Vector(400, 400), rotation: angle)
    var world = World(Self.parameters(gravity: 300, restitution: 0), bodies: [slope])
    // At rest upon the slope: the block's half height and the ball's radius above its middle line.
    let turn = DeterministicMath.sincos(angle)
    let start = Vector(400 - 200 * turn.cos + 30 * turn.sin, 400 - 200 * turn.sin - 30 * turn.cos)
    let id = world.addBall(x: start.x, y: start.y, velocityX: 0, velocityY: 0)
    for _ in 0..<120 { world.step { _ in } }
    let ball = try #require(world.ball(id))
    let path = Vector(ball.x, ball.y) - start
    let along = path.x * turn.cos + path.y * turn.sin
    let off = path.x * turn.sin - path.y * turn.cos
    #expect(abs(along - 0.5 * 300 * turn.sin) < 1)
    #expect(abs(off) < 1e-3)
  }

  // MARK: Swept circle

  /// A straight flight past the middle of a peg: the place of contact is where the centres are as
  /// far apart as the radii, the velocity is mirrored at the line between them.
  @Test(arguments: [-35.0, -20, 0, 7.5, 39])
  func aCircleIsHitWhereTheRadiiMeet(aside: Double) throws {
    var world = World(Self.parameters(), bodies: [Body(.circle(radius: 20), at: Vector(400, 300))])
    let speed = 240.0
    let id = world.addBall(x: 400 + aside, y: 60, velocityX: 0, velocityY: speed)
    var contacts: [Obstacle] = []
    while contacts.isEmpty {
      world.advance(atMost: 1) { if case .contact(_, let o) = $0 { contacts.append(o) } }
    }
    #expect(contacts == [.body(0)])
    let depth = (40.0 * 40 - aside * aside).squareRoot()
    let impact = (240 - depth) / speed
    #expect(world.time >= impact && world.time < impact + 1.0 / 120 + 1e-12)
    let normal = Vector(aside / 40, -depth / 40)
    let into = speed * normal.y
    let velocity = Vector(-2 * into * normal.x, speed - 2 * into * normal.y)
    let ball = try #require(world.ball(id))
    #expect(abs(ball.velocityX - velocity.x) < 1e-9 && abs(ball.velocityY - velocity.y) < 1e-9)
    let rest = world.time - impact
    #expect(abs(ball.x - (400 + aside + rest * velocity.x)) < 1e-9)
    #expect(abs(ball.y - (300 - depth + rest * velocity.y)) < 1e-9)
  }

  /// An edge is hit one radius before it, a corner as a circle of radius 0.
  @Test func aBlockIsHitAtItsEdgesAndCorners() throws {
    let block = Body(.block(width: 100, height: 40), at: Vector(400, 300))
    for (x, isCorner) in [(380.0, false), (450, false), (462, true)] {
      var world = World(Self.parameters(), bodies: [block])
      let id = world.addBall(x: x, y: 100, velocityX: 0, velocityY: 240)
      world.advance(atMost: 1_000) { _ in }
      let ball = try #require(world.ball(id))
      let aside = isCorner ? x - 450 : 0
      let normal = Vector(aside / 20, -(1 - aside * aside / 400).squareRoot())
      #expect(abs(ball.velocityX + 2 * 240 * normal.y * normal.x) < 1e-9)
      #expect(abs(ball.velocityY - (240 - 2 * 240 * normal.y * normal.y)) < 1e-9)
    }
    // 20 px and more beside the corner nothing is hit.
    var world = World(Self.parameters(), bodies: [block])
    world.addBall(x: 470.001, y: 100, velocityX: 0, velocityY: 240)
    var events = 0
    world.advance(atMost: 200) { _ in events += 1 }
    #expect(events == 0)
  }

  // MARK: Two balls

  @Test func ballsOfEqualSizeExchangeTheirVelocities() throws {
    var world = World(Self.parameters())
    let first = world.addBall(x: 300, y: 300, velocityX: 100, velocityY: 0)
    let second = world.addBall(x: 500, y: 300, velocityX: -60, velocityY: 0)
    var events: [WorldEvent] = []
    for _ in 0..<240 { world.step { events.append($0) } }
    #expect(events == [.contact(ball: second, .ball(first))])
    #expect(try #require(world.ball(first)).velocityX == -60)
    #expect(try #require(world.ball(second)).velocityX == 100)
  }

  /// Momentum, by area, and energy are kept.
  @Test func ballsOfDifferentSizesKeepMomentumAndEnergy() throws {
    var world = World(Self.parameters())
    let small = world.addBall(x: 300, y: 295, velocityX: 120, velocityY: 0, radius: 10)
    let large = world.addBall(x: 400, y: 300, velocityX: 0, velocityY: 0, radius: 30)
    for _ in 0..<120 { world.step { _ in } }
    let (a, b) = (try #require(world.ball(small)), try #require(world.ball(large)))
    #expect(a.velocityX < 0 && b.velocityX > 0)
    #expect(abs(a.velocityX + 9 * b.velocityX - 120) < 1e-9)
    #expect(abs(a.velocityY + 9 * b.velocityY) < 1e-9)
    #expect(abs(a.speed * a.speed + 9 * b.speed * b.speed - 120 * 120) < 1e-6)
  }

  // MARK: Filters

  /// As in Box2D: each one's mask needs a category of the other.
  @Test func filtersDecideWhatCollides() {
    let filters = [
      CollisionFilter(), .nothing, CollisionFilter(categoryBits: 2, maskBits: 2),
      CollisionFilter(categoryBits: 2), CollisionFilter(maskBits: 2),
      CollisionFilter(categoryBits: 0x8000, maskBits: 0x8001),
    ]
    for first in filters {
      for second in filters {
        let collides =
          first.maskBits & second.categoryBits != 0 && second.maskBits & first.categoryBits != 0
        #expect(first.collides(with: second) == collides)
        let peg = Body(.circle(radius: 20), at: Vector(400, 300), filter: first)
        var world = World(Self.parameters(), bodies: [peg])
        world.addBall(x: 400, y: 60, velocityX: 0, velocityY: 240, filter: second)
        var contacts = 0
        for _ in 0..<120 {
          world.step { if case .contact(_, .body(0)) = $0 { contacts += 1 } }
        }
        #expect(contacts == (collides ? 1 : 0), "\(first) and \(second)")
      }
    }
  }

  @Test func ballsOfOtherCategoriesPassEachOther() {
    var world = World(Self.parameters())
    let other = CollisionFilter(categoryBits: 2, maskBits: 2)
    world.addBall(x: 300, y: 300, velocityX: 100, velocityY: 0)
    world.addBall(x: 500, y: 300, velocityX: -100, velocityY: 0, filter: other)
    var events = 0
    for _ in 0..<240 { world.step { _ in events += 1 } }
    #expect(events == 0 && world.balls[0].x > world.balls[1].x)
  }

  @Test func aThrownBodyKeepsItsFilter() throws {
    let filter = CollisionFilter(categoryBits: 4, maskBits: 6)
    var world = World(
      Self.parameters(), bodies: [Body(.circle(radius: 15), at: Vector(400, 300), filter: filter)])
    let thrown = world.throwBody(0, velocityX: 50, velocityY: 0)
    let id = try #require(thrown)
    let ball = try #require(world.ball(id))
    #expect(ball.filter == filter && ball.thrownBody == 0 && ball.radius == 15)
    #expect(!world.isAlive(0))
  }

  // MARK: Any scene

  @Test func aCopyContinuesIdentically() {
    for seed in 0..<100 {
      var world = Self.scene(UInt64(seed))
      world.advance(atMost: 100) { _ in }
      var copy = world
      var other = Self.scene(UInt64(seed))
      other.copy(from: world)
      var events: [[WorldEvent]] = [[], [], []]
      // In one go, step by step, and in parts.
      var left = 500
      while left > 0 { left -= world.advance(atMost: left) { events[0].append($0) } }
      for _ in 0..<500 { copy.step { events[1].append($0) } }
      left = 500
      while left > 0 { left -= other.advance(atMost: min(left, 7)) { events[2].append($0) } }
      #expect(world == copy && world == other)
      #expect(events[0] == events[1] && events[0] == events[2])
      #expect(Self.digest(world) == Self.digest(copy))
    }
  }

  /// Contacts that a filter passes happen all the same.
  @Test func aFilterChangesNoFlight() {
    struct Counter: ContactFilter {
      var count = 0
      mutating func passes(_ contact: Contact, stepsLeft: Int) -> Bool {
        if case .body = contact.obstacle { count += 1 }
        return true
      }
    }
    var passed = 0
    for seed in 0..<100 {
      var world = Self.scene(UInt64(1_000 + seed))
      var filtered = world
      var counter = Counter()
      var contacts = 0
      func count(_ event: WorldEvent) {
        if case .contact(_, .body) = event { contacts += 1 }
      }
      var left = 600
      while left > 0 { left -= world.advance(atMost: left) { count($0) } }
      let all = contacts
      contacts = 0
      left = 600
      while left > 0 { left -= filtered.advance(atMost: left, filter: &counter) { count($0) } }
      #expect(filtered == world)
      #expect(counter.count + contacts == all)
      passed += counter.count
    }
    #expect(passed > 300)
  }

  @Test func energyNeverRises() throws {
    for seed in 0..<100 {
      var world = Self.scene(UInt64(2_000 + seed))
      var energy = world.energy(of: world.balls[0])
      for _ in 0..<600 {
        world.step { _ in }
        try world.checkInvariants()
        guard let ball = world.balls.first else { break }
        let now = world.energy(of: ball)
        #expect(now <= energy * (1 + 1e-9), "scene \(seed)")
        energy = now
      }
    }
  }

  @Test func turningTwiceRestoresEveryBit() {
    for seed in 0..<50 {
      var world = Self.scene(UInt64(3_000 + seed))
      world.advance(atMost: 60) { _ in }
      let before = world
      var pushes = 0
      world.turnBoard { _ in pushes += 1 }
      #expect(world.isTurned && world != before)
      world.turnBoard { _ in pushes += 1 }
      if pushes == 0 { #expect(world.balls == before.balls && !world.isTurned) }
    }
  }

  private static func digest(_ world: World) -> UInt64 {
    var digest = StableDigest()
    world.hash(into: &digest)
    return digest.value
  }
}
