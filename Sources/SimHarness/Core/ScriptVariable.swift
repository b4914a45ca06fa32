/// One of a game's up to 16 named integers that its scripts keep.
public struct ScriptVariable: Hashable, Sendable {
  public let name: String
  public var value: Int
}
