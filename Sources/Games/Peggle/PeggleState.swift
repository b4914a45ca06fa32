import PegglePhysics
import SimHarness

/// A game of Peggle: what a player sees, and how far scripts have drawn.
public struct PeggleState: GameState {
  public typealias Level = PeggleLevel
  public typealias Move = PeggleMove
  public typealias Event = PeggleEvent
  public typealias View = PegglePosition

  let level: PeggleLevel
  var position: PegglePosition
  /// Where in its streams this state draws: 0 in a real game, anywhere in an imagined one.
  var offset: UInt64 = 0
  /// Draws that scripts have taken (`world:random`).
  var scriptDraws: UInt64 = 0

  public var view: PegglePosition { position }
  public var outcome: Outcome? { position.outcome }
  public var score: Int { position.score }

  public init(
    level: PeggleLevel, in context: inout GameContext, emit: (PeggleEvent) -> Void
  ) throws(LevelError) {
    self.level = level
    position = PegglePosition(level: level)
    // A level without balls is lost whatever its mode would give.
    if position.balls > 0, level.setup.scripts[level.setup.mode].hooks.has(.start) {
      do throws(ScriptFault) {
        let shot = try shot(in: context)
        try shot.begin()
        take(shot, emit: emit)
      } catch {
        throw .script(error)
      }
    }
    if position.balls == 0 {
      position.outcome = .lost
      emit(.lost(.balls))
    }
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.offset == b.offset && a.scriptDraws == b.scriptDraws && a.level === b.level
      && a.position == b.position
  }

  public func hash(into digest: inout StableDigest) {
    position.hash(into: &digest)
    digest.combine(offset)
    digest.combine(scriptDraws)
  }

  // MARK: Hidden information

  public func imagined(in imagination: inout GameContext) -> Self {
    var copy = self
    copy.offset = imagination.nextImaginedOffset()
    copy.scriptDraws = 0
    return copy
  }

  // MARK: Invariants

  public func checkInvariants() throws(InvariantViolation) {
    let setup = position.setup
    func demand(_ holds: Bool, _ what: @autoclosure () -> String) throws(InvariantViolation) {
      if !holds { throw InvariantViolation(what()) }
    }
    do throws(BrokenInvariant) {
      try position.world.checkInvariants()
    } catch {
      throw InvariantViolation(error.description)
    }
    try demand(position.world.balls.isEmpty, "a ball is in play between two shots")
    try demand(position.balls >= 0, "there are \(position.balls) balls")
    try demand(position.world.bodyCount == setup.kinds.count, "an object is missing")
    let orange = setup.isOrange.indices.count { setup.isOrange[$0] && position.world.isAlive($0) }
    try demand(
      orange == position.orangeLeft,
      "\(position.orangeLeft) orange pegs are counted, \(orange) are there")
    try demand(
      position.time.isFinite && position.time >= 0, "the clock shows \(position.time)")
    try demand(position.variables.count <= 16, "there are more than 16 variables")
    try demand(
      position.balls > 0 || position.outcome != nil, "the game continues without a ball")
    try demand(Set(position.hits).count == position.hits.count, "a peg was lit twice in a shot")
  }
}
