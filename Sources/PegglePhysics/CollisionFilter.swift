/// What a ball or body collides with, as in Box2D: two of them collide if each one's mask has a
/// category of the other.
public struct CollisionFilter: Hashable, Sendable, BitwiseCopyable {
  /// The categories that it belongs to, a bit each.
  public var categoryBits: UInt16
  /// The categories that it collides with.
  ///
  /// A ball without any also passes the walls and the bucket.
  public var maskBits: UInt16

  /// The first category.
  public static let defaultCategoryBits: UInt16 = 0x0001
  /// All categories.
  public static let defaultMaskBits: UInt16 = 0xFFFF

  /// A filter; without arguments that of what collides with everything.
  public init(
    categoryBits: UInt16 = CollisionFilter.defaultCategoryBits,
    maskBits: UInt16 = CollisionFilter.defaultMaskBits
  ) {
    self.categoryBits = categoryBits
    self.maskBits = maskBits
  }

  /// That of what collides with nothing.
  public static var nothing: CollisionFilter { CollisionFilter(categoryBits: 0, maskBits: 0) }

  /// Whether two things with these filters collide.
  @inlinable @inline(__always)
  public func collides(with other: CollisionFilter) -> Bool {
    maskBits & other.categoryBits != 0 && categoryBits & other.maskBits != 0
  }

  /// Different for every filter; all ones for the default.
  var digestWord: UInt64 {
    UInt64(categoryBits ^ ~Self.defaultCategoryBits) << 16 | UInt64(maskBits)
  }
}
