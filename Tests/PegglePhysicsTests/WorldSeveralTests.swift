import StableNumerics
import Testing

@testable import PegglePhysics

@Suite struct WorldSeveralTests {
  private func energy(_ world: World) -> Double {
    world.balls.reduce(0) { $0 + $1.mass * world.energy(of: $1) }
  }

  @Test func equalBallsExchangeTheirVelocities() {
    var parameters = Physics.bare(gravity: 0)
    parameters.restitution = 1
    var world = World(parameters)
    world.addBall(x: 300, y: 300, velocityX: 200, velocityY: 0)
    world.addBall(x: 500, y: 300, velocityX: -100, velocityY: 0)
    #expect(Physics.touches(&world, steps: 90) == [.ball(0)])
    #expect(abs(world.balls[0].velocityX + 100) < 1e-9)
    #expect(abs(world.balls[1].velocityX - 200) < 1e-9)
  }

  @Test func restitutionAndMomentumOfUnequalBalls() {
    var world = World(Physics.bare(gravity: 0))
    world.addBall(x: 300, y: 300, velocityX: 300, velocityY: 0)
    world.addBall(x: 500, y: 300, velocityX: 0, velocityY: 0, radius: 10)
    _ = Physics.events(&world, steps: 80)
    let first = world.balls[0]
    let second = world.balls[1]
    #expect(abs(second.velocityX - first.velocityX - 0.8 * 300) < 1e-9)
    #expect(abs(400 * first.velocityX + 100 * second.velocityX - 400 * 300) < 1e-6)
  }

  @Test func fastBallsDoNotPassEachOther() {
    var world = World(Physics.bare(gravity: 0))
    world.addBall(x: 100, y: 300, velocityX: 50_000, velocityY: 0)
    world.addBall(x: 700, y: 310, velocityX: -50_000, velocityY: 0)
    #expect(Physics.touches(&world, steps: 1).first == .ball(0))
    #expect(world.balls[0].x < world.balls[1].x)
  }

  @Test func thrownPegFliesUnderGravityAndMeetsTheBall() throws {
    var world = World(Physics.bare(), bodies: [Physics.peg(400, 300, radius: 30)])
    let number = world.throwBody(0, velocityX: 0, velocityY: -200)
    let thrown = try #require(number)
    #expect(!world.isAlive(0))
    let again = world.throwBody(0, velocityX: 0, velocityY: 0)
    #expect(again == nil)
    #expect(world.ball(thrown)?.thrownBody == 0)
    #expect(world.ball(thrown)?.radius == 30)
    world.addBall(x: 400, y: 100, velocityX: 0, velocityY: 100)
    #expect(Physics.touches(&world, steps: 90).contains(.ball(thrown)))
    var left: [Int] = []
    for _ in 0..<1200 {
      world.step { if case .left(let ball, atBottom: true) = $0 { left.append(ball.id) } }
    }
    #expect(left.sorted() == [thrown, thrown + 1])
  }

  @Test func ballsOfOtherCategoriesPassEachOther() {
    var world = World(Physics.bare(gravity: 0))
    world.addBall(x: 300, y: 300, velocityX: 200, velocityY: 0, filter: Physics.group(1))
    world.addBall(x: 500, y: 300, velocityX: -200, velocityY: 0, filter: Physics.group(2))
    #expect(Physics.touches(&world, steps: 100).isEmpty)
  }

  @Test func ballRestsOnABallInAPit() throws {
    let walls = [
      Body(.block(width: 20, height: 200), at: Vector(369, 300)),
      Body(.block(width: 20, height: 200), at: Vector(431, 300)),
      Body(.block(width: 100, height: 20), at: Vector(400, 410)),
    ]
    var world = World(Physics.bare(), bodies: walls)
    world.addBall(x: 400, y: 240, velocityX: 0, velocityY: 0)
    world.addBall(x: 400.2, y: 300, velocityX: 0, velocityY: 0)
    for _ in 0..<3600 {
      world.step { _ in }
      try world.checkInvariants()
    }
    #expect(world.balls.count == 2)
    #expect(world.balls[0].y > 339 && world.balls[1].y > 379)
    #expect(world.balls[0].speed < 5 && world.balls[1].speed < 5)
  }

  @Test func energyNeverRisesWithSeveralBalls() throws {
    for seed in 0..<300 {
      var random = Physics.random(UInt64(900 + seed))
      var parameters = Physics.bare()
      parameters.restitution = seed % 3 == 0 ? 1 : 0.8
      var world = Physics.drop(UInt64(seed), parameters: parameters, bodies: 25)
      for _ in 0..<4 {
        world.addBall(
          x: 50 + 700 * random.uniform(), y: 60 + 40 * random.uniform(),
          velocityX: 800 * random.uniform() - 400, velocityY: 400 * random.uniform(),
          radius: 8 + 20 * random.uniform())
      }
      world.step { _ in }
      for step in 0..<300 {
        let before = energy(world)
        let count = world.balls.count
        world.step { _ in }
        try world.checkInvariants()
        if world.balls.count < count { continue }
        let after = energy(world)
        if after > before + 1e-9 * (before.magnitude + 1e8) {
          Issue.record("seed \(seed) step \(step): \(before) to \(after)")
          break
        }
      }
    }
  }

  /// With and without looking ahead.
  @Test func lookingAheadChangesNoBit() {
    for seed in 0..<60 {
      var ahead = Physics.drop(UInt64(seed), parameters: PhysicsParameters(), bodies: 25)
      ahead.addBall(x: 200, y: 60, velocityX: 100, velocityY: 0)
      ahead.addBall(x: 600, y: 40, velocityX: -50, velocityY: 0, radius: 12)
      var searched = ahead
      for _ in 0..<700 where !ahead.balls.isEmpty {
        searched.disturb(unsettles: true)
        ahead.step { _ in }
        searched.step { _ in }
        guard ahead == searched else {
          Issue.record("seed \(seed): \(ahead.balls) \(searched.balls)")
          break
        }
      }
    }
  }

  /// One ball costs nothing; two cost a little, 64 in a heap much more.
  @Test func probesGrowWithPairsOfBalls() throws {
    func probes(_ count: Int) -> Int {
      var world = World(PhysicsParameters())
      for place in 0..<count {
        world.addBall(
          x: 100 + 30 * Double(place % 16), y: 100 + 30 * Double(place / 16), velocityX: 0,
          velocityY: 0)
      }
      _ = world.advance(atMost: 60) { _ in }
      return world.probeCount
    }
    #expect(probes(1) == 0)
    #expect((1...2_000).contains(probes(2)))
    #expect(probes(64) > 50_000)
  }
}
