import StableNumerics

/// The physics of a Peggle board: static pegs and blocks, balls in flight, walls and a bucket.
///
/// A value: a copy is a snapshot and continues identically. Stepping allocates nothing. The left,
/// right and top borders are walls; the bottom is open. Numbers of bodies and ids of balls count up
/// from 0 in the order in which they were added and are never used again. Equal worlds have equal
/// futures, to the last bit, on every machine.
public struct World: Sendable {
  /// The numbers of the physics.
  public let parameters: PhysicsParameters
  @usableFromInline var statics: StaticBodies
  /// The balls and thrown bodies in the world, by ascending id.
  public internal(set) var balls: [Ball] = []
  /// Substeps done.
  var clock = 0
  /// What balls pass through.
  var ignored: [Ignored] = []
  /// Whether a ball may overlap something, because it was put or turned there.
  var isUnsettled = false
  /// The balls as they were before the board was turned, while nothing has moved since.
  var beforeTurn: [Ball] = []
  var nextBall = 0

  // What follows from the above, kept for speed.
  var forecast = Forecast()
  var grid: BodyGrid
  /// The grid of the board turned over; nil: not calculated.
  var turnedGrid: BodyGrid?
  let bucket: Bucket?
  /// Its top; without one, far below.
  let bucketTop: Double
  let substep: Double
  let substepsPerSecond: Double
  let horizon: Horizon
  /// The walls as blocks, for integrator `msk` alone.
  let verletWalls: [Vector]
  /// The work so far that several balls and changed bodies have made: probes of balls and of pairs
  /// of balls, and bodies put into the broad phase again.
  ///
  /// A probe takes about 10 ns. The flight of one ball over bodies that do not change makes none.
  /// Set it to 0 to count from now on.
  public var probeCount = 0

  /// How near to something counts as touching it in a forecast, in px.
  static let epsilon = 1e-6

  /// A ball and what it passes through.
  struct Ignored: Hashable, Sendable {
    let ball: Int
    let obstacle: Obstacle
  }

  /// A world of these bodies, numbered in their order, without balls.
  ///
  /// The bodies' shapes must be valid (`Shape.isValid`).
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
    substepsPerSecond = 1 / parameters.substep
    horizon = Horizon(parameters)
    verletWalls =
      parameters.integrator == .msk
      ? World.verletWalls(width: parameters.width, height: parameters.height) : []
    grid = BodyGrid(statics, parameters, radius: parameters.ballRadius)
  }

  /// The simulated time, in s.
  public var time: Double { Double(clock) * substep }

  /// The bodies ever added; removed ones count.
  public var bodyCount: Int { statics.count }

  /// Where the bucket's middle is, in px; nil without a bucket.
  public var bucketX: Double? { bucket?.middle(at: clock) }

  /// Where the bucket's middle will be in `seconds` seconds, in px; nil without a bucket.
  public func bucketX(after seconds: Double) -> Double? {
    bucket?.middle(at: clock + Int(saturating: min((seconds / substep).rounded(), 1e15)))
  }

  /// The y of the bucket's rim, in px; nil without a bucket.
  public var bucketRim: Double? { bucket?.top }

  /// Whether the board is turned upside down.
  public var isTurned: Bool { statics.isTurned }

  /// A body as it is now, removed or not.
  public func body(_ number: Int) -> Body { statics.body(number) }

  /// Whether a body is still there.
  @inlinable
  public func isAlive(_ number: Int) -> Bool { statics.isAlive[number] }

  /// Becomes a copy of `other`, in the memory that it has if both are copies of one world.
  public mutating func copy(from other: borrowing World) {
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
    forecast = other.forecast
    if grid !== other.grid { grid = other.grid }
    if turnedGrid !== other.turnedGrid { turnedGrid = other.turnedGrid }
    probeCount = other.probeCount
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
