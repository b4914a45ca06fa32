/// The numbers of a world's physics; lengths in px, times in s.
///
/// The ranges are those that are tested; a world does not check them. In Peggle's games,
/// `PeggleRules` sets all of these numbers, so the defaults here are those of other users of the
/// library.
public struct PhysicsParameters: Hashable, Sendable {
  /// The ways to calculate a step.
  public enum Integrator: String, Hashable, Sendable, CaseIterable {
    /// Continuous collision detection: no tunnelling, energy is lost at each bounce.
    case standard
    /// The MySpriteKit engine to the last bit, with its faults, such as tunnelling.
    case msk
  }

  /// How bodies move and collide.
  public var integrator = Integrator.standard
  /// The width of the world, in px, 200...10,000.
  public var width = 800.0
  /// The height of the world, in px, 200...10,000.
  public var height = 600.0
  /// The length of a step, in s, 0.0005...0.05.
  public var step = 1.0 / 120
  /// The equal parts in which a step is calculated, 1...16.
  public var substeps = 1
  /// The downward acceleration, in px/s^2, 0...5,000.
  public var gravity = 300.0
  /// The share of the normal speed that is kept in a bounce, 0...1; not used by `msk`.
  public var restitution = 0.8
  /// The share of the tangential speed that is lost in a bounce, 0...1; not used by `msk`.
  public var friction = 0.0
  /// The radius of a ball, unless it is given another, in px, 1...60.
  public var ballRadius = 20.0
  /// The maximum impacts of a ball that are calculated per substep, 4...64; not used by `msk`.
  ///
  /// What is then left of the substep is dropped.
  public var impactLimit = 12
  /// Whether there is a bucket.
  public var hasBucket = true
  /// The width of the bucket, in px, from 40 to less than `width`.
  public var bucketWidth = 200.0
  /// The height of the bucket, in px, 10...1,000.
  public var bucketHeight = 100.0
  /// The distance of the bucket's middle from the bottom, in px, 0...1,000.
  public var bucketRise = 50.0
  /// The speed of the bucket, in px/s, 0...5,000.
  public var bucketSpeed = 120.0

  /// The defaults.
  public init() {}

  /// What the MySpriteKit engine runs with: steps of 1/60 s in two parts, no bucket.
  public static var msk: PhysicsParameters {
    var parameters = PhysicsParameters()
    parameters.integrator = .msk
    parameters.step = 1.0 / 60
    parameters.substeps = 2
    parameters.hasBucket = false
    return parameters
  }

  /// The greatest speed that a ball may be given, in px/s.
  public static let maxSpeed = 100_000.0

  /// The length of a substep, in s.
  var substep: Double { step / Double(substeps) }
}
