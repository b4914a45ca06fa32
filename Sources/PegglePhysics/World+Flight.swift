extension World {
  /// How a substep ended for a ball.
  enum Ending { case inside, caught, bottom, elsewhere }

  /// A substep of the only ball, in which it may hit something; whether anything was reported.
  mutating func sweepSingle(emit: (WorldEvent) -> Void) -> Bool {
    forecast.restingImpacts = 0
    let isPushed = isUnsettled && settle(emit: emit)
    var ball = balls[0]
    let before = ball.impacts
    let isCaught = sweep(&ball, emit: emit)
    if ball.impacts == before && !isCaught {
      balls[0].fly(1, substep: substep, gravity: parameters.gravity)
    } else {
      if !isPushed && ball.isStill(since: balls[0]) {
        forecast.restingImpacts = ball.impacts &- before
      }
      balls[0].land(FlightState(ball), impacts: ball.impacts &- before)
    }
    clock += 1
    let ending = isCaught ? .caught : ending(of: balls[0])
    if ending != .inside { finish(0, ending, emit: emit) }
    return isPushed || ending != .inside || ball.impacts != before
  }

  /// The most common flights: the ball can hit one disc or wall only, bounces off it and flies on,
  /// again and again as long as `filter` passes the contacts.
  ///
  /// The same as gliding and `sweep`, in less time; the substeps that it did are taken from `left`.
  /// Called when the candidate is known, so that all else is out of reach, and `left` is more than
  /// the clear substeps. Returns whether anything was reported; nil, stopped just short of a
  /// contact, if that needs the full solver.
  @inline(__always)
  mutating func flyToCandidates(
    _ left: inout Int, filter: inout some ContactFilter, emit: (WorldEvent) -> Void
  ) -> Bool? {
    // From bounce to bounce the flight is in registers, not in the list of balls.
    var start = balls[0].start
    var flown = balls[0].flight.substeps
    var impacts = 0
    repeat {
      let clear = forecast.clearSubsteps
      let last = min(clear &+ forecast.candidateSubsteps, left)
      var count = clear
      var state = flightState(from: start, after: flown &+ count)
      var hit = sweepCandidate(state)
      while hit.kind == .nothing {
        count &+= 1
        if count == last {
          forecast.clearSubsteps = 0
          forecast.candidateSubsteps &-= last &- clear
          if forecast.candidateSubsteps <= 0 {
            forecast.isKnown = false
            forecast.candidate = .unknown
          }
          land(start, impacts: impacts)
          pass(count, &left)
          return false
        }
        state = self.flightState(from: start, after: flown &+ count)
        hit = sweepCandidate(state)
      }
      forecast.candidate = .unknown
      forecast.clearSubsteps = 0
      if !bounce(&state, off: hit, after: count) {
        land(start, impacts: impacts)
        pass(count, &left)
        return nil
      }
      start = state
      flown = 0
      impacts &+= 1
      left &-= count &+ 1
      let contact = Contact(
        ball: balls[0].id, x: start.x, y: start.y, isThrown: balls[0].thrownBody != nil,
        obstacle: hit.obstacle())
      let parts = parameters.substeps
      if !filter.passes(contact, stepsLeft: parts == 1 ? left : left / parts) {
        land(start, impacts: impacts)
        emit(.contact(ball: contact.ball, contact.obstacle))
        return true
      }
    } while forecast.candidate != .unknown && forecast.clearSubsteps < left
    land(start, impacts: impacts)
    return false
  }

  /// The only ball begins a flight at `start`, if it has hit anything.
  @inline(__always)
  private mutating func land(_ start: FlightState, impacts: Int) {
    if impacts > 0 { balls[0].land(start, impacts: impacts) }
  }

  /// Where a flight leads, `substeps` after it began.
  @inline(__always)
  mutating func flightState(from start: FlightState, after substeps: Int) -> FlightState {
    start.flown(Double(substeps) * substep, gravity: parameters.gravity)
  }

  /// The displacement of a substep in which nothing is hit: the chord of the parabola.
  @inline(__always)
  private mutating func chord(_ state: FlightState) -> Vector {
    state.displacement(in: substep, gravity: parameters.gravity)
  }

  /// Whether the ball hits the candidate in the substep that begins with this state.
  @inline(__always)
  private mutating func sweepCandidate(_ state: FlightState) -> Hit {
    var hit = Hit()
    let next = forecast.candidate
    let displacement = chord(state)
    if next.code < 0 {
      sweepWall(next, state, displacement: displacement, hit: &hit)
    } else if statics.filters[next.code].collides(with: state.filter) {
      let disc = grid.discs[next.code]
      hit.sweepCircle(
        state.x, state.y, displacement: displacement,
        squared: displacement.x * displacement.x + displacement.y * displacement.y,
        centreX: disc.x, centreY: disc.y, reach: disc.radius + state.radius, kind: .body,
        number: next.code)
    }
    return hit
  }

  /// Bounces off `hit` in the substep that begins, `count` substeps from now, in the state `state`,
  /// which becomes that of its end, and makes the forecast from there.
  ///
  /// Returns whether it did; else nothing is changed.
  @inline(__always)
  private mutating func bounce(_ state: inout FlightState, off hit: Hit, after count: Int) -> Bool {
    let gravity = parameters.gravity
    let displacement = chord(state)
    let passed = hit.when * substep
    let rest = substep - passed
    var then = state
    then.x += hit.when * displacement.x
    then.y += hit.when * displacement.y
    then.velocityY += gravity * passed
    let normal = hit.normal(ballX: then.x, ballY: then.y)
    let into = then.velocityX * normal.x + then.velocityY * normal.y
    let pull = -gravity * normal.y
    if parameters.friction > 0 || !isBounce(into: into, pull: pull, rest: rest) { return false }
    let push = (1 + parameters.restitution) * into
    then.velocityX -= push * normal.x
    then.velocityY -= push * normal.y
    clock &+= count
    let bound = impactBound(then, after: passed)
    if bound.time < rest {
      clock &-= count
      return false
    }
    state = then.flown(rest, gravity: gravity)
    // Not -0, so that bits do not depend on how the step was done.
    state.velocityX += 0
    forecast.restingImpacts = 0
    clock &+= 1
    adopt(bound, after: rest)
    extendForecast(from: state, flown: 0)
    return true
  }

  /// The only ball flies on by `count` substeps in which it hits nothing.
  private mutating func pass(_ count: Int, _ left: inout Int) {
    if count == 0 { return }
    balls[0].fly(count, substep: substep, gravity: parameters.gravity)
    clock &+= count
    left &-= count
  }

  /// Whether a ball bounces off a surface rather than rests on it.
  ///
  /// It rests where an acceleration of `pull` towards the surface would bring it back before the
  /// `rest` of the substep ends.
  @inline(__always)
  private func isBounce(into: Double, pull: Double, rest: Double) -> Bool {
    2 * parameters.restitution * -into > pull * rest && into < 0
  }

  /// Whether a probe after a bounce is worth its time.
  ///
  /// Not where gravity brings the ball back within two substeps: it makes ever smaller bounces on
  /// what it hit.
  @inline(__always)
  private func leavesForLong(_ ball: Ball, _ hit: Hit) -> Bool {
    let normal = hit.normal(ballX: ball.x, ballY: ball.y)
    let away = ball.velocityX * normal.x + ball.velocityY * normal.y
    return away > parameters.gravity * substep
  }

  /// A substep of the only ball by continuous collision detection; whether it is caught.
  @inline(__always)
  private mutating func sweep(_ ball: inout Ball, emit: (WorldEvent) -> Void) -> Bool {
    let gravity = parameters.gravity
    var run = bucketMotion(for: ball)
    var rest = substep
    var isBounced = false
    ball.release(gravity: gravity)
    for _ in 0..<parameters.impactLimit {
      let displacement = ball.chord(rest)
      // After a bounce a probe covers what is left of the substep and those to come.
      if isBounced && run == nil && !isUnsettled {
        let bound = impactBound(FlightState(ball), after: substep - rest)
        if bound.time >= rest {
          ball.move(along: displacement, share: 1, time: rest)
          adopt(bound, after: rest)
          break
        }
      }
      var hit = firstHit(
        FlightState(ball), id: ball.id, displacement: displacement, rest: rest, run: run)
      if hit.kind == .nothing {
        ball.move(along: displacement, share: 1, time: rest)
        break
      }
      let passed = hit.when * rest
      ball.move(along: displacement, share: hit.when, time: rest)
      if let pace = run?.pace {
        run?.middle += pace * passed
        hit.follow(bucket: pace * passed)
      }
      rest -= passed
      if hit.kind == .opening { return true }
      ball.impacts += 1
      answer(hit, &ball, pace: hit.kind == .bucket ? run?.pace ?? 0 : 0, rest: rest)
      isBounced = !ball.hold.isHeld && leavesForLong(ball, hit)
      emit(.contact(ball: ball.id, hit.obstacle()))
    }
    return false
  }

  /// Bounces a ball off what it hit, or lets it rest on it for the `rest` of the substep.
  ///
  /// So a series of ever smaller bounces ends.
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
    if ball.filter.maskBits == 0
      && (ball.x < -ball.radius || ball.x > parameters.width + ball.radius
        || ball.y < -ball.radius)
    {
      return .elsewhere
    }
    return .inside
  }

  /// Removes a ball that was caught or left, or lets it in again at the top.
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
