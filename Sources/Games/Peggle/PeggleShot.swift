import PegglePhysics
import SimHarness

/// One whole shot, from the launch until the last ball has left, on a copy of the position.
///
/// `ShotLoop` steps it, `ShotScoring` scores it, its rules are in `PeggleState+Rules`. Collects
/// events, so that a script's fault leaves the game as it was. What a hook asks for is queued and
/// carried out at the end of the step; a step in which no peg with a hook is hit never enters a
/// script. A shot lasts as long as there is a ball, a thrown peg or a timer. Pegs that are thrown
/// count as hit and as removed when they are thrown, and light nothing on their way.
final class PeggleShot: ScriptServing {
  /// Takes a step of the shot as it is shown.
  typealias Frame = (PeggleFrame) -> Void

  var position: PegglePosition
  var loop: ShotLoop
  /// Draws that scripts have taken.
  var scriptDraws: UInt64
  /// Delayed calls of scripts.
  var timers: [PeggleTimer] = []

  let setup: PeggleSetup
  let host: (any ScriptHosting)?
  let handles: [ScriptHandle]
  let draws: StreamKey
  private(set) var drawOffset: UInt64
  /// Called after every step; nil: steps without an event may be skipped.
  var frame: Frame?
  /// The lit pegs that frames have shown.
  private var litShown = 0

  /// Whether the numbers that scripts read are recorded.
  var notesReads = false
  /// Those numbers, in the order in which they were first read.
  var reads: [PeggleGoal.Quantity] = []
  /// The hooks' requests, in order.
  var requests: [PeggleRequest] = []

  /// The script whose hook runs now, and the object that it is about.
  var runningScript = 0
  var runningPeg = -1
  let worldObject: ScriptDatum
  let stateObject: ScriptDatum

  /// Changes in one step beyond which scripts are assumed to loop forever.
  static let maxRequests = 20_000

  /// The script that last requested something that costs physics, and its hook.
  var charged: (script: Int, hook: PeggleScript.Hook)?
  /// The hook that runs now.
  var runningHook = PeggleScript.Hook.onHit

  init(
    _ position: PegglePosition, host: (any ScriptHosting)?, streams: GameStreams,
    offset: UInt64, scriptDraws: UInt64, keepsEvents: Bool = true
  ) throws(ScriptFault) {
    self.position = position
    setup = position.setup
    loop = ShotLoop(position, keepsEvents: keepsEvents)
    self.host = host
    handles = try host?.handles(for: position.setup) ?? []
    draws = streams.scripts
    drawOffset = offset
    self.scriptDraws = scriptDraws
    worldObject = host?.object("world", instance: 0) ?? ScriptDatum.none
    stateObject = host?.object("state", instance: 0) ?? ScriptDatum.none
  }

  /// Steps done.
  var step: Int { loop.step }
  /// The pegs lit so far; the position has them only when the shot has been played.
  var hits: [Int] { loop.scoring.hits }
  /// Orange pegs that are neither lit nor gone; the same applies.
  var orangeLeft: Int { loop.scoring.orangeLeft }
  /// What has happened so far, if events are kept.
  var events: [PeggleEvent] { loop.scoring.events }

  // MARK: Playing

  /// After a shot that was played to its end, gets ready for another one, from `position`, which
  /// is of the same game.
  func restart(from position: borrowing PegglePosition, offset: UInt64) {
    loop.restart(from: position)
    self.position.copy(from: position)
    timers.empty()
    requests.empty()
    drawOffset = offset
    scriptDraws = 0
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
    loop.scoring.beginShot()
    position.bucketCatches = 0
    position.world.launch(direction, rules: setup.rules)
    litShown = 0
    if frame != nil { show(position.world.balls, step: 0) }
    position.world.probeCount = 0
    charged = nil
    defer { chargePhysics() }
    try fly()
    try finish()
    position.hits.copy(from: loop.scoring.hits)
    position.orangeLeft = loop.scoring.orangeLeft
  }

  private func fly() throws(ScriptFault) {
    while true {
      try checkPhysics()
      if position.world.balls.isEmpty && timers.isEmpty {
        // What a peg's script lights or starts on its removal belongs to the shot. Each round removes
        // a peg at least.
        repeat {
          try clearLit()
          try applyRequests()
        } while position.world.balls.isEmpty && timers.isEmpty && setup.hasClearHook
          && loop.scoring.isLit.contains(true)
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
      try answerEvents()
      try fireTimers()
      try applyRequests()
      if loop.stuck.isAny { try release() }
    }
  }

  /// The time is up: everything that is still in play is removed.
  private func end() throws(ScriptFault) {
    repeat {
      while let ball = position.world.balls.last { position.world.removeBall(ball.id) }
      timers.empty()
      try clearLit()
      try applyRequests()
    } while !position.world.balls.isEmpty || !timers.isEmpty
      || loop.scoring.isLit.contains(true)
  }

  private func fireTimers() throws(ScriptFault) {
    if timers.isEmpty { return }
    while let place = timers.firstIndex(where: { $0.due <= step }) {
      let timer = timers.remove(at: place)
      try run(.onTimer, of: timer.script, peg: timer.peg, .integer(timer.id))
    }
  }

  // MARK: Steps

  /// Advances to the first step after which there is more to do than to light what was hit.
  private func advance(atMost limit: Int) throws(ScriptFault) {
    let last = step + limit
    let skipped = loop.skipRest(of: &position.world, until: last)
    position.flightSteps += skipped
    loop.forgetEvents()
    while step < last {
      let contact = advanceLoop(atMost: last - step)
      if !loop.events.isEmpty { return }
      guard let contact else { continue }
      try checkPhysics()
      try answer(contact.obstacle, touchedBy: contact.ball)
      if loop.stuck.isAny || !requests.isEmpty { return }
    }
  }

  @inline(__always)
  private func advanceLoop(atMost limit: Int) -> (ball: Int, obstacle: Obstacle)? {
    let isFlying = !position.world.balls.isEmpty
    let start = step
    let contact = loop.advance(&position.world, atMost: limit)
    if isFlying { position.flightSteps += step - start }
    return contact
  }

  /// Does one step and shows it.
  private func advanceFrame(atMost limit: Int) {
    loop.forgetEvents()
    if let contact = advanceLoop(atMost: min(1, limit)) {
      loop.add(.contact(ball: contact.ball, contact.obstacle))
    }
    if frame != nil, limit > 0 { show(framed(), step: step) }
  }

  /// Shows a step; called only where there is a `frame`, as the balls are gathered for it.
  ///
  /// Pegs that were hit in it are lit only after it, so the next step shows them.
  private func show(_ balls: [Ball], step: Int) {
    guard let frame else { return }
    let lit = hits.dropFirst(litShown)
    litShown = hits.count
    frame(
      PeggleFrame(
        number: step, balls: balls, bucket: position.world.bucketX, lit: Array(lit)))
  }

  /// The balls in play, and those that left in this step as they last were.
  private func framed() -> [Ball] {
    var balls = position.world.balls
    for event in loop.events {
      switch event {
      case .caught(let ball), .left(let ball, _): balls.append(ball)
      case .contact, .reentered: break
      }
    }
    return balls.sorted { $0.id < $1.id }
  }
}
