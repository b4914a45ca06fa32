/// Looking ahead: how long a ball flies before it can meet anything.
///
/// What is asked at each step is declared `mutating` although it changes nothing: called from a
/// mutating method, anything else would be handed a copy of the whole world.
extension World {
  /// The looks that are made at once, one after the other, before the ball flies on.
  private static let mostLooks = 8
  /// How near to something counts as meeting it, in px.
  static let hair = 1e-6
  /// How far above a floor counts as at it, in px.
  private static let floorHair = 1e-3

  /// Works out in how many substeps nothing can be met, so that they need no search.
  ///
  /// It errs to fewer; how many it finds changes no result.
  mutating func lookAhead() {
    freeSubsteps = -1
    nextAlone = Alone.anything
    if isUnsettled {
      if balls.count > 1 || !hasRoom() { return }
      isUnsettled = false
    }
    if balls.count == 1 {
      take(freeTime(Course(balls[0])), after: 0)
      lookOn(from: balls[0].start, flown: balls[0].flight.substeps)
    } else {
      lookAheadOfSeveral()
    }
  }

  /// Counts the whole substeps of a free time of which `passed` seconds are over.
  @inline(__always)
  mutating func take(_ free: FreeTime, after passed: Double) {
    isOpen = free.isOpen
    let count = wholeSubsteps(in: free.time - passed)
    freeSubsteps = count >= 1 ? count : -1
    // What is alone may be missed by a hair: how often it may be tried.
    triesAlone = wholeSubsteps(in: free.alone - passed) &- count
    nextAlone = triesAlone > 0 ? free.next : Alone.anything
  }

  /// Looks on from where the only ball is after the free substeps, if nothing was in sight then.
  ///
  /// Its flight began at `start`, `flown` substeps ago.
  @inline(__always)
  mutating func lookOn(from start: Course, flown: Int) {
    var looks = 1
    var passed = 0
    while isOpen && freeSubsteps > passed && looks < Self.mostLooks {
      passed = freeSubsteps
      clock &+= passed
      let free = freeTime(course(from: start, after: flown &+ passed))
      clock &-= passed
      take(free, after: 0)
      freeSubsteps = passed &+ max(0, freeSubsteps)
      looks &+= 1
    }
  }

  /// The substeps that end within a time, in s, and a hair before.
  @inline(__always)
  private func wholeSubsteps(in time: Double) -> Int {
    Int(rounded: max(0, time * perSubstep - (0.5 + 1e-6)))
  }

  /// The seconds in which nothing is met; open, when nothing is in sight then.
  struct FreeTime {
    var time: Double
    var isOpen = false
    /// What alone can be met before `alone` seconds, as `nextAlone`.
    var next = Alone.anything
    var alone = 0.0
  }

  /// What of a ball its flight depends on.
  struct Course {
    var x: Double
    var y: Double
    var velocityX: Double
    var velocityY: Double
    let radius: Double
    let mask: UInt32
  }

  /// How far one of several balls flies alone.
  struct Outlook {
    /// The clock until which it meets no body, wall, bucket or bottom.
    var until: Int
    /// Whether nothing was in sight then, so that a look comes before a search.
    var isOpen: Bool
  }

  /// Looks again where a look is over: a ball that met nothing keeps what is known of it.
  private mutating func lookAheadOfSeveral() {
    if outlooks.count != balls.count {
      outlooks.empty()
      outlooks.append(
        contentsOf: repeatElement(Outlook(until: clock, isOpen: true), count: balls.count))
      meetingClock = clock
    }
    var end = Int.max
    for place in balls.indices {
      if outlooks[place].until < clock || (outlooks[place].until == clock && outlooks[place].isOpen)
      {
        let free = freeTime(Course(balls[place]))
        outlooks[place] = Outlook(
          until: clock + wholeSubsteps(in: free.time), isOpen: free.isOpen)
      }
      end = min(end, outlooks[place].until)
    }
    looks &+= balls.count
    if meetingClock <= clock {
      looks &+= looksAtPairs
      meetingClock = clock + substepsApart
    }
    end = min(end, meetingClock)
    freeSubsteps = end > clock ? end - clock : -1
    // What comes then is asked ball by ball.
    isOpen = true
  }

  /// The substeps in which no two balls can meet.
  private var substepsApart: Int {
    var least = sight.time
    for place in balls.indices {
      for other in 0..<place {
        least = min(least, timeApart(Course(balls[place]), Course(balls[other])))
      }
    }
    return wholeSubsteps(in: least)
  }

  /// The time in which two balls can not meet.
  ///
  /// Falling alike, each sees the other go straight on.
  private func timeApart(_ first: Course, _ second: Course) -> Double {
    if first.mask & second.mask == 0 { return .infinity }
    let x = first.x - second.x
    let y = first.y - second.y
    let velocityX = first.velocityX - second.velocityX
    let velocityY = first.velocityY - second.velocityY
    let reach = first.radius + second.radius + Self.hair
    let b = x * velocityX + y * velocityY
    let c = x * x + y * y - reach * reach
    // Touching, they must be parting for certain.
    if c <= 0 { return b > 1e-3 ? .infinity : 0 }
    let discriminant = b * b - (velocityX * velocityX + velocityY * velocityY) * c
    if b >= 0 || discriminant < 0 { return .infinity }
    return c / (discriminant.squareRoot() - b)
  }

  /// The seconds in which a ball meets nothing and comes neither to the bucket nor to the bottom.
  ///
  /// `passed` is how much of the substep is over, in s.
  @inline(__always)
  mutating func freeTime(_ ball: Course, after passed: Double = 0) -> FreeTime {
    freeTime(
      ball.x, ball.y, ball.velocityX, ball.velocityY, ball.radius, ball.mask, after: passed)
  }

  /// The same, by numbers that are handed over in registers.
  @inline(never)
  private mutating func freeTime(
    _ x: Double, _ y: Double, _ velocityX: Double, _ velocityY: Double, _ radius: Double,
    _ mask: UInt32, after passed: Double
  ) -> FreeTime {
    let ball = Course(
      x: x, y: y, velocityX: velocityX, velocityY: velocityY, radius: radius, mask: mask)
    // Without walls it could leave anywhere.
    if mask == 0 { return FreeTime(time: 0) }
    // What is farther off than is listed may be met sooner than it is seen. At no time the ball has
    // gone farther up or down than at the pace of the beginning or of the whole way.
    let way = Vector(velocityX * sight.time, velocityY * sight.time + sight.fall)
    let start = velocityY * sight.time
    let farthest = (way.x * way.x + max(start * start, way.y * way.y)).squareRoot()
    let listed = grid.far.reach - radius
    let horizon = farthest > listed ? sight.time * (listed / farthest) : sight.time
    let cell = grid.far.cell(x: x, y: y)
    var ahead = meetBodies(
      cell.range, Look(ball: ball, way: way), before: Ahead(time: horizon, second: horizon))
    // After the bodies, most often before which neither wall nor bucket is met.
    if !cell.isInner {
      ahead = timeToBorders(ball, after: passed, before: ahead)
      if ahead.time <= 0 { return FreeTime(time: 0) }
    }
    if ahead.time <= 0 || !ignored.isEmpty { ahead.next = Alone.anything }
    return FreeTime(
      time: ahead.time, isOpen: ahead.time == horizon, next: ahead.next,
      alone: min(ahead.second, ahead.time + sight.alone))
  }

  /// What a ball comes to first.
  struct Ahead {
    /// The seconds in which it meets nothing.
    var time: Double
    /// The seconds in which it meets nothing but the first.
    var second: Double
    /// The first; as `nextAlone`.
    var next = Alone.anything

    @inline(__always)
    mutating func meet(_ next: Int, at time: Double) {
      if time < self.time {
        second = self.time
        self.time = time
        self.next = next
      } else {
        second = min(second, time)
      }
    }
  }

  /// What a ball meets first, if that is a wall, the bucket or the bottom and before `first`.
  @inline(__always)
  private mutating func timeToBorders(
    _ ball: Course, after passed: Double, before first: Ahead
  ) -> Ahead {
    var ahead = first
    let horizon = min(first.second, first.time + sight.alone)
    // The ball is on its way to one side wall and, rising, to the top.
    let aside = ball.velocityX.magnitude
    let left = ball.x - ball.radius
    let right = parameters.width - ball.radius - ball.x
    let isToRight = ball.velocityX > 0
    let side = isToRight ? right : left
    if side < horizon * aside {
      ahead.meet(isToRight ? Alone.rightWall : Alone.leftWall, at: side / aside)
    }
    if ball.y - ball.radius < horizon * -ball.velocityY {
      ahead.meet(Alone.topWall, at: timeToTop(ball, within: horizon))
    }
    let floor = min(parameters.height, bucketTop - 2 * ball.radius) + ball.radius
    if falls(ball, to: floor, within: horizon) {
      let time = timeToFall(ball, to: floor, within: horizon)
      ahead.meet(
        Alone.anything, at: max(time, timeBelow(ball, after: passed, within: horizon)))
    }
    return ahead
  }

  /// The time until a rising ball is at the top, `least` at most.
  ///
  /// The chords of its substeps are below its flight.
  @inline(__always)
  private func timeToTop(_ ball: Course, within least: Double) -> Double {
    let gap = ball.y - ball.radius
    if gap <= 0 { return 0 }
    let squared = ball.velocityY * ball.velocityY - 2 * parameters.gravity * gap
    return squared < 0 ? least : min(least, 2 * gap / (squared.squareRoot() - ball.velocityY))
  }

  /// Whether a ball is, or comes, as low as a hair above `floor` within `least` seconds.
  ///
  /// A flight bends downward only: above the floor at both ends it is so in between.
  @inline(__always)
  private func falls(_ ball: Course, to floor: Double, within least: Double) -> Bool {
    let way = ball.velocityY * least + 0.5 * parameters.gravity * (least * least)
    return max(0, way) >= floor - Self.floorHair - ball.y
  }

  /// The time until it is, `least` at most.
  private func timeToFall(_ ball: Course, to floor: Double, within least: Double) -> Double {
    let gravity = parameters.gravity
    let gap = floor - Self.floorHair - ball.y
    if gap <= 0 { return 0 }
    let root = (ball.velocityY * ball.velocityY + 2 * gravity * gap).squareRoot()
    return min(least, 2 * gap / (ball.velocityY + root))
  }

  /// How long a ball meets neither the bucket nor its opening nor the bottom, `least` at most.
  @inline(never)
  private mutating func timeBelow(
    _ ball: Course, after passed: Double, within least: Double
  ) -> Double {
    let bottom = parameters.height + ball.radius
    guard let bucket else { return timeToFall(ball, to: bottom, within: least) }
    let clear = timeClear(of: bucket, ball, after: passed, within: least)
    let floor = clear.isAbove ? bucket.top : bottom
    if !falls(ball, to: floor, within: clear.time) { return clear.time }
    return timeToFall(ball, to: floor, within: clear.time)
  }

  /// How long a ball stays clear of the bucket's sides and corners; above it, if it does not come
  /// as deep as the corners before, `least` at most.
  private mutating func timeClear(
    of bucket: Bucket, _ ball: Course, after passed: Double, within least: Double
  ) -> (time: Double, isAbove: Bool) {
    let run = bucket.run(at: clock)
    let way = ball.x - run.middle
    let gap = way.magnitude - bucket.halfWidth - ball.radius - Self.hair - bucket.speed * passed
    if gap > 0 {
      // While neither has crossed the gap, wherever the bucket turns.
      let closing = (way > 0 ? -ball.velocityX : ball.velocityX) + bucket.speed
      return (closing > 0 ? min(least, gap / closing) : least, false)
    }
    // Before it is as deep as they are, only the corners can be met. They stand still to who goes
    // with them, up to the substep in which the bucket turns.
    let longest = min(least, run.time - passed - substep)
    let pace = run.isToRight ? bucket.speed : -bucket.speed
    // Who was put into the bucket passes, until he is out of it.
    if ball.y > bucket.top || longest <= 0
      || bucket.overlaps(
        x: ball.x, y: ball.y, radius: ball.radius, middle: run.middle + pace * passed)
    {
      return (0, true)
    }
    let seen = Course(
      x: ball.x, y: ball.y, velocityX: ball.velocityX - pace, velocityY: ball.velocityY,
      radius: ball.radius, mask: ball.mask)
    let x = way - pace * passed
    let y = ball.y - bucket.top
    let left = Disc(x: x + bucket.halfWidth, y: y, radius: 0)
    let right = Disc(x: x - bucket.halfWidth, y: y, radius: 0)
    let time = timeToDisc(left, seen, from: 0, within: longest)
    return (timeToDisc(right, seen, from: 0, within: time), true)
  }
}

extension World.Course {
  @inline(__always)
  init(_ ball: borrowing Ball) {
    self.init(
      x: ball.x, y: ball.y, velocityX: ball.velocityX, velocityY: ball.velocityY,
      radius: ball.radius, mask: ball.mask)
  }

  /// Where it leads in `time` seconds in which nothing is met.
  @inline(__always)
  func flown(_ time: Double, gravity: Double) -> Self {
    let way = way(in: time, gravity: gravity)
    return Self(
      x: x + way.x, y: y + way.y, velocityX: velocityX, velocityY: velocityY + gravity * time,
      radius: radius, mask: mask)
  }

  /// From where it is to where it is after `time` seconds in which it meets nothing.
  @inline(__always)
  func way(in time: Double, gravity: Double) -> Vector {
    Vector(velocityX * time, velocityY * time + 0.5 * gravity * (time * time))
  }
}
