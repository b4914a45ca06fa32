/// A disc that moves: a ball, or a body that was thrown.
public struct Ball: Hashable, Sendable {
  /// Its number in the world; never used again for another ball.
  public let id: Int
  /// The centre, in px.
  public internal(set) var x: Double
  /// The centre, in px; grows downward.
  public internal(set) var y: Double
  /// In px/s.
  public internal(set) var velocityX: Double
  /// In px/s, downward.
  public internal(set) var velocityY: Double
  /// Where it was a substep ago, by which integrator `msk` moves it, in px.
  public internal(set) var previousX: Double
  /// Where it was a substep ago, by which integrator `msk` moves it, in px.
  public internal(set) var previousY: Double
  /// In px.
  public let radius: Double
  /// What it collides with.
  public let filter: CollisionFilter
  /// The number of the static body that it was before it was thrown; nil: it always was a ball.
  public let thrownBody: Int?
  /// How often it may still re-enter at the top after it fell out at the bottom.
  public internal(set) var reentries = 0
  /// Its impacts so far.
  public internal(set) var impacts = 0
  /// The free flight that it is on, of integrator `standard`.
  private(set) var flight: Flight
  /// What it rests on during a substep; empty between steps.
  var hold = Hold()

  /// Where and how fast a ball was when it last hit something, and the whole substeps since.
  ///
  /// Where it is now follows from these alone, however many substeps are done at once.
  struct Flight: Hashable {
    var x: Double
    var y: Double
    var velocityY: Double
    var substeps = 0
  }

  /// What carries a ball for the rest of a substep, and what gravity that leaves.
  struct Hold: Hashable, Sendable {
    /// Whether it rests on a surface of normal (`x`, `y`).
    var isHeld = false
    var x = 0.0
    var y = 0.0
    /// Impacts in this substep.
    var impacts = 0
    /// The chord of the whole substep, among several balls.
    var displacement = Vector(0, 0)
    var mayHitBucket = false
    /// Whether it is known to hit nothing, except perhaps another ball.
    var isClear = false
    var isCaught = false
    var accelerationX = 0.0
    var accelerationY = 0.0
  }

  init(
    id: Int, x: Double, y: Double, velocityX: Double, velocityY: Double, previousX: Double,
    previousY: Double, radius: Double, filter: CollisionFilter,
    thrownBody: Int?
  ) {
    self.id = id
    self.x = x
    self.y = y
    self.velocityX = velocityX
    self.velocityY = velocityY
    self.previousX = previousX
    self.previousY = previousY
    self.radius = radius
    self.filter = filter
    self.thrownBody = thrownBody
    flight = Flight(x: x, y: y, velocityY: velocityY)
  }

  /// In px/s.
  public var speed: Double { (velocityX * velocityX + velocityY * velocityY).squareRoot() }

  /// The speed below which a ball that is held on two sides lies still, in px/s.
  ///
  /// Without it the two would pass the rounding error of a velocity back and forth, with an impact
  /// each time.
  static let stillness = 1e-3

  /// Equal density for all: the area over pi.
  var mass: Double { radius * radius }

  /// The displacement over `time` seconds: the chord of the parabola.
  @inline(__always)
  func chord(_ time: Double) -> Vector {
    Vector(
      velocityX * time + 0.5 * hold.accelerationX * (time * time),
      velocityY * time + 0.5 * hold.accelerationY * (time * time))
  }

  /// Moves along the share `share` of a chord that takes `time` seconds.
  @inline(__always)
  mutating func move(along chord: Vector, share: Double, time: Double) {
    let passed = share * time
    x += share * chord.x
    y += share * chord.y
    velocityX += hold.accelerationX * passed
    velocityY += hold.accelerationY * passed
  }

  /// Flies on by `count` substeps of `substep` seconds in which it hits nothing.
  ///
  /// The parabola from where the flight began, not from the last substep: x0 + vx t,
  /// y0 + (vy0 t + g t^2 / 2), vy0 + g t at t = n `substep`.
  @inline(__always)
  mutating func fly(_ count: Int, substep: Double, gravity: Double) {
    let state = flightState(after: count, substep: substep, gravity: gravity)
    flight.substeps &+= count
    x = state.x
    y = state.y
    velocityY = state.velocityY
  }

  /// Where it is, and how fast, after `count` more substeps in which it hits nothing.
  @inline(__always)
  func flightState(after count: Int, substep: Double, gravity: Double) -> World.FlightState {
    start.flown(Double(flight.substeps &+ count) * substep, gravity: gravity)
  }

  /// Where it was, and how fast, when its flight began.
  @inline(__always)
  var start: World.FlightState {
    World.FlightState(
      x: flight.x, y: flight.y, velocityX: velocityX, velocityY: flight.velocityY, radius: radius,
      filter: filter)
  }

  /// Begins a flight in the state at the end of a substep in which the ball hit something.
  @inline(__always)
  mutating func land(_ state: World.FlightState, impacts count: Int) {
    x = state.x
    y = state.y
    velocityX = state.velocityX
    velocityY = state.velocityY
    impacts &+= count
    beginFlight()
  }

  /// Begins a flight where it is and as fast as it is.
  @inline(__always)
  mutating func beginFlight() {
    // Not -0, so that bits do not depend on how the step was done.
    velocityX += 0
    flight = Flight(x: x, y: y, velocityY: velocityY)
  }

  /// Starts a substep: nothing holds it.
  @inline(__always)
  mutating func release(gravity: Double) {
    hold.isHeld = false
    hold.accelerationX = 0
    hold.accelerationY = gravity
  }

  /// Mirrors the velocity at a surface of normal (`x`, `y`) that moves at `pace` along x.
  @inline(__always)
  mutating func bounce(
    off x: Double, _ y: Double, into: Double, restitution: Double, friction: Double,
    pace: Double
  ) {
    let push = (1 + restitution) * into
    velocityX -= push * x
    velocityY -= push * y
    if friction > 0 {
      let along = (velocityX - pace) * -y + velocityY * x
      velocityX -= friction * along * -y
      velocityY -= friction * along * x
    }
  }

  /// Takes away the gravity that presses it into a surface of normal (`x`, `y`).
  ///
  /// Held by two surfaces between which gravity leads nowhere, it gets none at all, and comes to
  /// rest where it is slower than `stillness`.
  @inline(__always)
  mutating func rest(on x: Double, _ y: Double, gravity: Double) {
    let press = gravity * y
    var downX = 0.0
    var downY = gravity
    if press < 0 {
      downX -= press * x
      downY -= press * y
    }
    let isSlow = speed < Self.stillness
    if hold.isHeld && downX * hold.x + downY * hold.y < -1e-9
      && (isSlow || velocityX * hold.x + velocityY * hold.y <= 0)
    {
      hold.accelerationX = 0
      hold.accelerationY = 0
      if isSlow {
        velocityX = 0
        velocityY = 0
      }
    } else {
      hold.isHeld = true
      hold.x = x
      hold.y = y
      hold.accelerationX = downX
      hold.accelerationY = downY
    }
  }
}
