import StableNumerics

extension World {
  /// How far apart things still count as in contact, in px.
  public static let contactTolerance = 1e-3

  /// What holds a ball: all that it touches, within `tolerance` px.
  ///
  /// For the rule of stuck balls; not for every step.
  public func contacts(
    ofBall id: Int, tolerance: Double = World.contactTolerance
  ) -> [Obstacle] {
    guard let ball = ball(id) else { return [] }
    var found: [Obstacle] = []
    forEachOverlap(ball) { obstacle, depth, _ in
      if depth >= -tolerance { found.append(obstacle) }
    }
    if let bucket, ball.filter.maskBits != 0, !isIgnored(.bucket, byBall: id),
      bucket.overlaps(
        x: ball.x, y: ball.y, radius: ball.radius + tolerance, middle: bucket.middle(at: clock))
    {
      found.append(.bucket)
    }
    return found
  }

  /// Whether anything holds a ball, within `tolerance` px; the walls alone do not count.
  public func isHeld(ball id: Int, tolerance: Double = World.contactTolerance) -> Bool {
    guard let ball = ball(id) else { return false }
    var isHeld = false
    forEachOverlap(ball) { obstacle, depth, _ in
      switch obstacle {
      case .body, .ball: if depth >= -tolerance { isHeld = true }
      case .leftWall, .rightWall, .topWall, .bucket: break
      }
    }
    return isHeld
  }

  /// The kinetic and potential energy of a ball for each unit of mass, in px^2/s^2; 0 is rest at
  /// the bottom.
  public func energy(of ball: Ball) -> Double {
    0.5 * (ball.velocityX * ball.velocityX + ball.velocityY * ball.velocityY)
      + parameters.gravity * (parameters.height - ball.y)
  }

  /// The bodies that overlap the disc of `radius` px about (`x`, `y`), by ascending number.
  public func bodies(within radius: Double, ofX x: Double, y: Double) -> [Int] {
    (0..<statics.count).filter { number in
      statics.isAlive[number]
        && statics.overlap(number, x: x, y: y, radius: radius).depth >= 0
    }
  }

  /// Combines everything that influences the future.
  public func hash(into digest: inout StableDigest) {
    hashParameters(into: &digest)
    statics.hash(into: &digest)
    digest.combine(clock)
    digest.combine(nextBall)
    digest.combine(isUnsettled ? 1 : 0)
    for list in [balls, beforeTurn] {
      digest.combine(list.count)
      for ball in list {
        digest.combine(ball.id)
        for number in [
          ball.x, ball.y, ball.velocityX, ball.velocityY, ball.previousX, ball.previousY,
          ball.radius, ball.flight.x, ball.flight.y, ball.flight.velocityY,
        ] {
          digest.combine(number)
        }
        digest.combine(ball.filter.digestWord)
        digest.combine(ball.thrownBody ?? -1)
        digest.combine(ball.reentries)
        digest.combine(ball.impacts)
        digest.combine(ball.flight.substeps)
      }
    }
    digest.combine(ignored.count)
    for pair in ignored {
      digest.combine(pair.ball)
      switch pair.obstacle {
      case .body(let number):
        digest.combine(0)
        digest.combine(number)
      case .ball(let id):
        digest.combine(1)
        digest.combine(id)
      case .leftWall, .rightWall, .topWall, .bucket: digest.combine(2)
      }
    }
  }

  private func hashParameters(into digest: inout StableDigest) {
    digest.combine(parameters.integrator.rawValue)
    digest.combine(parameters.hasBucket ? 1 : 0)
    digest.combine(parameters.substeps)
    digest.combine(parameters.impactLimit)
    for number in [
      parameters.width, parameters.height, parameters.step, parameters.gravity,
      parameters.restitution, parameters.friction, parameters.ballRadius,
      parameters.bucketWidth, parameters.bucketHeight, parameters.bucketRise,
      parameters.bucketSpeed,
    ] {
      digest.combine(number)
    }
  }

  /// Throws if balls are not finite, in order and within the walls, or overlap something without
  /// having been put there.
  public func checkInvariants() throws(BrokenInvariant) {
    var last = -1
    for ball in balls {
      if ball.id <= last || ball.id >= nextBall {
        throw BrokenInvariant("ball \(ball.id) is out of order")
      }
      last = ball.id
      for number in [ball.x, ball.y, ball.velocityX, ball.velocityY] where !number.isFinite {
        throw BrokenInvariant("ball \(ball.id) has the number \(number)")
      }
      if ball.hold != Ball.Hold() {
        throw BrokenInvariant("ball \(ball.id) is held between two steps")
      }
      if ball.y > parameters.height + max(2 * ball.radius, 40) {
        throw BrokenInvariant("ball \(ball.id) is below the bottom")
      }
      if isUnsettled || parameters.integrator == .msk { continue }
      var problem: String?
      forEachOverlap(ball) { obstacle, depth, _ in
        if depth > 1e-6 { problem = "lies \(depth) px in \(obstacle)" }
      }
      if let problem { throw BrokenInvariant("ball \(ball.id) \(problem)") }
    }
    for pair in ignored where ball(pair.ball) == nil {
      throw BrokenInvariant("ball \(pair.ball) is gone and still passes something")
    }
  }
}
