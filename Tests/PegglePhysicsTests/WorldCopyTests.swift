import StableNumerics
import Testing

@testable import PegglePhysics

/// A world that takes on another one's state in its own memory is that world.
@Suite struct WorldCopyTests {
  /// All stored properties but references to what is never changed.
  private static func fields(_ value: Any) -> [String] {
    Mirror(reflecting: value).children.map { "\($0.label ?? "-"): \($0.value)" }
  }

  private static func start(_ random: inout SeededRandom) -> World {
    var parameters = PhysicsParameters()
    parameters.hasBucket = random.below(4) > 0
    parameters.substeps = 1 + random.below(2)
    var world = World(parameters, bodies: Physics.bodies(&random, count: 30))
    if random.below(2) == 0 { world.prepareTurn() }
    return world
  }

  /// Steps, and whatever else can be done to a world.
  private static func change(_ world: inout World, _ random: inout SeededRandom) {
    for _ in 0..<random.below(12) {
      let body = random.below(world.bodyCount)
      switch random.below(9) {
      case 0:
        world.addBall(
          x: 800 * random.uniform(), y: 100, velocityX: 300 * random.uniform(), velocityY: 50)
      case 1: world.removeBody(body)
      case 2: world.turnBoard()
      case 3: world.throwBody(body, velocityX: 100, velocityY: -200)
      case 4:
        if let ball = world.balls.first { world.ignore(.body(body), byBall: ball.id) }
      case 5:
        if let ball = world.balls.last { world.removeBall(ball.id) }
      case 6:
        var moved = world.body(body)
        moved.position = Vector(moved.position.x + 1, moved.position.y)
        world.replaceBody(body, by: moved)
      default: world.advance(atMost: 1 + random.below(200)) { _ in }
      }
    }
  }

  @Test func aCopyInOtherMemoryIsTheSameInEveryField() {
    var turned = 0
    var severalBalls = 0
    for number in 0..<200 {
      var random = Physics.random(UInt64(710_000 + number))
      let start = Self.start(&random)
      var world = start
      Self.change(&world, &random)
      var copy = start
      Self.change(&copy, &random)
      copy.copy(from: world)
      #expect(Self.fields(copy) == Self.fields(world))
      #expect(copy.grid === world.grid && copy.turnedGrid === world.turnedGrid)
      turned += world.isTurned ? 1 : 0
      severalBalls += world.balls.count > 1 ? 1 : 0

      // And what was copied is as it was, whatever becomes of the copy.
      let before = Self.fields(world)
      var future = world
      Self.change(&copy, &random)
      #expect(Self.fields(world) == before)
      copy.copy(from: world)
      var told: [[WorldEvent]] = [[], []]
      for _ in 0..<100 {
        future.step { told[0].append($0) }
        copy.step { told[1].append($0) }
      }
      #expect(told[0] == told[1] && Self.fields(copy) == Self.fields(future))
    }
    #expect(turned > 20 && severalBalls > 20)
  }

  @Test func ofAnotherWorldItIsACopyToo() {
    var random = Physics.random(720_000)
    let first = Self.start(&random)
    var parameters = PhysicsParameters()
    parameters.width = 500
    let second = World(parameters, bodies: [Physics.peg(100, 100)])
    var copy = first
    copy.copy(from: second)
    #expect(copy == second && Self.fields(copy) == Self.fields(second))
  }

  @Test func anArrayKeepsItsMemory() {
    var numbers = Array(0..<100)
    let memory = numbers.withUnsafeBufferPointer { $0.baseAddress }
    numbers.copy(from: [1, 2, 3])
    #expect(numbers == [1, 2, 3])
    #expect(numbers.withUnsafeBufferPointer { $0.baseAddress } == memory)
    numbers.empty()
    #expect(numbers == [])
    numbers.copy(from: Array(0..<100))
    #expect(numbers == Array(0..<100))
    #expect(numbers.withUnsafeBufferPointer { $0.baseAddress } == memory)
    // What shares its memory, and what only began as the same.
    var other = numbers
    other.copy(from: numbers)
    #expect(other == numbers)
    other[7] = 0
    other.copy(from: numbers)
    #expect(other == numbers)
  }
}
