/// The numbers of a Peggle world's physics.
///
/// Lengths in px, times in s; `parameters` gives unit, range and default of each.
public struct PhysicsParameters: Hashable, Sendable {
  /// How bodies move and collide.
  public enum Integrator: String, Hashable, Sendable, CaseIterable {
    /// Swept, deterministic, loses energy at each bounce.
    case standard
    /// The MySpriteKit engine to the last bit, its faults included.
    case msk
  }

  public var integrator = Integrator.standard
  /// The world's size.
  public var width = 800.0
  public var height = 600.0
  /// The length of one step.
  public var step = 1.0 / 120
  /// The equal parts that a step is worked out in.
  public var substeps = 1
  /// The acceleration downward.
  public var gravity = 300.0
  /// The share of the speed into a surface that a bounce gives back.
  public var restitution = 0.8
  /// The share of the speed along a surface that a bounce takes away.
  public var friction = 0.0
  /// The radius of a ball from the cannon.
  public var ballRadius = 20.0
  /// The impacts of one ball that a substep works out; what then is left of it is dropped.
  public var impactLimit = 12
  /// Whether there is a bucket.
  public var hasBucket = true
  public var bucketWidth = 200.0
  public var bucketHeight = 100.0
  /// The distance of the bucket's middle from the bottom.
  public var bucketRise = 50.0
  public var bucketSpeed = 120.0

  public init() {}

  /// What the reference engine runs at: steps of 1/60 s in two parts, no bucket.
  public static var msk: PhysicsParameters {
    var parameters = PhysicsParameters()
    parameters.integrator = .msk
    parameters.step = 1.0 / 60
    parameters.substeps = 2
    parameters.hasBucket = false
    return parameters
  }

  /// The fastest that a ball may be set going, in px/s.
  public static let greatestSpeed = 100_000.0

  /// Name, unit, range and default of every number.
  public static let parameters: [RuleParameter] = [
    RuleParameter(
      "width", unit: "px", 200...10_000, defaultValue: 800, isWhole: false, field: "width",
      summary: "width of the world"),
    RuleParameter(
      "height", unit: "px", 200...10_000, defaultValue: 600, isWhole: false, field: "height",
      summary: "height of the world"),
    RuleParameter(
      "step", unit: "s", 0.0005...0.05, defaultValue: 1.0 / 120, isWhole: false,
      summary: "length of a step"),
    RuleParameter(
      "substeps", unit: "parts", 1...16, defaultValue: 1, summary: "equal parts of a step"),
    RuleParameter(
      "gravity", unit: "px/s^2", 0...5_000, defaultValue: 300, isWhole: false,
      summary: "acceleration downward"),
    RuleParameter(
      "restitution", unit: "share", 0...1, defaultValue: 0.8, isWhole: false,
      summary: "share of the normal speed kept in a bounce"),
    RuleParameter(
      "friction", unit: "share", 0...1, defaultValue: 0, isWhole: false,
      summary: "share of the tangential speed lost in a bounce"),
    RuleParameter(
      "ballRadius", unit: "px", 1...60, defaultValue: 20, isWhole: false,
      summary: "radius of a ball"),
    RuleParameter(
      "impactLimit", unit: "impacts", 4...64, defaultValue: 12,
      summary: "maximum impacts of a ball calculated per part of a step"),
    RuleParameter(
      "bucketWidth", unit: "px", 40...10_000, defaultValue: 200, isWhole: false,
      summary: "width of the bucket, less than that of the world"),
    RuleParameter(
      "bucketHeight", unit: "px", 10...1_000, defaultValue: 100, isWhole: false,
      summary: "height of the bucket"),
    RuleParameter(
      "bucketRise", unit: "px", 0...1_000, defaultValue: 50, isWhole: false,
      summary: "distance of the bucket's middle from the bottom"),
    RuleParameter(
      "bucketSpeed", unit: "px/s", 0...5_000, defaultValue: 120, isWhole: false,
      summary: "speed of the bucket"),
  ]

  /// The length of a substep, in s.
  var substep: Double { step / Double(substeps) }
}
