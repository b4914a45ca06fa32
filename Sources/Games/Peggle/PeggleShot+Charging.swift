import PegglePhysics
import SimHarness

/// What scripts are charged for the physics that they cause.
///
/// A level's own ball is free. Work that only scripts cause, more than one ball in play and bodies
/// moved or turned, is counted in probes (`World.probeCount`): a shot has a limit of them, and what it
/// takes is charged against the game's instructions of the script that last asked for such work.
extension PeggleShot {
  /// The maximum probes of one shot, about 0.4 s.
  static let maxProbes = 40_000_000
  /// Probes that are charged as one instruction.
  static let probesPerInstruction = 64
  /// Physics steps of an imagined shot that a script is charged for as one instruction.
  static let stepsPerInstruction = 4

  /// Notes who asked for physics, and charges work that depends on the board's size.
  func note(_ function: PeggleScriptFunction, _ reply: inout ScriptReply) {
    switch function {
    case .spawnBall, .push, .move, .turnBoard: charged = (runningScript, runningHook)
    // The timers that are due are looked for among all.
    case .after: reply.charge(timers.count / 8)
    default: break
    }
  }

  /// Ends a shot that needs too much work.
  @inline(__always)
  func checkPhysics() throws(ScriptFault) {
    if position.world.probeCount > Self.maxProbes { throw tooMuchPhysics() }
  }

  @inline(never)
  private func tooMuchPhysics() -> ScriptFault {
    let (script, hook) = charged ?? (runningScript, runningHook)
    let source = setup.scripts[script].source
    return ScriptFault(
      kind: .budget,
      message:
        "\(source.name):\(source.line(settingField: hook.name)): the shot's physics needs more"
        + " than \(Self.maxProbes) checks of balls and pegs; throw fewer balls, or move or turn pegs"
        + " less often")
  }

  /// Charges the work of the shot.
  func chargePhysics() {
    guard let host else { return }
    host.addWork(step / Self.stepsPerInstruction)
    if let charged, position.world.probeCount > 0 {
      let instructions = position.world.probeCount / Self.probesPerInstruction
      host.charge(handles[charged.script], instructions: instructions)
      host.addWork(instructions)
    }
  }

  /// Consecutive moves are applied together, because each rebuilds the search structure of bodies.
  func applyMoves(_ next: inout Int) {
    var moved: [(number: Int, body: Body)] = []
    while next < requests.count, case .move(let object, let place) = requests[next] {
      next += 1
      guard position.world.isAlive(object) else { continue }
      var body = position.world.body(object)
      body.position = place
      moved.append((object, body))
    }
    if !moved.isEmpty { position.world.replaceBodies(moved) }
  }
}
