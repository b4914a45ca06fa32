/// Looking ahead: how long a ball flies before it can meet anything.
///
/// What is asked at each step is declared `mutating` although it changes nothing: called from a
/// mutating method, anything else would be handed a copy of the whole world.
extension World {
  /// How far ahead a flight is looked at, in substeps.
  private static let ahead = 40.0
  /// The substeps of a sharper look.
  private static let near = 6.0
  /// How near to something counts as meeting it, in px.
  static let hair = 1e-6

  /// Works out in how many substeps nothing can be met, so that they need no search.
  ///
  /// It errs to fewer; how many it finds changes no result.
  mutating func lookAhead() {
    freeSubsteps = -1
    if isUnsettled { return }
    if balls.count == 1 {
      take(freeTime(Course(balls[0])), after: 0)
    } else {
      take(freeTimeOfSeveral(), after: 0)
    }
  }

  /// Counts the whole substeps of a free time of which `passed` seconds are over.
  @inline(__always)
  mutating func take(_ free: FreeTime, after passed: Double) {
    floor = free.floor
    isOpen = free.isOpen
    let count = (free.time - passed) * perSubstep - 1e-6
    freeSubsteps = count >= 1 ? Int(count) : -1
  }

  /// The seconds in which nothing is met above `floor`; open, when nothing is in sight then.
  struct FreeTime {
    let time: Double
    let floor: Double
    let isOpen: Bool
  }

  /// What of a ball its flight depends on.
  struct Course {
    let x: Double
    let y: Double
    let velocityX: Double
    let velocityY: Double
    let radius: Double
    let mask: UInt32

    @inline(__always)
    init(_ ball: borrowing Ball) {
      x = ball.x
      y = ball.y
      velocityX = ball.velocityX
      velocityY = ball.velocityY
      radius = ball.radius
      mask = ball.mask
    }
  }

  /// Several balls stop together, well before one of them is at its floor.
  private mutating func freeTimeOfSeveral() -> FreeTime {
    var least = Double.infinity
    for place in balls.indices {
      let ball = Course(balls[place])
      let free = freeTime(ball)
      let fastest = ball.velocityY.magnitude + parameters.gravity * free.time
      let gap = max(0, free.floor - ball.y)
      least = min(least, free.time, fastest > 0 ? gap / fastest : .infinity)
      for other in 0..<place { least = min(least, timeApart(ball, Course(balls[other]))) }
    }
    return FreeTime(time: least, floor: .infinity, isOpen: false)
  }

  /// The time in which two balls, falling alike, can not meet.
  private func timeApart(_ first: Course, _ second: Course) -> Double {
    if first.mask & second.mask == 0 { return .infinity }
    let gap =
      Vector(first.x - second.x, first.y - second.y).length - first.radius - second.radius
      - Self.hair
    let speed =
      Vector(first.velocityX - second.velocityX, first.velocityY - second.velocityY).length
    return gap <= 0 ? 0 : gap / speed
  }

  /// The seconds in which a ball meets nothing while it is above `floor`.
  @inline(never)
  mutating func freeTime(_ ball: Course) -> FreeTime {
    let bottom = parameters.height + ball.radius
    // Without walls it could leave anywhere.
    if ball.mask == 0 { return FreeTime(time: 0, floor: bottom, isOpen: false) }
    let gravity = parameters.gravity
    let aside = ball.velocityX.magnitude
    let longest = Self.ahead * substep
    // The bodies are listed about the middle of the way.
    let horizon = min(
      longest,
      2 * (grid.far.reach - ball.radius)
        / (aside + ball.velocityY.magnitude + 0.5 * gravity * longest))
    var least = horizon
    // The ball is on its way to one side wall and, rising, to the top.
    let side =
      ball.velocityX > 0
      ? parameters.width - ball.radius - ball.x : ball.x - ball.radius
    if side < least * aside { least = side / aside }
    if ball.y - ball.radius < least * -ball.velocityY {
      least = (ball.y - ball.radius) / -ball.velocityY
    }
    var floor = bottom
    if let bucket {
      floor = bucket.top - ball.radius
      if ball.y > floor {
        let clear = timeClear(of: bucket, ball)
        if clear.time <= 0 { return FreeTime(time: 0, floor: floor, isOpen: false) }
        least = min(least, clear.time)
        floor = clear.isAbove ? bucket.top : bottom
      }
    }
    least = freeTime(ball, horizon: least)
    return FreeTime(time: least, floor: floor, isOpen: least == horizon)
  }

  /// How long a ball as deep as the bucket's rim stays aside of it or right above its opening.
  ///
  /// It does while neither has crossed the gap.
  private mutating func timeClear(
    of bucket: Bucket, _ ball: Course
  ) -> (time: Double, isAbove: Bool) {
    let way = ball.x - bucket.middle(at: clock)
    let reach = ball.radius + Self.hair
    let gap = way.magnitude - bucket.halfWidth - reach
    if gap > 0 {
      let closing = (way > 0 ? -ball.velocityX : ball.velocityX) + bucket.speed
      return (closing > 0 ? gap / closing : .infinity, false)
    }
    let room = bucket.halfWidth - way.magnitude - reach
    if room <= 0 || ball.y > bucket.top { return (0, true) }
    return (room / (ball.velocityX.magnitude + bucket.speed), true)
  }

  /// The same for the bodies about the ball's way alone, `horizon` at most.
  ///
  /// At each moment the flight is less than an eighth of gravity times the square of the time away
  /// from the straight way that begins and ends with it.
  @inline(__always)
  private mutating func freeTime(_ ball: Course, horizon: Double) -> Double {
    let pull = parameters.gravity
    let wayX = ball.velocityX * horizon
    let wayY = ball.velocityY * horizon + 0.5 * pull * (horizon * horizon)
    let squared = wayX * wayX + wayY * wayY
    let reach = ball.radius + 0.125 * pull * (horizon * horizon) + Self.hair
    var least = horizon
    for index in grid.far.range(x: ball.x + 0.5 * wayX, y: ball.y + 0.5 * wayY) {
      let number = Int(grid.far.numbers[index])
      let item = grid.bodies[number]
      let qx = ball.x - item.x
      let qy = ball.y - item.y
      let b = qx * wayX + qy * wayY
      let far = item.radius + reach
      let c = qx * qx + qy * qy - far * far
      let discriminant = b * b - squared * c
      // Apart, and going away or too far for the whole way or passing by; in one comparison, for
      // the processor could not foresee three.
      if min(c, max(c + 2 * b, -discriminant)) > 0 { continue }
      var when = 0.0
      if c > 0 { when = c / (discriminant.squareRoot() - b) * horizon }
      if when >= least || statics.masks[number] & ball.mask == 0 { continue }
      least =
        item.isRound
        ? timeToDisc(item, ball, from: when, within: least)
        : timeToPolygon(number, ball, from: when, within: least)
      if least <= 0 { return 0 }
    }
    return least
  }

  /// A time up to which the ball does not meet a disc, `least` at most.
  ///
  /// It is known not to until `when`.
  @inline(__always)
  private mutating func timeToDisc(
    _ item: BodyGrid.Item, _ ball: Course, from when: Double, within least: Double
  ) -> Double {
    let gravity = parameters.gravity
    let qx = ball.x - item.x
    let qy = ball.y - item.y
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
    let touching = item.radius + ball.radius + 0.125 * gravity * (substep * substep) + Self.hair
    let near = Self.near * substep
    for _ in 0..<6 {
      let span = min(near, least - when)
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
        let share = discriminant < 0 ? 1 : c / (discriminant.squareRoot() - b)
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
    let hair = 0.125 * gravity * (substep * substep) + Self.hair
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
