import StableNumerics

/// Forecasts: for how long no ball in flight can hit anything.
///
/// What is called at each step is declared `mutating` although it changes nothing: the compiler
/// hands a method of any other kind a copy of the whole world, if a mutating method calls it.
extension World {
  /// The probes that are made at once, one after the other, before the ball flies on.
  private static let maxProbes = 8
  /// How far above a floor counts as at it, in px.
  private static let floorEpsilon = 1e-3

  /// Finds out for how many substeps nothing can be hit, so that they need no sweep.
  ///
  /// It errs to fewer; how many it finds changes no result.
  mutating func updateForecast() {
    forecast.isKnown = true
    forecast.clearSubsteps = 0
    forecast.candidate = .unknown
    if isUnsettled {
      if balls.count > 1 || !hasRoom() { return }
      isUnsettled = false
    }
    if balls.count == 1 {
      adopt(impactBound(FlightState(balls[0])), after: 0)
      extendForecast(from: balls[0].start, flown: balls[0].flight.substeps)
    } else {
      updateForecastOfSeveral()
    }
  }

  /// Makes the forecast from a bound of which `passed` seconds are over.
  @inline(__always)
  mutating func adopt(_ bound: ImpactBound, after passed: Double) {
    let clear = wholeSubsteps(in: bound.time - passed)
    forecast.isKnown = true
    forecast.endsAtHorizon = bound.isHorizon
    forecast.clearSubsteps = clear
    // The candidate may be missed by an epsilon: how often it may be tried.
    forecast.candidateSubsteps = wholeSubsteps(in: bound.candidateTime - passed) &- clear
    forecast.candidate = forecast.candidateSubsteps > 0 ? bound.candidate : .unknown
  }

  /// Probes on from where the only ball is after the clear substeps, while nothing is in sight.
  ///
  /// Its flight began at `start`, `flown` substeps ago.
  @inline(__always)
  mutating func extendForecast(from start: FlightState, flown: Int) {
    var probes = 1
    var passed = 0
    while forecast.endsAtHorizon && forecast.clearSubsteps > passed && probes < Self.maxProbes {
      passed = forecast.clearSubsteps
      clock &+= passed
      let bound = impactBound(flightState(from: start, after: flown &+ passed))
      clock &-= passed
      adopt(bound, after: 0)
      forecast.clearSubsteps &+= passed
      probes &+= 1
    }
  }

  /// The substeps that end within a time, in s, and an epsilon before.
  @inline(__always)
  private func wholeSubsteps(in time: Double) -> Int {
    Int(rounded: max(0, time * substepsPerSecond - (0.5 + 1e-6)))
  }

  /// A lower bound of a ball's time of impact.
  struct ImpactBound {
    /// The seconds in which nothing is hit.
    var time: Double
    /// Whether that is the probe's horizon: nothing is in sight.
    var isHorizon = false
    /// All that can be hit before `candidateTime` seconds.
    var candidate = SoleCandidate.unknown
    var candidateTime = 0.0
  }

  /// The part of a ball that its flight depends on.
  struct FlightState {
    var x: Double
    var y: Double
    var velocityX: Double
    var velocityY: Double
    let radius: Double
    let filter: CollisionFilter
  }

  /// Probes again where a probe is used up: what is known of a ball that hit nothing is kept.
  private mutating func updateForecastOfSeveral() {
    if forecast.balls.count != balls.count {
      forecast.balls.empty()
      forecast.balls.append(
        contentsOf: repeatElement(
          Forecast.BallForecast(clearUntil: clock, endsAtHorizon: true), count: balls.count))
      forecast.pairsClearUntil = clock
    }
    var end = Int.max
    for place in balls.indices {
      let known = forecast.balls[place]
      if known.clearUntil < clock || (known.clearUntil == clock && known.endsAtHorizon) {
        let bound = impactBound(FlightState(balls[place]))
        forecast.balls[place] = Forecast.BallForecast(
          clearUntil: clock + wholeSubsteps(in: bound.time), endsAtHorizon: bound.isHorizon)
      }
      end = min(end, forecast.balls[place].clearUntil)
    }
    probeCount &+= balls.count
    if forecast.pairsClearUntil <= clock {
      probeCount &+= probesOfPairs
      forecast.pairsClearUntil = clock + substepsOfClearPairs
    }
    end = min(end, forecast.pairsClearUntil)
    forecast.clearSubsteps = max(0, end - clock)
    // What comes then is asked ball by ball.
    forecast.endsAtHorizon = true
  }

  /// The substeps in which no two balls can touch.
  private var substepsOfClearPairs: Int {
    var least = horizon.time
    for place in balls.indices {
      for other in 0..<place {
        least = min(least, timeOfImpact(FlightState(balls[place]), FlightState(balls[other])))
      }
    }
    return wholeSubsteps(in: least)
  }

  /// The time in which two balls do not touch; infinite where they never do.
  ///
  /// Both fall alike, so each sees the other move in a straight line.
  private func timeOfImpact(_ first: FlightState, _ second: FlightState) -> Double {
    if !first.filter.collides(with: second.filter) { return .infinity }
    let x = first.x - second.x
    let y = first.y - second.y
    let velocityX = first.velocityX - second.velocityX
    let velocityY = first.velocityY - second.velocityY
    let reach = first.radius + second.radius + Self.epsilon
    let b = x * velocityX + y * velocityY
    let c = x * x + y * y - reach * reach
    // Touching, they must be parting for certain.
    if c <= 0 { return b > 1e-3 ? .infinity : 0 }
    let discriminant = b * b - (velocityX * velocityX + velocityY * velocityY) * c
    if b >= 0 || discriminant < 0 { return .infinity }
    return c / (discriminant.squareRoot() - b)
  }

  /// The seconds in which a ball hits nothing and comes neither to the bucket nor to the bottom.
  ///
  /// `passed` is how much of the substep is over, in s.
  @inline(__always)
  mutating func impactBound(_ ball: FlightState, after passed: Double = 0) -> ImpactBound {
    impactBound(
      ball.x, ball.y, ball.velocityX, ball.velocityY, ball.radius, ball.filter, after: passed)
  }

  /// The same, by numbers that are passed in registers.
  @inline(never)
  private mutating func impactBound(
    _ x: Double, _ y: Double, _ velocityX: Double, _ velocityY: Double, _ radius: Double,
    _ filter: CollisionFilter, after passed: Double
  ) -> ImpactBound {
    let ball = FlightState(
      x: x, y: y, velocityX: velocityX, velocityY: velocityY, radius: radius, filter: filter)
    // Without walls it could leave anywhere.
    if filter.maskBits == 0 { return ImpactBound(time: 0) }
    // What is further off than the broad phase lists may be hit sooner than it is seen. At no time
    // the ball has moved further up or down than at the speed of the beginning or at the average.
    let displacement = Vector(velocityX * horizon.time, velocityY * horizon.time + horizon.fall)
    let start = velocityY * horizon.time
    let farthest =
      (displacement.x * displacement.x + max(start * start, displacement.y * displacement.y))
      .squareRoot()
    let listed = grid.far.reach - radius
    let probed = farthest > listed ? horizon.time * (listed / farthest) : horizon.time
    let cell = grid.far.cell(x: x, y: y)
    var first = firstImpact(
      among: cell.range, Probe(ball: ball, displacement: displacement),
      before: FirstImpact(time: probed, second: probed))
    // After the bodies: mostly neither wall nor bucket is hit before one of them.
    if !cell.isInner {
      first = firstBorderImpact(ball, after: passed, before: first)
      if first.time <= 0 { return ImpactBound(time: 0) }
    }
    if first.time <= 0 || !ignored.isEmpty { first.candidate = .unknown }
    return ImpactBound(
      time: first.time, isHorizon: first.time == probed, candidate: first.candidate,
      candidateTime: min(first.second, first.time + horizon.candidateTime))
  }

  /// What a ball may hit first.
  struct FirstImpact {
    /// The seconds in which it hits nothing.
    var time: Double
    /// The seconds in which it hits nothing but `candidate`.
    var second: Double
    var candidate = SoleCandidate.unknown

    @inline(__always)
    mutating func add(_ candidate: SoleCandidate, at time: Double) {
      if time < self.time {
        second = self.time
        self.time = time
        self.candidate = candidate
      } else {
        second = min(second, time)
      }
    }
  }

  /// What a ball may hit first, if that is a wall, the bucket or the bottom and before `first`.
  @inline(__always)
  private mutating func firstBorderImpact(
    _ ball: FlightState, after passed: Double, before first: FirstImpact
  ) -> FirstImpact {
    var impact = first
    let longest = min(first.second, first.time + horizon.candidateTime)
    // The ball is on its way to one side wall and, rising, to the top.
    let aside = ball.velocityX.magnitude
    let left = ball.x - ball.radius
    let right = parameters.width - ball.radius - ball.x
    let isToRight = ball.velocityX > 0
    let side = isToRight ? right : left
    if side < longest * aside {
      impact.add(isToRight ? .rightWall : .leftWall, at: side / aside)
    }
    if ball.y - ball.radius < longest * -ball.velocityY {
      impact.add(.topWall, at: timeToTop(ball, within: longest))
    }
    let floor = min(parameters.height, bucketTop - 2 * ball.radius) + ball.radius
    if falls(ball, to: floor, within: longest) {
      let time = timeToFall(ball, to: floor, within: longest)
      impact.add(
        .unknown, at: max(time, timeBelow(ball, after: passed, within: longest)))
    }
    return impact
  }

  /// The time until a rising ball is at the top, at most `least`.
  ///
  /// The chords of its substeps are below its flight.
  @inline(__always)
  private func timeToTop(_ ball: FlightState, within least: Double) -> Double {
    let gap = ball.y - ball.radius
    if gap <= 0 { return 0 }
    let squared = ball.velocityY * ball.velocityY - 2 * parameters.gravity * gap
    return squared < 0 ? least : min(least, 2 * gap / (squared.squareRoot() - ball.velocityY))
  }

  /// Whether a ball is, or comes, as low as `floorEpsilon` above `floor` within `least` seconds.
  ///
  /// A flight bends downward only: above the floor at both ends it is so in between.
  @inline(__always)
  private func falls(_ ball: FlightState, to floor: Double, within least: Double) -> Bool {
    let fall = ball.velocityY * least + 0.5 * parameters.gravity * (least * least)
    return max(0, fall) >= floor - Self.floorEpsilon - ball.y
  }

  /// The time until it is, at most `least`.
  private func timeToFall(_ ball: FlightState, to floor: Double, within least: Double) -> Double {
    let gravity = parameters.gravity
    let gap = floor - Self.floorEpsilon - ball.y
    if gap <= 0 { return 0 }
    let root = (ball.velocityY * ball.velocityY + 2 * gravity * gap).squareRoot()
    return min(least, 2 * gap / (ball.velocityY + root))
  }

  /// How long a ball hits neither the bucket nor its opening nor the bottom, at most `least`.
  @inline(never)
  private mutating func timeBelow(
    _ ball: FlightState, after passed: Double, within least: Double
  ) -> Double {
    let bottom = parameters.height + ball.radius
    guard let bucket else { return timeToFall(ball, to: bottom, within: least) }
    let clear = timeClear(of: bucket, ball, after: passed, within: least)
    let floor = clear.isAbove ? bucket.top : bottom
    if !falls(ball, to: floor, within: clear.time) { return clear.time }
    return timeToFall(ball, to: floor, within: clear.time)
  }

  /// How long a ball stays clear of the bucket's sides and corners, at most `least`; `isAbove`: as
  /// long as it is not as low as the corners.
  private mutating func timeClear(
    of bucket: Bucket, _ ball: FlightState, after passed: Double, within least: Double
  ) -> (time: Double, isAbove: Bool) {
    let run = bucket.run(at: clock)
    let aside = ball.x - run.middle
    let gap =
      aside.magnitude - bucket.halfWidth - ball.radius - Self.epsilon - bucket.speed * passed
    if gap > 0 {
      // While neither has crossed the gap, wherever the bucket turns.
      let closing = (aside > 0 ? -ball.velocityX : ball.velocityX) + bucket.speed
      return (closing > 0 ? min(least, gap / closing) : least, false)
    }
    // Above the rim only its corners can be hit. In the bucket's frame they are stationary, up to
    // the substep in which the bucket reverses.
    let longest = min(least, run.time - passed - substep)
    let pace = run.isToRight ? bucket.speed : -bucket.speed
    // A ball that was put into the bucket passes, until it is out of it.
    if ball.y > bucket.top || longest <= 0
      || bucket.overlaps(
        x: ball.x, y: ball.y, radius: ball.radius, middle: run.middle + pace * passed)
    {
      return (0, true)
    }
    let seen = FlightState(
      x: ball.x, y: ball.y, velocityX: ball.velocityX - pace, velocityY: ball.velocityY,
      radius: ball.radius, filter: ball.filter)
    let x = aside - pace * passed
    let y = ball.y - bucket.top
    let left = Disc(x: x + bucket.halfWidth, y: y, radius: 0)
    let right = Disc(x: x - bucket.halfWidth, y: y, radius: 0)
    let time = advance(seen, toDisc: left, from: 0, within: longest)
    return (advance(seen, toDisc: right, from: 0, within: time), true)
  }
}

extension World.FlightState {
  @inline(__always)
  init(_ ball: borrowing Ball) {
    self.init(
      x: ball.x, y: ball.y, velocityX: ball.velocityX, velocityY: ball.velocityY,
      radius: ball.radius, filter: ball.filter)
  }

  /// Where it leads in `time` seconds in which nothing is hit.
  @inline(__always)
  func flown(_ time: Double, gravity: Double) -> Self {
    let displacement = displacement(in: time, gravity: gravity)
    return Self(
      x: x + displacement.x, y: y + displacement.y, velocityX: velocityX,
      velocityY: velocityY + gravity * time,
      radius: radius, filter: filter)
  }

  /// From where it is to where it is after `time` seconds in which it hits nothing.
  @inline(__always)
  func displacement(in time: Double, gravity: Double) -> Vector {
    Vector(velocityX * time, velocityY * time + 0.5 * gravity * (time * time))
  }
}
