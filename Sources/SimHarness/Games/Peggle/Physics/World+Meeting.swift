extension World {
  /// The bucket during one substep: where it is and how fast it goes.
  struct BucketRun {
    var middle: Double
    /// px/s.
    let pace: Double
  }

  /// The bucket where a ball can meet it in this substep, else nil.
  @inline(__always)
  mutating func bucketRun(for ball: Ball) -> BucketRun? {
    guard let bucket, reachesBucket(ball) else { return nil }
    return bucketRun(for: ball.id, x: ball.x, y: ball.y, radius: ball.radius, bucket)
  }

  /// Whether a ball may come as deep as the bucket's rim in this substep.
  @inline(__always)
  func reachesBucket(_ ball: Ball) -> Bool {
    guard let bucket, ball.mask != 0 else { return false }
    // A peg may turn the flight downward within the substep.
    let speed = ball.velocityX.magnitude + ball.velocityY.magnitude
    let fall = speed * substep + 0.5 * parameters.gravity * (substep * substep)
    return ball.y + fall > bucket.top - ball.radius
  }

  private mutating func bucketRun(
    for id: Int, x: Double, y: Double, radius: Double, _ bucket: Bucket
  ) -> BucketRun? {
    let middle = bucket.middle(at: clock)
    if bucket.overlaps(x: x, y: y, radius: radius, middle: middle) { return nil }
    if isIgnored(.bucket, byBall: id) { return nil }
    return BucketRun(middle: middle, pace: (bucket.middle(at: clock + 1) - middle) / substep)
  }

  /// What a ball meets first on a chord that takes `rest` seconds, other balls left aside.
  @inline(__always)
  mutating func firstHit(
    _ ball: Course, id: Int, way: Vector, rest: Double, run: BucketRun?
  ) -> Hit {
    var hit = Hit()
    let squared = way.x * way.x + way.y * way.y
    let margin = grid.near.reach - ball.radius
    if squared <= margin * margin {
      meetBodies(
        grid.near.range(x: ball.x, y: ball.y), ball: ball, id: id, way: way, squared: squared,
        hit: &hit)
    } else {
      meetAlong(ball: ball, id: id, way: way, squared: squared, margin: margin, hit: &hit)
    }
    if ball.mask == 0 { return hit }
    meetWall(Alone.leftWall, ball, way: way, hit: &hit)
    meetWall(Alone.rightWall, ball, way: way, hit: &hit)
    meetWall(Alone.topWall, ball, way: way, hit: &hit)
    if let run, let bucket {
      hit.meetBucket(
        bucket, middle: run.middle, x: ball.x, y: ball.y,
        way: Vector(way.x - run.pace * rest, way.y), radius: ball.radius)
    }
    return hit
  }

  /// One of the walls, as `nextAlone` has them.
  @inline(__always)
  mutating func meetWall(_ wall: Int, _ ball: Course, way: Vector, hit: inout Hit) {
    switch wall {
    case Alone.leftWall:
      hit.meetPlane(
        gap: ball.x - ball.radius, approach: -way.x, normalX: 1, normalY: 0, kind: .wall,
        number: wall)
    case Alone.rightWall:
      hit.meetPlane(
        gap: parameters.width - ball.radius - ball.x, approach: way.x, normalX: -1, normalY: 0,
        kind: .wall, number: wall)
    default:
      hit.meetPlane(
        gap: ball.y - ball.radius, approach: -way.y, normalX: 0, normalY: 1, kind: .wall,
        number: wall)
    }
  }

  /// The bodies of one cell.
  @inline(__always)
  private mutating func meetBodies(
    _ listed: Range<Int>, ball: Course, id: Int, way: Vector, squared: Double, hit: inout Hit
  ) {
    for place in listed {
      meetBody(
        Int(grid.near.numbers[place]), ball: ball, id: id, way: way, squared: squared, hit: &hit)
    }
  }

  @inline(__always)
  private mutating func meetBody(
    _ number: Int, ball: Course, id: Int, way: Vector, squared: Double, hit: inout Hit
  ) {
    if statics.masks[number] & ball.mask == 0 { return }
    let disc = grid.discs[number]
    if disc.isRound && ignored.isEmpty {
      hit.meetRound(
        ball.x, ball.y, way: way, squared: squared, centreX: disc.x, centreY: disc.y,
        reach: disc.radius + ball.radius, kind: .body, number: number)
    } else {
      meetUncommon(
        number, id, ball.x, ball.y, ball.radius, way: way, squared: squared, hit: &hit)
    }
  }

  /// A polygon, or a body that the ball may pass.
  private mutating func meetUncommon(
    _ number: Int, _ id: Int, _ x: Double, _ y: Double, _ radius: Double, way: Vector,
    squared: Double, hit: inout Hit
  ) {
    if isIgnored(.body(number), byBall: id) { return }
    let place = statics.places[number]
    if place.isRound {
      hit.meetRound(
        x, y, way: way, squared: squared, centreX: place.x, centreY: place.y,
        reach: place.radius + radius, kind: .body, number: number)
      return
    }
    // Beyond the disc around it, and the hair that rounding is worth.
    let qx = x - place.x
    let qy = y - place.y
    let far = place.radius + radius + squared.squareRoot() + 1e-6
    if qx * qx + qy * qy > far * far { return }
    hit.meetPolygon(
      x, y, way: way, squared: squared, radius: radius, edges: statics.edges[place.edges],
      number: number)
  }

  /// The bodies of the cells along a chord longer than a cell's list reaches.
  @inline(never)
  private mutating func meetAlong(
    ball: Course, id: Int, way: Vector, squared: Double, margin: Double, hit: inout Hit
  ) {
    let pieces = Int(squared.squareRoot() / margin) + 1
    for piece in 0..<pieces {
      let start = Double(piece) / Double(pieces)
      if start > hit.when { return }
      meetBodies(
        grid.near.range(x: ball.x + start * way.x, y: ball.y + start * way.y), ball: ball,
        id: id, way: way, squared: squared, hit: &hit)
    }
  }
}
