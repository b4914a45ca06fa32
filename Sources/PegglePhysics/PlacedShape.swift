/// A shape at its place on the board.
public enum PlacedShape: Hashable, Sendable {
  /// A disc.
  case circle(centre: Vector, radius: Double)
  /// The corners in order, on the board.
  case polygon([Vector])

  /// How deep two shapes may lie in each other and still only touch, in px.
  public static let touchTolerance = 1e-9

  /// Whether the shapes lie in each other deeper than `touchTolerance`; touching is not overlap.
  public func overlaps(_ other: PlacedShape) -> Bool {
    depth(in: other) > Self.touchTolerance
  }

  /// How far one of the shapes must be moved to be free of the other, in px; 0 or less: it is.
  public func depth(in other: PlacedShape) -> Double {
    switch (self, other) {
    case (.circle(let centre, let radius), .circle(let otherCentre, let otherRadius)):
      radius + otherRadius - (centre - otherCentre).length
    case (.circle(let centre, let radius), .polygon(let corners)),
      (.polygon(let corners), .circle(let centre, let radius)):
      Self.depth(ofCircleAt: centre, radius: radius, in: corners)
    case (.polygon(let corners), .polygon(let otherCorners)):
      min(
        Self.leastDepth(corners, otherCorners, axesOf: corners),
        Self.leastDepth(corners, otherCorners, axesOf: otherCorners))
    }
  }

  /// Whether the shape lies in 0...width x 0...height; it may touch the border.
  public func isInside(width: Double, height: Double) -> Bool {
    let tolerance = Self.touchTolerance
    func fits(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> Bool {
      x.lowerBound >= -tolerance && x.upperBound <= width + tolerance
        && y.lowerBound >= -tolerance && y.upperBound <= height + tolerance
    }
    let box = bounds
    return fits(box.x, box.y)
  }

  /// The smallest upright rectangle around the shape.
  public var bounds: (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    switch self {
    case .circle(let centre, let radius):
      return (
        (centre.x - radius)...(centre.x + radius), (centre.y - radius)...(centre.y + radius)
      )
    case .polygon(let corners):
      var low = corners[0]
      var high = corners[0]
      for corner in corners {
        low = Vector(min(low.x, corner.x), min(low.y, corner.y))
        high = Vector(max(high.x, corner.x), max(high.y, corner.y))
      }
      return (low.x...high.x, low.y...high.y)
    }
  }

  private static func depth(
    ofCircleAt centre: Vector, radius: Double, in corners: [Vector]
  ) -> Double {
    let nearest = ConvexPolygon.nearestOutlinePoint(to: centre, of: corners)
    let distance = (centre - nearest).length
    return ConvexPolygon.contains(centre, in: corners) ? radius + distance : radius - distance
  }

  /// The least overlap of the two polygons' shadows on the edge normals of one of them.
  private static func leastDepth(
    _ first: [Vector], _ second: [Vector], axesOf corners: [Vector]
  ) -> Double {
    var least = Double.infinity
    for (index, corner) in corners.enumerated() {
      let along = corners[(index + 1) % corners.count] - corner
      let axis = (1 / along.length) * Vector(along.y, -along.x)
      let one = shadow(of: first, on: axis)
      let two = shadow(of: second, on: axis)
      least = min(
        least, one.upperBound - two.lowerBound, two.upperBound - one.lowerBound)
    }
    return least
  }

  private static func shadow(of corners: [Vector], on axis: Vector) -> ClosedRange<Double> {
    var low = Double.infinity
    var high = -Double.infinity
    for corner in corners {
      let place = corner.dot(axis)
      low = min(low, place)
      high = max(high, place)
    }
    return low...high
  }
}
