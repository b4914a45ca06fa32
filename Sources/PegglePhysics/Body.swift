/// A static body, such as a peg or a block, as it is put into a world.
public struct Body: Hashable, Sendable {
  /// The form, about its own origin.
  public var shape: Shape
  /// Where the shape's origin is, in px.
  public var position: Vector
  /// In radians, clockwise on the screen.
  public var rotation: Double
  /// Which balls collide with it.
  public var filter: CollisionFilter

  /// A body; unless `filter` says otherwise every ball collides with it.
  public init(
    _ shape: Shape, at position: Vector, rotation: Double = 0,
    filter: CollisionFilter = CollisionFilter()
  ) {
    self.shape = shape
    self.position = position
    self.rotation = rotation
    self.filter = filter
  }

  /// The shape where it is.
  public var placed: PlacedShape { shape.placed(at: position, rotation: rotation) }
}
