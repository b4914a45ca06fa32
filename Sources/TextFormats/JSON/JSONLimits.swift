/// How large a JSON text may be.
public struct JSONLimits: Sendable, Hashable {
  /// The maximum number of bytes of a text; 4 MiB by default.
  public let bytes: Int
  /// The maximum nesting of arrays and objects, from 1 to 1,000; 64 by default.
  public let depth: Int
  /// The maximum number of members of one object.
  public let members: Int
  /// The maximum number of elements of one array.
  public let elements: Int
  /// The maximum number of values of a whole text, which bounds the memory of the tree.
  public let values: Int

  /// The limits of level files and everything like them.
  public static let standard = JSONLimits()

  public init(
    bytes: Int = 4_194_304, depth: Int = 64, members: Int = 10_000, elements: Int = 100_000,
    values: Int = 500_000
  ) {
    precondition((1...1_000).contains(depth), "a tree is released recursively, so depth is bounded")
    self.bytes = bytes
    self.depth = depth
    self.members = members
    self.elements = elements
    self.values = values
  }
}
