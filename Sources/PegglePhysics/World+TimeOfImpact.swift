/// Lower bounds of the time of impact with bodies: the broad phase, then conservative advancement.
extension World {
  /// A probe along a ball's flight.
  struct Probe {
    let ball: FlightState
    /// From the ball to where it is after the time of the longest probe.
    let displacement: Vector
  }

  /// A disc as a ball sees it: the displacement from the disc's centre to the ball's.
  struct Disc {
    let x: Double
    let y: Double
    let radius: Double
  }

  /// What a ball may hit first, if that is one of the bodies of `quads` and before `first`.
  @inline(__always)
  mutating func firstImpact(
    among quads: Range<Int>, _ probe: Probe, before first: FirstImpact
  ) -> FirstImpact {
    quads.count <= Self.maxQuads
      ? firstImpact(amongFew: quads, probe, before: first)
      : firstImpact(amongMany: quads, probe, before: first)
  }

  /// As many quads as there are bits for.
  private static var maxQuads: Int { 16 }

  /// The same for a list that is longer than that.
  @inline(never)
  private mutating func firstImpact(
    amongMany quads: Range<Int>, _ probe: Probe, before first: FirstImpact
  ) -> FirstImpact {
    var first = first
    for place in stride(from: quads.lowerBound, to: quads.upperBound, by: Self.maxQuads) {
      let end = min(place + Self.maxQuads, quads.upperBound)
      first = firstImpact(amongFew: place..<end, probe, before: first)
    }
    return first
  }

  /// The same for at most `maxQuads`.
  ///
  /// Up to the end of the longest probe the flight is above the straight line that leads there, by
  /// at most an eighth of gravity times the square of its time.
  @inline(__always)
  private mutating func firstImpact(
    amongFew quads: Range<Int>, _ probe: Probe, before first: FirstImpact
  ) -> FirstImpact {
    let ball = probe.ball
    let displacement = probe.displacement
    let roundingMargin = grid.roundingMargin
    let reachable =
      (ball.velocityX.magnitude + ball.velocityY.magnitude) * horizon.time + horizon.fall
    let slack = Float(reachable) * roundingMargin
    var bits = BodyGrid.broadPhase(
      grid.far.quads, quads.lowerBound, quads.upperBound, x: SIMD4(repeating: Float(ball.x)),
      y: SIMD4(repeating: Float(ball.y)), displacementX: SIMD4(repeating: Float(displacement.x)),
      displacementY: SIMD4(repeating: Float(displacement.y)),
      reach: SIMD4(repeating: Float(ball.radius + horizon.sagitta) + roundingMargin),
      fall: Float(horizon.fall), slack: slack, back: Float(horizon.pull - horizon.fall),
      backSlack: slack + Float(horizon.pull) * roundingMargin)
    if bits == 0 { return first }
    var first = first
    let squared = displacement.x * displacement.x + displacement.y * displacement.y
    // Beforehand, so that the processor does not wait for a division after each root; the epsilon
    // in `substepSagitta` is far more than what that costs in precision.
    let perSquared = horizon.time / squared
    let above = 0.5 * horizon.sagitta
    let reach = ball.radius + above + horizon.substepSagitta
    let start = quads.lowerBound &* 4
    while bits != 0 {
      let number = Int(grid.far.numbers[start &+ bits.trailingZeroBitCount])
      bits &= bits &- 1
      if !statics.filters[number].collides(with: ball.filter) { continue }
      let place = grid.discs[number]
      let disc = Disc(x: ball.x - place.x, y: ball.y - place.y, radius: place.radius)
      let y = disc.y - above
      let b = disc.x * displacement.x + y * displacement.y
      let far = place.radius + reach
      let c = disc.x * disc.x + y * y - far * far
      let discriminant = b * b - squared * c
      let when = (-b - max(0, discriminant).squareRoot()) * perSquared
      // Passes by, or too late: in one comparison.
      let latest = min(first.time + horizon.candidateTime, first.second)
      if max(-discriminant, when - latest) > 0 { continue }
      let sure = max(0, when)
      let time =
        place.isRound
        ? newtonBound(of: disc, ball, from: sure, within: first.second)
        : advance(ball, toPolygon: number, from: sure, within: first.second)
      let isFirst = time < first.time
      first.second = min(first.second, isFirst ? first.time : time)
      let candidate = place.isRound ? SoleCandidate.body(number) : .unknown
      first.candidate = isFirst ? candidate : first.candidate
      first.time = isFirst ? time : first.time
    }
    return first
  }

  /// A time before which the ball does not touch a disc, if it is known not to until `when`; not
  /// calculated beyond `least`.
  ///
  /// By a step of Newton's method. Where the square of the distance, less that of touching, bends
  /// upward, it is above its tangent; where it bends downward, by `bend` at most, above a parabola.
  @inline(__always)
  private mutating func newtonBound(
    of disc: Disc, _ ball: FlightState, from when: Double, within least: Double
  ) -> Double {
    let gravity = parameters.gravity
    let fall = ball.velocityY + gravity * when
    let displacement = ball.displacement(in: when, gravity: gravity)
    let x = disc.x + displacement.x
    let y = disc.y + displacement.y
    let touching = disc.radius + ball.radius + horizon.substepSagitta
    let apart = x * x + y * y - touching * touching
    let closing = -(x * ball.velocityX + y * fall)
    if min(closing, apart) <= 0 { return advance(ball, toDisc: disc, from: when, within: least) }
    let step = apart / (2 * closing)
    let squared = ball.velocityX * ball.velocityX + fall * fall
    let bend = squared + gravity * (y + 3 * min(0, fall) * step)
    return when + (bend < 0 ? apart / (2 * closing - bend * step) : step)
  }

  /// The same by conservative advancement, at most `least`, also for a disc that the ball is
  /// leaving or overlaps.
  @inline(never)
  mutating func advance(
    _ ball: FlightState, toDisc disc: Disc, from when: Double, within least: Double
  ) -> Double {
    let gravity = parameters.gravity
    let qx = disc.x
    let qy = disc.y
    var when = when
    if when == 0 {
      let b = qx * ball.velocityX + qy * ball.velocityY
      if b > 0 {
        // Leaving; gravity can bring it back no sooner than this. The chord of a substep may lie
        // below the flight; its displacement aside takes it away.
        let back = -gravity * qy
        let slow = back - ball.velocityX * ball.velocityX
        let sure = 2 * b - back * substep
        if 2 * b >= least * back || (sure > 0 && sure >= least * slow) { return least }
        when = max(2 * b / back, sure > 0 ? sure / slow : 0)
      }
    }
    let touching = disc.radius + ball.radius + horizon.substepSagitta
    for _ in 0..<6 {
      let span = min(horizon.advancementTime, least - when)
      let fall = ball.velocityY + gravity * when
      let passed = ball.displacement(in: when, gravity: gravity)
      let px = qx + passed.x
      let py = qy + passed.y
      let displacementX = ball.velocityX * span
      let displacementY = fall * span + 0.5 * gravity * (span * span)
      let reach = touching + 0.125 * gravity * (span * span)
      let c = px * px + py * py - reach * reach
      if c <= 0 { return when }
      let b = px * displacementX + py * displacementY
      if b < 0 && c + 2 * b <= 0 {
        let squared = displacementX * displacementX + displacementY * displacementY
        let discriminant = b * b - squared * c
        let perSquared = 1 / squared
        let share = discriminant < 0 ? 1 : (-b - discriminant.squareRoot()) * perSquared
        if share < 1 { return when + share * span }
      }
      when += span
      if when >= least { return least }
    }
    return when
  }

  /// The same for a polygon: it lies behind the line through its point that is nearest to the ball.
  @inline(never)
  private mutating func advance(
    _ ball: FlightState, toPolygon number: Int, from when: Double, within least: Double
  ) -> Double {
    let gravity = parameters.gravity
    let epsilon = horizon.substepSagitta
    var when = when
    for _ in 0..<4 {
      let fall = ball.velocityY + gravity * when
      let displacement = ball.displacement(in: when, gravity: gravity)
      let found = statics.overlap(
        number, x: ball.x + displacement.x, y: ball.y + displacement.y, radius: ball.radius)
      let gap = -found.depth - epsilon
      let away = found.normal.x * ball.velocityX + found.normal.y * fall
      let pull = 0.5 * gravity * found.normal.y
      if gap <= 0 {
        // Touching it, it must be leaving it for certain.
        let isLeaving = away > 1e-3 * (1 + ball.velocityX.magnitude + fall.magnitude)
        guard when == 0, isLeaving else { return when }
        if pull >= 0 { return least }
        let discriminant = away * away - 4 * pull * gap
        if discriminant < 0 { return 0 }
        when = (away + discriminant.squareRoot()) / (-2 * pull)
      } else {
        let discriminant = away * away - 4 * pull * gap
        if discriminant < 0 || (pull >= 0 && away >= 0) { return least }
        let time = 2 * gap / (discriminant.squareRoot() - away)
        when += time
        if time < 0.25 * substep { return min(when, least) }
      }
      if when >= least { return least }
    }
    return when
  }
}
