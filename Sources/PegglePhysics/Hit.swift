/// What a ball hits first, and the tests of a swept circle that find it.
///
/// The first body wins a tie. All tests are of a disc on the chord of a substep.
struct Hit {
  enum Kind { case nothing, body, wall, bucket, opening, ball }

  /// The share of the chord, 0..<1.
  var when = 1.0
  var kind = Kind.nothing
  /// The body's number, the ball's place in the world's list, or the wall's code as a candidate.
  var number = 0
  /// The normal; of a round one the centre.
  var x = 0.0
  var y = 0.0
  var isRound = false
  /// Of a round one 1 over the distance at which its centre and the ball's touch.
  var inverseReach = 0.0

  /// A displacement into a surface that is no more than rounding, in px.
  static let grazingDisplacement = 1e-12
  /// The same times the distance of the centres, in px^2.
  static let grazing = -1e-11
  /// How far beyond an edge's end it still counts as the edge.
  static let seam = 1e-9

  /// What is hit; `ball` is the id of the ball at `number`, if it is one.
  @inline(__always)
  func obstacle(ball: Int = -1) -> Obstacle {
    switch kind {
    case .wall:
      number == SoleCandidate.leftWall.code
        ? .leftWall : number == SoleCandidate.rightWall.code ? .rightWall : .topWall
    case .bucket, .opening, .nothing: .bucket
    case .ball: .ball(ball)
    case .body: .body(number)
    }
  }

  /// A disc of radius `reach`, the radii added, about (`centreX`, `centreY`).
  @inline(__always)
  mutating func sweepCircle(
    _ x: Double, _ y: Double, displacement: Vector, squared: Double, centreX: Double,
    centreY: Double,
    reach: Double, kind: Kind, number: Int
  ) {
    let qx = x - centreX
    let qy = y - centreY
    let b = qx * displacement.x + qy * displacement.y
    let c = qx * qx + qy * qy - reach * reach
    // Moving away, or too far for the whole displacement; in one comparison, which the processor
    // predicts more often than two.
    if max(b - Hit.grazing, c + 2 * b) > 0 || b == Hit.grazing { return }
    var share = 0.0
    if c > 0 {
      let discriminant = b * b - squared * c
      if discriminant < 0 { return }
      // Multiplied by what can be calculated beforehand: no division has to wait for the root.
      share = max(0, (-b - discriminant.squareRoot()) * (1 / squared))
    }
    if share < when {
      when = share
      self.kind = kind
      self.number = number
      self.x = centreX
      self.y = centreY
      inverseReach = 1 / reach
      isRound = true
    }
  }

  /// A plane `gap` px away, of normal (`normalX`, `normalY`), that the displacement approaches by
  /// `approach` px.
  @inline(__always)
  mutating func sweepPlane(
    gap: Double, approach: Double, normalX: Double, normalY: Double, kind: Kind, number: Int
  ) {
    // Too far for the whole displacement, or not towards it.
    if gap >= approach || approach <= Hit.grazingDisplacement { return }
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
  mutating func sweepPolygon(
    _ x: Double, _ y: Double, displacement: Vector, squared: Double, radius: Double,
    edges: ArraySlice<StaticBodies.Edge>, number: Int
  ) {
    for edge in edges {
      let px = x - edge.x
      let py = y - edge.y
      let aside = px * edge.normalX + py * edge.normalY
      let approach = -(displacement.x * edge.normalX + displacement.y * edge.normalY)
      if aside > 0 && approach > Hit.grazingDisplacement {
        let gap = aside - radius
        let share = gap > 0 ? gap / approach : 0
        if share < when {
          let along =
            (px + share * displacement.x) * edge.alongX + (py + share * displacement.y)
            * edge.alongY
          if along >= -Hit.seam && along <= edge.length + Hit.seam {
            sweepPlane(
              gap: gap, approach: approach, normalX: edge.normalX, normalY: edge.normalY,
              kind: .body, number: number)
          }
        }
      }
      sweepCircle(
        x, y, displacement: displacement, squared: squared, centreX: edge.x, centreY: edge.y,
        reach: radius,
        kind: .body, number: number)
    }
  }

  /// The bucket's sides, bottom, corners and opening, `displacement` being in its own frame.
  mutating func sweepBucket(
    _ bucket: Bucket, middle: Double, x: Double, y: Double, displacement: Vector, radius: Double
  ) {
    let left = middle - bucket.halfWidth
    let right = middle + bucket.halfWidth
    let squared = displacement.x * displacement.x + displacement.y * displacement.y
    if displacement.x > 0 && x <= left {
      let gap = left - radius - x
      let at = y + (gap > 0 ? gap / displacement.x : 0) * displacement.y
      if at >= bucket.top && at <= bucket.bottom {
        sweepPlane(
          gap: gap, approach: displacement.x, normalX: -1, normalY: 0, kind: .bucket, number: 0)
      }
    }
    if displacement.x < 0 && x >= right {
      let gap = x - radius - right
      let at = y + (gap > 0 ? gap / -displacement.x : 0) * displacement.y
      if at >= bucket.top && at <= bucket.bottom {
        sweepPlane(
          gap: gap, approach: -displacement.x, normalX: 1, normalY: 0, kind: .bucket, number: 0)
      }
    }
    if displacement.y < 0 && y >= bucket.bottom {
      let gap = y - radius - bucket.bottom
      let at = x + (gap > 0 ? gap / -displacement.y : 0) * displacement.x
      if at >= left && at <= right {
        sweepPlane(
          gap: gap, approach: -displacement.y, normalX: 0, normalY: 1, kind: .bucket, number: 0)
      }
    }
    sweepCorners(x, y, displacement, squared, left, right, bucket.top, radius)
    sweepCorners(x, y, displacement, squared, left, right, bucket.bottom, radius)
    if displacement.y > 0 && y <= bucket.top {
      let share = (bucket.top - y) / displacement.y
      let at = x + share * displacement.x
      if at > left && at < right && share < when {
        when = share
        kind = .opening
      }
    }
  }

  private mutating func sweepCorners(
    _ x: Double, _ y: Double, _ displacement: Vector, _ squared: Double, _ left: Double,
    _ right: Double, _ centreY: Double, _ radius: Double
  ) {
    sweepCircle(
      x, y, displacement: displacement, squared: squared, centreX: left, centreY: centreY,
      reach: radius,
      kind: .bucket, number: 0)
    sweepCircle(
      x, y, displacement: displacement, squared: squared, centreX: right, centreY: centreY,
      reach: radius,
      kind: .bucket, number: 0)
  }

  /// A corner of the bucket has moved by `displacement` px until it is hit.
  @inline(__always)
  mutating func follow(bucket displacement: Double) {
    if kind == .bucket && isRound { x += displacement }
  }

  /// The unit normal, from the obstacle to a ball that is at (`ballX`, `ballY`) when it hits it.
  @inline(__always)
  func normal(ballX: Double, ballY: Double) -> Vector {
    if !isRound { return Vector(x, y) }
    let normalX = ballX - x
    let normalY = ballY - y
    // Having moved to it the ball is as far off as they touch.
    if when > 0 { return Vector(normalX * inverseReach, normalY * inverseReach) }
    let length = (normalX * normalX + normalY * normalY).squareRoot()
    if length == 0 { return Vector(0, 1) }
    return Vector(normalX / length, normalY / length)
  }
}
