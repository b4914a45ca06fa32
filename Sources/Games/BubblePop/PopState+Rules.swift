import SimHarness

extension PopState {
  public mutating func apply(
    _ move: PopMove, in context: inout GameContext, emit: (PopEvent) -> Void
  ) throws(MoveError) {
    guard position.outcome == nil else { throw .gameOver }
    guard move.time.isFinite, move.time >= position.time, move.time <= position.end else {
      throw .illegal(
        "t must be from \(JSONWriter.number(position.time)), the time of the last move, to"
          + " \(JSONWriter.number(position.end)), the end of the game")
    }
    guard move.x.isFinite, move.y.isFinite else {
      throw .illegal("x and y must be finite numbers")
    }
    do throws(ScriptFault) {
      if position.setup.hasScripts {
        // On a copy, so that a fault leaves the state unchanged and emits no events.
        var copy = self
        var events: [PopEvent] = []
        try copy.play(move, in: context) { events.append($0) }
        self = copy
        for event in events { emit(event) }
      } else {
        try play(move, in: context, emit: emit)
      }
    } catch {
      throw .script(error)
    }
  }

  private mutating func play(
    _ move: PopMove, in context: borrowing GameContext, emit: (PopEvent) -> Void
  ) throws(ScriptFault) {
    try advance(to: move, in: context, emit: emit)
    if move.isTouch && position.outcome == nil && move.time < position.end {
      position.handX = move.x
      position.handY = move.y
      try touch(x: move.x, y: move.y, in: context, emit: emit)
    }
    if position.outcome == nil && position.time >= position.end {
      position.outcome = position.setup.rules.goal == nil ? .ended : .lost
      emit(position.outcome == .lost ? .lost : .ended)
    }
  }

  // MARK: Time

  /// Lets time pass until a move, with the refreshes that come before it.
  ///
  /// A pop at the instant of a refresh comes first; waiting until it lets it happen.
  @inline(__always)
  private mutating func advance(
    to move: PopMove, in context: borrowing GameContext, emit: (PopEvent) -> Void
  ) throws(ScriptFault) {
    while position.outcome == nil {
      let due = position.refreshTime
      guard due < position.end, due < move.time || (due == move.time && !move.isTouch) else {
        break
      }
      try moveBubbles(to: due, in: context, emit: emit)
      try refresh(in: context, emit: emit)
    }
    if position.outcome == nil {
      try moveBubbles(to: min(move.time, position.end), in: context, emit: emit)
    }
  }

  /// Moves the bubbles, and removes those that are completely off the screen.
  private mutating func moveBubbles(
    to time: Double, in context: borrowing GameContext, emit: (PopEvent) -> Void
  ) throws(ScriptFault) {
    let before = position.time
    guard time > before else { return }
    position.time = time
    let rules = position.setup.rules
    guard rules.moves else { return }
    let path = rules.path(at: time) - rules.path(at: before)
    var gone: [PopBubble] = []
    var kept = 0
    for index in position.bubbles.indices {
      var bubble = position.bubbles[index]
      bubble.x += bubble.directionX * path
      bubble.y += bubble.directionY * path
      if bubble.x <= -rules.radius || bubble.x >= rules.width + rules.radius
        || bubble.y <= -rules.radius || bubble.y >= rules.height + rules.radius
      {
        emit(.expired(id: bubble.id, colour: bubble.colour, .left))
        if hasHook(.onExpire, bubble) { gone.append(bubble) }
      } else {
        position.bubbles[kept] = bubble
        kept &+= 1
      }
    }
    position.bubbles.removeLast(position.bubbles.count &- kept)
    if !gone.isEmpty { try run(.onExpire, of: gone, in: context, emit: emit) }
  }

  // MARK: Refreshes

  /// Removes up to all bubbles, then adds some up to a new target.
  private mutating func refresh(
    in context: borrowing GameContext, emit: (PopEvent) -> Void
  ) throws(ScriptFault) {
    let counts = context.streams.deal.derived(PopDraw.counts.rawValue)
    let shown = position.bubbles.count
    let removed = PopDraw.below(
      shown &+ 1, counts.bits(offset &+ 2 &* UInt64(position.nextRefresh)))
    let gone = removeBubbles(removed, in: context, emit: emit)
    if !gone.isEmpty { try run(.onExpire, of: gone, in: context, emit: emit) }
    if position.outcome == nil { try fill(in: context, removed: removed, emit: emit) }
    position.nextRefresh &+= 1
  }

  /// Removes `count` bubbles, all sets of that size being equally likely; returns those whose
  /// script must be called.
  private mutating func removeBubbles(
    _ count: Int, in context: borrowing GameContext, emit: (PopEvent) -> Void
  ) -> [PopBubble] {
    guard count > 0 else { return [] }
    let draws = context.streams.deal.derived(PopDraw.removals.rawValue)
    let first = offset &+ UInt64(position.nextRefresh) &<< 8
    var gone: [PopBubble] = []
    var left = count
    var kept = 0
    let shown = position.bubbles.count
    for index in 0..<shown {
      let bubble = position.bubbles[index]
      if PopDraw.below(shown &- index, draws.bits(first &+ UInt64(index))) < left {
        left &-= 1
        emit(.expired(id: bubble.id, colour: bubble.colour, .refresh))
        if hasHook(.onExpire, bubble) { gone.append(bubble) }
      } else {
        position.bubbles[kept] = bubble
        kept &+= 1
      }
    }
    position.bubbles.removeLast(shown &- kept)
    return gone
  }

  /// Draws a target and adds bubbles up to it.
  mutating func fill(
    in context: borrowing GameContext, removed: Int, emit: (PopEvent) -> Void
  ) throws(ScriptFault) {
    let second = UInt64(position.nextRefresh)
    let deal = context.streams.deal
    let target = PopDraw.below(
      position.setup.rules.maxBubbles &+ 1,
      deal.derived(PopDraw.counts.rawValue).bits(offset &+ 2 &* second &+ 1))
    let places = deal.derived(PopDraw.places.rawValue)
    let colours = deal.derived(PopDraw.colours.rawValue)
    let missing = max(0, target &- position.bubbles.count)
    var draw = offset &+ second &<< 16
    let firstColour = offset &+ second &<< 8
    var failed = 0
    for number in 0..<missing {
      guard let (x, y) = place(drawing: places, from: &draw) else {
        failed &+= 1
        continue
      }
      let colour = try self.colour(
        at: colours.uniform(firstColour &+ UInt64(number)), in: context)
      var bubble = PopBubble(
        id: position.nextID, colour: colour, x: x, y: y, directionX: 0, directionY: 0)
      if position.setup.rules.moves {
        let turns = deal.derived(PopDraw.directions.rawValue)
          .uniform(firstColour &+ UInt64(number))
        (bubble.directionY, bubble.directionX) = DeterministicMath.sincos(2 * Double.pi * turns)
      }
      position.nextID &+= 1
      position.bubbles.append(bubble)
      emit(.spawned(bubble))
    }
    emit(
      .refreshed(
        second: position.refreshTime, removed: removed, target: target, failed: failed))
  }

  /// A place for one more bubble, completely on the screen and overlapping none; nil after the
  /// maximum number of tries.
  private func place(drawing places: StreamKey, from draw: inout UInt64) -> (Double, Double)? {
    let rules = position.setup.rules
    let room = (x: rules.width - 2 * rules.radius, y: rules.height - 2 * rules.radius)
    let minSquared = 4 * rules.radius * rules.radius
    let bubbles = position.bubbles.span
    for _ in 0..<PopRules.placementTries {
      let x = rules.radius + places.uniform(draw) * room.x
      let y = rules.radius + places.uniform(draw &+ 1) * room.y
      draw &+= 2
      var isFree = true
      for index in bubbles.indices {
        let dx = bubbles[index].x - x
        let dy = bubbles[index].y - y
        if dx * dx + dy * dy < minSquared {
          isFree = false
          break
        }
      }
      if isFree { return (x, y) }
    }
    return nil
  }

  /// The colour of a new bubble, by the level's probabilities or its spawner.
  private func colour(
    at uniform: Double, in context: borrowing GameContext
  ) throws(ScriptFault) -> UInt8 {
    guard position.setup.spawner != nil else {
      return UInt8(truncatingIfNeeded: position.setup.table.colour(at: uniform))
    }
    return try spawnedColour(at: uniform, in: context)
  }

  // MARK: Pops

  private mutating func touch(
    x: Double, y: Double, in context: borrowing GameContext, emit: (PopEvent) -> Void
  ) throws(ScriptFault) {
    guard let place = position.bubble(atX: x, y: y) else {
      emit(.missed(x: x, y: y))
      return
    }
    let bubble = position.bubbles.remove(at: place)
    let isCombo = position.combo.continues(with: bubble.colour)
    let points = position.combo.points(of: bubble.colour, in: position.setup)
    position.combo.record(bubble.colour)
    position.score = Saturating.sum(position.score, points)
    emit(.popped(id: bubble.id, colour: bubble.colour, points: points, combo: isCombo))
    if hasHook(.onPop, bubble) { try run(.onPop, of: [bubble], in: context, emit: emit) }
    checkGoal(emit)
  }

  func hasHook(_ hook: PopKind.Hook, _ bubble: PopBubble) -> Bool {
    guard position.setup.hasScripts else { return false }
    return position.setup.kinds[Int(bubble.colour)]?.has(hook) ?? false
  }

  mutating func checkGoal(_ emit: (PopEvent) -> Void) {
    guard position.outcome == nil, let goal = position.setup.rules.goal, position.score >= goal
    else { return }
    position.outcome = .won
    emit(.won)
  }
}

/// The purposes of the draws of a deal, each a stream of its own.
enum PopDraw: UInt64 {
  /// How many bubbles go, and the target.
  case counts = 1
  case removals, places, colours, directions

  /// A whole number, uniform in 0..<`bound`, from 64 random bits.
  static func below(_ bound: Int, _ bits: UInt64) -> Int {
    Int(truncatingIfNeeded: bits.multipliedFullWidth(by: UInt64(bound)).high)
  }
}
