/// The first body on a ball's flight.
extension World {
  /// A look along a ball's flight.
  struct Look {
    let ball: Course
    /// What ends it.
    let borders: Borders
    /// The most that the ball goes along x and along y, added, in the time of the longest look.
    let farthest: Double
    /// From the ball to where it is after that time.
    let way: Vector
    /// The listed quads not looked at so far.
    var rest: Range<Int>
    /// The place of the first body looked at, and a bit for it and those after it: in sight.
    var first = 0
    var bits: UInt64 = 0
  }

  /// The seconds in which a ball meets nothing, and what is met then.
  ///
  /// At each moment the flight is less than an eighth of gravity times the square of the time away
  /// from the straight way that begins and ends with it.
  @inline(__always)
  mutating func timeToBodies(_ look: inout Look) -> FreeTime {
    var free = FreeTime(time: look.borders.time, next: look.borders.wall)
    var second = look.borders.second
    pick(&look)
    if look.bits != 0 { meet(look, first: &free, second: &second) }
    if !look.rest.isEmpty { meetRest(&look, first: &free, second: &second) }
    if free.time <= 0 || !ignored.isEmpty { free.next = Alone.anything }
    free.alone = min(second, free.time + sight.alone)
    return free
  }

  /// Goes on with what a long list still has.
  @inline(never)
  private mutating func meetRest(
    _ look: inout Look, first free: inout FreeTime, second: inout Double
  ) {
    while !look.rest.isEmpty {
      pick(&look)
      meet(look, first: &free, second: &second)
    }
  }

  /// Finds what is in sight among the next quads, as many as there are bits for.
  @inline(__always)
  private mutating func pick(_ look: inout Look) {
    let start = look.rest.lowerBound
    let end = min(start &+ 16, look.rest.upperBound)
    let blur = grid.blur
    let fall = Float(sight.fall)
    let pull = Float(0.5 * parameters.gravity * sight.time * (look.borders.time + sight.alone))
    let slack = Float(look.farthest) * blur
    look.bits = BodyGrid.sighted(
      grid.far.quads, start, end, x: SIMD4(repeating: Float(look.ball.x)),
      y: SIMD4(repeating: Float(look.ball.y)), wayX: SIMD4(repeating: Float(look.way.x)),
      wayY: SIMD4(repeating: Float(look.way.y)),
      reach: SIMD4(repeating: Float(look.ball.radius + sight.bend) + blur), fall: fall,
      slack: slack, back: pull - fall, backSlack: slack + pull * blur)
    look.first = start &* 4
    look.rest = end..<look.rest.upperBound
  }

  /// When the ball meets the discs in sight, or what they are around.
  @inline(__always)
  private mutating func meet(
    _ look: Look, first free: inout FreeTime, second: inout Double
  ) {
    let ball = look.ball
    let way = look.way
    let squared = way.x * way.x + way.y * way.y
    // Beforehand, so that the processor does not wait for a division after each root; `hair` is
    // far more than what that costs in precision.
    let perSquared = sight.time / squared
    let reach = ball.radius + sight.bend
    var bits = look.bits
    while bits != 0 {
      let number = Int(grid.far.numbers[look.first &+ bits.trailingZeroBitCount])
      bits &= bits &- 1
      if statics.masks[number] & ball.mask == 0 { continue }
      let place = grid.discs[number]
      let disc = Disc(x: ball.x - place.x, y: ball.y - place.y, radius: place.radius)
      let b = disc.x * way.x + disc.y * way.y
      let far = place.radius + reach
      let c = disc.x * disc.x + disc.y * disc.y - far * far
      let latest = free.time + sight.alone
      // Without a jump: 0 where it is near already, and the nearest point of a near miss.
      let when = max(0, (-b - max(0, b * b - squared * c).squareRoot()) * perSquared)
      if when >= latest { continue }
      let time =
        place.isRound
        ? timeToDisc(disc, ball, from: when, within: latest)
        : timeToPolygon(number, ball, from: when, within: latest)
      let isFirst = time < free.time
      second = min(second, isFirst ? free.time : time)
      free.next = isFirst ? (place.isRound ? number : Alone.anything) : free.next
      free.time = isFirst ? time : free.time
    }
  }

  /// A disc as it lies before a ball: the way from it to the ball.
  struct Disc {
    let x: Double
    let y: Double
    let radius: Double
  }

  /// A time up to which the ball does not meet a disc, `least` at most.
  ///
  /// It is known not to until `when`.
  @inline(__always)
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
      let px = qx + ball.velocityX * when
      let py = qy + (ball.velocityY * when + 0.5 * gravity * (when * when))
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
      let found = statics.overlap(
        number, x: ball.x + ball.velocityX * when,
        y: ball.y + (ball.velocityY * when + 0.5 * gravity * (when * when)),
        radius: ball.radius)
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
