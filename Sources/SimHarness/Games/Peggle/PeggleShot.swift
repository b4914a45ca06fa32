/// One whole shot, from the launch to the last ball gone, on a copy of the position.
///
/// Collects events, so that a script's fault leaves the game as it was. What a hook asks for is
/// queued and carried out at the end of the step; a step in which no peg with a hook is hit never
/// enters a script. A shot lasts as long as there is a ball, a thrown peg or a timer. Pegs that are
/// thrown count as hit and as removed when they are thrown, and light nothing on their way.
final class PeggleShot: ScriptServing {
  /// Takes a step's number and the places of the balls by id, those that left in it included.
  typealias Frame = (Int, [Ball]) -> Void

  var position: PegglePosition
  private(set) var events: [PeggleEvent] = []
  /// Whether events are collected; of an imagined shot nobody wants them.
  private let keepsEvents: Bool
  /// Draws that scripts have taken.
  var scriptDraws: UInt64
  /// Whether each object is lit.
  var isLit: [Bool]
  /// As those of the position, which has them only when the shot has been played.
  private(set) var hits: [Int]
  private(set) var orangeLeft: Int
  /// Delayed calls of scripts.
  var timers: [PeggleTimer] = []

  let setup: PeggleSetup
  let host: (any ScriptHosting)?
  let handles: [ScriptHandle]
  let draws: StreamKey
  private(set) var drawOffset: UInt64
  /// Told of every step; nil: nobody is.
  var frame: Frame?

  /// Steps done.
  var step = 0
  /// Points of the pegs lit so far, multiplied, before the hits multiply them.
  private var points = 0
  /// What points are multiplied by.
  private var multiplier: Int
  /// What the world told in the last step.
  var told: [WorldEvent] = []
  /// The last touch that was all that a step told.
  var lastTouch: Obstacle?
  /// Whether the numbers that scripts read are noted.
  var notesReads = false
  /// Those numbers, in the order in which they were first read.
  var reads: [PeggleGoal.Quantity] = []
  /// What hooks have asked for, in order.
  var requests: [PeggleRequest] = []
  var stuck = PeggleStuckBalls()
  /// The way of a step at the speed below which a ball is still, in px.
  let stuckWay: Double

  /// The script whose hook runs now, and the object that it is about.
  var runningScript = 0
  var runningPeg = -1
  let worldObject: ScriptDatum
  let stateObject: ScriptDatum

  /// Changes in one step beyond which scripts are taken to run in a circle.
  static let mostRequests = 20_000

  /// The script that last asked for what costs physics, and its hook.
  var charged: (script: Int, hook: PeggleScript.Hook)?
  /// The hook that runs now.
  var runningHook = PeggleScript.Hook.onHit

  init(
    _ position: PegglePosition, host: (any ScriptHosting)?, streams: GameStreams,
    offset: UInt64, scriptDraws: UInt64, keepsEvents: Bool = true
  ) throws(ScriptFault) {
    self.position = position
    self.keepsEvents = keepsEvents
    setup = position.setup
    multiplier = position.multiplier
    hits = position.hits
    orangeLeft = position.orangeLeft
    isLit = [Bool](repeating: false, count: position.setup.kinds.count)
    stuckWay = setup.rules.stuckSpeed * setup.rules.step
    self.host = host
    handles = try host?.handles(for: position.setup) ?? []
    draws = streams.scripts
    drawOffset = offset
    self.scriptDraws = scriptDraws
    worldObject = host?.object("world", instance: 0) ?? ScriptDatum.none
    stateObject = host?.object("state", instance: 0) ?? ScriptDatum.none
  }

  // MARK: Playing

  /// After a shot that was played to its end, makes ready for another one, from `position`, which is
  /// of the same game.
  func restart(from position: borrowing PegglePosition, offset: UInt64) {
    assert(!isLit.contains(true), "a peg is lit between two shots")
    self.position.copy(from: position)
    events.empty()
    timers.empty()
    told.empty()
    requests.empty()
    stuck = PeggleStuckBalls()
    drawOffset = offset
    scriptDraws = 0
    step = 0
    points = 0
    multiplier = position.multiplier
    hits.copy(from: position.hits)
    orangeLeft = position.orangeLeft
    lastTouch = nil
  }

  /// The start of the game, as the mode's script has it.
  func begin() throws(ScriptFault) {
    try runMode(.start)
  }

  /// Plays the shot from its launch to the turn's end.
  func play(direction: Vector, aiming seconds: Double) throws(ScriptFault) {
    position.balls -= 1
    position.turn += 1
    position.aimingTime += seconds
    hits.empty()
    hits.reserveCapacity(min(setup.pegCount, 64))
    position.bucketCatches = 0
    position.world.launch(direction, rules: setup.rules)
    frame?(0, position.world.balls)
    position.world.looks = 0
    charged = nil
    defer { chargePhysics() }
    try fly()
    try finish()
    position.hits.copy(from: hits)
    position.orangeLeft = orangeLeft
  }

  private func fly() throws(ScriptFault) {
    while true {
      try checkPhysics()
      if position.world.balls.isEmpty && timers.isEmpty {
        try clearLit()
        try carryOut()
        // What a peg's script has begun as it went belongs to the shot.
        if position.world.balls.isEmpty && timers.isEmpty { return }
      }
      if step >= setup.lastStep { return try end() }
      var next = setup.lastStep
      if !timers.isEmpty {
        for timer in timers where timer.due < next { next = timer.due }
      }
      let limit = max(0, next - step)
      if frame == nil {
        try advance(atMost: limit)
      } else {
        advanceFrame(atMost: limit)
      }
      try answer()
      try fireTimers()
      try carryOut()
      if stuck.isAny { try release() }
    }
  }

  /// The time is up: everything that is still in play goes.
  private func end() throws(ScriptFault) {
    repeat {
      while let ball = position.world.balls.last { position.world.removeBall(ball.id) }
      timers.empty()
      try clearLit()
      try carryOut()
    } while !position.world.balls.isEmpty || !timers.isEmpty
      || isLit.contains(true)
  }

  // MARK: What the world tells

  private func answer() throws(ScriptFault) {
    var place = 0
    while place < told.count {
      try answer(told[place])
      place += 1
    }
  }

  private func answer(_ event: WorldEvent) throws(ScriptFault) {
    switch event {
    case .touched(let ball, let obstacle): try answer(obstacle, touchedBy: ball)
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
      watch(ball)
      // Most touches are of pegs that are lit already.
      if !isLit[object] { try meet(object, ball: ball) }
    case .ball, .bucket: watch(ball)
    case .leftWall, .rightWall, .topWall: break
    }
  }

  // Here and below the world is not asked by its methods, which would copy all of it out of this
  // class at each touch.

  /// Notes where a ball is that touches something.
  @inline(__always)
  private func watch(_ ball: Int) {
    if position.world.balls.count == 1 && position.world.balls[0].id == ball {
      stuck.touch(
        ball: ball, x: position.world.balls[0].x, y: position.world.balls[0].y, step: step,
        limit: stuckWay)
    } else {
      watchAmongSeveral(ball)
    }
  }

  @inline(never)
  private func watchAmongSeveral(_ ball: Int) {
    for place in position.world.balls.indices where position.world.balls[place].id == ball {
      stuck.touch(
        ball: ball, x: position.world.balls[place].x, y: position.world.balls[place].y,
        step: step, limit: stuckWay)
      return
    }
  }

  private func isThrown(_ ball: Int) -> Bool {
    for place in position.world.balls.indices where position.world.balls[place].id == ball {
      return position.world.balls[place].thrownBody != nil
    }
    return false
  }

  /// A ball has met an object that is not lit, which may be a peg.
  @inline(never)
  private func meet(_ object: Int, ball: Int) throws(ScriptFault) {
    let kind = setup.kinds[object]
    guard kind >= 0, position.world.statics.isAlive[object], !isThrown(ball) else { return }
    let isLitByHits = setup.areLitByHits[object]
    if isLitByHits {
      light(object)
    } else if !stuck.isNewHit(of: object, step: step, rules: setup.rules) {
      return
    }
    if setup.haveHitHooks[object] { try run(.onHit, of: kind, peg: object, .integer(ball + 1)) }
    let power = setup.powers[object]
    if power >= 0 { try run(.power, of: power, peg: object, .integer(ball + 1)) }
    if isLitByHits { try tellMode(hit: object) }
  }

  private func tellMode(hit object: Int) throws(ScriptFault) {
    guard setup.modeHooks.has(.onHit) else { return }
    try run(.onHit, of: setup.mode, object: stateObject, peg: object, .none)
  }

  func light(_ object: Int) {
    isLit[object] = true
    hits.append(object)
    orangeLeft -= setup.isOrange[object] ? 1 : 0
    let now = setup.multiplier(orangeLeft: orangeLeft)
    let worth = setup.points[object] * now
    points += worth
    emit(.pegHit(peg: object, points: worth))
    if now != multiplier {
      multiplier = now
      emit(.multiplier(value: now))
    }
  }

  // MARK: Changes

  /// Carries out what hooks have asked for, and what their changes bring, in order.
  private func carryOut() throws(ScriptFault) {
    if requests.isEmpty { return }
    var next = 0
    while next < requests.count {
      if next >= Self.mostRequests {
        throw ScriptFault(
          kind: .error,
          message: "\(setup.scripts[runningScript].source.name):0: more than"
            + " \(Self.mostRequests) changes in one step")
      }
      if case .move = requests[next] {
        carryOutMoves(&next)
        continue
      }
      let request = requests[next]
      next += 1
      try carryOut(request)
    }
    requests.empty()
  }

  private func carryOut(_ request: PeggleRequest) throws(ScriptFault) {
    switch request {
    case .light(let object):
      guard position.world.isAlive(object), !isLit[object] else { return }
      light(object)
      try tellMode(hit: object)
    case .clear(let object): try clear(object)
    case .push(let object, let velocity):
      guard position.world.isAlive(object) else { return }
      try lightFirst(object)
      position.world.throwBody(object, velocityX: velocity.x, velocityY: velocity.y)
      isLit[object] = false
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
    if isLit[object] { return }
    light(object)
    try tellMode(hit: object)
  }

  /// Takes a peg off the board; one that is not lit counts as hit.
  private func clear(_ object: Int) throws(ScriptFault) {
    guard position.world.isAlive(object) else { return }
    try lightFirst(object)
    position.world.removeBody(object)
    isLit[object] = false
    emit(.pegRemoved(peg: object))
    try runClear(of: object)
  }

  private func runClear(of object: Int) throws(ScriptFault) {
    if setup.haveClearHooks[object] {
      try run(.onClear, of: setup.kinds[object], peg: object, .none)
    }
  }

  /// Takes all lit pegs off the board.
  private func clearLit() throws(ScriptFault) {
    if keepsEvents || setup.hasClearHook {
      for object in setup.kinds.indices where isLit[object] { try clear(object) }
    } else if hits.contains(where: { isLit[$0] }) {
      // What was hit is lit or gone. Nobody is told, so it goes all at once.
      position.world.removeBodies(hits)
      for object in hits { isLit[object] = false }
    }
  }

  private func turn() throws(ScriptFault) {
    emit(.boardTurned)
    var touches: [WorldEvent] = []
    position.world.turnBoard { touches.append($0) }
    stuck.forget()
    for touch in touches { try answer(touch) }
  }

  private func fireTimers() throws(ScriptFault) {
    if timers.isEmpty { return }
    while let place = timers.firstIndex(where: { $0.due <= step }) {
      let timer = timers.remove(at: place)
      try run(.onTimer, of: timer.script, peg: timer.peg, .integer(timer.id))
    }
  }

  /// Frees balls that have been still for too long.
  private func release() throws(ScriptFault) {
    for (ball, measure) in stuck.due(step: step, rules: setup.rules) {
      switch measure {
      case .told:
        if !isThrown(ball) { emit(.stuck(ball: ball)) }
        try clearLit()
        try carryOut()
      case .passes:
        let tolerance = setup.rules.integrator == .msk ? 1 : World.contactTolerance
        for obstacle in position.world.contacts(ofBall: ball, tolerance: tolerance) {
          position.world.ignore(obstacle, byBall: ball)
        }
      }
    }
  }

  // MARK: The turn's end

  private func finish() throws(ScriptFault) {
    let scoring = setup.rules.scoring
    let total = Saturating.product(points, scoring.timesHits == 1 ? hits.count : 1)
    position.score = Saturating.sum(position.score, total)
    for least in [scoring.freeBall1, scoring.freeBall2, scoring.freeBall3]
    where least > 0 && total >= least {
      position.balls += 1
      emit(.freeBall)
    }
    try runMode(.onShotEnd)
    emit(.shotEnded(points: total, hits: hits.count))
    if try isSo(.isWon) {
      position.outcome = .won
      emit(.won)
    } else if try isSo(.isLost) {
      position.outcome = .lost
      emit(.lost(position.balls == 0 ? .balls : .mode))
    } else if position.balls == 0 {
      position.outcome = .lost
      emit(.lost(.balls))
    }
  }

  func emit(_ event: PeggleEvent) {
    if keepsEvents { events.append(event) }
  }
}
