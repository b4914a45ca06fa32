/// One field of a level file and what it is to hold.
public struct LevelEdit: Sendable, Equatable {
  /// The field's path, such as `shots`, `spawn.weights.red` or `bubbles[2].probability`.
  public var path: String
  public var value: JSONTree

  public init(_ path: String, to value: JSONTree) {
    self.path = path
    self.value = value
  }
}
