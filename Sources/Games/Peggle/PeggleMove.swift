import PegglePhysics
import SimHarness

/// A shot: where the cannon aims, and how long the player took to aim.
public struct PeggleMove: Hashable, Sendable {
  /// Where the cannon aims.
  public enum Aim: Hashable, Sendable {
    /// Radians, clockwise from +x (y is down); above 0, below pi.
    case angle(Double)
    /// A place on the board, px; below the cannon.
    case tap(x: Double, y: Double)
  }

  public var aim: Aim
  /// The time the player took to aim, in s; it passes on the clock of modes that have one.
  public var seconds: Double

  /// What a perfect hand takes to aim, in s.
  public static let quickest = 0.5
  /// The maximum time of aiming, in s.
  public static let slowest = 3600.0

  public init(_ aim: Aim, seconds: Double = PeggleMove.quickest) {
    self.aim = aim
    self.seconds = seconds
  }

  public init(angle: Double, seconds: Double = PeggleMove.quickest) {
    self.init(.angle(angle), seconds: seconds)
  }

  public init(tapX x: Double, y: Double, seconds: Double = PeggleMove.quickest) {
    self.init(.tap(x: x, y: y), seconds: seconds)
  }

  /// The unit direction in which the ball leaves.
  /// - Throws: What is illegal about the move.
  func direction(rules: PeggleRules) throws(MoveError) -> Vector {
    guard seconds >= 0 && seconds <= Self.slowest else {
      throw .illegal("the time of aiming must be from 0 to \(Int(Self.slowest)) s")
    }
    switch aim {
    case .angle(let angle):
      guard angle.isFinite else { throw .illegal("the angle must be a finite number") }
      guard angle > 0 && angle < Double.pi else {
        throw .illegal("the angle must be above 0 (right) and below pi (left)")
      }
      let turn = DeterministicMath.sincos(angle)
      return Vector(turn.cos, turn.sin)
    case .tap(let x, let y):
      guard x.isFinite && y.isFinite else { throw .illegal("the tap must have finite coordinates") }
      var offset = Vector(x - rules.cannon.x, y - rules.cannon.y)
      guard offset.y > 0 else {
        throw .illegal(
          "the tap must be below the cannon, at y above \(JSONWriter.number(rules.cannonY))")
      }
      var length = offset.length
      if length == 0 || !length.isFinite {
        // Its square is no number; the direction is the same at another scale.
        let scale = max(offset.x.magnitude, offset.y)
        offset = Vector(offset.x / scale, offset.y / scale)
        length = offset.length
      }
      return Vector(offset.x / length, offset.y / length)
    }
  }

  /// The angle of the aim, in radians.
  func angle(rules: PeggleRules) -> Double {
    switch aim {
    case .angle(let angle): angle
    case .tap(let x, let y): DeterministicMath.atan2(y - rules.cannon.y, x - rules.cannon.x)
    }
  }
}
