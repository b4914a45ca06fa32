extension World {
  /// How far ahead a flight is looked at, in substeps.
  private static let ahead = 16.0
  /// The substeps of a sharper look.
  private static let near = 4.0
  /// How near to something counts as meeting it, in px.
  private static let hair = 1e-6

  /// Works out in how many substeps nothing can be met, so that they need no search.
  ///
  /// It errs to fewer; how many it finds changes no result.
  mutating func lookAhead() {
    freeSubsteps = -1
    if isUnsettled { return }
    let free = balls.count == 1 ? freeTime(course(0)) : freeTimeOfSeveral()
    floor = free.floor
    isOpen = free.isOpen
    let count = free.time * perSubstep - 1e-6
    if count >= 1 { freeSubsteps = Int(count) }
  }

  /// The seconds in which nothing is met above `floor`; open, when nothing is in sight then.
  private struct FreeTime {
    let time: Double
    let floor: Double
    let isOpen: Bool
  }

  /// What of a ball its flight depends on.
  private struct Course {
    let x: Double
    let y: Double
    let velocityX: Double
    let velocityY: Double
    let radius: Double
    let mask: UInt32
  }

  @inline(__always)
  private func course(_ place: Int) -> Course {
    Course(
      x: balls[place].x, y: balls[place].y, velocityX: balls[place].velocityX,
      velocityY: balls[place].velocityY, radius: balls[place].radius, mask: balls[place].mask)
  }

  /// Several balls stop together, well before one of them is at its floor.
  private func freeTimeOfSeveral() -> FreeTime {
    var least = Double.infinity
    for place in balls.indices {
      let ball = course(place)
      let free = freeTime(ball)
      let fastest = ball.velocityY.magnitude + parameters.gravity * free.time
      let gap = max(0, free.floor - ball.y)
      least = min(least, free.time, fastest > 0 ? gap / fastest : .infinity)
      for other in 0..<place { least = min(least, timeApart(ball, course(other))) }
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
  @inline(__always)
  private func freeTime(_ ball: Course) -> FreeTime {
    let bottom = parameters.height + ball.radius
    // Without walls it could leave anywhere.
    if ball.mask == 0 { return FreeTime(time: 0, floor: bottom, isOpen: false) }
    let gravity = parameters.gravity
    let squared = ball.velocityX * ball.velocityX + ball.velocityY * ball.velocityY
    let speed = squared.squareRoot()
    let longest = Self.ahead * substep
    var least = min(
      longest, (grid.reach - ball.radius) / (speed + 0.5 * gravity * longest))
    let horizon = least
    let bend = 0.5 * gravity * least * least + Self.hair
    let fastest = speed + gravity * least
    // The ball is on its way to one side wall and, rising, to the top.
    let aside = ball.velocityX.magnitude
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
        // As deep as the bucket: aside of it as long as neither has crossed the gap.
        let gap =
          (ball.x - bucket.middle(at: clock)).magnitude
          - (bucket.halfWidth + ball.radius + Self.hair)
        if gap <= 0 { return FreeTime(time: 0, floor: floor, isOpen: false) }
        least = min(least, gap / (aside + bucket.speed))
        floor = bottom
      }
    }
    least = freeTime(ball, squared: squared, bend: bend, fastest: fastest, within: least)
    return FreeTime(time: least, floor: floor, isOpen: least == horizon)
  }

  /// The same for the bodies of the ball's cell alone, `least` at most.
  @inline(__always)
  private func freeTime(
    _ ball: Course, squared: Double, bend: Double, fastest: Double, within limit: Double
  ) -> Double {
    let items = grid.items
    let masks = statics.masks
    let gravity = parameters.gravity
    var least = limit
    for index in grid.range(x: ball.x, y: ball.y) {
      let item = items[index]
      if masks[Int(item.number)] & ball.mask == 0 { continue }
      let qx = ball.x - item.x
      let qy = ball.y - item.y
      let b = qx * ball.velocityX + qy * ball.velocityY
      if b > 0 {
        // Leaving; gravity can bring it back no sooner than this.
        if !item.isRound, isWithin(item, qx, qy, ball.radius) {
          least = min(least, timeToPolygon(item, ball, fastest: fastest))
        } else if 2 * b < least * (-gravity * qy) {
          least = 2 * b / (-gravity * qy)
        }
        continue
      }
      let reach = item.radius + ball.radius + bend
      let c = qx * qx + qy * qy - reach * reach
      var when = 0.0
      if c > 0 {
        // Gravity bends the flight by less than `bend` off the straight ray.
        let discriminant = b * b - squared * c
        if discriminant < 0 { continue }
        when = c / (discriminant.squareRoot() - b)
      }
      if when < least {
        least =
          item.isRound
          ? refined(item, ball, when: when, least: least, fastest: fastest)
          : min(least, max(when, timeToPolygon(item, ball, fastest: fastest)))
      }
      if least <= 0 { return 0 }
    }
    return least
  }

  private func isWithin(
    _ item: BodyGrid.Item, _ qx: Double, _ qy: Double, _ radius: Double
  ) -> Bool {
    let reach = item.radius + radius + Self.hair
    return qx * qx + qy * qy < reach * reach
  }

  private func timeToPolygon(_ item: BodyGrid.Item, _ ball: Course, fastest: Double) -> Double {
    let depth = statics.overlap(Int(item.number), x: ball.x, y: ball.y, radius: ball.radius)
      .depth
    return depth >= -Self.hair ? 0 : (-depth - Self.hair) / fastest
  }

  /// A later time than `when` before which the ball does not meet a disc, or `least`.
  ///
  /// From a moment at which it is free it stays so while it could not have crossed the gap. Close
  /// by, the ray of a few substeps, which gravity hardly bends, tells the time more sharply.
  private func refined(
    _ item: BodyGrid.Item, _ ball: Course, when: Double, least: Double, fastest: Double
  ) -> Double {
    let gravity = parameters.gravity
    let near = Self.near * substep
    let bend = 0.5 * gravity * near * near
    let reach = item.radius + ball.radius + Self.hair
    var when = when
    for _ in 0..<4 {
      let fall = ball.velocityY + gravity * when
      let px = ball.x - item.x + ball.velocityX * when
      let py = ball.y - item.y + (ball.velocityY * when + 0.5 * gravity * (when * when))
      let b = px * ball.velocityX + py * fall
      if b > 0 {
        let back = -gravity * py
        return 2 * b < (least - when) * back ? when + 2 * b / back : least
      }
      let distance = px * px + py * py
      let gap = distance.squareRoot() - reach
      if gap <= 0 { return when }
      let crossing = gap / fastest
      if crossing >= near {
        when += crossing
      } else {
        let c = distance - (reach + bend) * (reach + bend)
        if c <= 0 { return min(least, when + crossing) }
        let squared = ball.velocityX * ball.velocityX + fall * fall
        let discriminant = b * b - squared * c
        let ray = discriminant < 0 ? near : c / (discriminant.squareRoot() - b)
        if ray < near { return min(least, when + max(ray, crossing)) }
        when += near
      }
      if when >= least { return least }
    }
    return when
  }
}
