/// Something that happened in an open game.
public struct OpenEvent: Hashable, Sendable {
  /// Its place among the events that the game declares.
  public let name: Int
  /// What the game said of it, such as how many; 1 where it said nothing.
  public let value: Int
}
