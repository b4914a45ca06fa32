extension World {
  /// Works out one step and tells what happened in it.
  public mutating func step(emit: (WorldEvent) -> Void) {
    if freeSubsteps > 0 && parameters.substeps == 1 && balls.count == 1 && glideSingle(1) == 1 {
      spend(1)
      return
    }
    _ = advance(atMost: 1, emit: emit)
  }

  /// Works out steps up to and including the first in which something happens.
  ///
  /// Returns how many were done, `limit` at most. The same as so many calls of `step`, quicker.
  @discardableResult
  public mutating func advance(atMost limit: Int, emit: (WorldEvent) -> Void) -> Int {
    if limit <= 0 { return 0 }
    if !beforeTurn.isEmpty { beforeTurn.removeAll(keepingCapacity: true) }
    let parts = parameters.substeps
    var left = limit &* parts
    while left > 0 {
      if balls.isEmpty {
        clock &+= left
        return limit
      }
      if advanceSubsteps(&left, emit: emit) {
        // The step that it happened in is finished.
        let rest = left % parts
        var last = rest
        while last > 0 {
          if balls.isEmpty {
            clock &+= last
            last = 0
          } else {
            _ = advanceSubsteps(&last, emit: emit)
          }
        }
        return limit &- (left &- rest) / parts
      }
    }
    return limit
  }

  /// Free substeps and then one that is searched, or `left` free ones; whether anything was told.
  private mutating func advanceSubsteps(_ left: inout Int, emit: (WorldEvent) -> Void) -> Bool {
    if parameters.integrator == .msk {
      left &-= 1
      return stepVerlet(emit: emit)
    }
    if freeSubsteps == 0 { lookAhead() }
    if freeSubsteps > 0 {
      let wanted = min(left, freeSubsteps)
      let done = balls.count == 1 ? glideSingle(wanted) : glideSeveral(wanted)
      left &-= done
      if done == wanted { spend(done) } else { freeSubsteps = -1 }
      if left == 0 || freeSubsteps >= 0 { return false }
    }
    left &-= 1
    freeSubsteps = 0
    return balls.count == 1 ? sweepSingle(emit: emit) : sweepSeveral(emit: emit)
  }

  /// Counts free substeps off; after the last a search is due, unless nothing was in sight.
  @inline(__always)
  private mutating func spend(_ count: Int) {
    freeSubsteps &-= count
    if freeSubsteps == 0 && !isOpen { freeSubsteps = -1 }
  }

  /// At most `count` substeps in which the only ball meets nothing, until it comes to the floor.
  @inline(__always)
  private mutating func glideSingle(_ count: Int) -> Int {
    let time = substep
    let gravity = parameters.gravity
    let bend = 0.5 * gravity * (time * time)
    let pull = gravity * time
    let floor = floor
    let ball = balls[0]
    let way = ball.velocityX * time
    var x = ball.x
    var y = ball.y
    var fall = ball.velocityY
    var done = 0
    let span = Double(count) * time
    // A flight bends downward only: above the floor at both ends it is so in between.
    if y + (fall * span + 0.5 * gravity * (span * span)) < floor - 1e-3 {
      while done < count {
        x += way
        y += fall * time + bend
        fall += pull
        done &+= 1
      }
    } else {
      while done < count {
        let next = y + (fall * time + bend)
        if next > floor { break }
        x += way
        y = next
        fall += pull
        done &+= 1
      }
    }
    balls[0].place(x: x, y: y, velocityX: ball.velocityX, velocityY: fall)
    clock &+= done
    return done
  }

  /// The same for several balls, which look ahead as far as their floors.
  private mutating func glideSeveral(_ count: Int) -> Int {
    let time = substep
    let bend = 0.5 * parameters.gravity * (time * time)
    let pull = parameters.gravity * time
    for place in balls.indices {
      var ball = balls[place]
      for _ in 0..<count {
        ball.x += ball.velocityX * time
        ball.y += ball.velocityY * time + bend
        ball.velocityY += pull
      }
      balls[place] = ball
    }
    clock &+= count
    return count
  }
}
