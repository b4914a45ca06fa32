extension PeggleShot {
  /// Goes on to the first step after which there is more to do than to light what was hit.
  func advance(atMost limit: Int) throws(ScriptFault) {
    let last = step + limit
    if position.world.impactsAtRest > 0 { passRest(until: last) }
    // Its memory is taken out meanwhile: at each event this class would be counted, else.
    var told: [WorldEvent] = []
    swap(&told, &self.told)
    defer { swap(&told, &self.told) }
    told.empty()
    while step < last {
      // A step tells one touch, nearly always: no list is made of it.
      var touch: (ball: Int, obstacle: Obstacle)?
      advanceStep(atMost: last - step, first: &touch, others: &told)
      if !told.isEmpty { return }
      guard let touch else { continue }
      lastTouch = touch.obstacle
      try checkPhysics()
      try answer(touch.obstacle, touchedBy: touch.ball)
      if stuck.isAny || !requests.isEmpty { return }
    }
  }

  /// Passes over steps that would tell only that the ball touches what it has touched, up to one
  /// before `last` at most.
  private func passRest(until last: Int) {
    guard touchesNothingNew else { return }
    let count = min(
      last - step - 1, position.world.stepsAtRest,
      stuck.stepsAtRest(step: step, rules: setup.rules))
    guard count > 0 else { return }
    position.world.rest(steps: count)
    stuck.rest(steps: count)
    step += count
    position.flightSteps += count
  }

  /// Whether nothing that the ball touched in the last step would answer to a touch.
  private var touchesNothingNew: Bool {
    if told.isEmpty { return lastTouch.map { isNothingNew($0) } ?? false }
    return told.allSatisfy { event in
      guard case .touched(_, let obstacle) = event else { return false }
      return isNothingNew(obstacle)
    }
  }

  private func isNothingNew(_ obstacle: Obstacle) -> Bool {
    switch obstacle {
    case .body(let object): setup.kinds[object] < 0 || isLit[object]
    case .leftWall, .rightWall, .topWall: true
    case .ball, .bucket: false
    }
  }

  /// Goes on to the next step that tells more than touches that `passes` deals with.
  ///
  /// Adds what it tells to `told`, or, when that is one touch alone, gives nothing but `touch`.
  @inline(__always)
  private func advanceStep(
    atMost limit: Int, first touch: inout (ball: Int, obstacle: Obstacle)?,
    others told: inout [WorldEvent]
  ) {
    let isFlying = !position.world.balls.isEmpty
    let last = step + limit
    let done = position.world.advance(
      atMost: limit, passing: { touch, left in passes(touch, step: last - left) },
      emit: { event in
        if case .touched(let ball, let obstacle) = event, touch == nil, told.isEmpty {
          touch = (ball, obstacle)
          return
        }
        if let first = touch { told.append(.touched(ball: first.ball, first.obstacle)) }
        touch = nil
        told.append(event)
      })
    step += done
    if isFlying { position.flightSteps += done }
  }

  /// Deals with a touch of a peg that is lit or only has to be, while the world goes on.
  ///
  /// False where there is more to do: the touch is told then.
  @inline(__always)
  private func passes(_ touch: World.Touch, step: Int) -> Bool {
    guard case .body(let object) = touch.obstacle else { return false }
    if !isLit[object] {
      if touch.isThrown || !setup.areOnlyLit[object] { return false }
      light(object)
    }
    stuck.touch(ball: touch.ball, x: touch.x, y: touch.y, step: step, limit: stuckWay)
    return !stuck.isAny
  }

  /// Goes on by one step and shows it.
  func advanceFrame(atMost limit: Int) {
    var told: [WorldEvent] = []
    var touch: (ball: Int, obstacle: Obstacle)?
    advanceStep(atMost: min(1, limit), first: &touch, others: &told)
    self.told = told
    if let touch { self.told.append(.touched(ball: touch.ball, touch.obstacle)) }
    if let frame, limit > 0 { frame(step, framed()) }
  }

  /// The balls in play, and those that left in this step as they last were.
  private func framed() -> [Ball] {
    var balls = position.world.balls
    for event in told {
      switch event {
      case .caught(let ball), .left(let ball, _): balls.append(ball)
      case .touched, .reentered: break
      }
    }
    return balls.sorted { $0.id < $1.id }
  }
}
