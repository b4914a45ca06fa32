import PegglePhysics
import SimHarness

/// One object of a Peggle level: a peg, a block, a triangle or a polygon.
public struct PeggleObject: Hashable, Sendable {
  /// What the object is, with its sizes in px.
  public enum Form: Hashable, Sendable {
    /// A peg; its colour is the name of a kind of peg.
    case peg(colour: String, radius: Double)
    case block(width: Double, height: Double)
    /// An isosceles triangle; unturned, its tip is up.
    case triangle(width: Double, height: Double)
    /// Corners of a convex polygon in order, relative to the object's place.
    case polygon([PegglePoint])
  }

  public var form: Form
  /// The place in px: a peg's centre, the middle of a block's or triangle's box, a polygon's
  /// (0, 0).
  public var x: Double
  public var y: Double
  /// Radians, clockwise on the screen.
  public var rotation: Double
  /// Which balls hit it: those from the cannon are of the first category and hit all categories.
  public var filter: CollisionFilter

  public init(
    _ form: Form, x: Double, y: Double, rotation: Double = 0,
    filter: CollisionFilter = CollisionFilter()
  ) {
    self.form = form
    self.x = x
    self.y = y
    self.rotation = rotation
    self.filter = filter
  }

  /// A peg's radius.
  public static let radii = 8.0...60.0
  public static let defaultRadius = 20.0
  /// Width and height of blocks, triangles and the box of an unturned polygon.
  public static let sides = 10.0...200.0
  public static let defaultSide = 40.0
  /// The corners of a new polygon: a hexagon in a box of the default side.
  public static let defaultCorners: [PegglePoint] = {
    let half = defaultSide / 2
    return [(-1, 0), (-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1)].map {
      PegglePoint(x: $0.0 * half, y: $0.1 * half)
    }
  }()
  /// Corners of a polygon.
  public static let cornerCounts = 3...16
  /// A polygon's corner may be this far from the object's place, along either axis.
  public static let farthestCorner = 1000.0
  public static let rotations = -1000.0...1000.0
  /// The categories and the mask of an object, 16 bits each.
  public static let filterBits = 0...Int(UInt16.max)

  public var place: PegglePoint { PegglePoint(x: x, y: y) }

  /// The name in files: `peg`, `block`, `triangle` or `polygon`.
  public var kind: String {
    switch form {
    case .peg: "peg"
    case .block: "block"
    case .triangle: "triangle"
    case .polygon: "polygon"
    }
  }

  /// What people call it: `orange peg`, `block`.
  public var title: String {
    if case .peg(let colour, _) = form { return "\(SafeText.escaped(colour)) peg" }
    return kind
  }

  /// The name of the kind of peg, or nil.
  public var colour: String? {
    if case .peg(let colour, _) = form { return colour }
    return nil
  }

  /// The corners of an unturned object relative to its place; a peg has none.
  public var corners: [PegglePoint] {
    switch form {
    case .peg: return []
    case .block(let width, let height):
      let (x, y) = (width / 2, height / 2)
      return [
        PegglePoint(x: -x, y: -y), PegglePoint(x: x, y: -y), PegglePoint(x: x, y: y),
        PegglePoint(x: -x, y: y),
      ]
    case .triangle(let width, let height):
      return [
        PegglePoint(x: 0, y: -height / 2), PegglePoint(x: width / 2, y: height / 2),
        PegglePoint(x: -width / 2, y: height / 2),
      ]
    case .polygon(let corners): return corners
    }
  }

  /// What the object covers.
  public var outline: PeggleOutline {
    if case .peg(_, let radius) = form { return .circle(center: place, radius: radius) }
    return .polygon(PeggleGeometry.placed(corners, rotation: rotation, at: place))
  }

  // MARK: Sizes

  /// The object grown or shrunk about its place, kept within the legal sizes.
  public func scaled(by factor: Double) -> PeggleObject {
    var copy = self
    switch form {
    case .peg(let colour, let radius):
      copy.form = .peg(colour: colour, radius: Self.clamp(radius * factor, to: Self.radii))
    case .block(let width, let height):
      copy.form = .block(
        width: Self.clamp(width * factor, to: Self.sides),
        height: Self.clamp(height * factor, to: Self.sides))
    case .triangle(let width, let height):
      copy.form = .triangle(
        width: Self.clamp(width * factor, to: Self.sides),
        height: Self.clamp(height * factor, to: Self.sides))
    case .polygon(let corners):
      let box = PeggleGeometry.box(of: .polygon(corners))
      // A polygon keeps its shape, so its longer side decides the maximum and the shorter one the
      // minimum.
      var legal = max(factor, Self.sides.lowerBound / min(box.width, box.height))
      legal = min(legal, Self.sides.upperBound / max(box.width, box.height))
      copy.form = .polygon(Self.scaled(corners, legal, legal))
    }
    return copy
  }

  /// The object with another width and height; a peg becomes no wider than high.
  ///
  /// - Returns: Nil if a size is not legal.
  public func resized(width: Double, height: Double) -> PeggleObject? {
    var copy = self
    guard width.isFinite, height.isFinite, width > 0, height > 0 else { return nil }
    if case .peg(let colour, _) = form {
      guard width == height, Self.radii.contains(width / 2) else { return nil }
      copy.form = .peg(colour: colour, radius: width / 2)
      return copy
    }
    guard Self.sides.contains(width), Self.sides.contains(height) else { return nil }
    switch form {
    case .polygon(let corners):
      let box = PeggleGeometry.box(of: .polygon(corners))
      let stretched = Self.scaled(corners, width / box.width, height / box.height)
      guard PeggleGeometry.problem(with: stretched) == nil else { return nil }
      copy.form = .polygon(stretched)
    case .triangle: copy.form = .triangle(width: width, height: height)
    default: copy.form = .block(width: width, height: height)
    }
    return copy
  }

  private static func scaled(
    _ corners: [PegglePoint], _ across: Double, _ down: Double
  ) -> [PegglePoint] {
    corners.map { PegglePoint(x: $0.x * across, y: $0.y * down) }
  }

  private static func clamp(_ value: Double, to range: ClosedRange<Double>) -> Double {
    min(max(value, range.lowerBound), range.upperBound)
  }
}
