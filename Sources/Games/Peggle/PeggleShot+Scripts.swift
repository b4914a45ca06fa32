import PegglePhysics
import SimHarness

extension PeggleShot {
  // MARK: Hooks

  /// Calls a hook about a peg with `world`.
  func run(
    _ hook: PeggleScript.Hook, of script: Int, peg: Int, _ third: ScriptDatum
  ) throws(ScriptFault) {
    guard setup.scripts[script].hooks.has(hook) else { return }
    try run(hook, of: script, object: worldObject, peg: peg, third)
  }

  @discardableResult
  func run(
    _ hook: PeggleScript.Hook, of script: Int, object: ScriptDatum, peg: Int,
    _ third: ScriptDatum
  ) throws(ScriptFault) -> ScriptDatum {
    guard let host else {
      throw ScriptFault(
        kind: .error, message: "this level needs scripts, but no host was given")
    }
    runningScript = script
    runningHook = hook
    runningPeg = peg
    do throws(ScriptFault) {
      return try host.call(
        handles[script], hook: hook.rawValue, object, peg >= 0 ? .integer(peg + 1) : .none, third,
        server: self)
    } catch {
      let name = setup.scripts[script].source.name
      throw error.inside(hook.name + " of \(name)" + (peg >= 0 ? ", peg \(peg + 1)" : ""))
    }
  }

  /// Calls a hook of the mode, if it has it.
  func runMode(_ hook: PeggleScript.Hook) throws(ScriptFault) {
    guard setup.modeHooks.has(hook) else { return }
    try run(hook, of: setup.mode, object: stateObject, peg: -1, .none)
  }

  /// The mode's answer to a question; a missing hook means no.
  func holds(_ hook: PeggleScript.Hook) throws(ScriptFault) -> Bool {
    guard setup.modeHooks.has(hook) else { return false }
    let answer = try run(hook, of: setup.mode, object: stateObject, peg: -1, .none)
    if let holds = answer.boolean { return holds }
    let mode = setup.scripts[setup.mode]
    throw ScriptFault(
      kind: .error,
      message: "\(mode.source.name):\(mode.source.line(settingField: hook.name)): \(hook.name)"
        + " must return true or false, not \(answer.typeName)")
  }

  /// The value that a player who looks one shot ahead maximises, by the mode's script; nil if it
  /// does not define one.
  func value() throws(ScriptFault) -> Double? {
    guard setup.modeHooks.has(.value) else { return nil }
    let answer = try run(.value, of: setup.mode, object: stateObject, peg: -1, .none)
    if let value = answer.number, value.magnitude <= 1e6 { return value }
    let mode = setup.scripts[setup.mode]
    throw ScriptFault(
      kind: .error,
      message: "\(mode.source.name):\(mode.source.line(settingField: "value")): value must return"
        + " a number from -1000000 to 1000000, not \(answer.found)")
  }

  /// The game's progress by the mode's script, 0...1; nil if it does not define one.
  func progress() throws(ScriptFault) -> Double? {
    guard setup.modeHooks.has(.progress) else { return nil }
    let answer = try run(.progress, of: setup.mode, object: stateObject, peg: -1, .none)
    if let value = answer.number, value >= 0, value <= 1 { return value }
    let mode = setup.scripts[setup.mode]
    throw ScriptFault(
      kind: .error,
      message: "\(mode.source.name):\(mode.source.line(settingField: "progress")): progress must"
        + " return a number from 0 to 1, not \(answer.found)")
  }

  /// Pegs that are neither lit nor gone.
  var pegsLeft: Int {
    setup.kinds.indices.count {
      setup.isPeg($0) && position.world.isAlive($0) && !loop.scoring.isLit[$0]
    }
  }

  // MARK: What scripts ask

  func serve(_ request: ScriptRequest, reply: inout ScriptReply) throws(ScriptCallError) {
    guard let function = PeggleScriptFunction(rawValue: request.function) else {
      // The sandbox's own: math.random draws from the game's script stream.
      reply.give(Int(bitPattern: UInt(nextDraw())))
      return
    }
    switch function {
    case .pegs: try givePegs(request, to: &reply)
    case .position:
      let place = position.world.body(try peg(request, function)).position
      reply.give(place.x)
      reply.give(place.y)
    case .isLit: reply.give(loop.scoring.isLit[try peg(request, function)])
    case .within: try giveWithin(request, to: &reply)
    case .data: reply.give(position.data[try peg(request, function)])
    case .setData:
      guard let value = request[1].integer else {
        throw ScriptCallError("world:set_data needs a whole number")
      }
      position.data[try peg(request, function)] = value
    case .random: try reply.giveRandom(request, calledBy: "random", draw: nextDraw)
    case .width: reply.give(setup.rules.width)
    case .height: reply.give(setup.rules.height)
    case .time: reply.give(read(.seconds, position.time))
    case .parameters:
      reply.give(host?.parameters(of: handles[runningScript]) ?? ScriptDatum.none)
    case .variables: reply.give(host?.object("state.vars", instance: 0) ?? ScriptDatum.none)
    case .rules: reply.give(host?.object("world.rules", instance: 0) ?? ScriptDatum.none)
    case .getRule: try giveRule(request, to: &reply)
    case .getVariable:
      let name = request[0].string ?? ""
      let value = position.variables.first { $0.name == name }?.value ?? 0
      reply.give(read(.variable(name), value))
    case .setVariable:
      // The table has a name for each sort of script.
      let isMode = setup.scripts[runningScript].kind == .mode
      try position.variables.set(request, in: isMode ? "state.vars" : "world.vars")
    case .balls, .addBalls, .score, .addScore, .orangeLeft, .pegsTotal, .totalPoints,
      .litThisShot, .bucketThisShot, .orangeTotal, .pegsLeft:
      try serveState(function, request, reply: &reply)
    case .move, .clear, .light, .spawnBall, .push, .turnBoard, .reenter, .after, .exploded:
      guard requests.count < Self.maxRequests else {
        throw ScriptCallError(
          "\(function.name): more than \(Self.maxRequests) changes in one step")
      }
      requests.append(try change(function, request))
      note(function, &reply)
    }
  }

  private func serveState(
    _ function: PeggleScriptFunction, _ request: ScriptRequest, reply: inout ScriptReply
  ) throws(ScriptCallError) {
    switch function {
    case .balls: reply.give(read(.balls, position.balls))
    case .addBalls:
      guard let count = request.whole(0, in: -1000...1000) else {
        throw ScriptCallError("state:add_balls needs a whole number from -1000 to 1000")
      }
      let before = position.balls
      position.balls = max(0, Saturating.sum(before, count))
      // Where fewer balls are left than are taken, what was asked for is not what happened.
      if position.balls != before { emit(.ballsGiven(count: position.balls - before)) }
    case .score: reply.give(read(.score, position.score))
    case .addScore:
      guard let points = request.whole(0, in: -1_000_000...1_000_000) else {
        throw ScriptCallError(
          "state:add_score needs a whole number from -1000000 to 1000000")
      }
      position.score = Saturating.sum(position.score, points)
    case .orangeLeft: reply.give(read(.orangeLeft, orangeLeft))
    case .orangeTotal: reply.give(setup.orangeCount)
    case .pegsLeft: reply.give(pegsLeft)
    case .pegsTotal: reply.give(setup.pegCount)
    case .totalPoints: reply.give(setup.totalPoints)
    case .litThisShot: reply.give(read(.litInShot, hits.count))
    default: reply.give(position.bucketCatches > 0)
    }
  }

  /// A number that a script reads; recorded on request.
  private func read<Number>(
    _ quantity: @autoclosure () -> PeggleGoal.Quantity, _ value: Number
  ) -> Number {
    if notesReads {
      let quantity = quantity()
      if !reads.contains(quantity) { reads.append(quantity) }
    }
    return value
  }

  private func change(
    _ function: PeggleScriptFunction, _ request: ScriptRequest
  ) throws(ScriptCallError) -> PeggleRequest {
    switch function {
    case .light: return .light(try peg(request, function))
    case .clear: return .clear(try peg(request, function))
    case .exploded: return .exploded(try peg(request, function))
    case .move:
      return .move(try peg(request, function), try place(request, from: 1, function))
    case .push:
      return .push(try peg(request, function), try velocity(request, from: 1, function))
    case .spawnBall:
      let pending = requests.count {
        if case .spawn = $0 { return true }
        return false
      }
      guard position.world.balls.count + pending < Self.maxBalls else {
        throw ScriptCallError("world:spawn_ball: there are already \(Self.maxBalls) balls")
      }
      return .spawn(
        try place(request, from: 0, function), try velocity(request, from: 2, function))
    case .turnBoard: return .turn
    case .reenter:
      // A ball that has gone since is no mistake of the script's, like a peg that has gone.
      guard let ball = request.place(0, among: position.world.ballsAdded) else {
        throw ScriptCallError(
          "world:reenter needs a ball's number, as on_hit and power get it, not"
            + " \(request[0].found)")
      }
      return .reenter(ball: ball)
    default:
      guard let seconds = request[0].number, seconds >= 0, seconds <= 1000 else {
        throw ScriptCallError("world:after needs seconds from 0 to 1000")
      }
      let id = request[1].kind == .none ? 0 : request[1].integer
      guard let id else { throw ScriptCallError("world:after: the id must be a whole number") }
      guard setup.scripts[runningScript].hooks.has(.onTimer) else {
        throw ScriptCallError("world:after calls on_timer, and this script has none")
      }
      guard timers.count < Self.maxTimers else {
        throw ScriptCallError("world:after: \(Self.maxTimers) timers are already running")
      }
      let steps = max(1, Int(saturating: (seconds / setup.rules.step).rounded(.up)))
      return .after(
        PeggleTimer(due: step + steps, script: runningScript, peg: runningPeg, id: id))
    }
  }

  /// Balls and thrown pegs that may be in play at once.
  static let maxBalls = 64
  static let maxTimers = 4_000

  // MARK: Arguments

  private func peg(
    _ request: ScriptRequest, _ function: PeggleScriptFunction
  ) throws(ScriptCallError) -> Int {
    guard let object = request.place(0, among: setup.kinds.count), setup.isPeg(object) else {
      throw ScriptCallError("\(function.name) needs a peg's number, as world:pegs gives it")
    }
    return object
  }

  private func place(
    _ request: ScriptRequest, from index: Int, _ function: PeggleScriptFunction
  ) throws(ScriptCallError) -> Vector {
    guard let x = request[index].number, let y = request[index + 1].number,
      x >= 0, x <= setup.rules.width, y >= 0, y <= setup.rules.height
    else { throw ScriptCallError("\(function.name) needs x and y on the board") }
    return Vector(x, y)
  }

  private func velocity(
    _ request: ScriptRequest, from index: Int, _ function: PeggleScriptFunction
  ) throws(ScriptCallError) -> Vector {
    let velocity = Vector(request[index].number ?? .nan, request[index + 1].number ?? .nan)
    guard velocity.length <= Self.maxSpeed else {
      throw ScriptCallError(
        "\(function.name) needs a velocity in px/s of at most \(Int(Self.maxSpeed))")
    }
    return velocity
  }

  /// The maximum speed that a script may set, in px/s.
  static let maxSpeed = 10_000.0

  // MARK: Answers

  private func nextDraw() -> UInt64 {
    scriptDraws &+= 1
    return draws.bits(drawOffset &+ scriptDraws)
  }

  private func givePegs(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    let colour = request[0].string
    if colour == nil && request[0].kind != .none {
      throw ScriptCallError("world:pegs needs a colour or nothing, not \(request[0].typeName)")
    }
    reply.charge(setup.kinds.count / 2)
    reply.beginList()
    for object in setup.kinds.indices where setup.isPeg(object) && position.world.isAlive(object) {
      if let colour, setup.scripts[setup.kinds[object]].colour != colour { continue }
      reply.append(object + 1)
    }
  }

  private func giveWithin(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    guard let x = request[0].number, let y = request[1].number, let radius = request[2].number,
      x.isFinite, y.isFinite, radius >= 0
    else { throw ScriptCallError("world:within needs x, y and a distance of at least 0") }
    reply.charge(setup.kinds.count / 2)
    reply.beginList()
    for object in setup.kinds.indices where setup.isPeg(object) && position.world.isAlive(object) {
      let aside = position.world.body(object).position - Vector(x, y)
      if aside.length <= radius { reply.append(object + 1) }
    }
  }

  private func giveRule(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    let name = request[0].string ?? ""
    guard let value = setup.rules.value(of: name) else {
      // All rules are more than a message of a script holds.
      let known = PeggleRules.parameters.map(\.name)
      throw ScriptCallError(
        "world.rules: unknown rule \(SafeText.named(name)); "
          + (NearestName.suggestion(for: name, among: known).map { "did you mean '\($0)'?" }
            ?? "`playtest list rules peggle` lists them"))
    }
    reply.give(value)
  }
}
