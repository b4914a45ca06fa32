import SimHarness

/// The numbers of Peggle's rules, with their defaults.
///
/// Lengths in px, times in seconds. Source: docs/rules.md, "Peggle".
public struct PeggleRules: Hashable, Sendable {
  /// Which physics moves the balls.
  public enum Integrator: String, CaseIterable, Hashable, Sendable {
    /// This project's own: no ball passes through a body at any speed.
    case standard
    /// The MySpriteKit engine, bit for bit.
    case msk
  }

  public var integrator = Integrator.standard
  public var width = 800.0
  public var height = 600.0
  /// Cannon balls; a game without any is lost at once.
  public var balls = 10
  /// Whether the bucket is there.
  public var bucket = true
  public var scoring = PeggleScoring.peggle

  public var gravity = 300.0
  /// Seconds per step.
  public var step = 1.0 / 120
  /// Parts that the physics divides a step into.
  public var substeps = 1
  /// Share of the speed along the contact normal that a bounce keeps.
  public var restitution = 0.8
  /// Share of the speed along the surface that a bounce takes.
  public var friction = 0.0
  /// The maximum number of impacts of one ball per substep; the rest of the substep is dropped.
  public var impactLimit = 12

  public var ballRadius = 20.0
  public var ballSpeed = 600.0
  /// The cannon is at (width / 2, this).
  public var cannonY = 50.0
  /// Angles offered to agents, 3...1,024.
  public var aims = 64

  /// The bucket's centre is this far above the bottom.
  public var bucketRise = 50.0
  public var bucketWidth = 200.0
  public var bucketHeight = 100.0
  public var bucketSpeed = 120.0

  /// A ball in contact and slower than this is stuck.
  public var stuckSpeed = 5.0
  /// A ball stuck for this long removes the lit pegs.
  public var stuckTime = 2.0
  /// A ball stuck for this long passes through what holds it.
  public var releaseTime = 5.0
  /// A shot ends after this time in any case.
  public var shotTime = 30.0

  /// Pegs this near to an explosion are removed.
  public var kaboomRadius = 75.0
  /// Pegs this near to an explosion are thrown.
  public var throwRadius = 100.0
  /// Green pegs this near to an explosion go off too.
  public var chainRadius = 100.0
  /// The time until they do.
  public var chainDelay = 1.0

  public init() {}

  /// The rules that a level file with this integrator starts from.
  public static func defaults(of integrator: Integrator) -> PeggleRules {
    switch integrator {
    case .standard: PeggleRules()
    case .msk: .msk
    }
  }

  /// The defaults with MySpriteKit's time step and launch: 10 px in each of two substeps per frame.
  public static var msk: PeggleRules {
    var rules = PeggleRules()
    rules.integrator = .msk
    rules.step = 1.0 / 60
    rules.substeps = 2
    rules.ballSpeed = 1200
    return rules
  }

  /// Where the balls come from.
  public var cannon: PegglePoint { PegglePoint(x: width / 2, y: cannonY) }
}

/// The points of pegs.
public struct PeggleScoring: Hashable, Sendable {
  /// Points of a peg by its colour.
  public var blue = 10
  public var orange = 100
  public var purple = 500
  public var green = 10
  public var others = 10
  /// The multiplier while at most `left15` orange pegs are left, this one not counted.
  public var multiplier15 = 2
  /// The same for `left10`, and so on.
  public var multiplier10 = 3
  public var multiplier6 = 5
  public var multiplier3 = 10
  public var multiplier0 = 100
  /// How many orange pegs may be left for `multiplier15`; the others likewise.
  public var left15 = 15
  public var left10 = 10
  public var left6 = 6
  public var left3 = 3
  /// Whether a shot's points are multiplied by the pegs hit in it, 1 or 0.
  public var timesHits = 1
  /// Points in one shot that bring a free ball; 0: none.
  public var freeBall1 = 25_000
  public var freeBall2 = 75_000
  public var freeBall3 = 125_000

  public init() {}

  /// Peggle Deluxe's table, the default.
  public static let peggle = PeggleScoring()

  /// The MySpriteKit game's: no multipliers and no free balls.
  public static let msk: PeggleScoring = {
    var scoring = PeggleScoring()
    scoring.blue = 100
    scoring.orange = 500
    scoring.purple = 10
    scoring.multiplier15 = 1
    scoring.multiplier10 = 1
    scoring.multiplier6 = 1
    scoring.multiplier3 = 1
    scoring.multiplier0 = 1
    scoring.timesHits = 0
    scoring.freeBall1 = 0
    scoring.freeBall2 = 0
    scoring.freeBall3 = 0
    return scoring
  }()

  /// Points of one peg of a colour, before multipliers.
  public func points(ofColour colour: String) -> Int {
    switch colour {
    case "blue": blue
    case "orange": orange
    case "purple": purple
    case "green": green
    default: others
    }
  }

  /// The multiplier of a peg's points when this many orange pegs are left after it.
  ///
  /// If several thresholds are met, the one for fewer pegs applies.
  public func multiplier(orangeLeft: Int) -> Int {
    switch orangeLeft {
    case ...0: multiplier0
    case ...left3: multiplier3
    case ...left6: multiplier6
    case ...left10: multiplier10
    case ...left15: multiplier15
    default: 1
    }
  }
}
