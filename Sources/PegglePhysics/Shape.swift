import StableNumerics

/// The form of a body about its own position, before it is turned.
public enum Shape: Hashable, Sendable {
  /// A disc; `radius` in px, above 0.
  case circle(radius: Double)
  /// A convex polygon of 3 to 16 corners in order, in either direction, relative to the position.
  case polygon([Vector])

  /// A rectangle about its middle; sides in px, above 0.
  public static func block(width: Double, height: Double) -> Shape {
    let x = width / 2
    let y = height / 2
    return .polygon([Vector(-x, -y), Vector(x, -y), Vector(x, y), Vector(-x, y)])
  }

  /// An isosceles triangle about the middle of its bounding rectangle, its apex up.
  ///
  /// `width` is the base and `height` the altitude, in px, above 0.
  public static func triangle(width: Double, height: Double) -> Shape {
    let x = width / 2
    let y = height / 2
    return .polygon([Vector(0, -y), Vector(x, y), Vector(-x, y)])
  }

  /// The distance from the position to the farthest point, in px.
  public var boundingRadius: Double {
    switch self {
    case .circle(let radius): radius
    case .polygon(let corners): corners.reduce(0) { max($0, $1.length) }
    }
  }

  /// Whether a body may have this shape: a finite radius above 0 or a convex polygon.
  public var isValid: Bool {
    switch self {
    case .circle(let radius): radius > 0 && radius.isFinite
    case .polygon(let corners): ConvexPolygon.isConvex(corners)
    }
  }

  /// The shape at a place, turned by `rotation` radians (clockwise on the screen).
  public func placed(at position: Vector, rotation: Double = 0) -> PlacedShape {
    switch self {
    case .circle(let radius):
      return .circle(centre: position, radius: radius)
    case .polygon(let corners):
      let turn = DeterministicMath.sincos(rotation)
      return .polygon(
        corners.map { corner in
          Vector(
            position.x + (corner.x * turn.cos - corner.y * turn.sin),
            position.y + (corner.x * turn.sin + corner.y * turn.cos))
        })
    }
  }
}
