/// Integrator `msk`: the MySpriteKit engine, bit for bit.
///
/// Each substep: for all pairs in insertion order (left wall, right wall, top wall, bodies, balls)
/// the first is collided with the second and then the second with the first; then positions go on
/// by Verlet's rule. Its faults are kept: it tunnels, and balls may rest forever.
extension World {
  /// How far beyond the border a ball is out, in px.
  private static let outside = 40.0
  /// The share of an overlap of two discs that a call takes away, both together.
  private static let discShare = 0.5 * 0.75

  /// The side and top walls: 200 px thick and 200 px longer than the board, centred on its borders,
  /// four corners each.
  ///
  /// Their lengths decide the last bit of a contact, because depths are compared and halved in
  /// units of an edge's length.
  static func verletWalls(width: Double, height: Double) -> [Vector] {
    func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [Vector] {
      let halfWidth = width / 2
      let halfHeight = height / 2
      return [
        Vector(x - halfWidth, y - halfHeight), Vector(x + halfWidth, y - halfHeight),
        Vector(x + halfWidth, y + halfHeight), Vector(x - halfWidth, y + halfHeight),
      ]
    }
    return rectangle(-100, height / 2, 200, height + 200)
      + rectangle(width + 100, height / 2, 200, height + 200)
      + rectangle(width / 2, -100, width + 200, 200)
  }

  /// One substep; whether anything was reported.
  mutating func stepVerlet(emit: (WorldEvent) -> Void) -> Bool {
    if balls.count > 1 { probeCount &+= probesOfPairs &+ balls.count &* statics.count }
    var didReport = collideWithWalls(emit: emit)
    for number in statics.filters.indices where statics.filters[number] != .nothing {
      if collideWithBody(number, emit: emit) { didReport = true }
    }
    if collideWithBucket(emit: emit) { didReport = true }
    for place in balls.indices {
      for other in (place + 1)..<max(place + 1, balls.count) {
        if collideBalls(place, other, emit: emit) { didReport = true }
      }
    }
    let time = substep
    let gain = parameters.gravity * time * time
    for place in balls.indices {
      let ball = balls[place]
      balls[place].x = ball.x + (ball.x - ball.previousX)
      balls[place].y = ball.y + (ball.y - ball.previousY) + gain
      balls[place].previousX = ball.x
      balls[place].previousY = ball.y
      balls[place].velocityX = (balls[place].x - ball.x) / time
      balls[place].velocityY = (balls[place].y - ball.y) / time
    }
    return finishVerlet(emit: emit) || didReport
  }

  private mutating func collideWithWalls(emit: (WorldEvent) -> Void) -> Bool {
    var didReport = false
    for wall in 0..<3 {
      let corners = verletWalls[(4 * wall)..<(4 * wall + 4)]
      for place in balls.indices where balls[place].filter.maskBits != 0 {
        if Self.push(&balls[place], outOf: corners) {
          didReport = true
          emit(
            .contact(
              ball: balls[place].id,
              wall == 0 ? .leftWall : wall == 1 ? .rightWall : .topWall))
        }
      }
    }
    return didReport
  }

  private mutating func collideWithBody(_ number: Int, emit: (WorldEvent) -> Void) -> Bool {
    var didReport = false
    let body = statics.places[number]
    let filter = statics.filters[number]
    for place in balls.indices where filter.collides(with: balls[place].filter) {
      let ball = balls[place]
      if isIgnored(.body(number), byBall: ball.id) { continue }
      var isMet = false
      if body.isRound {
        // Once as the first of the pair and once as the second.
        for _ in 0..<2 {
          let displacement = Self.discSeparation(
            balls[place], fromX: body.x, fromY: body.y, reach: body.radius + ball.radius)
          guard let displacement else { continue }
          isMet = true
          balls[place].x += displacement.x * 0.5 * displacement.depth
          balls[place].y += displacement.y * 0.5 * displacement.depth
        }
      } else {
        isMet = Self.push(&balls[place], outOf: statics.corners[body.edges])
      }
      if isMet {
        didReport = true
        emit(.contact(ball: ball.id, .body(number)))
      }
    }
    return didReport
  }

  private mutating func collideBalls(
    _ place: Int, _ other: Int, emit: (WorldEvent) -> Void
  ) -> Bool {
    if !balls[place].filter.collides(with: balls[other].filter) { return false }
    if isPairIgnored(balls[place], balls[other]) { return false }
    var isMet = false
    for _ in 0..<2 {
      let displacement = Self.discSeparation(
        balls[place], fromX: balls[other].x, fromY: balls[other].y,
        reach: balls[place].radius + balls[other].radius)
      guard let displacement else { continue }
      isMet = true
      balls[place].x += displacement.x * 0.5 * displacement.depth
      balls[place].y += displacement.y * 0.5 * displacement.depth
      balls[other].x -= displacement.x * 0.5 * displacement.depth
      balls[other].y -= displacement.y * 0.5 * displacement.depth
    }
    if isMet { emit(.contact(ball: balls[place].id, .ball(balls[other].id))) }
    return isMet
  }

  /// The direction in which a ball leaves a disc and how far both together go; nil when apart.
  private static func discSeparation(
    _ ball: Ball, fromX: Double, fromY: Double, reach: Double
  ) -> (x: Double, y: Double, depth: Double)? {
    let dx = ball.x - fromX
    let dy = ball.y - fromY
    let distance = (dx * dx + dy * dy).squareRoot()
    if !(distance < reach) { return nil }
    let depth = -(discShare * (distance - reach))
    return distance == 0 ? (0, 1, depth) : (dx / distance, dy / distance, depth)
  }

  // MARK: Polygons

  /// Two calls, each of which moves the ball out of a polygon by half of how deep it lies in it.
  private static func push(_ ball: inout Ball, outOf corners: ArraySlice<Vector>) -> Bool {
    var isMet = false
    for _ in 0..<2 {
      guard let found = separation(ball, corners) else { continue }
      isMet = true
      ball.x -= found.axis.x * found.depth * 0.5
      ball.y -= found.axis.y * found.depth * 0.5
    }
    return isMet
  }

  /// The separating axes: the edges' normals and the direction to the nearest corner, none
  /// normalised.
  ///
  /// The least depth wins before it is divided by its axis' length, as in the original.
  private static func separation(
    _ ball: Ball, _ corners: ArraySlice<Vector>
  ) -> (depth: Double, axis: Vector)? {
    var best = (depth: Double.infinity, axis: Vector(0, 1))
    var nearest = Double.infinity
    var last = Vector(0, 1)
    for index in corners.indices {
      let corner = corners[index]
      let next = corners[index + 1 < corners.endIndex ? index + 1 : corners.startIndex]
      let axis = Vector(-(next.y - corner.y), next.x - corner.x)
      guard let depth = depth(ball, corners, axis: axis) else { return nil }
      if depth < best.depth { best = (depth, axis) }
      let displacement = Vector(corner.x - ball.x, corner.y - ball.y)
      let distance = displacement.length
      if distance < nearest {
        nearest = distance
        last = displacement
      }
    }
    if nearest > 0 {
      guard let depth = depth(ball, corners, axis: last) else { return nil }
      if depth < best.depth { best = (depth, last) }
    }
    let length = best.axis.length
    best.depth /= length
    best.axis = Vector(best.axis.x / length, best.axis.y / length)
    // The polygon's side follows from the mean of its corners, which is not every shape's position.
    var sum = Vector(0, 0)
    for corner in corners { sum = sum + corner }
    let middle = Vector(sum.x / Double(corners.count), sum.y / Double(corners.count))
    if (middle - Vector(ball.x, ball.y)).dot(best.axis) < 0 {
      best.axis = Vector(-best.axis.x, -best.axis.y)
    }
    return best
  }

  /// How far the shadows on an axis overlap, in units of its length squared; nil when apart.
  private static func depth(
    _ ball: Ball, _ corners: ArraySlice<Vector>, axis: Vector
  ) -> Double? {
    var low = Double.infinity
    var high = -Double.infinity
    for corner in corners {
      let place = corner.dot(axis)
      low = min(low, place)
      high = max(high, place)
    }
    let length = axis.length
    let out = Vector(axis.x / length * ball.radius, axis.y / length * ball.radius)
    let one = Vector(ball.x + out.x, ball.y + out.y).dot(axis)
    let two = Vector(ball.x - out.x, ball.y - out.y).dot(axis)
    let ballLow = min(one, two)
    let ballHigh = max(one, two)
    if low >= ballHigh || ballLow >= high { return nil }
    return min(ballHigh - low, high - ballLow)
  }

  // MARK: Bucket and borders

  /// The bucket moves a ball out of its sides as a block would, in two calls of half the depth.
  private mutating func collideWithBucket(emit: (WorldEvent) -> Void) -> Bool {
    guard let bucket else { return false }
    let middle = bucket.middle(at: clock)
    var didReport = false
    for place in balls.indices where balls[place].filter.maskBits != 0 {
      if isIgnored(.bucket, byBall: balls[place].id) { continue }
      var isMet = false
      for _ in 0..<2 {
        let displacement = bucket.offset(x: balls[place].x, y: balls[place].y, middle: middle)
        let distance = displacement.length
        let depth = balls[place].radius - distance
        guard depth > 0, distance > 0 else { continue }
        isMet = true
        balls[place].x += displacement.x / distance * depth * 0.5
        balls[place].y += displacement.y / distance * depth * 0.5
      }
      if isMet {
        didReport = true
        emit(.contact(ball: balls[place].id, .bucket))
      }
    }
    return didReport
  }

  private mutating func finishVerlet(emit: (WorldEvent) -> Void) -> Bool {
    let middle = bucketX ?? 0
    clock += 1
    var didReport = false
    var place = 0
    while place < balls.count {
      let ball = balls[place]
      let ending = verletEnding(ball, middle: middle)
      if ending == .inside {
        place += 1
        continue
      }
      didReport = true
      let before = balls.count
      finish(place, ending, emit: emit)
      if balls.count == before { place += 1 }
    }
    return didReport
  }

  private func verletEnding(_ ball: Ball, middle: Double) -> Ending {
    if let bucket, ball.filter.maskBits != 0, ball.previousY <= bucket.top, ball.y > bucket.top,
      (ball.x - middle).magnitude < bucket.halfWidth, !isIgnored(.bucket, byBall: ball.id)
    {
      return .caught
    }
    // The original probeCount once per step, after its last part.
    if clock % parameters.substeps != 0 { return .inside }
    if ball.y - Self.outside > parameters.height { return .bottom }
    if ball.y + Self.outside < 0 || ball.x - Self.outside > parameters.width
      || ball.x + Self.outside < 0
    {
      return .elsewhere
    }
    return .inside
  }
}
