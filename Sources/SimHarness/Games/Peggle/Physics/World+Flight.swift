extension World {
  /// How a substep ended for a ball.
  enum Ending { case inside, caught, bottom, elsewhere }

  /// A substep of the only ball, in which it may meet something; whether anything was told.
  mutating func sweepSingle(emit: (WorldEvent) -> Void) -> Bool {
    impactsAtRest = 0
    let isPushed = isUnsettled && settle(emit: emit)
    var ball = balls[0]
    let before = ball.impacts
    let isCaught = sweep(&ball, emit: emit)
    if ball.impacts == before && !isCaught {
      balls[0].fly(1, substep: substep, gravity: parameters.gravity)
    } else {
      if !isPushed && ball.isStill(since: balls[0]) {
        impactsAtRest = ball.impacts &- before
      }
      balls[0].land(Course(ball), impacts: ball.impacts &- before)
    }
    clock += 1
    let ending = isCaught ? .caught : ending(of: balls[0])
    if ending != .inside { finish(0, ending, emit: emit) }
    return isPushed || ending != .inside || ball.impacts != before
  }

  /// The only ball has touched something and is where it is at the end of that substep.
  struct Touch {
    let ball: Int
    let x: Double
    let y: Double
    /// Whether the ball is a thrown peg.
    let isThrown: Bool
    let obstacle: Obstacle
  }

  /// The commonest flights: the ball can meet one disc or wall alone, bounces off it and flies on.
  ///
  /// What gliding and `sweep` would do, in less time; the substeps that it did are taken from
  /// `left`. Called when `nextAlone` is known, so that all else is out of reach, and `left` is more
  /// than the free substeps. Returns whether anything was told; nil, in front of what is met,
  /// where there is more to it than a bounce.
  @inline(__always)
  mutating func flyToAlone(
    _ left: inout Int, passing: (Touch, Int) -> Bool, emit: (WorldEvent) -> Void
  ) -> Bool? {
    // The flight itself is kept out of the world's memory from bounce to bounce.
    var start = balls[0].start
    var flown = balls[0].flight.substeps
    var impacts = 0
    repeat {
      let free = max(0, freeSubsteps)
      let last = min(free &+ triesAlone, left)
      var count = free
      var course = course(from: start, after: flown &+ count)
      var hit = meetAlone(course)
      while hit.kind == .nothing {
        count &+= 1
        if count == last {
          triesAlone &-= last &- free
          freeSubsteps = triesAlone > 0 ? -1 : 0
          if triesAlone <= 0 { nextAlone = Alone.anything }
          land(start, impacts: impacts)
          pass(count, &left)
          return false
        }
        course = self.course(from: start, after: flown &+ count)
        hit = meetAlone(course)
      }
      nextAlone = Alone.anything
      freeSubsteps = -1
      if !bounce(&course, off: hit, after: count) {
        land(start, impacts: impacts)
        pass(count, &left)
        return nil
      }
      start = course
      flown = 0
      impacts &+= 1
      left &-= count &+ 1
      let obstacle = hit.obstacle()
      let touch = Touch(
        ball: balls[0].id, x: start.x, y: start.y, isThrown: balls[0].thrownBody != nil,
        obstacle: obstacle)
      let parts = parameters.substeps
      if !passing(touch, parts == 1 ? left : left / parts) {
        land(start, impacts: impacts)
        emit(.touched(ball: touch.ball, obstacle))
        return true
      }
    } while nextAlone != Alone.anything && max(0, freeSubsteps) < left
    land(start, impacts: impacts)
    return false
  }

  /// The only ball begins a flight at `start`, if it has met anything.
  @inline(__always)
  private mutating func land(_ start: Course, impacts: Int) {
    if impacts > 0 { balls[0].land(start, impacts: impacts) }
  }

  /// Where a flight leads, `substeps` after it began.
  @inline(__always)
  mutating func course(from start: Course, after substeps: Int) -> Course {
    start.flown(Double(substeps) * substep, gravity: parameters.gravity)
  }

  /// The displacement of a substep in which nothing is met: the chord of the parabola.
  @inline(__always)
  private mutating func chord(_ course: Course) -> Vector {
    course.way(in: substep, gravity: parameters.gravity)
  }

  /// Whether the ball meets `nextAlone` in the substep that begins like this.
  @inline(__always)
  private mutating func meetAlone(_ course: Course) -> Hit {
    var hit = Hit()
    let next = nextAlone
    let way = chord(course)
    if next < 0 {
      meetWall(next, course, way: way, hit: &hit)
    } else if statics.masks[next] & course.mask != 0 {
      let disc = grid.discs[next]
      hit.meetRound(
        course.x, course.y, way: way, squared: way.x * way.x + way.y * way.y, centreX: disc.x,
        centreY: disc.y, reach: disc.radius + course.radius, kind: .body, number: next)
    }
    return hit
  }

  /// Bounces off `hit` in the substep that begins, `count` substeps from now, with `course`, which
  /// becomes that of its end; and looks ahead from there.
  ///
  /// Returns whether it did; else nothing is changed.
  @inline(__always)
  private mutating func bounce(_ course: inout Course, off hit: Hit, after count: Int) -> Bool {
    let gravity = parameters.gravity
    let way = chord(course)
    let passed = hit.when * substep
    let rest = substep - passed
    var then = course
    then.x += hit.when * way.x
    then.y += hit.when * way.y
    then.velocityY += gravity * passed
    let normal = hit.normal(ballX: then.x, ballY: then.y)
    let into = then.velocityX * normal.x + then.velocityY * normal.y
    let pull = -gravity * normal.y
    if parameters.friction > 0 || !isBounce(into: into, pull: pull, rest: rest) { return false }
    let push = (1 + parameters.restitution) * into
    then.velocityX -= push * normal.x
    then.velocityY -= push * normal.y
    clock &+= count
    let free = freeTime(then, after: passed)
    if free.time < rest {
      clock &-= count
      return false
    }
    course = then.flown(rest, gravity: gravity)
    // Not -0, lest bits depend on how it was worked out.
    course.velocityX += 0
    impactsAtRest = 0
    clock &+= 1
    take(free, after: rest)
    lookOn(from: course, flown: 0)
    return true
  }

  /// Flies on by so many substeps in which it meets nothing.
  private mutating func pass(_ count: Int, _ left: inout Int) {
    if count == 0 { return }
    balls[0].fly(count, substep: substep, gravity: parameters.gravity)
    clock &+= count
    left &-= count
  }

  /// Whether a ball bounces off a surface rather than rests on it.
  ///
  /// It rests where an acceleration of `pull` towards the surface would have it back before the
  /// `rest` of the substep ends.
  @inline(__always)
  private func isBounce(into: Double, pull: Double, rest: Double) -> Bool {
    2 * parameters.restitution * -into > pull * rest && into < 0
  }

  /// Whether a look ahead after a bounce is worth its time.
  ///
  /// Not where gravity brings the ball back within two substeps: it trembles on what it met.
  @inline(__always)
  private func leavesForLong(_ ball: Ball, _ hit: Hit) -> Bool {
    let normal = hit.normal(ballX: ball.x, ballY: ball.y)
    let away = ball.velocityX * normal.x + ball.velocityY * normal.y
    return away > parameters.gravity * substep
  }

  /// Whether it is caught.
  @inline(__always)
  private mutating func sweep(_ ball: inout Ball, emit: (WorldEvent) -> Void) -> Bool {
    let gravity = parameters.gravity
    var run = bucketRun(for: ball)
    var rest = substep
    var isBounced = false
    ball.release(gravity: gravity)
    for _ in 0..<parameters.impactLimit {
      let way = ball.chord(rest)
      // After a bounce a look ahead tells of what is left of the substep and of those to come.
      if isBounced && run == nil && !isUnsettled {
        let free = freeTime(Course(ball), after: substep - rest)
        if free.time >= rest {
          ball.move(along: way, share: 1, time: rest)
          take(free, after: rest)
          break
        }
      }
      var hit = firstHit(Course(ball), id: ball.id, way: way, rest: rest, run: run)
      if hit.kind == .nothing {
        ball.move(along: way, share: 1, time: rest)
        break
      }
      let passed = hit.when * rest
      ball.move(along: way, share: hit.when, time: rest)
      if let pace = run?.pace {
        run?.middle += pace * passed
        hit.follow(bucket: pace * passed)
      }
      rest -= passed
      if hit.kind == .opening { return true }
      ball.impacts += 1
      answer(hit, &ball, pace: hit.kind == .bucket ? run?.pace ?? 0 : 0, rest: rest)
      isBounced = !ball.hold.isHeld && leavesForLong(ball, hit)
      emit(.touched(ball: ball.id, hit.obstacle()))
    }
    return false
  }

  /// Bounces a ball off what it met, or lets it rest on it for the `rest` of the substep.
  ///
  /// Bounces that grow ever smaller come to an end.
  @inline(__always)
  func answer(_ hit: Hit, _ ball: inout Ball, pace: Double, rest: Double) {
    let normal = hit.normal(ballX: ball.x, ballY: ball.y)
    let gravity = parameters.gravity
    let into = (ball.velocityX - pace) * normal.x + ball.velocityY * normal.y
    // Sliding along what holds it, it may be pulled under a surface that gravity leads away from.
    let slide = ball.hold.accelerationX * normal.x + ball.hold.accelerationY * normal.y
    if isBounce(into: into, pull: max(-gravity * normal.y, -slide), rest: rest) {
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
      balls[place].beginFlight()
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
