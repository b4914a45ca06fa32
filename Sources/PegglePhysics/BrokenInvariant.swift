/// What must hold in every world, and does not: an error in this library.
public struct BrokenInvariant: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, such as `ball 3 is below the bottom`.
  public let description: String

  init(_ description: String) { self.description = description }
}
