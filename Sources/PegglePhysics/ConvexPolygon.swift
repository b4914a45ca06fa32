/// Questions about polygons given by their corners in order.
public enum ConvexPolygon {
  /// The numbers of corners that a body may have.
  public static let cornerCounts = 3...16

  /// The area by the shoelace formula, in px^2: positive when the corners go clockwise on the
  /// screen (y down), negative counterclockwise.
  public static func signedArea(_ corners: [Vector]) -> Double {
    var twice = 0.0
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      twice += corner.x * next.y - next.x * corner.y
    }
    return twice / 2
  }

  /// The area in px^2.
  public static func area(_ corners: [Vector]) -> Double { signedArea(corners).magnitude }

  /// Whether the corners, 3 to 16, go round once and turn in the same direction at every corner.
  ///
  /// Three corners in one line, doubled corners and stars are not convex.
  public static func isConvex(_ corners: [Vector]) -> Bool {
    guard cornerCounts.contains(corners.count),
      corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
    else { return false }
    let isClockwise = signedArea(corners) > 0
    var flips = 0
    var wasRight = goesRight(corners[corners.count - 1], corners[0])
    for index in corners.indices {
      let corner = corners[index]
      let next = corners[(index + 1) % corners.count]
      let afterNext = corners[(index + 2) % corners.count]
      let along = next - corner
      let then = afterNext - next
      let bend = along.x * then.y - along.y * then.x
      if isClockwise ? bend <= 0 : bend >= 0 { return false }
      let isRight = goesRight(corner, next)
      if isRight != wasRight { flips += 1 }
      wasRight = isRight
    }
    // A star turns in one direction, too, but reverses along x more than twice.
    return flips == 2
  }

  private static func goesRight(_ from: Vector, _ to: Vector) -> Bool {
    to.x != from.x ? to.x > from.x : to.y > from.y
  }

  /// Whether a point lies in the polygon or on its edge.
  public static func contains(_ point: Vector, in corners: [Vector]) -> Bool {
    let sign: Double = signedArea(corners) > 0 ? 1 : -1
    for (index, corner) in corners.enumerated() {
      let along = corners[(index + 1) % corners.count] - corner
      let aside = point - corner
      if sign * (along.x * aside.y - along.y * aside.x) < 0 { return false }
    }
    return true
  }

  /// The point of the outline nearest to `point`.
  public static func nearestOutlinePoint(to point: Vector, of corners: [Vector]) -> Vector {
    var best = corners[0]
    var least = Double.infinity
    for (index, corner) in corners.enumerated() {
      let along = corners[(index + 1) % corners.count] - corner
      let share = min(max((point - corner).dot(along) / along.dot(along), 0), 1)
      let candidate = corner + share * along
      let distance = (point - candidate).length
      if distance < least {
        least = distance
        best = candidate
      }
    }
    return best
  }
}
