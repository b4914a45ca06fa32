/// A point or a displacement of the plane, in px; y grows downward.
public struct Vector: Hashable, Sendable {
  /// To the right, in px.
  public var x: Double
  /// Downward, in px.
  public var y: Double

  /// A vector with these coordinates.
  @inlinable
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The length, in px.
  @inlinable public var length: Double { (x * x + y * y).squareRoot() }

  /// The scalar product.
  @inlinable
  public func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

  /// The sum.
  @inlinable
  public static func + (left: Vector, right: Vector) -> Vector {
    Vector(left.x + right.x, left.y + right.y)
  }

  /// The difference.
  @inlinable
  public static func - (left: Vector, right: Vector) -> Vector {
    Vector(left.x - right.x, left.y - right.y)
  }

  /// The vector, scaled.
  @inlinable
  public static func * (scale: Double, vector: Vector) -> Vector {
    Vector(scale * vector.x, scale * vector.y)
  }
}
