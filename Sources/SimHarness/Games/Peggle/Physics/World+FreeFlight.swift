/// Looking ahead: how long a ball flies before it can meet anything.
///
/// What is asked at each step is declared `mutating` although it changes nothing: called from a
/// mutating method, anything else would be handed a copy of the whole world.
extension World {
  /// How near to something counts as meeting it, in px.
  static let hair = 1e-6
  /// How far above a floor counts as at it, in px.
  private static let floorHair = 1e-3

  /// Works out in how many substeps nothing can be met, so that they need no search.
  ///
  /// It errs to fewer; how many it finds changes no result.
  mutating func lookAhead() {
    freeSubsteps = -1
    nextBody = -1
    if isUnsettled { return }
    if balls.count == 1 {
      take(freeTime(Course(balls[0])), after: 0)
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
    let last = Int((free.alone - passed) * perSubstep - 1e-6)
    triesAlone = last &- count
    nextBody = triesAlone > 0 ? free.nextBody : -1
  }

  /// The substeps that end within a time, in s.
  @inline(__always)
  private func wholeSubsteps(in time: Double) -> Int { Int(max(0, time * perSubstep - 1e-6)) }

  /// The seconds in which nothing is met; open, when nothing is in sight then.
  struct FreeTime {
    var time: Double
    var isOpen = false
    /// The disc that alone can be met before `alone` seconds; -1: none.
    var nextBody = -1
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
      outlooks.removeAll(keepingCapacity: true)
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
    if meetingClock <= clock { meetingClock = clock + substepsApart }
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
    // What is farther off than is listed may be met sooner than it is seen.
    let farthest = (velocityX.magnitude + velocityY.magnitude) * sight.time + sight.fall
    let listed = grid.far.reach - radius
    let horizon = farthest > listed ? sight.time * (listed / farthest) : sight.time
    let cell = grid.far.cell(x: x, y: y)
    let limit = cell.isInner ? horizon : timeToBorders(ball, after: passed, within: horizon)
    if limit <= 0 { return FreeTime(time: 0) }
    var look = Look(
      ball: ball, limit: limit, farthest: farthest,
      way: Vector(velocityX * sight.time, velocityY * sight.time + sight.fall),
      rest: cell.range)
    var free = timeToBodies(&look)
    free.isOpen = free.time == horizon
    return free
  }

  /// The time in which a ball meets no wall and comes neither to the bucket nor to the bottom.
  @inline(__always)
  private mutating func timeToBorders(
    _ ball: Course, after passed: Double, within horizon: Double
  ) -> Double {
    let aside = ball.velocityX.magnitude
    var least = horizon
    // The ball is on its way to one side wall and, rising, to the top.
    let left = ball.x - ball.radius
    let right = parameters.width - ball.radius - ball.x
    let side = ball.velocityX > 0 ? right : left
    if side < least * aside { least = side / aside }
    if ball.y - ball.radius < least * -ball.velocityY {
      least = (ball.y - ball.radius) / -ball.velocityY
    }
    var floor = parameters.height + ball.radius
    if let bucket {
      let rim = bucket.top - ball.radius
      if ball.y <= rim {
        floor = rim
      } else {
        let clear = timeClear(of: bucket, ball, after: passed)
        least = min(least, clear.time)
        if clear.isAbove { floor = bucket.top }
      }
    }
    return timeToFall(ball, to: floor, within: least)
  }

  /// The time until a ball is a hair above `floor`, `least` at most.
  ///
  /// A flight bends downward only: above the floor at both ends it is so in between.
  @inline(__always)
  private func timeToFall(_ ball: Course, to floor: Double, within least: Double) -> Double {
    let gravity = parameters.gravity
    let gap = floor - Self.floorHair - ball.y
    if ball.velocityY * least + 0.5 * gravity * (least * least) < gap { return least }
    if gap <= 0 { return 0 }
    let root = (ball.velocityY * ball.velocityY + 2 * gravity * gap).squareRoot()
    return min(least, 2 * gap / (ball.velocityY + root))
  }

  /// How long a ball as deep as the bucket's rim stays aside of it or right above its opening.
  ///
  /// It does while neither has crossed the gap.
  private mutating func timeClear(
    of bucket: Bucket, _ ball: Course, after passed: Double
  ) -> (time: Double, isAbove: Bool) {
    let way = ball.x - bucket.middle(at: clock)
    let reach = ball.radius + Self.hair + bucket.speed * passed
    let gap = way.magnitude - bucket.halfWidth - reach
    if gap > 0 {
      let closing = (way > 0 ? -ball.velocityX : ball.velocityX) + bucket.speed
      return (closing > 0 ? gap / closing : .infinity, false)
    }
    let room = bucket.halfWidth - way.magnitude - reach
    if room <= 0 || ball.y > bucket.top { return (0, true) }
    return (room / (ball.velocityX.magnitude + bucket.speed), true)
  }
}

extension World.Course {
  @inline(__always)
  init(_ ball: borrowing Ball) {
    self.init(
      x: ball.x, y: ball.y, velocityX: ball.velocityX, velocityY: ball.velocityY,
      radius: ball.radius, mask: ball.mask)
  }
}
