extension World {
  /// How a substep ended for a ball.
  enum Ending { case inside, caught, bottom, elsewhere }

  /// A substep of the only ball, in which it may meet something; whether anything was told.
  mutating func sweepSingle(emit: (WorldEvent) -> Void) -> Bool {
    let isPushed = isUnsettled && settle(emit: emit)
    var ball = balls[0]
    let before = ball.impacts
    let ending = sweep(&ball, emit: emit)
    balls[0].place(x: ball.x, y: ball.y, velocityX: ball.velocityX, velocityY: ball.velocityY)
    balls[0].impacts = ball.impacts
    clock += 1
    if ending != .inside { finish(0, ending, emit: emit) }
    return isPushed || ending != .inside || ball.impacts != before
  }

  @inline(__always)
  private mutating func sweep(_ ball: inout Ball, emit: (WorldEvent) -> Void) -> Ending {
    let gravity = parameters.gravity
    var run = bucketRun(for: ball)
    var rest = substep
    var isBounced = false
    ball.release(gravity: gravity)
    for _ in 0..<parameters.impactLimit {
      let way = ball.chord(rest)
      // After a bounce a look ahead tells of what is left of the substep and of those to come.
      if isBounced && run == nil && !isUnsettled {
        let free = freeTime(Course(ball))
        if free.time >= rest && free.floor > ball.y {
          ball.move(along: way, share: 1, time: rest)
          take(free, after: rest)
          break
        }
      }
      let hit = firstHit(ball, way: way, rest: rest, run: run)
      if hit.kind == .nothing {
        ball.move(along: way, share: 1, time: rest)
        break
      }
      let passed = hit.when * rest
      ball.move(along: way, share: hit.when, time: rest)
      if let pace = run?.pace { run?.middle += pace * passed }
      rest -= passed
      if hit.kind == .opening { return .caught }
      ball.impacts += 1
      answer(hit, &ball, pace: hit.kind == .bucket ? run?.pace ?? 0 : 0, rest: rest)
      isBounced = !ball.hold.isHeld
      emit(.touched(ball: ball.id, obstacle(of: hit)))
    }
    return ending(of: ball)
  }

  /// Bounces a ball off what it met, or lets it rest on it for the `rest` of the substep.
  ///
  /// It rests where gravity would have it back before the substep ends: bounces that grow ever
  /// smaller come to an end.
  @inline(__always)
  func answer(_ hit: Hit, _ ball: inout Ball, pace: Double, rest: Double) {
    let normal = hit.normal(ballX: ball.x, ballY: ball.y)
    let gravity = parameters.gravity
    let into = (ball.velocityX - pace) * normal.x + ball.velocityY * normal.y
    if 2 * parameters.restitution * -into > -gravity * normal.y * rest && into < 0 {
      ball.bounce(
        off: normal.x, normal.y, into: into, restitution: parameters.restitution,
        friction: parameters.friction, pace: pace)
      ball.release(gravity: gravity)
    } else {
      ball.velocityX -= into * normal.x
      ball.velocityY -= into * normal.y
      ball.rest(on: normal.x, normal.y, gravity: gravity)
    }
  }

  func obstacle(of hit: Hit) -> Obstacle {
    switch hit.kind {
    case .wall: hit.number == 0 ? .leftWall : hit.number == 1 ? .rightWall : .topWall
    case .bucket, .opening, .nothing: .bucket
    case .ball: .ball(balls[hit.number].id)
    case .body: .body(hit.number)
    }
  }

  /// Where a ball is after a substep.
  @inline(__always)
  func ending(of ball: Ball) -> Ending {
    if ball.y > parameters.height + ball.radius { return .bottom }
    if ball.mask == 0
      && (ball.x < -ball.radius || ball.x > parameters.width + ball.radius
        || ball.y < -ball.radius)
    {
      return .elsewhere
    }
    return .inside
  }

  /// Takes out a ball that was caught or left, or lets it in again at the top.
  mutating func finish(_ place: Int, _ ending: Ending, emit: (WorldEvent) -> Void) {
    let ball = balls[place]
    if ending == .bottom && ball.reentries > 0 {
      balls[place].reentries -= 1
      balls[place].y = ball.radius
      balls[place].previousY = ball.radius - (ball.y - ball.previousY)
      disturb(unsettles: true)
      emit(.reentered(ball: ball.id))
      return
    }
    removeBall(ball.id)
    emit(
      ending == .caught
        ? .caught(ball) : .left(ball, atBottom: ending == .bottom))
  }
}
