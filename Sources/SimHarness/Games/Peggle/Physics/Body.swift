/// A peg or block as it is put into a world: shape, place and category.
public struct Body: Hashable, Sendable {
  public var shape: Shape
  /// Where the shape's origin is.
  public var position: Vector
  /// In radians, clockwise on the screen.
  public var rotation: Double
  /// The categories; two bodies collide when they share a bit.
  public var mask: UInt32

  public init(_ shape: Shape, at position: Vector, rotation: Double = 0, mask: UInt32 = .max) {
    self.shape = shape
    self.position = position
    self.rotation = rotation
    self.mask = mask
  }

  /// The shape where it is.
  public var placed: PlacedShape { shape.placed(at: position, rotation: rotation) }
}
