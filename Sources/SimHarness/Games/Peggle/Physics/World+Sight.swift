/// The first body on a ball's flight.
extension World {
  /// The seconds in which a ball meets no body, `limit` at most, and the disc that is met then.
  ///
  /// At each moment the flight is less than an eighth of gravity times the square of the time away
  /// from the straight way that begins and ends with it.
  @inline(__always)
  mutating func timeToBodies(_ ball: Course, within limit: Double) -> FreeTime {
    let span = sight.time
    let way = Vector(ball.velocityX * span, ball.velocityY * span + sight.fall)
    let squared = way.x * way.x + way.y * way.y
    // Beforehand, so that the processor does not wait for a division after each root; `hair` is
    // far more than what that costs in precision.
    let perSquared = span / squared
    let reach = ball.radius + sight.bend
    let spare = sight.alone
    var free = FreeTime(time: limit)
    var second = limit
    var listed = grid.far.range(x: ball.x, y: ball.y)
    while !listed.isEmpty && free.time > 0 {
      var sighted = sighted(
        &listed, x: ball.x, y: ball.y, way: way, squared: squared, reach: reach)
      while let number = sighted.next(in: grid) {
        if statics.masks[number] & ball.mask == 0 { continue }
        let place = statics.places[number]
        let disc = Disc(x: ball.x - place.x, y: ball.y - place.y, radius: place.radius)
        let b = disc.x * way.x + disc.y * way.y
        let far = place.radius + reach
        let c = disc.x * disc.x + disc.y * disc.y - far * far
        let latest = free.time + spare
        let when = c > 0 ? (-b - (b * b - squared * c).squareRoot()) * perSquared : 0
        if when >= latest { continue }
        let time =
          place.isRound
          ? timeToDisc(disc, ball, from: when, within: latest)
          : timeToPolygon(number, ball, from: when, within: latest)
        if time < free.time {
          second = free.time
          free.time = time
          free.nextBody = place.isRound ? number : -1
        } else {
          second = min(second, time)
        }
      }
    }
    if free.time <= 0 || !ignored.isEmpty { free.nextBody = -1 }
    free.alone = min(second, free.time + spare)
    return free
  }

  /// Those of the first 32 listed pairs that a disc of radius `reach` may meet on a straight way
  /// from (`x`, `y`); takes the pairs off the list.
  ///
  /// Sorted out by signs, without a jump, which the processor could not foresee.
  @inline(__always)
  private mutating func sighted(
    _ listed: inout Range<Int>, x: Double, y: Double, way: Vector, squared: Double, reach: Double
  ) -> Sighted {
    let first = listed.lowerBound
    let end = min(first &+ 32, listed.upperBound)
    var bits: UInt64 = 0
    for index in first..<end {
      let pair = grid.far.pairs[index]
      let one = grid.discs[Int(pair[0])]
      let other = grid.discs[Int(pair[1])]
      let qx = x - SIMD2(one.x, other.x)
      let qy = y - SIMD2(one.y, other.y)
      let b = qx * way.x + qy * way.y
      let far = SIMD2(one.radius, other.radius) + reach
      let c = qx * qx + qy * qy - far * far
      let discriminant = b * b - squared * c
      // Near already, or near enough for the whole way and not passing by.
      let ahead = Self.signs(c + 2 * b) & ~Self.signs(discriminant)
      let both = (Self.signs(c) | ahead) &>> 63
      bits |= (both[0] | both[1] &<< 1) &<< UInt64(truncatingIfNeeded: 2 &* (index &- first))
    }
    listed = end..<listed.upperBound
    return Sighted(first: first, bits: bits)
  }

  /// Bodies in sight, by ascending number.
  private struct Sighted {
    fileprivate let first: Int
    /// Two bits a pair.
    fileprivate var bits: UInt64

    @inline(__always)
    mutating func next(in grid: borrowing BodyGrid) -> Int? {
      if bits == 0 { return nil }
      let bit = bits.trailingZeroBitCount
      bits &= bits &- 1
      return Int(grid.far.pairs[first &+ bit &>> 1][bit & 1])
    }
  }

  @inline(__always)
  private static func signs(_ numbers: SIMD2<Double>) -> SIMD2<UInt64> {
    unsafeBitCast(numbers, to: SIMD2<UInt64>.self)
  }

  /// A disc as it lies before a ball: the way from it to the ball.
  private struct Disc {
    let x: Double
    let y: Double
    let radius: Double
  }

  /// A time up to which the ball does not meet a disc, `least` at most.
  ///
  /// It is known not to until `when`.
  @inline(__always)
  private mutating func timeToDisc(
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
