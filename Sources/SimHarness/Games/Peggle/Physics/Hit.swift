/// What a ball meets first on its way, and the tests that find it.
///
/// The first body wins a tie. All tests are of a disc on the chord of a substep.
struct Hit {
  enum Kind { case nothing, body, wall, bucket, opening, ball }

  /// The share of the chord, 0..<1.
  var when = 1.0
  var kind = Kind.nothing
  /// The body's number, the ball's place in the world's list, or the wall as `World.Alone` has it.
  var number = 0
  /// The normal; of a round one the centre.
  var x = 0.0
  var y = 0.0
  var isRound = false
  /// Of a round one 1 over the distance at which its centre and the ball's touch.
  var perReach = 0.0

  /// A way into a surface that is no more than rounding, in px.
  static let grazingWay = 1e-12
  /// The same times the distance of the centres, in px^2.
  static let grazing = -1e-11
  /// How far beyond an edge's end it still counts as the edge.
  static let seam = 1e-9

  /// What is met; `ball` is the id of the ball at `number`, if it is one.
  @inline(__always)
  func obstacle(ball: Int = -1) -> Obstacle {
    switch kind {
    case .wall:
      number == World.Alone.leftWall
        ? .leftWall : number == World.Alone.rightWall ? .rightWall : .topWall
    case .bucket, .opening, .nothing: .bucket
    case .ball: .ball(ball)
    case .body: .body(number)
    }
  }

  /// A disc of radius `reach`, the radii added, about (`centreX`, `centreY`).
  @inline(__always)
  mutating func meetRound(
    _ x: Double, _ y: Double, way: Vector, squared: Double, centreX: Double, centreY: Double,
    reach: Double, kind: Kind, number: Int
  ) {
    let qx = x - centreX
    let qy = y - centreY
    let b = qx * way.x + qy * way.y
    let c = qx * qx + qy * qy - reach * reach
    // Going away, or too far for the whole way; in one comparison, which the processor foresees
    // more often than two.
    if max(b - Hit.grazing, c + 2 * b) > 0 || b == Hit.grazing { return }
    var share = 0.0
    if c > 0 {
      let discriminant = b * b - squared * c
      if discriminant < 0 { return }
      // Multiplied by what can be worked out beforehand: no division has to wait for the root.
      share = max(0, (-b - discriminant.squareRoot()) * (1 / squared))
    }
    if share < when {
      when = share
      self.kind = kind
      self.number = number
      self.x = centreX
      self.y = centreY
      perReach = 1 / reach
      isRound = true
    }
  }

  /// A plane `gap` px away, of normal (`normalX`, `normalY`), that the way goes `approach` px
  /// towards.
  @inline(__always)
  mutating func meetPlane(
    gap: Double, approach: Double, normalX: Double, normalY: Double, kind: Kind, number: Int
  ) {
    // Too far for the whole way, or no way towards it.
    if gap >= approach || approach <= Hit.grazingWay { return }
    let share = gap > 0 ? gap / approach : 0
    if share < when {
      when = share
      self.kind = kind
      self.number = number
      x = normalX
      y = normalY
      isRound = false
    }
  }

  /// A polygon's edges and corners; the ball's centre is outside it.
  mutating func meetPolygon(
    _ x: Double, _ y: Double, way: Vector, squared: Double, radius: Double,
    edges: ArraySlice<StaticBodies.Edge>, number: Int
  ) {
    for edge in edges {
      let px = x - edge.x
      let py = y - edge.y
      let aside = px * edge.normalX + py * edge.normalY
      let approach = -(way.x * edge.normalX + way.y * edge.normalY)
      if aside > 0 && approach > Hit.grazingWay {
        let gap = aside - radius
        let share = gap > 0 ? gap / approach : 0
        if share < when {
          let along =
            (px + share * way.x) * edge.alongX + (py + share * way.y) * edge.alongY
          if along >= -Hit.seam && along <= edge.length + Hit.seam {
            meetPlane(
              gap: gap, approach: approach, normalX: edge.normalX, normalY: edge.normalY,
              kind: .body, number: number)
          }
        }
      }
      meetRound(
        x, y, way: way, squared: squared, centreX: edge.x, centreY: edge.y, reach: radius,
        kind: .body, number: number)
    }
  }

  /// The bucket's sides, bottom, corners and opening, `way` being in its own frame.
  mutating func meetBucket(
    _ bucket: Bucket, middle: Double, x: Double, y: Double, way: Vector, radius: Double
  ) {
    let left = middle - bucket.halfWidth
    let right = middle + bucket.halfWidth
    let squared = way.x * way.x + way.y * way.y
    if way.x > 0 && x <= left {
      let gap = left - radius - x
      let at = y + (gap > 0 ? gap / way.x : 0) * way.y
      if at >= bucket.top && at <= bucket.bottom {
        meetPlane(gap: gap, approach: way.x, normalX: -1, normalY: 0, kind: .bucket, number: 0)
      }
    }
    if way.x < 0 && x >= right {
      let gap = x - radius - right
      let at = y + (gap > 0 ? gap / -way.x : 0) * way.y
      if at >= bucket.top && at <= bucket.bottom {
        meetPlane(gap: gap, approach: -way.x, normalX: 1, normalY: 0, kind: .bucket, number: 0)
      }
    }
    if way.y < 0 && y >= bucket.bottom {
      let gap = y - radius - bucket.bottom
      let at = x + (gap > 0 ? gap / -way.y : 0) * way.x
      if at >= left && at <= right {
        meetPlane(gap: gap, approach: -way.y, normalX: 0, normalY: 1, kind: .bucket, number: 0)
      }
    }
    meetCorners(x, y, way, squared, left, right, bucket.top, radius)
    meetCorners(x, y, way, squared, left, right, bucket.bottom, radius)
    if way.y > 0 && y <= bucket.top {
      let share = (bucket.top - y) / way.y
      let at = x + share * way.x
      if at > left && at < right && share < when {
        when = share
        kind = .opening
      }
    }
  }

  private mutating func meetCorners(
    _ x: Double, _ y: Double, _ way: Vector, _ squared: Double, _ left: Double,
    _ right: Double, _ centreY: Double, _ radius: Double
  ) {
    meetRound(
      x, y, way: way, squared: squared, centreX: left, centreY: centreY, reach: radius,
      kind: .bucket, number: 0)
    meetRound(
      x, y, way: way, squared: squared, centreX: right, centreY: centreY, reach: radius,
      kind: .bucket, number: 0)
  }

  /// A corner of the bucket has gone on by `way` px until it is met.
  @inline(__always)
  mutating func follow(bucket way: Double) {
    if kind == .bucket && isRound { x += way }
  }

  /// The unit normal, from the obstacle to a ball that is at (`ballX`, `ballY`) when it meets it.
  @inline(__always)
  func normal(ballX: Double, ballY: Double) -> Vector {
    if !isRound { return Vector(x, y) }
    let normalX = ballX - x
    let normalY = ballY - y
    // On its way to it the ball is as far off as they touch.
    if when > 0 { return Vector(normalX * perReach, normalY * perReach) }
    let length = (normalX * normalX + normalY * normalY).squareRoot()
    if length == 0 { return Vector(0, 1) }
    return Vector(normalX / length, normalY / length)
  }
}
