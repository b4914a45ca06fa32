extension World {
  /// Tries to push every ball out of all that it overlaps, the deepest overlap first, the shortest
  /// way.
  ///
  /// A ball without room keeps what is left of its overlap; the next substep tries again. Returns
  /// whether any was pushed.
  @discardableResult
  mutating func settle(emit: (WorldEvent) -> Void) -> Bool {
    var isSettled = true
    var isPushed = false
    for place in balls.indices {
      let pushes = pushOut(place, emit: emit)
      if balls.count > 1 { probeCount &+= (pushes &+ 2) &* balls.count }
      if pushes > 0 { isPushed = true }
      if pushes == Self.maxPushes && deepest(place) != nil { isSettled = false }
    }
    // Another ball may have been pushed into one that was free.
    if isSettled && balls.count > 1 {
      for place in balls.indices where deepest(place) != nil { isSettled = false }
    }
    isUnsettled = !isSettled
    forecast.invalidate()
    return isPushed
  }

  /// How deep a ball may lie in something and still only touch it, in px.
  static let settledDepth = 1e-9
  private static let maxPushes = 64

  /// Whether the only ball is sure to lie in nothing, so that it need not be settled.
  mutating func hasRoom() -> Bool {
    let ball = FlightState(balls[0])
    if min(ball.x, parameters.width - ball.x, ball.y) < ball.radius { return false }
    for place in grid.near.range(x: ball.x, y: ball.y) {
      let number = Int(grid.near.numbers[place])
      let disc = grid.discs[number]
      let x = ball.x - disc.x
      let y = ball.y - disc.y
      let reach = ball.radius + disc.radius
      if x * x + y * y < reach * reach && statics.filters[number].collides(with: ball.filter) {
        return false
      }
    }
    return true
  }

  private mutating func pushOut(_ place: Int, emit: (WorldEvent) -> Void) -> Int {
    for pushes in 0..<Self.maxPushes {
      guard let found = deepest(place) else { return pushes }
      emit(.contact(ball: balls[place].id, found.obstacle))
      let out = found.depth
      if case .ball(let other) = found.obstacle, let otherPlace = self.place(ofBall: other) {
        shift(place, by: 0.5 * out * found.normal)
        shift(otherPlace, by: -0.5 * out * found.normal)
      } else {
        shift(place, by: out * found.normal)
      }
    }
    return Self.maxPushes
  }

  private mutating func shift(_ place: Int, by displacement: Vector) {
    balls[place].x += displacement.x
    balls[place].y += displacement.y
    balls[place].previousX += displacement.x
    balls[place].previousY += displacement.y
    balls[place].beginFlight()
  }

  /// What a ball lies in deepest, the bucket left aside; nil when it is free.
  func deepest(_ place: Int) -> (obstacle: Obstacle, depth: Double, normal: Vector)? {
    let ball = balls[place]
    var best: (obstacle: Obstacle, depth: Double, normal: Vector)?
    var depth = Self.settledDepth
    func compare(_ obstacle: Obstacle, _ found: Double, _ normal: Vector) {
      if found > depth {
        depth = found
        best = (obstacle, found, normal)
      }
    }
    // What the ball lies in is near.
    for place in grid.near.range(x: ball.x, y: ball.y) {
      visitOverlap(of: Int(grid.near.numbers[place]), ball, compare)
    }
    forEachOverlapBesideBodies(ball, compare)
    return best
  }

  /// All that a ball could collide with, and how deep it lies in it; negative is apart.
  func forEachOverlap(_ ball: Ball, _ body: (Obstacle, Double, Vector) -> Void) {
    for number in statics.filters.indices { visitOverlap(of: number, ball, body) }
    forEachOverlapBesideBodies(ball, body)
  }

  @inline(__always)
  private func visitOverlap(
    of number: Int, _ ball: Ball, _ body: (Obstacle, Double, Vector) -> Void
  ) {
    if !statics.filters[number].collides(with: ball.filter)
      || isIgnored(.body(number), byBall: ball.id)
    {
      return
    }
    let found = statics.overlap(number, x: ball.x, y: ball.y, radius: ball.radius)
    body(.body(number), found.depth, found.normal)
  }

  private func forEachOverlapBesideBodies(
    _ ball: Ball, _ body: (Obstacle, Double, Vector) -> Void
  ) {
    for other in balls where other.id != ball.id && other.filter.collides(with: ball.filter) {
      if isPairIgnored(ball, other) { continue }
      let aside = Vector(ball.x - other.x, ball.y - other.y)
      let distance = aside.length
      let normal: Vector
      if distance > 0 {
        normal = Vector(aside.x / distance, aside.y / distance)
      } else {
        normal = Vector(0, ball.id > other.id ? 1 : -1)
      }
      body(.ball(other.id), ball.radius + other.radius - distance, normal)
    }
    if ball.filter.maskBits != 0 {
      body(.leftWall, ball.radius - ball.x, Vector(1, 0))
      body(.rightWall, ball.x + ball.radius - parameters.width, Vector(-1, 0))
      body(.topWall, ball.radius - ball.y, Vector(0, 1))
    }
  }

  func isPairIgnored(_ first: Ball, _ second: Ball) -> Bool {
    if ignored.isEmpty { return false }
    return isIgnored(.ball(second.id), byBall: first.id)
      || isIgnored(.ball(first.id), byBall: second.id)
  }
}
