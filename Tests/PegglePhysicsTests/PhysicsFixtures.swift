import StableNumerics

@testable import PegglePhysics

/// Worlds and measurements that the physics tests share.
enum Physics {
  static func random(_ seed: UInt64) -> SeededRandom {
    SeededRandom(key: StreamKey(rawValue: StreamKey.mix(seed)))
  }

  static func bare(gravity: Double = 300) -> PhysicsParameters {
    var parameters = PhysicsParameters()
    parameters.hasBucket = false
    parameters.gravity = gravity
    return parameters
  }

  static func peg(
    _ x: Double, _ y: Double, radius: Double = 20, filter: CollisionFilter = CollisionFilter()
  ) -> Body {
    Body(.circle(radius: radius), at: Vector(x, y), filter: filter)
  }

  /// Collides with everything that has one of these bits.
  static func group(_ bits: UInt16) -> CollisionFilter {
    CollisionFilter(categoryBits: bits, maskBits: bits)
  }

  /// A round, rectangular, triangular or many-cornered body at a random place and rotation.
  static func body(_ random: inout SeededRandom, width: Double = 800) -> Body {
    let shape: Shape
    switch random.below(4) {
    case 0: shape = .circle(radius: 8 + 30 * random.uniform())
    case 1:
      shape = .block(width: 10 + 90 * random.uniform(), height: 10 + 40 * random.uniform())
    case 2:
      shape = .triangle(width: 15 + 60 * random.uniform(), height: 15 + 60 * random.uniform())
    default: shape = roundish(corners: 5 + random.below(12), radius: 20 + 20 * random.uniform())
    }
    return Body(
      shape, at: Vector(60 + (width - 120) * random.uniform(), 140 + 330 * random.uniform()),
      rotation: 7 * random.uniform())
  }

  /// Seven rows of nine and eight round pegs in turn.
  static func rows() -> [Body] {
    (0..<7).flatMap { row in
      (0..<(9 - row % 2)).map { column in
        peg((row % 2 == 0 ? 20 : 67.5) + 95 * Double(column), 100 + 72 * Double(row))
      }
    }
  }

  /// A regular polygon.
  static func roundish(corners: Int, radius: Double) -> Shape {
    .polygon(
      (0..<corners).map { corner in
        let turn = DeterministicMath.sincos(2 * Double.pi * Double(corner) / Double(corners))
        return Vector(radius * turn.cos, radius * turn.sin)
      })
  }

  /// Up to `count` random bodies that do not overlap.
  static func bodies(_ random: inout SeededRandom, count: Int) -> [Body] {
    var bodies: [Body] = []
    for _ in 0..<count {
      let candidate = body(&random)
      let placed = candidate.placed
      if placed.isInside(width: 800, height: 600),
        !bodies.contains(where: { $0.placed.overlaps(placed) })
      {
        bodies.append(candidate)
      }
    }
    return bodies
  }

  /// A world of random bodies with a ball that flies from the cannon.
  static func drop(_ seed: UInt64, parameters: PhysicsParameters, bodies count: Int) -> World {
    var random = random(seed)
    var world = World(parameters, bodies: bodies(&random, count: count))
    let tap = Vector(800 * random.uniform(), 100 + 500 * random.uniform())
    let way = tap - Vector(400, 50)
    let speed = 600 / way.length
    world.addBall(x: 400, y: 50, velocityX: speed * way.x, velocityY: speed * way.y)
    return world
  }

  /// The steps' events.
  static func events(_ world: inout World, steps: Int) -> [WorldEvent] {
    var events: [WorldEvent] = []
    for _ in 0..<steps { world.step { events.append($0) } }
    return events
  }

  /// What is touched, in order, without repetition.
  static func touches(_ world: inout World, steps: Int) -> [Obstacle] {
    var found: [Obstacle] = []
    for event in events(&world, steps: steps) {
      if case .contact(_, let obstacle) = event, found.last != obstacle { found.append(obstacle) }
    }
    return found
  }

  static func digest(_ world: World) -> UInt64 {
    var digest = StableDigest()
    world.hash(into: &digest)
    return digest.value
  }
}
