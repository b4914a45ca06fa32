import PegglePhysics
import SimHarness

/// The boards, drops and checksum of the Peggle physics benchmark, shared with the C reference
/// Benchmarks/reference/peggle.c, whose first comment defines them.
public enum PeggleBench {
  /// What `play` did.
  public struct Total: Hashable, Sendable {
    public var drops = 0
    public var steps = 0
    public var impacts = 0
    /// Drops that ended in the bucket.
    public var caught = 0
    /// FNV-1a over words: steps, impacts, the bits of the last x and y, drop by drop.
    public var checksum: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    mutating func fold(_ word: UInt64) { checksum = (checksum ^ word) &* 0x100_0000_01B3 }
  }

  /// The different boards; drop d is on board d modulo this.
  public static let boardCount = 16
  /// The step after which a drop ends whatever happens.
  public static let lastStep = 3600

  private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func random(_ number: Int, purpose: UInt64) -> SeededRandom {
    SeededRandom(
      key: StreamKey(rawValue: StreamKey.mix(UInt64(number) &* golden &+ purpose)))
  }

  /// The 60 pegs of a board, 7 rows of 9 and 8 in turn.
  public static func pegs(board: Int) -> [Body] {
    let key = random(board, purpose: 1).key
    var pegs: [Body] = []
    for row in 0..<7 {
      let count = row % 2 == 0 ? 9 : 8
      for column in 0..<count {
        func aside(_ draw: Int) -> Double {
          var random = SeededRandom(key: key, count: UInt64(2 * pegs.count + draw))
          return (random.uniform() - 0.5) * 4
        }
        let isOuter = count == 9 && (column == 0 || column == 8)
        let left = count == 9 ? 20.0 : 67.5
        let x = left + 95 * Double(column) + (isOuter ? 0 : aside(0))
        let y = 100 + 72 * Double(row) + aside(1)
        pegs.append(Body(.circle(radius: 20), at: Vector(x, y)))
      }
    }
    return pegs
  }

  /// The boards' worlds, without a ball.
  public static func worlds(hasBucket: Bool) -> [World] {
    var parameters = PhysicsParameters()
    parameters.hasBucket = hasBucket
    return (0..<boardCount).map { World(parameters, bodies: pegs(board: $0)) }
  }

  /// Releases the ball of a drop in a world of its board.
  public static func launch(drop: Int, in world: inout World) {
    var random = random(drop, purpose: 2)
    let dx = 800 * random.uniform() - 400
    let dy = 100 + 500 * random.uniform() - 50
    let length = (dx * dx + dy * dy).squareRoot()
    world.addBall(
      x: 400, y: 50, velocityX: 600 * (dx / length), velocityY: 600 * (dy / length))
  }

  /// Plays whole drops, each from a copy of its board's world.
  ///
  /// `stepwise` calls `step` for every step, as a game that draws every frame does; else the world
  /// advances from event to event. The total is the same.
  public static func play(drops: Int, on worlds: [World], stepwise: Bool = false) -> Total {
    var total = Total()
    for drop in 0..<drops {
      var world = worlds[drop % boardCount]
      launch(drop: drop, in: &world)
      var last = world.balls[0]
      var steps = 0
      var isOver = false
      while !isOver && steps < lastStep {
        steps += world.advance(atMost: stepwise ? 1 : lastStep - steps) { event in
          switch event {
          case .caught(let ball):
            total.caught += 1
            last = ball
            isOver = true
          case .left(let ball, _):
            last = ball
            isOver = true
          case .contact, .reentered: break
          }
        }
      }
      if !isOver { last = world.balls[0] }
      total.drops += 1
      total.steps += steps
      total.impacts += last.impacts
      total.fold(UInt64(steps))
      total.fold(UInt64(last.impacts))
      total.fold(last.x.bitPattern)
      total.fold(last.y.bitPattern)
    }
    return total
  }
}
