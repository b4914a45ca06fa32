/// The physics of a Peggle board: pegs and blocks that stand, balls that fly, walls and a bucket.
///
/// A value: a copy is a snapshot and plays on identically. Stepping allocates nothing. The left,
/// right and top borders are walls; the bottom is open. Numbers of bodies and of balls count up
/// from 0 in the order in which they were added and are never used again.
public struct World: Sendable {
  /// The rules' numbers.
  public let parameters: PhysicsParameters
  var statics: StaticBodies
  /// The balls and thrown pegs in the world, by ascending id.
  public internal(set) var balls: [Ball] = []
  /// Substeps done.
  var clock = 0
  /// What balls pass through.
  var ignored: [Ignored] = []
  /// Whether a ball may lie in something, having been put or turned there.
  var isUnsettled = false
  /// The balls as they were before the board was turned, while nothing has moved since.
  var beforeTurn: [Ball] = []
  var nextBall = 0

  // What follows from the above, kept for speed.
  var grid: BodyGrid
  /// The grid of the board turned over; nil: not worked out.
  var turnedGrid: BodyGrid?
  let bucket: Bucket?
  /// Its top; without one, far below.
  let bucketTop: Double
  let substep: Double
  let perSubstep: Double
  let sight: Sight
  /// The walls as blocks, for integrator `msk` alone.
  let verletWalls: [Vector]
  /// Substeps known to meet nothing; 0: not looked at; -1: the next may meet something.
  var freeSubsteps = 0
  /// What alone can be met in the `triesAlone` substeps after those: the number of a disc, or one
  /// of `Alone`.
  var nextAlone = Alone.anything
  var triesAlone = 0
  /// The impacts of the last substep if it left the only ball as it was, and so of all to come
  /// while nothing is changed; else 0.
  var impactsAtRest = 0
  /// Whether nothing was in sight at the end of the free substeps.
  var isOpen = false
  /// Of several balls how far each flies alone, by place; empty: not looked at.
  var outlooks: [Outlook] = []
  /// The work of several balls so far: balls and pairs of balls looked at, and bodies put in place
  /// anew.
  ///
  /// A look takes about 10 ns; one flying ball costs none.
  var looks = 0
  /// The clock until which no two of several balls meet, if each flies alone.
  var meetingClock = 0

  /// What is no disc and may be the only thing that can be met.
  enum Alone {
    /// Not known to be only one.
    static let anything = -1
    static let leftWall = -2
    static let rightWall = -3
    static let topWall = -4
  }

  /// A ball and what it passes through.
  struct Ignored: Hashable, Sendable {
    let ball: Int
    let obstacle: Obstacle
  }

  /// A world of these bodies, numbered in their order, without balls.
  public init(_ parameters: PhysicsParameters = PhysicsParameters(), bodies: [Body] = []) {
    self.parameters = parameters
    statics = StaticBodies(width: parameters.width, height: parameters.height)
    for body in bodies {
      precondition(body.shape.isValid, "a body is a circle or a convex polygon")
      statics.append(body)
    }
    bucket = Bucket(parameters)
    bucketTop = bucket?.top ?? .infinity
    substep = parameters.substep
    perSubstep = 1 / parameters.substep
    sight = Sight(parameters)
    verletWalls =
      parameters.integrator == .msk
      ? World.verletWalls(width: parameters.width, height: parameters.height) : []
    grid = BodyGrid(statics, parameters, radius: parameters.ballRadius)
  }

  /// The seconds that have been worked out.
  public var time: Double { Double(clock) * substep }

  /// The bodies ever added; removed ones count.
  public var bodyCount: Int { statics.count }

  /// Where the bucket's middle is; nil without a bucket.
  public var bucketX: Double? { bucket?.middle(at: clock) }

  /// Whether the board stands on its head.
  public var isTurned: Bool { statics.isTurned }

  /// A body as it is now, removed or not.
  public func body(_ number: Int) -> Body { statics.body(number) }

  /// Whether a body is still there.
  public func isAlive(_ number: Int) -> Bool { statics.isAlive[number] }

  /// Becomes a copy of `other`, in the memory that it has if both are copies of one world.
  mutating func copy(from other: borrowing World) {
    if parameters != other.parameters {
      self = copy other
      return
    }
    statics.copy(from: other.statics)
    balls.copy(from: other.balls)
    clock = other.clock
    ignored.copy(from: other.ignored)
    isUnsettled = other.isUnsettled
    beforeTurn.copy(from: other.beforeTurn)
    nextBall = other.nextBall
    if grid !== other.grid { grid = other.grid }
    if turnedGrid !== other.turnedGrid { turnedGrid = other.turnedGrid }
    freeSubsteps = other.freeSubsteps
    nextAlone = other.nextAlone
    triesAlone = other.triesAlone
    impactsAtRest = other.impactsAtRest
    isOpen = other.isOpen
    outlooks.copy(from: other.outlooks)
    looks = other.looks
    meetingClock = other.meetingClock
  }

  /// The ball of this id; nil when it is gone.
  public func ball(_ id: Int) -> Ball? { place(ofBall: id).map { balls[$0] } }

  func place(ofBall id: Int) -> Int? { balls.firstIndex { $0.id == id } }
}

extension World: Equatable {
  /// Whether two worlds have the same future.
  public static func == (left: World, right: World) -> Bool {
    left.parameters == right.parameters && left.clock == right.clock
      && left.balls == right.balls && left.statics == right.statics
      && left.ignored == right.ignored && left.isUnsettled == right.isUnsettled
      && left.beforeTurn == right.beforeTurn && left.nextBall == right.nextBall
  }
}
