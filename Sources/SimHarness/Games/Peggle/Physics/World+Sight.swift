/// The first body on a ball's flight.
extension World {
  /// A look along a ball's flight.
  struct Look {
    let ball: Course
    /// From the ball to where it is after the time of the longest look.
    let way: Vector
  }

  /// A disc as it lies before a ball: the way from it to the ball.
  struct Disc {
    let x: Double
    let y: Double
    let radius: Double
  }

  /// What a ball meets first, if that is one of the bodies of `quads` and before `first`.
  @inline(__always)
  mutating func meetBodies(_ quads: Range<Int>, _ look: Look, before first: Ahead) -> Ahead {
    quads.count <= Self.quadsAtOnce
      ? meet(quads, look, before: first) : meetMany(quads, look, before: first)
  }

  /// As many quads as there are bits for.
  private static var quadsAtOnce: Int { 16 }

  /// The same for a list that is longer than that.
  @inline(never)
  private mutating func meetMany(
    _ quads: Range<Int>, _ look: Look, before first: Ahead
  ) -> Ahead {
    var first = first
    for place in stride(from: quads.lowerBound, to: quads.upperBound, by: Self.quadsAtOnce) {
      let end = min(place + Self.quadsAtOnce, quads.upperBound)
      first = meet(place..<end, look, before: first)
    }
    return first
  }

  /// The same for `quadsAtOnce` at most.
  ///
  /// Up to the end of the longest look the flight is above the straight way that leads there, by
  /// an eighth of gravity times the square of its time at most.
  @inline(__always)
  private mutating func meet(
    _ quads: Range<Int>, _ look: Look, before first: Ahead
  ) -> Ahead {
    let ball = look.ball
    let way = look.way
    let blur = grid.blur
    let reachable = (ball.velocityX.magnitude + ball.velocityY.magnitude) * sight.time + sight.fall
    let slack = Float(reachable) * blur
    var bits = BodyGrid.sighted(
      grid.far.quads, quads.lowerBound, quads.upperBound, x: SIMD4(repeating: Float(ball.x)),
      y: SIMD4(repeating: Float(ball.y)), wayX: SIMD4(repeating: Float(way.x)),
      wayY: SIMD4(repeating: Float(way.y)),
      reach: SIMD4(repeating: Float(ball.radius + sight.bend) + blur), fall: Float(sight.fall),
      slack: slack, back: Float(sight.pull - sight.fall),
      backSlack: slack + Float(sight.pull) * blur)
    if bits == 0 { return first }
    var first = first
    let squared = way.x * way.x + way.y * way.y
    // Beforehand, so that the processor does not wait for a division after each root; `hair` is
    // far more than what that costs in precision.
    let perSquared = sight.time / squared
    let above = 0.5 * sight.bend
    let reach = ball.radius + above + sight.hair
    let start = quads.lowerBound &* 4
    while bits != 0 {
      let number = Int(grid.far.numbers[start &+ bits.trailingZeroBitCount])
      bits &= bits &- 1
      if statics.masks[number] & ball.mask == 0 { continue }
      let place = grid.discs[number]
      let disc = Disc(x: ball.x - place.x, y: ball.y - place.y, radius: place.radius)
      let y = disc.y - above
      let b = disc.x * way.x + y * way.y
      let far = place.radius + reach
      let c = disc.x * disc.x + y * y - far * far
      let discriminant = b * b - squared * c
      let when = (-b - max(0, discriminant).squareRoot()) * perSquared
      // Passes by, or too late: in one comparison.
      if max(-discriminant, when - min(first.time + sight.alone, first.second)) > 0 { continue }
      let sure = max(0, when)
      let time =
        place.isRound
        ? timeToTouch(disc, ball, from: sure, within: first.second)
        : timeToPolygon(number, ball, from: sure, within: first.second)
      let isFirst = time < first.time
      first.second = min(first.second, isFirst ? first.time : time)
      first.next = isFirst ? (place.isRound ? number : Alone.anything) : first.next
      first.time = isFirst ? time : first.time
    }
    return first
  }

  /// A time up to which the ball does not touch a disc, if it is known not to until `when`; not
  /// worked out beyond `least`.
  ///
  /// By a step of Newton's method. Where the square of the distance, less that of touching, bends
  /// upward, it is above its tangent; where it bends downward, by `bend` at most, above a parabola.
  @inline(__always)
  private mutating func timeToTouch(
    _ disc: Disc, _ ball: Course, from when: Double, within least: Double
  ) -> Double {
    let gravity = parameters.gravity
    let fall = ball.velocityY + gravity * when
    let way = ball.way(in: when, gravity: gravity)
    let x = disc.x + way.x
    let y = disc.y + way.y
    let touching = disc.radius + ball.radius + sight.hair
    let apart = x * x + y * y - touching * touching
    let closing = -(x * ball.velocityX + y * fall)
    if min(closing, apart) <= 0 { return timeToDisc(disc, ball, from: when, within: least) }
    let step = apart / (2 * closing)
    let squared = ball.velocityX * ball.velocityX + fall * fall
    let bend = squared + gravity * (y + 3 * min(0, fall) * step)
    return when + (bend < 0 ? apart / (2 * closing - bend * step) : step)
  }

  /// The same, `least` at most, also for a disc that the ball is leaving or lies in.
  @inline(never)
  mutating func timeToDisc(
    _ disc: Disc, _ ball: Course, from when: Double, within least: Double
  ) -> Double {
    let gravity = parameters.gravity
    let qx = disc.x
    let qy = disc.y
    var when = when
    if when == 0 {
      let b = qx * ball.velocityX + qy * ball.velocityY
      if b > 0 {
        // Leaving; gravity can bring it back no sooner than this. The chord of a substep may lie
        // below the flight; what it goes aside takes it away.
        let back = -gravity * qy
        let slow = back - ball.velocityX * ball.velocityX
        let sure = 2 * b - back * substep
        if 2 * b >= least * back || (sure > 0 && sure >= least * slow) { return least }
        when = max(2 * b / back, sure > 0 ? sure / slow : 0)
      }
    }
    let touching = disc.radius + ball.radius + sight.hair
    for _ in 0..<6 {
      let span = min(sight.near, least - when)
      let fall = ball.velocityY + gravity * when
      let passed = ball.way(in: when, gravity: gravity)
      let px = qx + passed.x
      let py = qy + passed.y
      let wayX = ball.velocityX * span
      let wayY = fall * span + 0.5 * gravity * (span * span)
      let reach = touching + 0.125 * gravity * (span * span)
      let c = px * px + py * py - reach * reach
      if c <= 0 { return when }
      let b = px * wayX + py * wayY
      if b < 0 && c + 2 * b <= 0 {
        let squared = wayX * wayX + wayY * wayY
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

  /// The same for a polygon: it lies behind the line before its point that is nearest to the ball.
  @inline(never)
  private mutating func timeToPolygon(
    _ number: Int, _ ball: Course, from when: Double, within least: Double
  ) -> Double {
    let gravity = parameters.gravity
    let hair = sight.hair
    var when = when
    for _ in 0..<4 {
      let fall = ball.velocityY + gravity * when
      let way = ball.way(in: when, gravity: gravity)
      let found = statics.overlap(
        number, x: ball.x + way.x, y: ball.y + way.y, radius: ball.radius)
      let gap = -found.depth - hair
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
