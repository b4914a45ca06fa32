extension World {
  /// The bucket during one substep: where it is and how fast it goes.
  struct BucketMotion {
    var middle: Double
    /// px/s.
    let pace: Double
  }

  /// The bucket, if a ball can hit it in this substep.
  @inline(__always)
  mutating func bucketMotion(for ball: Ball) -> BucketMotion? {
    guard let bucket, reachesBucket(ball) else { return nil }
    return bucketMotion(for: ball.id, x: ball.x, y: ball.y, radius: ball.radius, bucket)
  }

  /// Whether a ball may come as low as the bucket's rim in this substep.
  @inline(__always)
  func reachesBucket(_ ball: Ball) -> Bool {
    guard let bucket, ball.filter.maskBits != 0 else { return false }
    // A peg may turn the flight downward within the substep.
    let speed = ball.velocityX.magnitude + ball.velocityY.magnitude
    let fall = speed * substep + 0.5 * parameters.gravity * (substep * substep)
    return ball.y + fall > bucket.top - ball.radius
  }

  private mutating func bucketMotion(
    for id: Int, x: Double, y: Double, radius: Double, _ bucket: Bucket
  ) -> BucketMotion? {
    let middle = bucket.middle(at: clock)
    if bucket.overlaps(x: x, y: y, radius: radius, middle: middle) { return nil }
    if isIgnored(.bucket, byBall: id) { return nil }
    return BucketMotion(middle: middle, pace: (bucket.middle(at: clock + 1) - middle) / substep)
  }

  /// What a ball hits first on a chord that takes `rest` seconds, apart from other balls.
  @inline(__always)
  mutating func firstHit(
    _ ball: FlightState, id: Int, displacement: Vector, rest: Double, run: BucketMotion?
  ) -> Hit {
    var hit = Hit()
    let squared = displacement.x * displacement.x + displacement.y * displacement.y
    let margin = grid.near.reach - ball.radius
    if squared <= margin * margin {
      sweepBodies(
        grid.near.range(x: ball.x, y: ball.y), ball: ball, id: id, displacement: displacement,
        squared: squared,
        hit: &hit)
    } else {
      sweepAlong(
        ball: ball, id: id, displacement: displacement, squared: squared, margin: margin, hit: &hit)
    }
    if ball.filter.maskBits == 0 { return hit }
    sweepWall(.leftWall, ball, displacement: displacement, hit: &hit)
    sweepWall(.rightWall, ball, displacement: displacement, hit: &hit)
    sweepWall(.topWall, ball, displacement: displacement, hit: &hit)
    if let run, let bucket {
      hit.sweepBucket(
        bucket, middle: run.middle, x: ball.x, y: ball.y,
        displacement: Vector(displacement.x - run.pace * rest, displacement.y), radius: ball.radius)
    }
    return hit
  }

  /// One of the walls.
  @inline(__always)
  mutating func sweepWall(
    _ wall: SoleCandidate, _ ball: FlightState, displacement: Vector, hit: inout Hit
  ) {
    switch wall {
    case .leftWall:
      hit.sweepPlane(
        gap: ball.x - ball.radius, approach: -displacement.x, normalX: 1, normalY: 0, kind: .wall,
        number: wall.code)
    case .rightWall:
      hit.sweepPlane(
        gap: parameters.width - ball.radius - ball.x, approach: displacement.x, normalX: -1,
        normalY: 0,
        kind: .wall, number: wall.code)
    default:
      hit.sweepPlane(
        gap: ball.y - ball.radius, approach: -displacement.y, normalX: 0, normalY: 1, kind: .wall,
        number: wall.code)
    }
  }

  /// The bodies of one cell.
  @inline(__always)
  private mutating func sweepBodies(
    _ listed: Range<Int>, ball: FlightState, id: Int, displacement: Vector, squared: Double,
    hit: inout Hit
  ) {
    for place in listed {
      sweepBody(
        Int(grid.near.numbers[place]), ball: ball, id: id, displacement: displacement,
        squared: squared, hit: &hit)
    }
  }

  @inline(__always)
  private mutating func sweepBody(
    _ number: Int, ball: FlightState, id: Int, displacement: Vector, squared: Double, hit: inout Hit
  ) {
    if !statics.filters[number].collides(with: ball.filter) { return }
    let disc = grid.discs[number]
    if disc.isRound && ignored.isEmpty {
      hit.sweepCircle(
        ball.x, ball.y, displacement: displacement, squared: squared, centreX: disc.x,
        centreY: disc.y,
        reach: disc.radius + ball.radius, kind: .body, number: number)
    } else {
      sweepUncommonBody(
        number, id, ball.x, ball.y, ball.radius, displacement: displacement, squared: squared,
        hit: &hit)
    }
  }

  /// A polygon, or a body that the ball may pass.
  private mutating func sweepUncommonBody(
    _ number: Int, _ id: Int, _ x: Double, _ y: Double, _ radius: Double, displacement: Vector,
    squared: Double, hit: inout Hit
  ) {
    if isIgnored(.body(number), byBall: id) { return }
    let place = statics.places[number]
    if place.isRound {
      hit.sweepCircle(
        x, y, displacement: displacement, squared: squared, centreX: place.x, centreY: place.y,
        reach: place.radius + radius, kind: .body, number: number)
      return
    }
    // Beyond the disc around it, and an epsilon for rounding.
    let qx = x - place.x
    let qy = y - place.y
    let far = place.radius + radius + squared.squareRoot() + 1e-6
    if qx * qx + qy * qy > far * far { return }
    hit.sweepPolygon(
      x, y, displacement: displacement, squared: squared, radius: radius,
      edges: statics.edges[place.edges],
      number: number)
  }

  /// The bodies of the cells along a chord longer than a cell's list reaches.
  @inline(never)
  private mutating func sweepAlong(
    ball: FlightState, id: Int, displacement: Vector, squared: Double, margin: Double,
    hit: inout Hit
  ) {
    let pieces = Int(squared.squareRoot() / margin) + 1
    for piece in 0..<pieces {
      let start = Double(piece) / Double(pieces)
      if start > hit.when { return }
      sweepBodies(
        grid.near.range(x: ball.x + start * displacement.x, y: ball.y + start * displacement.y),
        ball: ball,
        id: id, displacement: displacement, squared: squared, hit: &hit)
    }
  }
}
