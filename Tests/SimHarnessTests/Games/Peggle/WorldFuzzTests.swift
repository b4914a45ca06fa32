import Testing

@testable import Catalogue
@testable import SimHarness

/// Thousands of drops in random worlds, and figures that must never move.
@Suite struct WorldFuzzTests {
  @Test func tenThousandDropsStayWhereBallsMayBe() throws {
    var ends = [0, 0, 0]
    for board in 0..<250 {
      var random = Physics.random(UInt64(50_000 + board))
      var parameters = PhysicsParameters()
      parameters.hasBucket = board % 3 != 0
      parameters.restitution = random.uniform()
      parameters.gravity = 1000 * random.uniform()
      parameters.ballRadius = 4 + 20 * random.uniform()
      parameters.friction = board % 5 == 0 ? random.uniform() : 0
      let start = World(parameters, bodies: Physics.bodies(&random, count: 5 + random.below(40)))
      for _ in 0..<40 {
        var world = start
        let turn = DeterministicMath.sincos(Double.pi * random.uniform())
        let speed = 2000 * random.uniform()
        world.addBall(x: 400, y: 50, velocityX: speed * turn.cos, velocityY: speed * turn.sin)
        var left = 240
        while left > 0 {
          left -= world.advance(atMost: left) { event in
            if case .caught = event { ends[0] += 1 }
            if case .left(_, let atBottom) = event {
              #expect(atBottom)
              ends[1] += 1
            }
          }
          try world.checkInvariants()
        }
        if !world.balls.isEmpty { ends[2] += 1 }
      }
    }
    #expect(ends.reduce(0, +) == 10_000)
    #expect(ends.allSatisfy { $0 > 100 })
  }

  @Test func everyOperationInRandomOrderKeepsTheInvariants() throws {
    // In the last two a ball used to lie in another by a thousandth of a px.
    for seed in Array(0..<150) + [1_043, 1_845] {
      var random = Physics.random(UInt64(80_000 + seed))
      var world = Physics.drop(UInt64(seed), parameters: PhysicsParameters(), bodies: 25)
      for _ in 0..<120 {
        switch random.below(12) {
        case 0: world.turnBoard()
        case 1: world.removeBody(random.below(world.bodyCount))
        case 2:
          if world.balls.count < 6 {
            world.throwBody(
              random.below(world.bodyCount), velocityX: 300 * random.uniform() - 150,
              velocityY: -300 * random.uniform())
          }
        case 3:
          if world.balls.count < 6 {
            world.addBall(
              x: 40 + 720 * random.uniform(), y: 60, velocityX: 0, velocityY: 200)
          }
        case 4:
          if let ball = world.balls.first {
            world.ignore(.body(random.below(world.bodyCount)), byBall: ball.id)
          }
        case 5: if let ball = world.balls.last { world.grantReentry(toBall: ball.id) }
        default: break
        }
        for _ in 0..<10 {
          world.step { _ in }
          try world.checkInvariants()
        }
      }
    }
  }

  /// The same figures in debug and release builds, on every machine, and in the C reference.
  @Test func aThousandDropsGiveTheReferencesChecksum() {
    let bare = PeggleBench.play(drops: 1000, on: PeggleBench.worlds(hasBucket: false))
    #expect(bare.steps == 1_688_234)
    #expect(bare.impacts == 62_843)
    #expect(StableDigest.hex(bare.checksum) == "ad4e518814be74ca")
    let bucket = PeggleBench.play(drops: 1000, on: PeggleBench.worlds(hasBucket: true))
    #expect(bucket.steps == 1_705_251)
    #expect(bucket.caught == 307)
    #expect(StableDigest.hex(bucket.checksum) == "a0451484c3bc0003")
  }

  @Test func steppingOneByOneGivesTheSameTotals() {
    for hasBucket in [false, true] {
      let worlds = PeggleBench.worlds(hasBucket: hasBucket)
      #expect(
        PeggleBench.play(drops: 40, on: worlds)
          == PeggleBench.play(drops: 40, on: worlds, stepwise: true))
    }
  }
}
