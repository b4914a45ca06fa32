import PegglePhysics
import SimHarness

/// A game between two shots, as its player sees it: all but the draws to come.
public struct PegglePosition: Sendable {
  public let setup: PeggleSetup
  /// The board; between shots without a ball.
  public internal(set) var world: World
  /// Cannon balls left.
  public internal(set) var balls: Int
  public internal(set) var score = 0
  /// Shots fired.
  public internal(set) var turn = 0
  /// Orange pegs that are neither lit nor gone.
  public internal(set) var orangeLeft: Int
  /// The pegs that the last shot lit, in order.
  public internal(set) var hits: [Int] = []
  /// Balls that the last shot brought into the bucket.
  public internal(set) var bucketCatches = 0
  public internal(set) var outcome: Outcome?
  /// Scripts' named integers, in the order in which they were first set.
  public internal(set) var variables: [ScriptVariable] = []
  /// The number that scripts keep for each object.
  var data: [Int]
  /// Steps with a ball in play, of all shots.
  var flightSteps = 0
  /// The time that the player took to aim, of all shots, in s.
  var aimingTime = 0.0

  init(level: PeggleLevel) {
    setup = level.setup
    world = level.world
    balls = level.setup.rules.balls
    orangeLeft = level.setup.orangeCount
    data = [Int](repeating: 0, count: level.setup.kinds.count)
  }

  /// The game's clock: seconds with a ball in play and seconds of aiming.
  public var time: Double { Double(flightSteps) * setup.rules.step + aimingTime }

  /// The current multiplier of points.
  public var multiplier: Int { setup.multiplier(orangeLeft: orangeLeft) }

  /// The pegs on the board, by number.
  public var pegsLeft: [Int] {
    setup.kinds.indices.filter { setup.kinds[$0] >= 0 && world.isAlive($0) }
  }

  /// Becomes a copy of `other`, reusing memory if both are of one level.
  mutating func copy(from other: borrowing PegglePosition) {
    if setup !== other.setup {
      self = copy other
      return
    }
    world.copy(from: other.world)
    balls = other.balls
    score = other.score
    turn = other.turn
    orangeLeft = other.orangeLeft
    hits.copy(from: other.hits)
    bucketCatches = other.bucketCatches
    outcome = other.outcome
    variables.copy(from: other.variables)
    data.copy(from: other.data)
    flightSteps = other.flightSteps
    aimingTime = other.aimingTime
  }

  func hash(into digest: inout StableDigest) {
    world.hash(into: &digest)
    digest.combine(balls)
    digest.combine(score)
    digest.combine(turn)
    digest.combine(orangeLeft)
    digest.combine(outcome.map { Int(Outcome.allCases.firstIndex(of: $0) ?? 0) } ?? -1)
    for number in data { digest.combine(number) }
    digest.combine(flightSteps)
    digest.combine(aimingTime)
    for variable in variables {
      digest.combine(variable.name)
      digest.combine(variable.value)
    }
  }
}

extension PegglePosition: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    (a.setup === b.setup || a.setup.isSame(as: b.setup)) && a.balls == b.balls
      && a.score == b.score && a.turn == b.turn && a.orangeLeft == b.orangeLeft
      && a.hits == b.hits && a.bucketCatches == b.bucketCatches && a.outcome == b.outcome
      && a.variables == b.variables && a.data == b.data
      && a.flightSteps == b.flightSteps && a.aimingTime == b.aimingTime && a.world == b.world
  }
}
