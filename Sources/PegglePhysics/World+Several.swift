extension World {
  /// What is hit first by any ball, and by which.
  private struct Impact {
    var hit = Hit()
    var place = 0
  }

  /// A substep of several balls, impact by impact in the order of time.
  ///
  /// A ball with too many impacts stands still for what is left of the substep.
  mutating func sweepSeveral(emit: (WorldEvent) -> Void) -> Bool {
    var didReport = isUnsettled && settle(emit: emit)
    var rest = substep
    var run: BucketMotion?
    // A ball known to hit no body needs no sweep until it hits another ball.
    let isKnown = forecast.balls.count == balls.count
    var mayBallsCollide = !isKnown || forecast.pairsClearUntil <= clock
    for place in balls.indices {
      balls[place].hold = Ball.Hold()
      balls[place].release(gravity: parameters.gravity)
      balls[place].hold.displacement = balls[place].chord(substep)
      balls[place].hold.isClear = isKnown && forecast.balls[place].clearUntil > clock
      if let found = bucketMotion(for: balls[place]) {
        run = found
        balls[place].hold.mayHitBucket = true
      }
    }
    while true {
      var impact = firstImpact(rest: rest, run: run, mayBallsCollide: mayBallsCollide)
      let isFree = impact.hit.kind == .nothing
      let share = isFree ? 1 : impact.hit.when
      for place in balls.indices where isMoving(place) {
        let displacement = displacement(of: place, rest: rest)
        balls[place].move(along: displacement, share: share, time: rest)
      }
      if isFree { break }
      didReport = true
      mayBallsCollide = true
      let passed = share * rest
      if let pace = run?.pace {
        run?.middle += pace * passed
        impact.hit.follow(bucket: pace * passed)
      }
      rest -= passed
      answer(impact, pace: run?.pace ?? 0, rest: rest, emit: emit)
    }
    for place in balls.indices {
      if balls[place].hold.impacts == 0 && !balls[place].hold.isCaught {
        balls[place].fly(1, substep: substep, gravity: parameters.gravity)
      } else {
        balls[place].beginFlight()
        if isKnown {
          forecast.balls[place].clearUntil = clock
          forecast.pairsClearUntil = clock
        }
      }
    }
    clock += 1
    return finishAll(emit: emit) || didReport
  }

  // Here and below balls are accessed in their places: a copy of one is 26 words.

  @inline(__always)
  private mutating func isMoving(_ place: Int) -> Bool {
    balls[place].hold.impacts < parameters.impactLimit && !balls[place].hold.isCaught
  }

  /// Where a ball goes in the `rest` of a substep.
  ///
  /// One that has hit nothing stays on the chord that leads it to the end of its free flight,
  /// whatever others have hit.
  @inline(__always)
  private mutating func displacement(of place: Int, rest: Double) -> Vector {
    if balls[place].hold.impacts == 0 {
      return (rest * substepsPerSecond) * balls[place].hold.displacement
    }
    return isMoving(place) ? balls[place].chord(rest) : Vector(0, 0)
  }

  /// The first impact among all; a body, wall or bucket before a ball, lower places first.
  private mutating func firstImpact(
    rest: Double, run: BucketMotion?, mayBallsCollide: Bool
  ) -> Impact {
    var impact = Impact()
    probeCount &+= mayBallsCollide ? probesOfPairs : balls.count
    for place in balls.indices where !balls[place].hold.isClear && isMoving(place) {
      let hit = firstHit(
        FlightState(balls[place]), id: balls[place].id,
        displacement: displacement(of: place, rest: rest), rest: rest,
        run: balls[place].hold.mayHitBucket ? run : nil)
      if hit.kind != .nothing && hit.when < impact.hit.when {
        impact = Impact(hit: hit, place: place)
      }
    }
    if !mayBallsCollide { return impact }
    for place in balls.indices {
      for other in 0..<place where mayCollide(place, other) {
        let relative = displacement(of: place, rest: rest) - displacement(of: other, rest: rest)
        let before = impact.hit.when
        impact.hit.sweepCircle(
          balls[place].x, balls[place].y, displacement: relative,
          squared: relative.x * relative.x + relative.y * relative.y, centreX: balls[other].x,
          centreY: balls[other].y, reach: balls[place].radius + balls[other].radius, kind: .ball,
          number: other)
        if impact.hit.when < before { impact.place = place }
      }
    }
    return impact
  }

  /// What it takes to probe at each ball and each pair of balls.
  var probesOfPairs: Int { balls.count &* (balls.count &+ 1) / 2 }

  /// Whether two balls collide at all.
  @inline(__always)
  private mutating func mayCollide(_ place: Int, _ other: Int) -> Bool {
    balls[place].filter.collides(with: balls[other].filter) && !balls[place].hold.isCaught
      && !balls[other].hold.isCaught && (isMoving(place) || isMoving(other))
      && (ignored.isEmpty || !isPairIgnored(balls[place], balls[other]))
  }

  private mutating func answer(
    _ impact: Impact, pace: Double, rest: Double, emit: (WorldEvent) -> Void
  ) {
    let place = impact.place
    let hit = impact.hit
    if hit.kind == .opening {
      balls[place].hold.isCaught = true
      return
    }
    balls[place].impacts += 1
    balls[place].hold.impacts += 1
    if hit.kind == .ball {
      balls[hit.number].impacts += 1
      balls[hit.number].hold.impacts += 1
      balls[place].hold.isClear = false
      balls[hit.number].hold.isClear = false
      answerPair(place, hit.number, rest: rest)
    } else {
      // Not in its place: the world would be copied for a call while a part of it changes.
      var ball = balls[place]
      answer(hit, &ball, pace: hit.kind == .bucket ? pace : 0, rest: rest)
      balls[place] = ball
    }
    let other = hit.kind == .ball ? balls[hit.number].id : -1
    emit(.contact(ball: balls[place].id, hit.obstacle(ball: other)))
  }

  /// An impact of two balls: momentum along the line of their centres is exchanged.
  private mutating func answerPair(_ place: Int, _ other: Int, rest: Double) {
    var first = balls[place]
    var second = balls[other]
    let aside = Vector(first.x - second.x, first.y - second.y)
    let distance = aside.length
    let normal =
      distance == 0 ? Vector(0, 1) : Vector(aside.x / distance, aside.y / distance)
    let into =
      (first.velocityX - second.velocityX) * normal.x
      + (first.velocityY - second.velocityY) * normal.y
    let press = parameters.gravity * normal.y.magnitude
    let isBounce = 2 * parameters.restitution * -into > press * rest
    if into < 0 {
      let restitution = isBounce ? parameters.restitution : 0
      let push = (1 + restitution) * into / (first.mass + second.mass)
      first.velocityX -= push * second.mass * normal.x
      first.velocityY -= push * second.mass * normal.y
      second.velocityX += push * first.mass * normal.x
      second.velocityY += push * first.mass * normal.y
      first.release(gravity: parameters.gravity)
      second.release(gravity: parameters.gravity)
    }
    if into >= 0 || !isBounce {
      if normal.y < 0 {
        self.press(&first, on: normal)
      } else if normal.y > 0 {
        self.press(&second, on: Vector(-normal.x, -normal.y))
      }
    }
    balls[place] = first
    balls[other] = second
  }

  /// Lets the upper ball rest on the lower one, without rising with it.
  private func press(_ ball: inout Ball, on normal: Vector) {
    let rising = ball.velocityX * normal.x + ball.velocityY * normal.y
    if rising > 0 {
      ball.velocityX -= rising * normal.x
      ball.velocityY -= rising * normal.y
    }
    ball.rest(on: normal.x, normal.y, gravity: parameters.gravity)
    if ball.hold.accelerationX == 0 && ball.hold.accelerationY == 0 {
      ball.velocityX = 0
      ball.velocityY = 0
    }
  }

  /// Removes the balls that were caught or left; whether there were any.
  private mutating func finishAll(emit: (WorldEvent) -> Void) -> Bool {
    var didReport = false
    var place = 0
    while place < balls.count {
      let ending = balls[place].hold.isCaught ? .caught : ending(of: balls[place])
      balls[place].hold = Ball.Hold()
      let before = balls.count
      if ending != .inside {
        didReport = true
        finish(place, ending, emit: emit)
      }
      if balls.count == before { place += 1 }
    }
    return didReport
  }
}
