import SimHarness

/// A place on a Peggle board, or a corner relative to its body's place; px, y downward.
public struct PegglePoint: Hashable, Sendable, BitwiseCopyable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The cross product with another vector: positive when that lies clockwise from this one, as
  /// seen on the screen.
  func cross(_ other: PegglePoint) -> Double { x * other.y - y * other.x }

  func dot(_ other: PegglePoint) -> Double { x * other.x + y * other.y }

  var length: Double { (x * x + y * y).squareRoot() }

  static func + (left: PegglePoint, right: PegglePoint) -> PegglePoint {
    PegglePoint(x: left.x + right.x, y: left.y + right.y)
  }

  static func - (left: PegglePoint, right: PegglePoint) -> PegglePoint {
    PegglePoint(x: left.x - right.x, y: left.y - right.y)
  }
}

/// What a body covers: a circle, or a convex polygon with its corners in order.
public enum PeggleOutline: Hashable, Sendable {
  case circle(center: PegglePoint, radius: Double)
  /// Corners in order around the polygon, either way.
  case polygon([PegglePoint])
}

/// An axis-aligned bounding box of an outline.
public struct PeggleBox: Hashable, Sendable, BitwiseCopyable {
  public var left: Double
  public var top: Double
  public var right: Double
  public var bottom: Double

  public var width: Double { right - left }
  public var height: Double { bottom - top }

  /// Whether the boxes have a point in common.
  func meets(_ other: PeggleBox) -> Bool {
    left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom
  }
}

/// Tests on outlines: what they contain, how deep two of them overlap.
///
/// Plain arithmetic and square roots only, so that a level is judged alike on every machine.
public enum PeggleGeometry {
  /// The depth in px up to which outlines touch and do not overlap.
  public static let touching = 1e-9

  /// The minimum sine of the turn at a corner of a convex polygon.
  static let minTurn = 1e-6

  // MARK: Outlines

  /// Corners moved by a turn about (0, 0) and then to a place.
  ///
  /// - Parameters:
  ///   - corners: The corners, relative to the place.
  ///   - rotation: Radians, clockwise on the screen.
  ///   - place: Where (0, 0) goes.
  /// - Returns: The corners on the board.
  public static func placed(
    _ corners: [PegglePoint], rotation: Double, at place: PegglePoint
  ) -> [PegglePoint] {
    let (sine, cosine) = rotation == 0 ? (0, 1) : DeterministicMath.sincos(rotation)
    return corners.map { corner in
      PegglePoint(
        x: place.x + (corner.x * cosine - corner.y * sine),
        y: place.y + (corner.x * sine + corner.y * cosine))
    }
  }

  /// The axis-aligned bounding box of an outline; a polygon has at least one corner.
  public static func box(of outline: PeggleOutline) -> PeggleBox {
    switch outline {
    case .circle(let center, let radius):
      return PeggleBox(
        left: center.x - radius, top: center.y - radius, right: center.x + radius,
        bottom: center.y + radius)
    case .polygon(let corners):
      let first = corners.first ?? PegglePoint(x: 0, y: 0)
      var box = PeggleBox(left: first.x, top: first.y, right: first.x, bottom: first.y)
      for corner in corners {
        box.left = min(box.left, corner.x)
        box.right = max(box.right, corner.x)
        box.top = min(box.top, corner.y)
        box.bottom = max(box.bottom, corner.y)
      }
      return box
    }
  }

  /// Whether a point lies inside an outline or on its edge.
  public static func contains(_ point: PegglePoint, in outline: PeggleOutline) -> Bool {
    switch outline {
    case .circle(let center, let radius):
      let offset = point - center
      return offset.dot(offset) <= radius * radius
    case .polygon(let corners): return isInside(point, corners)
    }
  }

  /// The middle of what a polygon covers of the vertical line at `x`; nil where that is nothing,
  /// and of circles.
  static func middle(of outline: PeggleOutline, atX x: Double) -> Double? {
    guard case .polygon(let corners) = outline else { return nil }
    let crossings = edges(of: corners).compactMap { start, end -> Double? in
      guard (start.x < x) != (end.x < x) else { return nil }
      return start.y + (end.y - start.y) * (x - start.x) / (end.x - start.x)
    }
    guard let first = crossings.min(), let last = crossings.max() else { return nil }
    return (first + last) / 2
  }

  /// The same of the horizontal line at `y`.
  static func middle(of outline: PeggleOutline, atY y: Double) -> Double? {
    guard case .polygon(let corners) = outline else { return nil }
    return middle(of: .polygon(corners.map { PegglePoint(x: $0.y, y: $0.x) }), atX: y)
  }

  private static func isInside(_ point: PegglePoint, _ corners: [PegglePoint]) -> Bool {
    var isLeft = false
    var isRight = false
    for (start, end) in edges(of: corners) {
      let side = (end - start).cross(point - start)
      if side < 0 { isLeft = true }
      if side > 0 { isRight = true }
    }
    return !(isLeft && isRight)
  }

  // MARK: Overlaps

  /// How deep two outlines overlap in px: how far one has to move to touch only, 0 if they are
  /// apart.
  public static func depth(_ one: PeggleOutline, _ other: PeggleOutline) -> Double {
    switch (one, other) {
    case (.circle(let a, let radiusA), .circle(let b, let radiusB)):
      max(0, radiusA + radiusB - (a - b).length)
    case (.circle(let center, let radius), .polygon(let corners)),
      (.polygon(let corners), .circle(let center, let radius)):
      depth(ofCircleAt: center, radius: radius, in: corners)
    case (.polygon(let a), .polygon(let b)): depth(of: a, in: b)
    }
  }

  /// Whether two outlines overlap by more than a touch.
  public static func overlaps(_ one: PeggleOutline, _ other: PeggleOutline) -> Bool {
    depth(one, other) > touching
  }

  private static func depth(
    ofCircleAt center: PegglePoint, radius: Double, in corners: [PegglePoint]
  ) -> Double {
    var nearest = Double.infinity
    for (start, end) in edges(of: corners) {
      nearest = min(nearest, distance(from: center, toSegment: start, end))
    }
    return isInside(center, corners) ? radius + nearest : max(0, radius - nearest)
  }

  private static func distance(
    from point: PegglePoint, toSegment start: PegglePoint, _ end: PegglePoint
  ) -> Double {
    let edge = end - start
    let offset = point - start
    let squared = edge.dot(edge)
    let share = squared > 0 ? min(max(offset.dot(edge) / squared, 0), 1) : 0
    return PegglePoint(x: offset.x - edge.x * share, y: offset.y - edge.y * share).length
  }

  /// The minimum overlap over the normals of both polygons' edges (separating axes).
  private static func depth(of one: [PegglePoint], in other: [PegglePoint]) -> Double {
    var minOverlap = Double.infinity
    for corners in [one, other] {
      for (start, end) in edges(of: corners) {
        let edge = end - start
        let length = edge.length
        if length == 0 { continue }
        let axis = PegglePoint(x: -edge.y / length, y: edge.x / length)
        let a = span(of: one, along: axis)
        let b = span(of: other, along: axis)
        minOverlap = min(minOverlap, a.upperBound - b.lowerBound, b.upperBound - a.lowerBound)
        if minOverlap <= 0 { return 0 }
      }
    }
    return minOverlap
  }

  private static func span(
    of corners: [PegglePoint], along axis: PegglePoint
  ) -> ClosedRange<Double> {
    var low = Double.infinity
    var high = -Double.infinity
    for corner in corners {
      let place = corner.dot(axis)
      low = min(low, place)
      high = max(high, place)
    }
    return min(low, high)...max(low, high)
  }

  // MARK: Convexity

  /// What is wrong with the corners of a polygon.
  public enum CornerProblem: Hashable, Sendable {
    /// This corner lies on its predecessor or in line with its neighbours.
    case needless(corner: Int)
    /// The corners are those of a convex polygon, and not in order around it.
    case disordered
    /// At this corner the polygon is not convex.
    case concave(corner: Int)
  }

  /// What keeps three or more corners from being a convex polygon in order, or nil.
  public static func problem(with corners: [PegglePoint]) -> CornerProblem? {
    let turns = turns(of: corners)
    if let needless = turns.firstIndex(where: { $0.magnitude < minTurn }) {
      return isConvex(sorted(corners)) ? .disordered : .needless(corner: needless)
    }
    if isConvex(corners) { return nil }
    if isConvex(sorted(corners)) { return .disordered }
    let isMostlyRight = turns.filter { $0 > 0 }.count * 2 >= turns.count
    return .concave(corner: turns.firstIndex { ($0 > 0) != isMostlyRight } ?? 0)
  }

  /// The sines of the turns at the corners; 0 where an edge has no length.
  private static func turns(of corners: [PegglePoint]) -> [Double] {
    corners.indices.map { index in
      let before = corners[(index + corners.count - 1) % corners.count]
      let after = corners[(index + 1) % corners.count]
      let (come, leave) = (corners[index] - before, after - corners[index])
      let lengths = come.length * leave.length
      return lengths > 0 ? come.cross(leave) / lengths : 0
    }
  }

  private static func isConvex(_ corners: [PegglePoint]) -> Bool {
    let turns = turns(of: corners)
    let isRight = turns.allSatisfy { $0 >= minTurn }
    guard isRight || turns.allSatisfy({ $0 <= -minTurn }) else { return false }
    // A star turns one way too, and goes around more than once: its edges' directions fall into
    // the upper half plane more often than in one run.
    let edges = edges(of: corners).map { $0.end - $0.start }
    let isUpper = edges.map { $0.y > 0 || ($0.y == 0 && $0.x > 0) }
    let changes = isUpper.indices.filter { isUpper[$0] != isUpper[($0 + 1) % isUpper.count] }
    return changes.count == 2
  }

  /// The corners in order around their middle.
  private static func sorted(_ corners: [PegglePoint]) -> [PegglePoint] {
    let count = Double(corners.count)
    let middle = PegglePoint(
      x: corners.reduce(0) { $0 + $1.x } / count, y: corners.reduce(0) { $0 + $1.y } / count)
    return corners.map { corner in
      let offset = corner - middle
      return (corner: corner, angle: DeterministicMath.atan2(offset.y, offset.x))
    }.sorted { $0.angle < $1.angle }.map(\.corner)
  }

  /// The edges of a polygon, the one from the last corner to the first included.
  private static func edges(
    of corners: [PegglePoint]
  ) -> some Sequence<(start: PegglePoint, end: PegglePoint)> {
    corners.indices.lazy.map { index in
      (start: corners[index], end: corners[index + 1 == corners.count ? 0 : index + 1])
    }
  }
}
