import SimHarness

/// How close a game of Peggle is to being won, for all players who look ahead.
///
/// The mode's script says it (`progress`, else `value`); of a mode that says neither the goal is
/// found by asking (`PeggleGoal`). Holds memory that is used again and nothing else.
struct PeggleMeasure {
  /// How the distance to the goal is measured.
  enum Guide: Equatable {
    /// The share of the orange pegs, else of the points: the plain game.
    case plain
    /// The mode's `progress`.
    case progress
    /// The mode's `value`.
    case value
    case goal(PeggleGoal)
  }

  private(set) var guide = Guide.plain
  /// What `guide` was found for.
  private var setup: PeggleSetup?
  private var variables: [ScriptVariable] = []
  /// For questions to scripts, one after another.
  private var shot: PeggleShot?

  /// Finds what guides a decision in this state.
  mutating func begin(
    _ state: PeggleState, in imagination: borrowing GameContext
  ) throws(ScriptFault) {
    let position = state.position
    let hooks = position.setup.modeHooks
    if setup === position.setup {
      guard case .goal = guide, variables != position.variables else { return }
    }
    setup = position.setup
    variables = position.variables
    if hooks.has(.progress) {
      guide = .progress
    } else if hooks.has(.value) {
      guide = .value
    } else {
      let goal = try goal(of: state, in: imagination)
      guide = goal.isUnknown || goal.isOrangeOnly ? .plain : .goal(goal)
    }
  }

  /// The goal of a mode that does not say how near it is.
  private mutating func goal(
    of state: PeggleState, in imagination: borrowing GameContext
  ) throws(ScriptFault) -> PeggleGoal {
    PeggleGoal(
      of: state.level, variables: state.position.variables,
      asking: try asking(state.position, in: imagination))
  }

  /// A shot from this position that scripts can be asked about.
  private mutating func asking(
    _ position: borrowing PegglePosition, in imagination: borrowing GameContext
  ) throws(ScriptFault) -> PeggleShot {
    if let shot, shot.setup === position.setup {
      shot.restart(from: position, offset: 0)
      return shot
    }
    let made = try PeggleShot(
      copy position, host: imagination.scripts, streams: imagination.streams, offset: 0,
      scriptDraws: 0, keepsEvents: false)
    shot = made
    return made
  }

  // MARK: Worth

  /// The value of a position: 0 lost, 1 won, and between them an estimate of the chance to win.
  ///
  /// Of two wins the sooner one is better, then the one of more points.
  mutating func worth(
    of position: borrowing PegglePosition, in imagination: borrowing GameContext
  ) throws(ScriptFault) -> Double {
    if guide == .plain { return Self.worth(of: position, progress: Self.plainProgress(position)) }
    return try worth(of: asking(position, in: imagination))
  }

  /// The value of the position after a shot.
  func worth(of shot: PeggleShot) throws(ScriptFault) -> Double {
    if shot.position.outcome != nil { return Self.worth(of: shot.position, progress: 0) }
    switch guide {
    case .plain:
      return Self.worth(of: shot.position, progress: Self.plainProgress(shot.position))
    case .progress:
      return Self.worth(of: shot.position, progress: try shot.progress() ?? 0)
    case .value:
      return Self.worth(of: shot.position, progress: Self.squashed(try shot.value() ?? 0))
    case .goal(let goal):
      return Self.worth(
        of: shot.position, progress: goal.progress(of: shot), countsBalls: !goal.usesUpBalls)
    }
  }

  /// The value of a position at this distance from its goal.
  ///
  /// Each ball left adds some of what is missing, the less the more there are. A game that takes
  /// more than twice as many shots as it had balls loses patience: balls are worth less and less,
  /// so that no player plays for new balls forever.
  private static func worth(
    of position: borrowing PegglePosition, progress: Double, countsBalls: Bool = true
  ) -> Double {
    let points = 1e-9 * Double(max(0, min(position.score, 1_000_000)))
    let turns = 1e-3 * Double(min(position.turn, 50))
    switch position.outcome {
    case .won: return 1 + points - turns
    case .lost: return 0
    case .ended, nil: break
    }
    let start = Double(max(position.setup.rules.balls, 1))
    let patience = min(1, 2 * start / Double(max(position.turn, 1)))
    let balls = Double(position.balls)
    let outlook = countsBalls ? patience * balls / (balls + start / 2) : 0
    return 0.05 + 0.85 * (progress + (1 - progress) * outlook) + points
  }

  /// The share of the orange pegs that are gone and, as a fiftieth of that each, of all pegs; in a
  /// level without orange pegs the score beside all points.
  private static func plainProgress(_ position: borrowing PegglePosition) -> Double {
    let setup = position.setup
    var pegs = 0
    for place in setup.kinds.indices
    where setup.kinds[place] >= 0 && position.world.isAlive(place) { pegs += 1 }
    let gone = 20 * Double(setup.pegCount - pegs)
    let all = 20 * Double(setup.pegCount)
    if setup.orangeCount > 0 {
      let orange = 1000 * Double(setup.orangeCount - position.orangeLeft)
      return (orange + gone) / (1000 * Double(setup.orangeCount) + all)
    }
    let score = Double(max(0, position.score))
    return 0.98 * score / (score + Double(max(setup.totalPoints, 1))) + 0.02 * gone / max(all, 1)
  }

  /// Any number up to a million either way, as one from 0 to 1 in the same order.
  private static func squashed(_ value: Double) -> Double {
    let size = DeterministicMath.log1p(value.magnitude) / DeterministicMath.log1p(1e6)
    return 0.5 + 0.5 * (value < 0 ? -size : size)
  }
}
