import PegglePhysics
import SimHarness

// The rules of Peggle: which moves there are, what a contact does, what goes off the board, and how
// a turn ends. Numbers are in `PeggleRules`, the flight of balls in `PegglePhysics`.

extension PeggleState {
  public var legalMoveCount: Int {
    position.outcome == nil ? position.setup.angles.count : 0
  }

  public func legalMove(at index: Int) -> PeggleMove {
    PeggleMove(angle: position.setup.angles[index])
  }

  public func appendLegalMoves(to moves: inout [PeggleMove]) {
    for index in 0..<legalMoveCount { moves.append(legalMove(at: index)) }
  }

  public mutating func apply(
    _ move: PeggleMove, in context: inout GameContext, emit: (PeggleEvent) -> Void
  ) throws(MoveError) {
    try apply(move, in: &context, frame: nil, emit: emit)
  }

  /// Plays a shot; `frame` receives the places of the balls after each step, from the launch on.
  mutating func apply(
    _ move: PeggleMove, in context: inout GameContext, frame: PeggleShot.Frame?,
    emit: (PeggleEvent) -> Void
  ) throws(MoveError) {
    guard position.outcome == nil else { throw .gameOver }
    let direction = try move.direction(rules: position.setup.rules)
    do throws(ScriptFault) {
      let shot = try shot(in: context)
      shot.frame = frame
      try shot.play(direction: direction, aiming: move.seconds)
      take(shot, emit: emit)
    } catch {
      throw .script(error)
    }
  }

  /// A shot from this state, which stays as it is until `take`.
  func shot(in context: borrowing GameContext) throws(ScriptFault) -> PeggleShot {
    try PeggleShot(
      position, host: context.scripts, streams: context.streams, offset: offset,
      scriptDraws: scriptDraws)
  }

  /// Becomes what a shot has led to.
  mutating func take(_ shot: PeggleShot, emit: (PeggleEvent) -> Void) {
    position = shot.position
    scriptDraws = shot.scriptDraws
    for event in shot.events { emit(event) }
  }
}

// MARK: Contacts

extension PeggleShot {
  /// Answers all that happened in the world in the last step.
  func answerEvents() throws(ScriptFault) {
    var place = 0
    while place < loop.events.count {
      try answer(loop.events[place])
      place += 1
    }
  }

  private func answer(_ event: WorldEvent) throws(ScriptFault) {
    switch event {
    case .contact(let ball, let obstacle): try answer(obstacle, touchedBy: ball)
    case .caught(let ball):
      guard ball.thrownBody == nil else { return }
      position.bucketCatches += 1
      emit(.bucket(ball: ball.id))
      try runMode(.onBucket)
    case .left: break
    case .reentered(let ball): emit(.reentered(ball: ball))
    }
  }

  @inline(__always)
  func answer(_ obstacle: Obstacle, touchedBy ball: Int) throws(ScriptFault) {
    switch obstacle {
    case .body(let object):
      loop.touch(ball: ball, in: &position.world)
      // Most contacts are with pegs that are lit already.
      if !loop.scoring.isLit[object] { try meet(object, ball: ball) }
    case .ball, .bucket: loop.touch(ball: ball, in: &position.world)
    case .leftWall, .rightWall, .topWall: break
    }
  }

  /// A ball has hit an object that is not lit, which may be a peg.
  @inline(never)
  private func meet(_ object: Int, ball: Int) throws(ScriptFault) {
    let kind = setup.kinds[object]
    guard kind >= 0, position.world.isAlive(object),
      !ShotLoop.isThrown(ball, in: &position.world)
    else { return }
    let isLitByHits = setup.areLitByHits[object]
    if isLitByHits {
      loop.scoring.light(object)
    } else if !loop.stuck.isNewHit(of: object, step: step, rules: setup.rules) {
      return
    }
    if setup.haveHitHooks[object] { try run(.onHit, of: kind, peg: object, .integer(ball + 1)) }
    let power = setup.powers[object]
    if power >= 0 { try run(.power, of: power, peg: object, .integer(ball + 1)) }
    if isLitByHits { try notifyMode(hit: object) }
  }

  private func notifyMode(hit object: Int) throws(ScriptFault) {
    guard setup.modeHooks.has(.onHit) else { return }
    try run(.onHit, of: setup.mode, object: stateObject, peg: object, .none)
  }

  // MARK: Changes

  /// Applies the hooks' requests, and those that result from them, in order.
  func applyRequests() throws(ScriptFault) {
    if requests.isEmpty { return }
    var next = 0
    while next < requests.count {
      if next >= Self.maxRequests {
        let source = setup.scripts[runningScript].source
        let hook = runningHook.name
        throw ScriptFault(
          kind: .error,
          message: "\(source.name):\(source.line(settingField: hook)): more than"
            + " \(Self.maxRequests) changes in one step; \(hook) must not ask for more without"
            + " an end"
        ).inside("\(hook) of \(source.name)")
      }
      if case .move = requests[next] {
        applyMoves(&next)
        continue
      }
      let request = requests[next]
      next += 1
      try apply(request)
    }
    requests.empty()
  }

  private func apply(_ request: PeggleRequest) throws(ScriptFault) {
    switch request {
    case .light(let object):
      guard position.world.isAlive(object), !loop.scoring.isLit[object] else { return }
      try lightFirst(object)
    case .clear(let object): try clear(object)
    case .push(let object, let velocity):
      guard position.world.isAlive(object) else { return }
      try lightFirst(object)
      position.world.throwBody(object, velocityX: velocity.x, velocityY: velocity.y)
      loop.scoring.unlight(object)
      emit(.thrown(peg: object))
      try runClear(of: object)
    case .move: return
    case .spawn(let place, let velocity):
      let ball = position.world.addBall(
        x: place.x, y: place.y, velocityX: velocity.x, velocityY: velocity.y)
      emit(.ballAdded(ball: ball))
    case .turn: try turn()
    case .reenter(let ball): position.world.grantReentry(toBall: ball)
    case .after(let timer): timers.append(timer)
    case .exploded(let object): emit(.exploded(peg: object))
    }
  }

  private func lightFirst(_ object: Int) throws(ScriptFault) {
    if loop.scoring.isLit[object] { return }
    loop.scoring.light(object)
    try notifyMode(hit: object)
  }

  /// Removes a peg; one that is not lit counts as hit.
  private func clear(_ object: Int) throws(ScriptFault) {
    guard position.world.isAlive(object) else { return }
    try lightFirst(object)
    position.world.removeBody(object)
    loop.scoring.unlight(object)
    emit(.pegRemoved(peg: object))
    try runClear(of: object)
  }

  private func runClear(of object: Int) throws(ScriptFault) {
    if setup.haveClearHooks[object] {
      try run(.onClear, of: setup.kinds[object], peg: object, .none)
    }
  }

  /// Removes all lit pegs.
  func clearLit() throws(ScriptFault) {
    if loop.scoring.keepsEvents || setup.hasClearHook {
      for object in setup.kinds.indices where loop.scoring.isLit[object] { try clear(object) }
    } else if loop.scoring.hits.contains(where: { loop.scoring.isLit[$0] }) {
      // What was hit is lit or gone. No event is wanted, so it goes all at once.
      position.world.removeBodies(loop.scoring.hits)
      loop.scoring.unlightHits()
    }
  }

  private func turn() throws(ScriptFault) {
    emit(.boardTurned)
    var contacts: [WorldEvent] = []
    position.world.turnBoard { contacts.append($0) }
    loop.stuck.forget()
    for contact in contacts { try answer(contact) }
  }

  /// Frees balls that have been still for too long.
  func release() throws(ScriptFault) {
    for (ball, measure) in loop.stuck.due(step: step, rules: setup.rules) {
      switch measure {
      case .reported:
        if !ShotLoop.isThrown(ball, in: &position.world) { emit(.stuck(ball: ball)) }
        try clearLit()
        try applyRequests()
      case .passes:
        let tolerance = setup.rules.integrator == .msk ? 1 : World.contactTolerance
        for obstacle in position.world.contacts(ofBall: ball, tolerance: tolerance) {
          position.world.ignore(obstacle, byBall: ball)
        }
      }
    }
  }

  // MARK: The turn's end

  /// Scores the shot and finds out whether the game has ended.
  func finish() throws(ScriptFault) {
    let total = loop.scoring.total
    position.score = Saturating.sum(position.score, total)
    for _ in 0..<loop.scoring.freeBalls(for: total) {
      position.balls += 1
      emit(.freeBall)
    }
    try runMode(.onShotEnd)
    emit(.shotEnded(points: total, hits: hits.count))
    if try holds(.isWon) {
      position.outcome = .won
      emit(.won)
    } else if try holds(.isLost) {
      position.outcome = .lost
      emit(.lost(position.balls == 0 ? .balls : .mode))
    } else if position.balls == 0 {
      position.outcome = .lost
      emit(.lost(.balls))
    }
  }

  func emit(_ event: PeggleEvent) { loop.scoring.emit(event) }
}
